import { signal } from '@preact/signals';
import {
  createStakingClient,
  type Deployment,
  type DeploymentName,
  type StakingClient,
} from '@staking-agent/sdk';
import { mainnet, sandbox } from '@staking-agent/sdk/deployments';
import type { ConsoleConfig } from '../pages.ts';

/** The page's deployment, and how it is called. */
export type Session = {
  readonly config: ConsoleConfig;
  /** Scheme, host and path of the site, without a slash at the end. */
  readonly root: string;
  /** The addresses of this page that transactions are verified against; undefined where it pins none of that name. */
  readonly pinned: DeploymentName | undefined;
  readonly client: StakingClient;
};

/** The fault that came before anything could be shown. */
export class SessionFault extends Error {
  override readonly name = 'SessionFault';
}

const PINNED: Readonly<Record<DeploymentName, Deployment>> = { mainnet, sandbox };

let session: Session | undefined;

/**
 * Asks the service who it is; once, before the first view.
 *
 * @param root - where the site is.
 * @throws {SessionFault} where it does not tell.
 */
export async function openSession(root: string): Promise<void> {
  const answer = await keepingFetch(`${root}/console.json`).catch(() => undefined);
  if (!answer?.ok) throw new SessionFault('The service does not answer. Reload the page once it runs again.');
  const config: ConsoleConfig = await answer.json();
  const pinned = findPinned(config.deployment);
  session = {
    config,
    root,
    pinned,
    client: createStakingClient({
      url: root,
      deployment: pinned ?? false,
      rpc: config.rpcUrl ?? undefined,
      fetch: keepingFetch,
      // People see a refusal and press again; a page that repeats in silence hides what happened.
      retries: 0,
    }),
  };
}

/** @throws {SessionFault} before it is open. */
export function getSession(): Session {
  if (session === undefined) throw new SessionFault('The page has not asked the service yet.');
  return session;
}

/** The addresses that this page pins of the deployment; undefined where it knows none. */
export function findPinnedAddresses(): Deployment | undefined {
  const { pinned } = getSession();
  return pinned && PINNED[pinned];
}

/** Calls a control of the sandbox; `path` as in `/sandbox/{path}`, without a body for reads. */
export async function askSandbox<Answer>(path: string, body?: object): Promise<Answer> {
  const { sandbox } = getSession().config;
  if (sandbox === null) throw new SessionFault('There is no sandbox here.');
  const answer = await keepingFetch(
    `${sandbox.controlUrl}${path === '' ? '' : `/${path}`}`,
    body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  );
  const text = await answer.text();
  const read = JSON.parse(text) as Answer & { readonly error?: string };
  if (!answer.ok) throw new SessionFault(read.error ?? text);
  return read;
}

function findPinned(name: string): DeploymentName | undefined {
  return name === 'mainnet' || name === 'sandbox' ? name : undefined;
}

/**
 * Calls a method of the ledger node that the page proves with.
 *
 * @throws {SessionFault} where the page has none, or it refuses.
 */
export async function askLedger<Result>(method: string, params: readonly unknown[]): Promise<Result> {
  const { rpcUrl } = getSession().config;
  if (rpcUrl === null) throw new SessionFault('This page knows no ledger node.');
  const { callNode } = await import('@staking-agent/sdk/verify');
  // A page waits for its node as long as that takes.
  const fetch: typeof keepingFetch = (input, init) => keepingFetch(input, { ...init, signal: null });
  return await callNode<Result>(method, params, { rpc: rpcUrl, fetch }).catch((error) => {
    throw new SessionFault(error.message);
  });
}

/** One request of the page, with what was answered so far. */
export type KeptRequest = {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** This and the next are there with the answer. */
  readonly status?: number;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly answer?: string;
  /** The id under which the service logs the request. */
  readonly requestId?: string | undefined;
  readonly milliseconds?: number;
  /** Why there is no answer. */
  readonly fault?: string;
};

/** As many are kept. */
const MOST = 300;

/** Every request of the page, the newest first. */
export const requests = signal<readonly KeptRequest[]>([]);

let last = 0;

/** Fetches and keeps what was asked and answered; the only way in which the page asks anybody. */
export const keepingFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const body = typeof init?.body === 'string' ? init.body : undefined;
  const began = performance.now();
  last += 1;
  const id = last;
  const asked: KeptRequest = {
    id,
    at: Date.now(),
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    body,
  };
  requests.value = [asked, ...requests.value].slice(0, MOST);
  const update = (more: Partial<KeptRequest>) => {
    const milliseconds = Math.round(performance.now() - began);
    requests.value = requests.value.map((each) =>
      each.id === id ? { ...each, milliseconds, ...more } : each,
    );
  };
  try {
    const response = await fetch(request);
    const answer = await response.clone().text();
    const answerHeaders = Object.fromEntries(response.headers);
    const requestId = response.headers.get('x-request-id') ?? undefined;
    update({ status: response.status, answerHeaders, answer, requestId });
    return response;
  } catch (error) {
    update({ fault: String(error) });
    throw error;
  }
};

/** An upstream that can be made to fail. */
export const UPSTREAMS = ['router', 'ledger', 'vault', 'apy'] as const;

export type Upstream = (typeof UPSTREAMS)[number];

/** The body of `POST /sandbox/faults`. */
export type Fault = {
  readonly upstream: Upstream;
  readonly mode: string;
  readonly count?: number;
  readonly method?: string;
  readonly ms?: number;
  /** Which harm a malicious upstream does. */
  readonly variant?: string;
};

/** A fault as the sandbox tells it. */
type FaultInForce = Omit<Fault, 'upstream'>;

/** The faults in force, by upstream. */
export const faults = signal<Readonly<Partial<Record<Upstream, FaultInForce>>>>({});

/** Reads anew what is in force. */
export async function readFaults(): Promise<void> {
  faults.value = await askSandbox('faults');
}

/** Makes an upstream misbehave; with mode `none` it behaves again. */
export async function setFault(fault: Fault): Promise<void> {
  faults.value = await askSandbox('faults', fault);
}
