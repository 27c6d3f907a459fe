import type { StatusAnswer } from '@staking-agent/wire';
import type { Attribution } from '../attribution/start-attribution.ts';
import type { Config } from '../config/config.ts';
import type { FactsReader } from '../facts/facts-reader.ts';
import type { AnswerOnce } from '../idempotency/answer-once.ts';
import type { LimitsReader } from '../limits/limits-reader.ts';
import type { Switches } from '../operator/watch-stops.ts';
import type { ValueGate } from '../operator/watch-value.ts';
import type { OptionShares } from '../options/option-shares.ts';
import type { WalletReader } from '../positions/wallet-reader.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import type { StrategyRegistry } from '../strategies/find-strategy.ts';
import type { StrategyPorts } from '../strategies/strategy.ts';
import type { Promised } from '../transactions/assert-least.ts';
import type { Replaced } from '../transactions/assert-replaceable.ts';
import type { Edited } from '../transactions/find-edited-lifetime.ts';
import type { FinishPorts } from '../transactions/finish-build.ts';
import type { FormGate } from '../transactions/form-gate.ts';
import type { Mortal } from '../transactions/landing.ts';
import type { MakeUnique } from '../transactions/make-unique.ts';
import type { OtherForms } from '../transactions/other-forms.ts';
import type { TokenContents } from '../transactions/service-token.ts';
import type { TransactionStatus } from '../transactions/status/transaction-status.ts';
import type { Submitter } from '../transactions/submit.ts';
import type { RouterSubmitter } from '../transactions/submit-to-router.ts';
import type { FigurePorts } from '../yields/figure-source.ts';
import type { LiveFigures } from '../yields/live-figures.ts';

/** What the operations of the API stand on. */
export type RoutePorts = StrategyRegistry &
  StrategyPorts &
  FinishPorts &
  FigurePorts &
  OptionShares & {
    readonly config: Pick<Config, 'commit' | 'deployment' | 'explorerUrl' | 'siteOrigin'>;
    readonly figures: Pick<LiveFigures, 'listed' | 'fresh' | 'ages'>;
    readonly attribution: Pick<Attribution, 'resolve' | 'record' | 'noteBroadcast'>;
    readonly idempotency: { readonly answerOnce: AnswerOnce };
    /** Looks up a transaction whose token has expired; refuses it unless it landed. */
    readonly assertLanded: (mortal: Mortal) => Promise<void>;
    /** Whether this process or another one may have sent a signature. */
    readonly wasSent: (signature: string) => Promise<boolean>;
    /** Whether no node shows a signature at present; false also where that is not known. */
    readonly isAbsent: (signature: string) => Promise<boolean>;
    /** Says why a transaction failed on the ledger; undefined where no node shows it. */
    readonly explainExecuted: (signature: string) => Promise<ProblemError | undefined>;
    /** Says until when a transaction can land that a wallet edited. */
    readonly findEditedLifetime: (edited: Edited) => Promise<TokenContents>;
    /** Refuses a transaction that may bring less than its `minReceive`, where nothing in its bytes does. */
    readonly assertLeast: (promised: Promised) => Promise<void>;
    /** What of a build may be sent, and what took its place. */
    readonly forms: Pick<FormGate, 'reserve' | 'read' | 'storeSuccessor'>;
    /** What is in the way of building anew what is dead. */
    readonly otherForms: Pick<OtherForms, 'find'>;
    /** Refuses to let a transaction be replaced that landed, or can land beside its replacement. */
    readonly assertReplaceable: (replaced: Replaced) => Promise<void>;
    /** What the operator has stopped. */
    readonly switches: Pick<Switches, 'assertRunning'>;
    /** The state of the service; makes no call. */
    readonly readStatus: () => StatusAnswer;
    /** What the operator lets through of value. */
    readonly valueGate: Pick<ValueGate, 'assertRoom' | 'room' | 'take'>;
    /** What strategies rest on, at most two seconds old. */
    readonly readFacts: FactsReader;
    /** What strategies take and give, at most two seconds old. */
    readonly readLimits: LimitsReader;
    /** What a wallet has, at most two seconds old. */
    readonly wallets: WalletReader;
    /** Makes a build whose message no other build has. */
    readonly makeUnique: MakeUnique;
    readonly submit: Submitter;
    readonly submitToRouter: RouterSubmitter;
    readonly transactionStatus: TransactionStatus;
  };
