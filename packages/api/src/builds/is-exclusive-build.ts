import type { BuildRecord } from './build-record.ts';

/**
 * Checks whether the ledger lets only one of two equal builds land, because the first uses up what both need: a stake
 * account that is closed, a cooldown that begins.
 *
 * Neither a stake nor a split is one: its account can be made once, but a caller whose second transaction expires builds a
 * third one.
 */
export function isExclusiveBuild({
  operation,
  request,
}: Pick<BuildRecord, 'operation' | 'request'>): boolean {
  if (operation === 'withdraw') return request.lamports === undefined;
  if (operation === 'merge') return true;
  return operation === 'unstake' && request.strategy === 'sol-native-stake';
}
