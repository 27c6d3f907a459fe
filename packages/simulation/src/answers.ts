import type { Owner } from './scheduler.ts';

/** Milliseconds within which the service has answered one way or the other: `packages/api/src/routes/index.ts`. */
export const DEADLINES = { build: 12_000, refresh: 25_000, rpc: 15_000, router: 55_000 } as const;

/** A look at the ledger and the store, without waiting for an end. */
const STATUS_MILLISECONDS = 15_000;
/** What a run may take longer before its key is another one's. */
const LEEWAY_MILLISECONDS = 5_000;

/** What is asked of a replica. */
export type AskedKind = keyof typeof DEADLINES | 'status';

/** Requests that are under way, held to their deadlines. */
export type Answers = {
  /** Follows a request until it is answered; one with a key may wait for another run first. */
  follow<Result>(request: Request, answer: Promise<Result>): Promise<Result>;
  /** Looks for those that are late and not answered. */
  judgeOpen(): void;
};

type Request = { readonly kind: AskedKind; readonly isKeyed: boolean; readonly owner: Owner };

/** Starts to follow requests, by virtual time; a process that stands still takes none of it. */
export function followAnswers(now: () => number, onViolation: (sentence: string) => void): Answers {
  const open = new Map<Request, number>();
  const judge = (request: Request, begunAt: number) => {
    const { kind, isKeyed, owner } = request;
    const deadline = kind === 'status' ? STATUS_MILLISECONDS : DEADLINES[kind];
    const took = now() - Math.max(begunAt, owner.frozenUntil);
    if (took > (isKeyed ? 2 : 1) * deadline + LEEWAY_MILLISECONDS)
      onViolation(`an answer (${kind}${isKeyed ? ', with a key' : ''}) took ${Math.round(took / 1_000)} s`);
  };
  return {
    async follow(request, answer) {
      const begunAt = now();
      open.set(request, begunAt);
      try {
        return await answer;
      } finally {
        open.delete(request);
        judge(request, begunAt);
      }
    },
    judgeOpen() {
      for (const [request, begunAt] of open) judge(request, begunAt);
    },
  };
}
