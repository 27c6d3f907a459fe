import type { Rule } from '@staking-agent/verify';
import type { Provider } from '../problems/faults.ts';
import type { ResolvedClaim } from '../store/forms.ts';
import { NO_WATCH, type UpstreamWatch } from '../upstreams/http.ts';
import type { ValueLimits } from './value-limits.ts';

/** The service's counters. Labels are of fixed sets: nothing that a caller writes becomes one. */
export type Metrics = {
  /** @param route - the pattern of the path, or `none`. */
  onAnswer(route: string, status: number, seconds: number): void;
  onProblem(slug: string, code: string): void;
  onBuild(operation: string, strategy: string): void;
  onBroadcast(route: 'rpc' | 'router', outcome: string): void;
  onReplay(route: string): void;
  onResend(): void;
  /** @param rule - that a transaction of a provider breaks, or `nodes` where they disagree on it. */
  onRefusal(by: Provider, rule: Rule | 'nodes'): void;
  onQuery(outcome: 'done' | 'failed', seconds: number): void;
  /** @param ageSeconds - since the message was built. */
  onClaimResolved(outcome: ResolvedClaim, ageSeconds: number): void;
  /** @param stopped - all that the operator has stopped. */
  onStops(stopped: ReadonlySet<string>): void;
  /** @param isChanged - whether a program of the deployment is another one than the deployment was made for. */
  onProgram(program: string, isChanged: boolean): void;
  /** @param used - base units of each strategy's hour, of one that is limited. */
  onValue(limits: ValueLimits, used: ReadonlyMap<string, bigint>): void;
  /** @param lines - of the log that could not be written. */
  onLogLost(lines: number): void;
  readonly upstreams: UpstreamWatch;
};

/** Counts nothing: what a service without an admin port uses. */
export const NO_METRICS: Metrics = {
  onAnswer: () => undefined,
  onProblem: () => undefined,
  onBuild: () => undefined,
  onBroadcast: () => undefined,
  onReplay: () => undefined,
  onResend: () => undefined,
  onRefusal: () => undefined,
  onQuery: () => undefined,
  onClaimResolved: () => undefined,
  onStops: () => undefined,
  onProgram: () => undefined,
  onValue: () => undefined,
  onLogLost: () => undefined,
  upstreams: NO_WATCH,
};
