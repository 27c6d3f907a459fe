import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

const COMMON_MODES = [
  'none',
  'refuse',
  'hang',
  'slow',
  '429',
  '500',
  'garbage',
  'truncated',
  'redirect',
] as const;

/** A source of yields knows none, or knows them wrong. Other answers stay as they are. */
const YIELD_MODES = [...COMMON_MODES, 'empty', 'zero', 'absurd', 'short'] as const;

/** How each upstream can misbehave: `malicious` answers harm the wallet, `base64` is another encoding than documented. */
export const FAULT_MODES = {
  ledger: COMMON_MODES,
  router: [...YIELD_MODES, 'malicious'],
  vault: [...YIELD_MODES, 'malicious', 'base64'],
  apy: YIELD_MODES,
} as const;

/** A fault to inject. */
export type Fault = {
  readonly mode: (typeof FAULT_MODES)['vault'][number];
  /** Milliseconds a `slow` answer waits, or the `Retry-After` of a `429`, rounded up to seconds. */
  readonly ms?: number;
  /** Only the next so many matching requests; absent means until the next change. */
  readonly count?: number;
  /** Only requests that ask for this RPC method, or for this operation of another upstream. */
  readonly method?: string;
  /** Which harm a `malicious` answer does; absent means one after the other. */
  readonly variant?: string;
};

/** The fault switch of one upstream. */
export type Faults = ReturnType<typeof createFaults>;

const NONE: Fault = { mode: 'none' };

/** Creates a switch without a fault. */
export function createFaults() {
  let fault = NONE;
  let hits = 0;
  return {
    /** Replaces the fault in force; `none` ends it. */
    set: (next: Fault): void => {
      fault = next;
    },
    /** Returns the fault in force, with what is left of its count. */
    current: (): Fault => fault,
    /** Returns the fault that a request meets, if any; uses up one of its count. */
    take: (methods: readonly string[]): Fault | undefined => {
      if (fault.mode === 'none') return undefined;
      if (fault.method !== undefined && !methods.includes(fault.method)) return undefined;
      const taken = fault;
      if (taken.count !== undefined) fault = taken.count > 1 ? { ...taken, count: taken.count - 1 } : NONE;
      return taken;
    },
    /** Returns how many requests followed a `redirect`. */
    redirectHits: (): number => hits,
    countRedirectHit: (): void => {
      hits += 1;
    },
  };
}

/** Where a ledger's `redirect` points; requests that arrive there are counted. */
export const REDIRECT_TARGET = '/redirected';

/** Differences between upstreams in the way they fail. */
export type FaultManner = {
  /** Where a `redirect` points. */
  readonly redirectTarget: string;
  /** The body of a `429`. */
  readonly tooManyRequests: string;
};

const LEDGER_MANNER: FaultManner = {
  redirectTarget: REDIRECT_TARGET,
  tooManyRequests:
    '{"jsonrpc":"2.0","error":{"code":429,"message":"Too many requests for a specific RPC call"},"id":1}',
};

const DEFAULT_SLOW_MILLISECONDS = 1000;
const DEFAULT_RETRY_MILLISECONDS = 1000;
const GARBAGE_BYTES = 256;

/**
 * Answers a request in the manner of a fault.
 *
 * @param answer - makes the answer the request would have had, as text.
 */
export async function answerWithFault(
  fault: Fault | undefined,
  reply: FastifyReply,
  answer: () => Promise<string>,
  manner: FaultManner = LEDGER_MANNER,
): Promise<FastifyReply> {
  switch (fault?.mode) {
    case undefined:
    case 'none':
    // What such an answer says, and how one is encoded, is decided where it is made.
    case 'malicious':
    case 'base64':
    case 'empty':
    case 'zero':
    case 'absurd':
    case 'short':
      return reply.send(await answer());
    case 'slow':
      await sleep(fault.ms ?? DEFAULT_SLOW_MILLISECONDS, undefined, { ref: false });
      return reply.send(await answer());
    case 'refuse':
      reply.hijack();
      reply.raw.socket?.destroy();
      return reply;
    case 'hang':
      return reply.hijack();
    case '429':
      return reply
        .code(429)
        .header('retry-after', String(Math.ceil((fault.ms ?? DEFAULT_RETRY_MILLISECONDS) / 1000)))
        .send(manner.tooManyRequests);
    case '500':
      return reply
        .code(500)
        .type('text/html')
        .send('<html><body><h1>500 Internal Server Error</h1></body></html>');
    case 'garbage':
      return reply.send(randomBytes(GARBAGE_BYTES));
    case 'redirect':
      return reply.code(307).header('location', manner.redirectTarget).send();
    case 'truncated':
      return truncate(reply, await answer());
  }
}

/** Announces the length of the whole answer, sends half of it, and closes the connection. */
function truncate(reply: FastifyReply, text: string): FastifyReply {
  reply.hijack();
  const bytes = Buffer.from(text);
  reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
  reply.raw.write(bytes.subarray(0, bytes.length >> 1), () => reply.raw.socket?.destroy());
  return reply;
}
