import type { Attribution } from '../attribution/start-attribution.ts';
import type { Config } from '../config/config.ts';
import type { AnswerOnce } from '../idempotency/answer-once.ts';
import type { Switches } from '../operator/watch-stops.ts';
import type { StrategyRegistry } from '../strategies/find-strategy.ts';
import type { StrategyPorts } from '../strategies/strategy.ts';
import type { FinishPorts } from '../transactions/finish-build.ts';
import type { Mortal } from '../transactions/landing.ts';
import type { TransactionStatus } from '../transactions/status/transaction-status.ts';
import type { Submitter } from '../transactions/submit.ts';
import type { RouterSubmitter } from '../transactions/submit-to-router.ts';
import type { FigurePorts } from '../yields/figure-source.ts';
import type { LiveFigures } from '../yields/live-figures.ts';

/** What the operations of the API stand on. */
export type RoutePorts = StrategyRegistry &
  StrategyPorts &
  FinishPorts &
  FigurePorts & {
    readonly config: Pick<Config, 'commit' | 'deployment' | 'explorerUrl'>;
    readonly figures: Pick<LiveFigures, 'listed' | 'fresh'>;
    readonly attribution: Pick<Attribution, 'resolve' | 'record' | 'noteBroadcast'>;
    readonly idempotency: { readonly answerOnce: AnswerOnce };
    /** Looks up a transaction whose token has expired; refuses it unless it landed. */
    readonly assertLanded: (mortal: Mortal) => Promise<void>;
    /** Whether this process follows a signature that it may have sent. */
    readonly isFollowed: (signature: string) => boolean;
    /** What the operator has stopped. */
    readonly switches: Pick<Switches, 'assertRunning'>;
    readonly submit: Submitter;
    readonly submitToRouter: RouterSubmitter;
    readonly transactionStatus: TransactionStatus;
  };
