import { useState } from 'preact/hooks';
import { ActionButton, ProblemNote, useLoaded } from '../parts/controls.tsx';
import { hrefOf } from '../state/route.ts';
import {
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
export function FaultPanel() {
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
        <Pick label="Who" names={NAMES} chosen={upstream} choose={(name) => set({ upstream: name })} />
        <Pick label="Does what" names={MODES} chosen={mode} choose={(name) => set({ mode: name })} />
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

function Pick({
  label,
  names,
  chosen,
  choose,
}: {
  readonly label: string;
  readonly names: Readonly<Record<string, string>>;
  readonly chosen: string;
  readonly choose: (name: string) => void;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {Object.entries(names).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
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
