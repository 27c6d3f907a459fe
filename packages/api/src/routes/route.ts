import type { IncomingHttpHeaders } from 'node:http';
import type { AnswerOf, BodyOf, HeaderName, OperationId, ParamsOf, QueryOf } from '@staking-agent/wire';
import type { AttributionClaim } from '../builds/token.ts';
import type { BindKey } from '../sending/keys.ts';
import type { RoutePorts } from './route-ports.ts';

/** What a request says to an operation, as the schemas of that operation type it; undefined for parts that it does not read. */
export type Said<Id extends OperationId> = {
  readonly body: BodyOf<Id>;
  readonly query: QueryOf<Id>;
  readonly params: ParamsOf<Id>;
};

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
  /** Binds its `Idempotency-Key`, where it has one, before something leaves the service. */
  readonly bindKey: BindKey;
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

/** How every operation is served. */
export type Routes = { readonly [Id in OperationId]: Handler<Id> };
