import type { Deployment } from '@staking-agent/chain/deployment';
import { applyFee, getStakePoolDecoder, lamportsForPoolTokens } from '@staking-agent/chain/stake-pool';
import { decodeTokenAmount, findAssociatedTokenAddress } from '@staking-agent/chain/token';
import type { Evidence, VerifyRequest } from '@staking-agent/verify';
import { ASSET_DECIMALS, parseAmount } from '@staking-agent/wire';
import type { Shortfall } from '../problems/problem.ts';
import { type LedgerClient, readAccounts } from '../upstreams/ledger/client.ts';
import type { ProvidedBuild } from './build.ts';

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

/**
 * Checks whether a failing transaction lacks the token that it spends. One read of the ledger, made only after a failed
 * simulation.
 *
 * @returns undefined when the wallet holds enough, or SOL is what it spends.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function findTokenShortfall(
  { wallet, spends: { asset, amount } }: Pick<ProvidedBuild<unknown>, 'wallet' | 'spends'>,
  ports: {
    readonly ledger: LedgerClient;
    readonly config: { readonly deployment: Pick<Deployment, 'rasolMint' | 'rausdcMint'> };
  },
): Promise<Shortfall | undefined> {
  if (asset === 'SOL') return undefined;
  const { rasolMint, rausdcMint } = ports.config.deployment;
  const account = await findAssociatedTokenAddress(wallet, asset === 'raSOL' ? rasolMint : rausdcMint);
  const read = await readAccounts([account], ports);
  const holds = decodeTokenAmount(read(account)?.data) ?? 0n;
  return holds < amount ? { holder: 'wallet', asset, holds, needs: amount } : undefined;
}
