import type { IncomingHttpHeaders } from 'node:http';
import type { AnswerOf, BodyOf, HeaderName, KeyedOperationId, OperationId } from '@staking-agent/wire';
import type { AttributionClaim } from '../attribution/attribution-claim.ts';
import type { RoutePorts } from '../routes/route-ports.ts';
import type { Said } from './create-reader.ts';

/** What a handler reports to the access log. */
export type Notes = {
  /** What a broadcast submitted: money is traced by it. */
  readonly signature?: string;
  /** The partner or referrer to credit for the build. */
  readonly attribution?: AttributionClaim;
};

/** One request to an operation, as the contract's schemas let it pass. */
export type Ask<Id extends OperationId> = Said<Id> & {
  readonly headers: IncomingHttpHeaders;
  note(notes: Notes): void;
  /** Whether its caller has gone, so that nobody waits for the answer. */
  isGone(): boolean;
  /** Adds a header to this answer; replays of it go without. */
  setHeader(name: HeaderName, value: string): void;
};

/** Answers one operation with what the contract gives it. */
export type Handler<Id extends OperationId> = (
  ask: Ask<Id>,
  services: RoutePorts,
) => AnswerOf<Id> | Promise<AnswerOf<Id>>;

/** How one operation is served. */
export type Route<Id extends OperationId> = {
  readonly handle: Handler<Id>;
  /** Milliseconds within which it has answered one way or the other; only with an `Idempotency-Key`. */
  readonly deadline?: ((body: BodyOf<Id>) => number) | undefined;
  /** Whether the same request gets the same answer even where nothing is kept. */
  readonly isRepeatable?: boolean;
};

/** How every operation is served; those that accept an `Idempotency-Key` have a deadline. */
export type Routes = {
  readonly [Id in OperationId]: Route<Id> &
    (Id extends KeyedOperationId
      ? { readonly deadline: (body: BodyOf<Id>) => number }
      : { readonly deadline?: undefined });
};
