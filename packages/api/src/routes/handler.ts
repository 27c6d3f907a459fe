import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type {
  AnswerOf,
  BodyOf,
  HeaderName,
  OperationId,
  ParamsOf,
  QueryOf,
  StatusAnswer,
} from '@staking-agent/wire';
import type { LimitsReader } from '../answers/limits.ts';
import type { SharedReadings } from '../answers/options.ts';
import type { WalletReader } from '../answers/positions.ts';
import type { Attribution } from '../attribution/attribution.ts';
import type { MakeUnique } from '../builds/finish.ts';
import type { AttributionClaim } from '../builds/token.ts';
import type { PastReader } from '../history/earned.ts';
import type { Watch } from '../history/watch.ts';
import type { Broadcast } from '../sending/broadcast.ts';
import type { BindKey, KeyGate } from '../sending/keys.ts';
import type { Sending } from '../sending/landing.ts';
import type { TransactionStatus } from '../sending/status.ts';
import type { StrategyServices } from '../strategies/strategy.ts';

/** A request as the schemas of its operation type it; undefined for parts that the operation does not read. */
export type Said<Id extends OperationId> = {
  readonly body: BodyOf<Id>;
  readonly query: QueryOf<Id>;
  readonly params: ParamsOf<Id>;
};

/** The entries that a handler adds to the access log. */
export type Notes = {
  /** The submitted transaction: money is traced by it. */
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
  /** Returns whether its caller has gone, so that the answer is no longer waited for. */
  isGone(): boolean;
  /** Adds a header to this answer; replays of it go without. */
  setHeader(name: HeaderName, value: string): void;
  /** Chooses the form of the answer by its `Accept`; the first one unless it prefers another. */
  choose<Form extends MediaForm>(forms: readonly [Form, ...Form[]]): Form;
  /** Prints the problem for what was thrown after the answer had begun, as JSON on one line. */
  printProblem(thrown: unknown): string;
};

/** A form that an answer can have. */
export type MediaForm = { readonly mediaType: string };

/** An answer in another form than JSON, sent as it is made. Its text ends early when its caller is gone. */
export class Streamed {
  readonly mediaType: string;
  readonly text: Readable;

  constructor(mediaType: string, text: Readable) {
    this.mediaType = mediaType;
    this.text = text;
  }
}

type Answered<Id extends OperationId> = AnswerOf<Id> | Streamed;

/** Answers one operation of the contract. */
export type Handler<Id extends OperationId> = (
  ask: Ask<Id>,
  services: RoutePorts,
) => Answered<Id> | Promise<Answered<Id>>;

export type Routes = { readonly [Id in OperationId]: Handler<Id> };

/** The services that the operations of the API use. */
export type RoutePorts = StrategyServices &
  Sending &
  SharedReadings & {
    readonly config: {
      readonly commit: string;
      readonly explorerUrl: string;
      readonly siteOrigin: string;
    };
    readonly attribution: Attribution;
    readonly idempotency: KeyGate;
    readonly broadcast: Broadcast;
    /** Describes the state of the service; makes no call. */
    readonly readStatus: () => StatusAnswer;
    readonly readLimits: LimitsReader;
    readonly wallets: WalletReader;
    readonly readPast: PastReader;
    readonly watch: Watch;
    readonly makeUnique: MakeUnique;
    readonly transactionStatus: TransactionStatus;
  };
