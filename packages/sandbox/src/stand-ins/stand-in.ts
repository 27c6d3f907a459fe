import { type Address, isAddress } from '@solana/kit';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { answerWithFault, type Fault, type FaultManner, type Faults } from '../faults.ts';
import type { SandboxLedger } from '../world/sandbox-ledger.ts';

/** Parameters as they came; a name that is repeated has several values. */
export type Query = { readonly [name: string]: string | readonly string[] | undefined };

/** A refusal of an upstream, answered with its status in the upstream's own form. */
export class StandInError extends Error {
  override readonly name = 'StandInError';
  readonly status: 400 | 401 | 404 | 500;

  constructor(status: StandInError['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** Returns what comes of something that a stand-in may refuse; undefined where it does. */
export function unlessRefused<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof StandInError) return undefined;
    throw error;
  }
}

/** Refuses a request. @throws {StandInError} 400 always. */
export function badRequest(message: string): never {
  throw new StandInError(400, message);
}

/** Reads a parameter; undefined when absent or empty. @throws {StandInError} 400 when it is repeated. */
export function findText(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value === '' ? undefined : value;
  return badRequest(`${name} must be given once`);
}

/** Reads an address; undefined when absent. @throws {StandInError} 400 when it is none. */
export function findAddress(query: Query, name: string): Address | undefined {
  const value = findText(query, name);
  if (value === undefined || isAddress(value)) return value;
  return badRequest(`${name} must be a base58 public key`);
}

/** Reads an address. @throws {StandInError} 400 when it is absent or none. */
export function requireAddress(query: Query, name: string): Address {
  return findAddress(query, name) ?? badRequest(`${name} is required`);
}

/** Reads an integer; undefined when absent. @throws {StandInError} 400 when it is not from 0 to the maximum. */
export function findInteger(query: Query, name: string, maximum: bigint): bigint | undefined {
  const text = findText(query, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,20}$/.test(text) ? BigInt(text) : maximum + 1n;
  return value <= maximum ? value : badRequest(`${name} must be an integer from 0 to ${maximum}`);
}

/** Returns the data of an account of the world. @throws {StandInError} 500 where there is none. */
export function readData(ledger: SandboxLedger, address: Address): Uint8Array {
  const account = ledger.findAccount(address);
  if (account === undefined) throw new StandInError(500, `Account ${address} does not exist`);
  return Uint8Array.from(account.data);
}

/** The form of an upstream's answers. */
export type StandIn = FaultManner & {
  readonly prefix: string;
  /** The body for a request that followed a `redirect`. */
  readonly redirected: string;
  printError(status: number, message: string): string;
};

/**
 * Answers one request.
 *
 * @param names - its operation, under which it is counted, and other names that a fault may be narrowed to.
 * @param given - its parameters.
 * @param run - makes the answer; `fault` says how to distort it.
 */
export type Answer = (
  names: readonly [string, ...string[]],
  given: object,
  reply: FastifyReply,
  run: (fault: Fault | undefined) => object | Promise<object>,
) => Promise<FastifyReply>;

/** Mounts an upstream with its faults, its log and its form of errors; `mount` adds its routes. */
export function mountStandIn(
  app: FastifyInstance,
  standIn: StandIn,
  faults: Faults,
  requests: RequestLog,
  mount: (scope: FastifyInstance, answer: Answer) => void,
): void {
  const { prefix, redirectTarget, redirected, printError } = standIn;
  const refuse = (reply: FastifyReply, status: number, message: string): FastifyReply =>
    reply.code(status).type('application/json').send(printError(status, message));
  const answer: Answer = (names, given, reply, run) => {
    requests.record(names[0], given);
    reply.type('application/json');
    const fault = faults.take(names);
    const text = async (): Promise<string> => {
      try {
        return JSON.stringify(await run(fault));
      } catch (error) {
        if (!(error instanceof StandInError)) throw error;
        reply.code(error.status);
        return printError(error.status, error.message);
      }
    };
    return answerWithFault(fault, reply, text, standIn);
  };
  app.register(
    (scope, _options, done) => {
      scope.setErrorHandler<FastifyError>((error, _request, reply) =>
        refuse(reply, error.statusCode ?? 500, error.message),
      );
      // Fastify's own ways to take all methods and all other paths make a route of each of dozens of methods.
      const take = (url: string, handler: (reply: FastifyReply) => FastifyReply) =>
        scope.route({ method: ['GET', 'POST'], url, handler: (_request, reply) => handler(reply) });
      take('/*', (reply) => refuse(reply, 404, 'Not found'));
      take(redirectTarget.slice(prefix.length), (reply) => {
        faults.countRedirectHit();
        return reply.type('application/json').send(redirected);
      });
      mount(scope, answer);
      done();
    },
    { prefix },
  );
}

/** Counts what an upstream has been asked since it started. */
export type RequestLog = ReturnType<typeof createRequestLog>;

/** Starts with nothing counted. */
export function createRequestLog() {
  const counts = new Map<string, number>();
  const lastQueries = new Map<string, object>();
  return {
    /** Counts a request; the API key among its parameters is not kept. */
    record(operation: string, { apiKey: _secret, ...given }: { readonly apiKey?: unknown }): void {
      counts.set(operation, (counts.get(operation) ?? 0) + 1);
      lastQueries.set(operation, given);
    },
    /** Returns requests by operation, and the parameters of the last one of each. */
    describe: () => ({
      counts: Object.fromEntries(counts),
      lastQueries: Object.fromEntries(lastQueries),
    }),
  };
}

/** Values a year that no stake pays; sources have shown the first, and units mixed up would show the second. */
const DISTORTED = { zero: 0, absurd: 4_242 } as const;

/** Epochs of votes that nodes remember. */
const EPOCHS_KEPT = 80;

/**
 * Changes yields by the fault: none for `empty`, 0 for `zero`, 4,242 for `absurd`, and for `short` only the epochs that
 * nodes keep.
 *
 * @param entries - the true yields, newest first.
 * @param withYield - the entry with another yield.
 */
export function distort<T>(
  fault: Fault | undefined,
  entries: readonly T[],
  withYield: (entry: T, value: number) => T,
): readonly T[] {
  if (fault?.mode === 'empty') return [];
  if (fault?.mode === 'short') return entries.slice(0, EPOCHS_KEPT);
  const value = fault?.mode === 'zero' || fault?.mode === 'absurd' ? DISTORTED[fault.mode] : undefined;
  return value === undefined ? entries : entries.map((entry) => withYield(entry, value));
}
