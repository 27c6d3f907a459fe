import { useState } from 'preact/hooks';
import { ActionButton, ProblemNote, useLoaded } from '../parts/controls.tsx';
import { hrefOf } from '../state/route.ts';
import {
  type Fault,
  faults,
  getSession,
  mendAll,
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

/** Modes that only some can do. */
const ONLY: Readonly<Record<string, readonly Upstream[]>> = {
  malicious: ['router', 'vault'],
  empty: ['router', 'vault', 'apy'],
  zero: ['router', 'vault', 'apy'],
  absurd: ['router', 'vault', 'apy'],
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
  const inForce = UPSTREAMS.filter((each) => isBroken(each));
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
        {inForce.length === 0 ? (
          <p class="good">Nothing. Everything behaves.</p>
        ) : (
          <ul class="plain">
            {inForce.map((upstream) => (
              <li key={upstream} class="row">
                <span class="bad">{tellFault(upstream)}</span>
                <ActionButton run={() => setFault({ upstream, mode: 'none' })}>Mend</ActionButton>
              </li>
            ))}
          </ul>
        )}
      </div>
      {inForce.length > 1 && <ActionButton run={mendAll}>Mend everything</ActionButton>}
      <Probes />
    </section>
  );
}

const isBroken = (upstream: Upstream) => (faults.value[upstream]?.mode ?? 'none') !== 'none';

function tellFault(upstream: Upstream): string {
  const { mode = 'none', count, method, variant } = faults.value[upstream] ?? {};
  const what = `${NAMES[upstream]} ${MODES[mode] ?? mode}${variant === undefined ? '' : ` (${variant})`}`;
  const whom = method === undefined ? '' : ` to ${method}`;
  return `${what}${whom}${count === undefined ? ', until it is mended' : `, ${count} more`}.`;
}

function OwnFault() {
  const [upstream, setUpstream] = useState<Upstream>('router');
  const [mode, setMode] = useState('slow');
  const [count, setCount] = useState('');
  const modes = Object.entries(MODES).filter(([name]) => ONLY[name]?.includes(upstream) ?? true);
  const chosen = modes.some(([name]) => name === mode) ? mode : 'slow';
  return (
    <details>
      <summary>Another fault</summary>
      <div class="row">
        <label class="field">
          <span>Who</span>
          <select
            value={upstream}
            onChange={({ currentTarget }) => setUpstream(currentTarget.value as Upstream)}
          >
            {UPSTREAMS.map((each) => (
              <option key={each} value={each}>
                {NAMES[each]}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Does what</span>
          <select value={chosen} onChange={({ currentTarget }) => setMode(currentTarget.value)}>
            {modes.map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>How often</span>
          <input
            class="short"
            inputMode="numeric"
            placeholder="always"
            value={count}
            onInput={({ currentTarget }) => setCount(currentTarget.value)}
          />
        </label>
        <ActionButton
          run={() =>
            setFault({ upstream, mode: chosen, ...(count.trim() !== '' && { count: Number(count) }) })
          }
        >
          Break it
        </ActionButton>
      </div>
    </details>
  );
}

/** Questions whose answers need an upstream. */
function Probes() {
  const [said, setSaid] = useState('');
  const [error, setError] = useState<unknown>(undefined);
  const [request, setRequest] = useState<number | undefined>(undefined);
  const { client } = getSession();
  const address = wallet.value?.address ?? ANY_WALLET;
  const ask = async (what: string, question: () => Promise<unknown>) => {
    setSaid('');
    setError(undefined);
    const asked = (requests.value[0]?.id ?? 0) + 1;
    setRequest(asked);
    try {
      await question();
      setSaid(`${what}: answered.`);
    } catch (reason) {
      setError(reason);
    }
    await readFaults();
  };
  const strategy = 'sol-liquid-stake' as const;
  return (
    <>
      <h3>What callers get</h3>
      <div class="row">
        <ActionButton
          run={() => ask('A quote', () => client.quote({ strategy, wallet: address, amount: '1' }))}
        >
          Ask for a quote (router)
        </ActionButton>
        <ActionButton run={() => ask('Positions', () => client.listPositions({ wallet: address }))}>
          List positions (ledger)
        </ActionButton>
        <ActionButton run={() => ask('A strategy', () => client.getStrategy({ key: 'sol-native-stake' }))}>
          Read a yield (source of yields)
        </ActionButton>
      </div>
      <p role="status" class="good">
        {said}
      </p>
      <ProblemNote error={error} />
      {request !== undefined && (
        <p>
          <a href={hrefOf('inspector', String(request))}>The request and its answer</a>
        </p>
      )}
    </>
  );
}
