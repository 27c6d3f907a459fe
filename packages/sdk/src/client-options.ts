import type { Deployment, DeploymentName } from './deployments/deployment.ts';
import type { Connection } from './exchange.ts';
import { type Pace, systemPace } from './pace.ts';

/** How a client is made. */
export type ClientOptions = {
  /** Where the deployment is, such as `https://stake.example`; the path of the API is added. */
  readonly url: string;
  /**
   * What transactions are verified against before they are signed: addresses that are pinned in this package, or yours;
   * mainnet's unless given. Never those of the server. `false` signs what the server answers.
   */
  readonly deployment?: DeploymentName | Deployment | false | undefined;
  /**
   * Your own ledger node, for builds that no proof from bytes alone covers: those of the swap router, and leveraged ones. It
   * also proves that a signed transaction is dead before another one takes its place.
   */
  readonly rpc?: string | undefined;
  /** Attributes stakes to a partner. A secret: not for pages. */
  readonly partnerKey?: string | undefined;
  /** Sent with every call, such as `Authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How often a failed try is repeated; three times unless given. */
  readonly retries?: number | undefined;
  /** Milliseconds within which each try must be answered; 30,000 unless given. */
  readonly timeoutMs?: number | undefined;
  /** Replaces the platform's. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Replaces time and chance in tests. */
  readonly pace?: Partial<Pace> | undefined;
};

const RETRIES = 3;
const TIMEOUT_MS = 30_000;

/** Adds defaults for the options that are missing. */
export function openConnection(options: ClientOptions): Connection {
  const { url, fetch = globalThis.fetch.bind(globalThis), headers = {} } = options;
  return {
    url: url.replace(/\/+$/, ''),
    fetch,
    headers,
    retries: options.retries ?? RETRIES,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    pace: { ...systemPace, ...options.pace },
  };
}
