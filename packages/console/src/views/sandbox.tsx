import { formatAmount } from '@staking-agent/sdk';
import { ActionButton } from '../parts/action-button.tsx';
import { Column } from '../parts/column.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { ScrollArea } from '../parts/scroll-area.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { advanceEpochs, ledgerChanges, ledgerTime, noteLedgerChange } from '../state/clock.ts';
import { findGain, type Growth, growth, readGrowth } from '../state/growth.ts';
import { hrefOf } from '../state/route.ts';
import { askSandbox } from '../state/session.ts';
import { wallet } from '../state/wallet.ts';
import { FaultPanel } from './fault-panel.tsx';
import type { ViewProps } from './view-props.ts';

/** Blocks after which nothing that was built before can land. */
const EXPIRING_SLOTS = 160;

/** The ledger of the laptop: its time, what earns on it, and what can be broken. */
export function Sandbox(_: ViewProps) {
  return (
    <>
      <h1>Sandbox</h1>
      <EpochClock />
      <GrowthTable />
      <FaultPanel />
    </>
  );
}

function EpochClock() {
  const time = ledgerTime.value;
  return (
    <section class="panel stack">
      <h2 class="flush">Time</h2>
      {time !== undefined && (
        <dl class="facts">
          <dt>Epoch</dt>
          <dd class="figure">
            <span role="status">{time.epoch}</span>
          </dd>
          <dt>Slot</dt>
          <dd>{time.slot}</dd>
          <dt>The ledger's time</dt>
          <dd>{time.time}</dd>
        </dl>
      )}
      <div class="row">
        <ActionButton isPrimary run={() => advanceEpochs(1)}>
          +1 epoch
        </ActionButton>
        <ActionButton isPrimary run={() => advanceEpochs(10)}>
          +10 epochs
        </ActionButton>
        <ActionButton run={passBlocks}>+{EXPIRING_SLOTS} blocks</ActionButton>
      </div>
      <p class="dim">
        An epoch is a day of the ledger's time and pays rewards. After {EXPIRING_SLOTS} blocks a transaction
        that was built before can no longer land.
      </p>
    </section>
  );
}

async function passBlocks(): Promise<void> {
  await askSandbox('advance-slots', { slots: EXPIRING_SLOTS });
  await noteLedgerChange();
}

function GrowthTable() {
  const { error } = useLoaded(readGrowth, [ledgerChanges.value, wallet.value?.address]);
  return (
    <section class="panel">
      <h2 class="flush">What grows</h2>
      <ProblemNote error={error} />
      <ScrollArea label="What grows">
        <table>
          <thead>
            <tr>
              <Column>What</Column>
              <Column isNumber>Now</Column>
              <Column isNumber>Grown by</Column>
            </tr>
          </thead>
          <tbody>
            {growth.value.map((each) => (
              <GrowthRow key={each.id} of={each} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {wallet.value === undefined && (
        <p class="dim">
          With a <a href={hrefOf('wallet')}>wallet</a> that has staked, your own positions stand here too.
        </p>
      )}
    </section>
  );
}

function GrowthRow({ of }: { readonly of: Growth }) {
  const { name, asset, decimals, first, last } = of;
  const gain = findGain(of);
  const size = formatAmount(gain < 0n ? -gain : gain, decimals);
  const epochs = BigInt(last.epoch) - BigInt(first.epoch);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="number">
        {formatAmount(last.units, decimals)} {asset}
        <br />
        <small class="dim">
          in epoch {first.epoch}: {formatAmount(first.units, decimals)}
        </small>
      </td>
      <td class={`number ${gain > 0n ? 'good' : gain < 0n ? 'bad' : 'dim'}`}>
        {gain < 0n ? '−' : gain > 0n ? '+' : ''}
        {size} {asset}
        <br />
        {epochs > 0n && (
          <small class="dim">
            in {String(epochs)} {epochs === 1n ? 'epoch' : 'epochs'}
          </small>
        )}
      </td>
    </tr>
  );
}
