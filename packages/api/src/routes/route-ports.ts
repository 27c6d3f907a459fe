import type { Attribution } from '../attribution/start-attribution.ts';
import type { Config } from '../config/config.ts';
import type { AnswerOnce } from '../idempotency/answer-once.ts';
import type { StrategyRegistry } from '../strategies/find-strategy.ts';
import type { StrategyPorts } from '../strategies/strategy.ts';
import type { FinishPorts } from '../transactions/finish-build.ts';
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
    readonly submit: Submitter;
    readonly submitToRouter: RouterSubmitter;
  };
