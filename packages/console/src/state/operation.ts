import type { SuggestedCall } from '@staking-agent/sdk';

/** The operations that make transactions. */
export type Operation = 'stake' | 'unstake' | 'withdraw' | 'split' | 'merge';

const OPERATIONS: readonly Operation[] = ['stake', 'unstake', 'withdraw', 'split', 'merge'];

/** The operation that a suggested call is of; undefined where this page knows none. */
export function findOperation({ endpoint }: Pick<SuggestedCall, 'endpoint'>): Operation | undefined {
  const name = endpoint.slice(endpoint.lastIndexOf('/') + 1);
  return OPERATIONS.find((each) => each === name);
}
