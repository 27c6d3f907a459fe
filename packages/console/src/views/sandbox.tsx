import { signal } from '@preact/signals';
import { ASSET_DECIMALS, formatAmount } from '@staking-agent/sdk';
import { ActionButton, Heading, ProblemNote, useLoaded } from '../parts/controls.tsx';
import { Facts, Table } from '../parts/values.tsx';
import { advanceEpochs, ledgerChanges, ledgerTime, noteLedgerChange } from '../state/clock.ts';
import { hrefOf, type ViewProps } from '../state/route.ts';
import { askSandbox } from '../state/session.ts';
import { FaultPanel } from './fault-panel.tsx';

/** Blocks after which nothing that was built before can land. */
const EXPIRING_SLOTS = 160;

/** The ledger of the laptop: its time, what earns on it, and what can be broken. */
export function Sandbox(_: ViewProps) {
  return (
    <>
      <Heading>Sandbox</Heading>
      <EpochClock />
      <RateTable />
      <FaultPanel />
    </>
  );
}

function EpochClock() {
  const { epoch, slot, time } = ledgerTime.value ?? {};
  return (
    <section class="panel stack">
      <h2 class="flush">Time</h2>
      <Facts
        of={[
          [
            'Epoch',
            <span key="epoch" class="figure" role="status">
              {epoch}
            </span>,
          ],
          ['Slot', slot],
          ["The ledger's time", time],
        ]}
      />
      <div class="row">
        {[1, 10].map((epochs) => (
          <ActionButton key={epochs} isPrimary run={() => advanceEpochs(epochs)}>
            +{epochs} {epochs === 1 ? 'epoch' : 'epochs'}
          </ActionButton>
        ))}
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

/** What one token is worth in an epoch, in base units. */
type Rate = { readonly token: string; readonly asset: 'SOL' | 'USDC' | 'raSOL'; readonly units: bigint };
type Rates = { readonly epoch: string; readonly rates: readonly Rate[] };

/** The rates that this page saw first. */
const first = signal<Rates | undefined>(undefined);

function RateTable() {
  const { value: last, error } = useLoaded(readRates, [ledgerChanges.value]);
  const epochs = BigInt(last?.epoch ?? 0) - BigInt(first.value?.epoch ?? 0);
  return (
    <section class="panel">
      <h2 class="flush">What grows</h2>
      <ProblemNote error={error} />
      <Table
        label="What grows"
        columns={[{ name: 'What' }, { name: 'Now', isNumber: true }, { name: 'Grown by', isNumber: true }]}
        rows={(last?.rates ?? []).map((rate) => ({
          key: rate.token,
          cells: [
            `1 ${rate.token} is worth`,
            print(rate.units, rate),
            <Gain key="gain" rate={rate} epochs={epochs} />,
          ],
        }))}
      />
      <p class="dim">
        What your own stakes have earned stands under <a href={hrefOf('positions')}>My money</a>.
      </p>
    </section>
  );
}

const print = (units: bigint, { asset }: Rate) => `${formatAmount(units, ASSET_DECIMALS[asset])} ${asset}`;

function Gain({ rate, epochs }: { readonly rate: Rate; readonly epochs: bigint }) {
  const before = first.value?.rates.find(({ token }) => token === rate.token) ?? rate;
  const gain = rate.units - before.units;
  return (
    <span class={gain > 0n ? 'good' : gain < 0n ? 'bad' : 'dim'}>
      {gain < 0n ? '−' : '+'}
      {print(gain < 0n ? -gain : gain, rate)}
      {epochs > 0n && ` in ${epochs} ${epochs === 1n ? 'epoch' : 'epochs'}`}
    </span>
  );
}

/** The sandbox's answer on pools and vaults. */
type World = {
  readonly epoch: string;
  readonly stakePool?: { readonly lamportsPerToken: string };
  readonly vault?: { readonly usdcPerLp: string };
  readonly leveraged?: { readonly rasolPerLp: string };
};

async function readRates(): Promise<Rates> {
  const { epoch, stakePool, vault, leveraged } = await askSandbox<World>('');
  const rate = (token: string, asset: Rate['asset'], units: string | undefined): readonly Rate[] =>
    units === undefined ? [] : [{ token, asset, units: BigInt(units) }];
  const read = {
    epoch,
    rates: [
      ...rate('raSOL', 'SOL', stakePool?.lamportsPerToken),
      ...rate('raSOL Max', 'raSOL', leveraged?.rasolPerLp),
      ...rate('raUSDC', 'USDC', vault?.usdcPerLp),
    ],
  };
  first.value ??= read;
  return read;
}
