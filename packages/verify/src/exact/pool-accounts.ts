import { ByteReader } from '../bytes/byte-reader.ts';
import { isSame } from '../bytes/is-same.ts';
import { Refusal } from '../refusal.ts';
import type { ExactSubject } from './exact-subject.ts';

/** What only the account of a pool says: two accounts by key, and the totals that price its token. */
export type PoolAccounts = {
  readonly reserve: Uint8Array;
  readonly managerFee: Uint8Array;
  readonly totalLamports: bigint;
  readonly supply: bigint;
};

const STAKE_POOL = 1;
const FIXED_SIZE = 346;
const RESERVE_AT = 130;
const MINT_AT = 162;
const MANAGER_FEE_AT = 194;
const TOTALS_AT = 258;

/**
 * Reads the pool of raSOL from what was seen of the ledger.
 *
 * @throws {Refusal} rule `evidence` when nobody looked at it, or it is no pool of this mint.
 */
export function readPoolAccounts(
  { evidence, deployment: { stakePool } }: ExactSubject,
  mint: Uint8Array,
): PoolAccounts {
  const account = evidence.before?.get(stakePool.address);
  if (account === undefined) {
    throw new Refusal('evidence', 'The stake pool was not read; it names two of the accounts.', {
      account: stakePool.address,
    });
  }
  const { owner, data } = account;
  const keyAt = (at: number) => data.subarray(at, at + 32);
  if (
    owner !== stakePool.program ||
    data.length < FIXED_SIZE ||
    data[0] !== STAKE_POOL ||
    !isSame(keyAt(MINT_AT), mint)
  ) {
    throw new Refusal('evidence', 'The account of the stake pool is no pool of raSOL.', {
      account: stakePool.address,
    });
  }
  const totals = new ByteReader(data, TOTALS_AT);
  return {
    reserve: keyAt(RESERVE_AT),
    managerFee: keyAt(MANAGER_FEE_AT),
    totalLamports: totals.u64(),
    supply: totals.u64(),
  };
}
