import type { IncomingHttpHeaders } from 'node:http';
import type {
  AnswerOf,
  BodyOf,
  HeaderName,
  OperationId,
  ParamsOf,
  QueryOf,
  StatusAnswer,
} from '@staking-agent/wire';
import type { FactsReader } from '../answers/facts.ts';
import type { LimitsReader } from '../answers/limits.ts';
import type { WalletReader } from '../answers/positions.ts';
import type { TellPorts } from '../answers/receipts.ts';
import type { Attribution } from '../attribution/attribution.ts';
import type { FinishPorts } from '../builds/finish.ts';
import type { AttributionClaim } from '../builds/token.ts';
import type { ValueGate } from '../builds/value-limits.ts';
import type { Broadcast } from '../sending/broadcast.ts';
import type { BindKey, KeyGate } from '../sending/keys.ts';
import type { Horizon } from '../sending/landing.ts';
import type { LifetimePorts } from '../sending/lifetime.ts';
import type { MakeUnique } from '../sending/offer.ts';
import type { TransactionStatus } from '../sending/status.ts';
import type { Builds } from '../store/builds.ts';
import type { Switches } from '../store/operator.ts';
import type { OptionShares } from '../strategies/options.ts';
import type { StrategyRegistry } from '../strategies/prepare.ts';
import type { StrategyServices } from '../strategies/strategy.ts';
import type { FigurePorts, LiveFigures } from '../yields/figures.ts';

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

/** What the operations of the API stand on. */
export type RoutePorts = StrategyRegistry &
  StrategyServices &
  FinishPorts &
  TellPorts &
  FigurePorts &
  OptionShares &
  LifetimePorts & {
    readonly config: {
      readonly commit: string;
      readonly explorerUrl: string;
      readonly siteOrigin: string;
    };
    readonly figures: Pick<LiveFigures, 'listed' | 'fresh' | 'ages'>;
    readonly attribution: Pick<Attribution, 'resolve' | 'hasRoom'>;
    readonly idempotency: KeyGate;
    readonly builds: Builds;
    readonly horizon: Horizon;
    readonly broadcast: Broadcast;
    /** What the operator has stopped. */
    readonly switches: Pick<Switches, 'assertRunning'>;
    /** The state of the service; makes no call. */
    readonly readStatus: () => StatusAnswer;
    /** What the operator lets through of value. */
    readonly valueGate: Pick<ValueGate, 'assertRoom' | 'room'>;
    /** What strategies rest on, at most two seconds old. */
    readonly readFacts: FactsReader;
    /** What strategies take and give, at most two seconds old. */
    readonly readLimits: LimitsReader;
    /** What a wallet has, at most two seconds old. */
    readonly wallets: WalletReader;
    readonly makeUnique: MakeUnique;
    readonly transactionStatus: TransactionStatus;
  };
