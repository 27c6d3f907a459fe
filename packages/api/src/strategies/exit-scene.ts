import type { Address } from '@solana/kit';
import type { AvailableAt, StrategyKey, UnstakeBody } from '@staking-agent/wire';
import type { Means } from '../builds/means.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import type { SalePorts } from './quote-sale.ts';
import type { EpochSpan } from './rewards.ts';
import type { TriedBuild } from './tried-build.ts';

/** What all ways out of one position are worked out from. */
export type ExitScene = {
  readonly wallet: Address;
  readonly means: Means;
  /** When stake is free whose cooldown begins with a build of now. */
  readonly cooldownEnd: AvailableAt;
  /** The running epoch in milliseconds; undefined while that is not known. */
  readonly span: EpochSpan | undefined;
  /** Makes an unstake as its operation would, to be looked at; or says why it is refused. */
  readonly tryUnstake: (body: UnstakeBody) => Promise<TriedBuild | ProblemError>;
  readonly services: SalePorts & {
    readonly figures: { readonly listed: (key: StrategyKey) => { readonly apy: number | null } };
  };
};

/** The same where an amount leaves. */
export type AmountScene = ExitScene & {
  /** What leaves, as `amount` of a body; `isAll` where that is all that the wallet holds. */
  readonly amount: string;
  readonly isAll: boolean;
};
