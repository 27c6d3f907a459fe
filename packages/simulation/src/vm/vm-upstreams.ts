import { base58 } from '@scure/base';
import type { Exchange, OpenEndpoint } from '../../../api/src/upstreams/http.ts';
import { EXECUTION_VARIANTS, MALICIOUS_VARIANTS } from '../../../sandbox/malicious/corrupt.ts';
import { VAULT_MALICIOUS_VARIANTS } from '../../../sandbox/malicious/vault.ts';
import { createFaults, type Faults } from '../../../sandbox/src/faults.ts';
import { answerAs, dispatch } from '../../../sandbox/src/rpc/dispatch.ts';
import { createNodeView, type NodeView } from '../../../sandbox/src/rpc/node-view.ts';
import { printJson } from '../../../sandbox/src/rpc/params.ts';
import { createHttpServer } from '../../../sandbox/src/rpc/rpc-node.ts';
import { createPastYields, mountApyRoutes } from '../../../sandbox/src/stand-ins/apy.ts';
import { mountRouterRoutes } from '../../../sandbox/src/stand-ins/router/router-routes.ts';
import { createRequestLog } from '../../../sandbox/src/stand-ins/stand-in.ts';
import { mountVaultRoutes } from '../../../sandbox/src/stand-ins/vault/vault-routes.ts';
import type { SandboxLedger } from '../../../sandbox/src/world/sandbox-ledger.ts';
import type { Dice } from '../dice.ts';
import type { OwnClock } from '../scheduler.ts';
import { createEndpoint, cut, type Heard } from '../simulated-endpoint.ts';
import { messageOf } from './vm-wallet.ts';

/** How calls to an upstream, and its answers, get lost: after their effect, in the middle, or before it. */
export const WAYS = ['lost', 'cut', 'twice', 'hang', 'refuse', '429', '500'] as const;

/** What is wrong with one upstream. */
export type UpstreamState = {
  way: (typeof WAYS)[number] | 'none';
  /** Milliseconds that its answers take longer. */
  slow: number;
  /** What it says instead of the truth; those of the sandbox that change an answer. */
  readonly lies: Faults;
};

/** The upstreams of a world. */
export const UPSTREAMS = ['ledger', 'router', 'vault', 'apy'] as const;

/** The sandbox's ledger behind JSON-RPC, its router, vault provider and source of yields, in this process. */
export type VmUpstreams = Readonly<Record<(typeof UPSTREAMS)[number], UpstreamState>> & {
  /** Slots that the second node is behind. */
  lag: number;
  /** In which way base64 transaction bytes are a lie of router or provider; undefined for any others. */
  findLie(transaction: string): string | undefined;
  open(clock: OwnClock): OpenEndpoint;
  close(): Promise<void>;
};

/** What upstreams stand on. */
export type UpstreamParts = {
  readonly ledger: SandboxLedger;
  readonly world: OwnClock;
  readonly dice: Dice;
  /** Keeps time from passing while something runs that takes none. */
  hold<Result>(work: Promise<Result>): Promise<Result>;
};

/** Ways to lie: of orders and of executions, and of the provider's builds. */
const VARIANTS: Readonly<Record<keyof typeof PREFIXES, readonly string[]>> = {
  router: [...MALICIOUS_VARIANTS, ...EXECUTION_VARIANTS],
  vault: VAULT_MALICIOUS_VARIANTS,
  apy: [],
};

const PREFIXES = { router: '/router', vault: '', apy: '/apy' } as const;

