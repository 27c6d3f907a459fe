import { base58 } from '@scure/base';
import type { LedgerAccount } from '@staking-agent/verify';

const LOOKUP_TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111';
const HEADER_SIZE = 56;
const KEY_SIZE = 32;

/**
 * Decodes the addresses that a lookup table holds, base58, in order.
 *
 * @returns undefined unless the account is a lookup table.
 */
export function decodeLookupTable(
  account: Pick<LedgerAccount, 'owner' | 'data'> | undefined,
): string[] | undefined {
  if (account?.owner !== LOOKUP_TABLE_PROGRAM || account.data.length < HEADER_SIZE) return undefined;
  const count = Math.floor((account.data.length - HEADER_SIZE) / KEY_SIZE);
  return Array.from({ length: count }, (_, i) => {
    const at = HEADER_SIZE + i * KEY_SIZE;
    return base58.encode(account.data.subarray(at, at + KEY_SIZE));
  });
}
