import type { BuildRecord } from './build-record.ts';

/**
 * Whether the ledger lets only one of two equal builds land, and nothing is built again when the second fails, because the
 * first uses up what both need: a stake account that is given up, a cooldown that has begun.
 *
 * Neither a stake nor a split is one: its account can be made once, but a caller whose second transaction expires builds a third one.
 */
export function isExclusiveBuild({
  operation,
  request,
}: Pick<BuildRecord, 'operation' | 'request'>): boolean {
  if (operation === 'withdraw') return request.lamports === undefined;
  if (operation === 'merge') return true;
  return operation === 'unstake' && request.strategy === 'sol-native-stake';
}
