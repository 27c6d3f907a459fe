import { signal } from '@preact/signals';
import { ASSET_DECIMALS, formatAmount } from '@staking-agent/sdk';
import { ActionButton, Heading, ProblemNote, useLoaded } from '../parts/controls.tsx';
import { Column, ScrollArea } from '../parts/values.tsx';
import { advanceEpochs, ledgerChanges, ledgerTime, noteLedgerChange, readPositions } from '../state/clock.ts';
import { hrefOf, type ViewProps } from '../state/route.ts';
import { askSandbox } from '../state/session.ts';
import { wallet } from '../state/wallet.ts';
import { FaultPanel } from './fault-panel.tsx';

/** Blocks after which nothing that was built before can land. */
const EXPIRING_SLOTS = 160;

/** The ledger of the laptop: its time, what earns on it, and what can be broken. */
export function Sandbox(_: ViewProps) {
  return (
    <>
      <Heading>Sandbox</Heading>
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

/** A value and its epoch. */
type Reading = { readonly epoch: string; readonly units: bigint };

/** Something that earns, with its worth when this page saw it first and when it saw it last. */
type Growth = {
  readonly id: string;
  /** The name for people. */
  readonly name: string;
  readonly asset: string;
  readonly decimals: number;
  readonly first: Reading;
  readonly last: Reading;
  /** How much of it there is: with another amount it starts anew, so that a deposit is no reward. */
  readonly held: string;
};

type Seen = Omit<Growth, 'first' | 'last'> & { readonly now: Reading };

/** Everything that earns, as this page has watched it. */
const growth = signal<readonly Growth[]>([]);

/** The sandbox's answer on pools and vaults. */
type World = {
  readonly epoch: string;
  readonly stakePool?: { readonly lamportsPerToken: string };
  readonly vault?: { readonly usdcPerLp: string };
  readonly leveraged?: { readonly rasolPerLp: string };
};

/** Reads anew what everything is worth. */
async function readGrowth(): Promise<void> {
  const world = await askSandbox<World>('');
  const seen = [...(await seePositions(world.epoch)), ...seeRates(world)];
  const before = new Map(growth.value.map((each) => [each.id, each]));
  growth.value = seen.map(({ now, ...each }) => {
    const known = before.get(each.id);
    return { ...each, first: known?.held === each.held ? known.first : now, last: now };
  });
}

function seeRates({ epoch, stakePool, vault, leveraged }: World): readonly Seen[] {
  const see = (id: string, asset: 'SOL' | 'USDC' | 'raSOL', units: string | undefined): readonly Seen[] =>
    units === undefined
      ? []
      : [
          {
            id,
            name: `1 ${id} is worth`,
            asset,
            decimals: ASSET_DECIMALS[asset],
            held: '1',
            now: { epoch, units: BigInt(units) },
          },
        ];
  return [
    ...see('raSOL', 'SOL', stakePool?.lamportsPerToken),
    ...see('raSOL Max', 'raSOL', leveraged?.rasolPerLp),
    ...see('raUSDC', 'USDC', vault?.usdcPerLp),
  ];
}

async function seePositions(epoch: string): Promise<readonly Seen[]> {
  const address = wallet.value?.address;
  if (address === undefined) return [];
  const { positions } = await readPositions(address);
  return positions.map((each) => ({
    id: `${address} ${each.id}`,
    name:
      'receipt' in each ? `Your ${each.receipt.amount} ${each.receipt.asset}` : `Your stake, ${each.state}`,
    asset: each.value.asset,
    decimals: each.value.asset === 'USDC' ? ASSET_DECIMALS.USDC : ASSET_DECIMALS.SOL,
    // A stake account grows by itself; parts of it that are taken out show in the rent reserve's neighbours only.
    held: 'receipt' in each ? each.receipt.baseUnits : each.id,
    now: { epoch, units: BigInt(each.value.baseUnits) },
  }));
}

/** How much more it is worth now; negative where less. */
const findGain = ({ first, last }: Growth) => last.units - first.units;