/** Starts upstreams of which nothing is wrong. */
export function createVmUpstreams(parts: UpstreamParts): VmUpstreams {
  const { ledger, world, dice, hold } = parts;
  const states = Object.fromEntries(
    UPSTREAMS.map((name): [string, UpstreamState] => [name, { way: 'none', slow: 0, lies: createFaults() }]),
  ) as Record<(typeof UPSTREAMS)[number], UpstreamState>;
  /** Messages, in hexadecimal, and what is wrong with them. */
  const malicious = new Map<string, string>();
  const variants = dice.fork('variants');
  const first = createNodeView(ledger, () => 0);
  const second = createNodeView(ledger, () => upstreams.lag);
  const app = mountStandIns(ledger, states);
  const inject = async (name: keyof typeof PREFIXES, asked: Asked): Promise<Said> => {
    const { method, path, query, body } = asked;
    const { statusCode, payload } = await app.inject({
      method,
      url: `${PREFIXES[name]}${path}${query}`,
      ...(body !== undefined && { payload: body, headers: { 'content-type': 'application/json' } }),
    });
    return { status: statusCode, text: payload };
  };
  const askNode = async (node: NodeView, { body = '' }: Asked): Promise<Said> => {
    const said = dispatch(body, answerAs(node));
    return { status: 200, text: said === undefined ? '' : printJson(said) };
  };
  const say = async (host: string, asked: Asked): Promise<Said> => {
    if (host.startsWith('node')) return await askNode(host === 'node0' ? first : second, asked);
    const name = host as keyof typeof PREFIXES;
    const { lies } = states[name];
    const lie = lies.current();
    if (lie.mode !== 'malicious') return await inject(name, asked);
    // Each time in another way.
    const variant = variants.pick(VARIANTS[name]);
    lies.set({ ...lie, variant });
    const said = await inject(name, asked);
    lies.set({ mode: 'none' });
    // An execution is done once.
    const honest = asked.path.endsWith('/execute') ? said : await inject(name, asked);
    lies.set(lie);
    const [told, due] = [findMessage(said.text), findMessage(honest.text)];
    if (told !== undefined && told !== due) malicious.set(told, variant);
    return said;
  };
  const upstreams: VmUpstreams = {
    ...states,
    lag: 0,
    findLie: (transaction) => malicious.get(messageOf(Buffer.from(transaction, 'base64')).toString('hex')),
    open: (clock) => (upstream, url) => {
      const { hostname, searchParams } = new URL(url);
      const host = hostname.replace('.invalid', '');
      const state = states[host.startsWith('node') ? 'ledger' : (host as keyof typeof states)];
      const own = dice.fork(host);
      const delay = () => own.between(2, 20) + Math.floor(state.slow * own.fraction());
      return createEndpoint({
        ...{ upstream, clock, world, there: delay, back: delay },
        hear({ method, path = '', query = {}, body }) {
          const asked = { method, path, query: printQuery(searchParams, query), body };
          return hearWrong(() => hold(say(host, asked)), state);
        },
      });
    },
    close: () => app.close(),
  };
  return upstreams;
}

type Asked = Pick<Exchange, 'method'> & {
  readonly path: string;
  readonly query: string;
  readonly body: string | undefined;
};
type Said = { readonly status: number; readonly text: string };

function mountStandIns(
  ledger: SandboxLedger,
  states: Readonly<Record<(typeof UPSTREAMS)[number], UpstreamState>>,
) {
  const node = createNodeView(ledger, () => 0);
  const yields = createPastYields(ledger);
  const app = createHttpServer();
  mountRouterRoutes(app, node, states.router.lies, createRequestLog(), yields);
  mountVaultRoutes(app, node, states.vault.lies, createRequestLog());
  mountApyRoutes(app, node, states.apy.lies, createRequestLog(), yields);
  return app;
}

/** Finds the transaction that an answer of router or provider brings; its message in hexadecimal. */
function findMessage(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined;
  const { tx, transaction } = JSON.parse(text) as { readonly tx?: unknown; readonly transaction?: unknown };
  if (typeof tx === 'string') return messageOf(Buffer.from(tx, 'base64')).toString('hex');
  if (typeof transaction !== 'string') return undefined;
  return messageOf(Buffer.from(base58.decode(transaction))).toString('hex');
}

/** Hears a call in the way that is wrong. */
async function hearWrong(hear: () => Promise<Said>, { way }: UpstreamState): Promise<Heard> {
  if (way === 'hang') return way;
  if (way === 'refuse') return 'unreachable';
  if (way === '429' || way === '500') return { status: Number(way), text: '' };
  // A carrier delivers the call twice.
  if (way === 'twice') await hear();
  const said = await hear();
  if (way === 'lost') return 'broken';
  return way === 'cut' ? cut(said) : said;
}

function printQuery(own: URLSearchParams, query: NonNullable<Exchange['query']>): string {
  const asked = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  const text = new URLSearchParams([...own, ...asked]).toString();
  return text === '' ? '' : `?${text}`;
}
