import { BASE_PATH, HEADERS, MEDIA_TYPES, ROUTES, type Route } from '@staking-agent/wire/light';
import type { Deployment, DeploymentName } from './deployments.ts';
import type { Operations, Problem, ProblemSlug } from './generated/contract.ts';
import { isServiceCode, isStakingError, StakingError } from './staking-error.ts';

/** The name of an operation: path, method of the client, tool and metric are called so. */
export type OperationId = keyof Operations;

/** How one call differs from the others of its client. */
export type CallOptions = {
  /** Stops the call. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds within which each try must be answered. */
  readonly timeoutMs?: number | undefined;
  /** How often a failed try is repeated. */
  readonly retries?: number | undefined;
  /** Only for operations that take one; a new random one for every call otherwise. Retries of a call share it. */
  readonly idempotencyKey?: string | undefined;
  /** Sees status and headers of the answer that counts, such as `X-History-Complete`. */
  readonly onResponse?: ((response: Pick<Response, 'status' | 'headers'>) => void) | undefined;
};

/** How a client is made. */
export type ClientOptions = {
  /** Where the deployment is, such as `https://stake.example`; the path of the API is added. */
  readonly url: string;
  /**
   * Addresses that transactions are verified against before they are signed: those pinned in this package, or yours;
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

export type Connection = {
  /** Scheme and host of the deployment, with the path before `/api/v1` where there is one. */
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly retries: number;
  readonly timeoutMs: number;
  readonly pace: Pace;
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

type Members = Readonly<Record<string, unknown>>;

/**
 * Calls one operation: members named in its path go there, the others into the query or the body.
 *
 * A try is repeated when the service says that it can succeed, or when no answer came. All tries of a build share an
 * `Idempotency-Key`, so that the service repeats a build whose answer was lost.
 *
 * @throws {StakingError} kind `problem` or `transport`.
 */
export async function exchange(
  connection: Connection,
  id: OperationId,
  request: Members | undefined,
  options: CallOptions = {},
): Promise<unknown> {
  const { pace } = connection;
  const { retries = connection.retries, timeoutMs = connection.timeoutMs, signal } = options;
  const call = compose(connection, id, { ...request }, { ...options, retries });
  for (let tries = 0; ; tries += 1) {
    try {
      return await tryOnce(connection, id, call, { ...options, timeoutMs });
    } catch (error) {
      if (!isStakingError(error) || !error.retryable || tries >= retries) throw error;
      const pause = pauseBefore(tries, error.retryAfter, pace.random);
      // Who is told to come back in an hour is not kept waiting for it.
      if (pause > timeoutMs) throw error;
      await pace.sleep(pause, signal).catch((reason) => {
        throw aborted(reason);
      });
    }
  }
}

type Call = { readonly url: string; readonly init: RequestInit };

function compose(
  { url, headers }: Connection,
  id: OperationId,
  members: Record<string, unknown>,
  { idempotencyKey, retries }: CallOptions,
): Call {
  const { method, path, isKeyed }: Route = ROUTES[id];
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(members[name]);
    delete members[name];
    // Half of a character has no place in a path: the service refuses what stands for it.
    return encodeURIComponent(value.replace(/\p{Cs}/gu, '\ufffd'));
  });
  // A key is for tries that follow: one that is never repeated needs none.
  const isRepeated = isKeyed && id !== 'broadcast' && retries !== 0;
  const key = idempotencyKey ?? (isRepeated ? drawKey() : undefined);
  const isRead = method === 'GET';
  return {
    url: `${url}${BASE_PATH}${place}${isRead ? toQuery(members) : ''}`,
    init: {
      method,
      // An answer of this API never redirects, and headers may hold credentials.
      redirect: 'error',
      headers: {
        ...headers,
        ...(!isRead && { 'Content-Type': MEDIA_TYPES.json }),
        ...(key !== undefined && { [HEADERS.idempotencyKey]: key }),
      },
      ...(!isRead && { body: JSON.stringify(members) }),
    },
  };
}

