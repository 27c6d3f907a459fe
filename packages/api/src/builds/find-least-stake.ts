import type { Deployment } from '@staking-agent/chain/deployment';
import { applyFee, getStakePoolDecoder, lamportsForPoolTokens } from '@staking-agent/chain/stake-pool';
import type { Evidence, VerifyRequest } from '@staking-agent/verify';
import { ASSET_DECIMALS, parseAmount } from '@staking-agent/wire';

// Made once: making a decoder costs as much as decoding.
const STAKE_POOL = getStakePoolDecoder();

const STAKE_ACCOUNT_SIZE = 200;
/** Rents of a stake account that a slow exit may cost: two that the router has lent, and what being paid back for them costs. */
const RENTS = 3n;

/**
 * Computes the minimum of a slow exit without `minReceive`: what the pool redeems the raSOL for, less the rent of three
 * stake accounts.
 *
 * The pool pays by arithmetic and takes no more. A router's program that repays its loan out of the stake may cost the
 * ledger's minimum delegation instead, which within the proof's 0.5 % is 1 SOL of an exit of 200.
 *
 * @returns lamports, rounded down; undefined for another request, or where the pool was not read.
 */
export function findLeastStake(
  { kind, amount, minReceive }: VerifyRequest,
  { before, rentExemption }: Pick<Evidence, 'before' | 'rentExemption'>,
  { stakePool }: Deployment,
): bigint | undefined {
  const pool = before.get(stakePool.address);
  if (kind !== 'slow' || minReceive !== undefined || pool?.owner !== stakePool.program) return undefined;
  const tokens = parseAmount(amount ?? '', ASSET_DECIMALS.raSOL);
  if (!tokens.ok) return undefined;
  const decoded = STAKE_POOL.decode(pool.data);
  const redeemed = tokens.baseUnits - applyFee(decoded.stakeWithdrawalFee, tokens.baseUnits, 'up');
  const least = lamportsForPoolTokens(decoded, redeemed) - RENTS * rentExemption(STAKE_ACCOUNT_SIZE);
  return least > 0n ? least : undefined;
}
