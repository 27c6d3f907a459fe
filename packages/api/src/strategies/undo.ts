import type { AvailableAt, Receipt } from '@staking-agent/wire';
import type { ToldBuild } from '../builds/told-build.ts';

/** How a build can be undone. */
export type Undo = Receipt['undo'];

/** What is known of a build when its receipt is written. */
export type UndoFacts = Pick<ToldBuild, 'operation' | 'request' | 'wallet' | 'proof'> & {
  readonly receive: Receipt['receive'];
  /** When stake is free whose cooldown begins with a build of now. */
  readonly cooldownEnd: AvailableAt;
  /** The running epoch, where the stake that a build deactivates was delegated in it and is free as soon as that lands. */
  readonly freeInEpoch?: bigint;
};

/** Says how a stake of one strategy can be undone, and when. */
export type DescribeUndo = (facts: UndoFacts) => Undo;