function toQuery(members: Members): string {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

async function tryOnce(
  { fetch }: Connection,
  id: OperationId,
  { url, init }: Call,
  { signal, timeoutMs = 0, onResponse }: CallOptions,
): Promise<unknown> {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    signal?.throwIfAborted();
    const response = await fetch(url, {
      ...init,
      signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
    });
    const text = await response.text();
    const body = parse(text);
    if (!response.ok || body === undefined) throw readRefusal(response, body, id);
    onResponse?.(response);
    return body;
  } catch (error) {
    if (isStakingError(error)) throw error;
    if (signal?.aborted) throw aborted(signal.reason);
    const isLate = deadline.aborted;
    throw new StakingError(
      isLate ? `No answer within ${timeoutMs} ms.` : 'The connection failed.',
      { kind: 'transport', code: isLate ? 'DEADLINE_EXCEEDED' : 'CONNECTION_FAILED', retryable: true },
      error,
    );
  }
}

/** The error of a call that its signal stopped. */
export function aborted(reason: unknown): StakingError {
  return new StakingError(
    'The call was stopped.',
    { kind: 'transport', code: 'ABORTED', retryable: false },
    reason,
  );
}

/** Levels to which an answer may be nested; those of this API have ten. */
const DEEPEST = 64;

/** Parses an answer; undefined unless it is a JSON object that can be printed again. */
function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !isDeep(value, DEEPEST) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeep(member, levels - 1));
}

/** A key of 128 random bits; `randomUUID` is missing on pages without TLS. */
function drawKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** Statuses that a proxy answers by itself when the service cannot be reached. */
const OF_PROXIES: readonly number[] = [429, 502, 503, 504];

/**
 * Creates the error of an unsuccessful answer: its problem, or `ANSWER_MALFORMED` when the answer is not one of this API.
 *
 * @param body - the parsed answer; undefined unless it is an object.
 */
function readRefusal(response: Response, body: object | undefined, id: OperationId): StakingError {
  const { status, headers } = response;
  const after = Number(headers.get(HEADERS.retryAfter) ?? undefined);
  const shared = {
    status,
    requestId: headers.get(HEADERS.requestId) ?? undefined,
    retryAfter: after >= 0 ? after : undefined,
  };
  if (response.ok || !isProblem(body)) {
    return new StakingError(`The answer with status ${status} is none of this API.`, {
      ...shared,
      kind: 'transport',
      code: 'ANSWER_MALFORMED',
      retryable: response.ok || OF_PROXIES.includes(status),
    });
  }
  if (!OF_SIGNED.test(id)) Object.assign(body, { outcome: undefined, signature: undefined });
  return new StakingError(body.detail, {
    ...shared,
    kind: 'problem',
    code: readCode(body),
    slug: readSlug(body),
    retryable: body.retryable === true,
    outcome: body.outcome,
    signature: SIGNATURE.test(String(body.signature)) ? body.signature : undefined,
    problem: body,
  });
}

/** The operations that are given signed bytes or their signature: no other one can say what became of any. */
const OF_SIGNED = /^(broadcast|refresh|getTransaction)$/;
/** 64 bytes in base58. */
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

function isProblem(body: object | undefined): body is Problem {
  const { type, detail, code } = { ...body } as Partial<Problem>;
  return typeof type === 'string' && typeof detail === 'string' && isServiceCode(readCode({ type, code }));
}

function readSlug({ type }: Pick<Problem, 'type'>): ProblemSlug {
  return type.split('/').at(-1) as ProblemSlug;
}

function readCode({ type, code }: { readonly type: string; readonly code?: unknown }) {
  return (code ?? readSlug({ type }).toUpperCase()) as string;
}

/** Time and chance, so that tests need not wait for either. */
export type Pace = {
  /** Milliseconds that only go forward. */
  now(): number;
  /** Resolves after so many milliseconds; rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
};

/** The clock of the machine. */
export const systemPace: Pace = {
  now: () => performance.now(),
  random: Math.random,
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', stop, { once: true });
    }),
};

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4_000;

/**
 * Milliseconds before the next try: as long as the service says, else full jitter up to 250 ms, doubled with each try up
 * to 4 s.
 */
export function pauseBefore(tries: number, retryAfter: number | undefined, random: () => number): number {
  const jitter = random() * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries);
  return retryAfter === undefined ? jitter : retryAfter * 1_000 + jitter;
}
