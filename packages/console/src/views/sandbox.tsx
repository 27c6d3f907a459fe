import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { ActionButton, Heading, ProblemNote, Select, useLoaded } from '../parts/controls.tsx';
import { Facts, Table } from '../parts/values.tsx';
import { toAmount } from '../state/calls.ts';
import { advanceEpochs, ledgerChanges, ledgerTime, noteLedgerChange } from '../state/clock.ts';
import { sayAmount } from '../state/figures.ts';
import { hrefOf, type ViewProps } from '../state/route.ts';
import {
  askSandbox,
  type Fault,
  faults,
  getSession,
  readFaults,
  requests,
  setFault,
  UPSTREAMS,
  type Upstream,
} from '../state/session.ts';
import { wallet } from '../state/wallet.ts';

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

/** The worth of one token in an epoch, in base units. */
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

const print = (units: bigint, { asset }: Rate) => sayAmount(toAmount(units, asset), 'not');

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

/** Upstreams as people call them. */
const NAMES: Readonly<Record<Upstream, string>> = {
  router: 'The router',
  ledger: 'The ledger node',
  vault: 'The vault provider',
  apy: 'The source of yields',
};

/** The look of each fault from outside. */
const MODES: Readonly<Record<string, string>> = {
  refuse: 'closes the connection',
  hang: 'does not answer',
  slow: 'answers late',
  '429': 'answers 429, too many requests',
  '500': 'answers 500',
  garbage: 'answers random bytes',
  truncated: 'answers half and hangs up',
  redirect: 'points elsewhere',
  empty: 'knows no yields',
  zero: 'says that all yields are 0',
  absurd: 'says that all yields are 4,242',
  malicious: 'hands out what harms the wallet',
};

const PRESETS: readonly (readonly [text: string, fault: Fault])[] = [
  ['The router answers 500 for the next 3', { upstream: 'router', mode: '500', count: 3 }],
  ['The router does not answer the next one', { upstream: 'router', mode: 'hang', count: 1 }],
  [
    'The next order of the router drains the wallet',
    { upstream: 'router', mode: 'malicious', variant: 'drain', count: 1 },
  ],
  ['The ledger node refuses the next 3 with 429', { upstream: 'ledger', mode: '429', count: 3 }],
  [
    'The ledger node hangs up on the next broadcast',
    { upstream: 'ledger', mode: 'refuse', method: 'sendTransaction', count: 1 },
  ],
  ['The source of yields knows none', { upstream: 'apy', mode: 'empty' }],
];

/** A wallet for questions that need one, where the page has none. */
const ANY_WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';

/** Breaks what the service depends on, and shows what callers then get. */
function FaultPanel() {
  useLoaded(readFaults, []);
  const inForce = UPSTREAMS.filter((each) => (faults.value[each]?.mode ?? 'none') !== 'none');
  return (
    <section class="panel stack">
      <h2 class="flush">Faults</h2>
      <p class="dim">
        Break what the service depends on. It must say so clearly, and never lose money over it.
      </p>
      <div class="row">
        {PRESETS.map(([text, fault]) => (
          <ActionButton key={text} run={() => setFault(fault)}>
            {text}
          </ActionButton>
        ))}
      </div>
      <OwnFault />
      <h3>In force</h3>
      <div role="status">
        {inForce.length === 0 && <p class="good">Nothing. Everything behaves.</p>}
        {inForce.map((upstream) => (
          <div key={upstream} class="row">
            <span class="bad">{tellFault(upstream)}</span>
            <ActionButton run={() => setFault({ upstream, mode: 'none' })}>Mend</ActionButton>
          </div>
        ))}
      </div>
      <Probes />
    </section>
  );
}

function tellFault(upstream: Upstream): string {
  const { mode = 'none', count, method, variant } = faults.value[upstream] ?? {};
  const what = `${NAMES[upstream]} ${MODES[mode] ?? mode}${variant === undefined ? '' : ` (${variant})`}`;
  const whom = method === undefined ? '' : ` to ${method}`;
  return `${what}${whom}${count === undefined ? ', until it is mended' : `, ${count} more`}.`;
}

/** A fault of one's own making; the sandbox refuses what an upstream cannot do, and says so. */
function OwnFault() {
  const [{ upstream, mode, count }, setFields] = useState({
    upstream: UPSTREAMS[0] as Upstream,
    mode: 'slow',
    count: '',
  });
  const fault = { upstream, mode, ...(count !== '' && { count: Number(count) }) };
  const set = (changed: object) => setFields((before) => ({ ...before, ...changed }));
  return (
    <details>
      <summary>Another fault</summary>
      <div class="row">
        <Select label="Who" names={NAMES} chosen={upstream} choose={(name) => set({ upstream: name })} />
        <Select label="Does what" names={MODES} chosen={mode} choose={(name) => set({ mode: name })} />
        <label class="field">
          <span>How often</span>
          <input
            type="number"
            min={1}
            placeholder="always"
            value={count}
            onInput={({ currentTarget }) => set({ count: currentTarget.value })}
          />
        </label>
        <ActionButton run={() => setFault(fault)}>Break it</ActionButton>
      </div>
    </details>
  );
}

/** Questions whose answers need an upstream. */
function Probes() {
  const [said, setSaid] = useState<{
    readonly text?: string;
    readonly error?: unknown;
    readonly request?: number;
  }>({});
  const { client } = getSession();
  const address = wallet.value?.address ?? ANY_WALLET;
  const probes: readonly (readonly [string, () => Promise<unknown>])[] = [
    [
      'Ask for a quote (router)',
      () => client.quote({ strategy: 'sol-liquid-stake', wallet: address, amount: '1' }),
    ],
    ['List positions (ledger)', () => client.listPositions({ wallet: address })],
    ['Read a yield (source of yields)', () => client.getStrategy({ key: 'sol-native-stake' })],
  ];
  const ask = async (text: string, question: () => Promise<unknown>) => {
    const request = (requests.value[0]?.id ?? 0) + 1;
    await question().then(
      () => setSaid({ text: `${text}: answered.`, request }),
      (error: unknown) => setSaid({ error, request }),
    );
    await readFaults();
  };
  return (
    <>
      <h3>What callers get</h3>
      <div class="row">
        {probes.map(([text, question]) => (
          <ActionButton key={text} run={() => ask(text, question)}>
            {text}
          </ActionButton>
        ))}
      </div>
      <p role="status" class="good">
        {said.text}
      </p>
      <ProblemNote error={said.error} />
      {said.request !== undefined && (
        <p>
          <a href={hrefOf('inspector', String(said.request))}>The request and its answer</a>
        </p>
      )}
    </>
  );
}
