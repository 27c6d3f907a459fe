import { VAULT_PROGRAM } from '../../bytes/known-keys.ts';
import type { Evidence } from '../../evidence.ts';
import { encodeAddress } from '../../ledger/encode-address.ts';
import { lamportsForTokens, stakeForTokens, tokensForLamports } from '../../ledger/pool-price.ts';
import { readStakePool, type StakePool } from '../../ledger/stake-pool.ts';
import { readTokenAccount } from '../../ledger/token-account.ts';
import { readMintSupply, readVault } from '../../ledger/vault.ts';
import { assetForLp, findShares, lpForAsset, lpForDeposit } from '../../ledger/vault-price.ts';
import { Refusal } from '../../refusal.ts';
import type { VerifyDeployment } from '../../verify-deployment.ts';
import type { VerifyLimits } from '../../verify-request.ts';
import type { BoundedIntent } from '../bounded-intent.ts';
import { isInstantExit } from '../bounded-intent.ts';

/** What a wallet may give and has to get, by our own reading of the ledger. Base units. */
export type Terms = {
  /** Most that may be spent: of SOL, the spent token, or lamports of the stake account. */
  readonly most: bigint;
  /** Least that has to arrive. */
  readonly least: bigint;
  /** The pool of raSOL; undefined at the vault. */
  readonly pool?: StakePool;
};

const BASIS_POINTS = 10_000n;
/** Less than the pool's own arithmetic says that stake and slow exit may bring. */
const POOL_TOLERANCE_BPS = 50n;
/** More LP, or less USDC, than the vault's arithmetic says, for fees that accrue until the transaction lands. */
const VAULT_TOLERANCE_BPS = 10n;
/** A withdrawal from a strategy may deliver one unit less; a message has room for no more of them. */
const STRATEGY_LIMIT = 8n;
const VAULT_OWNER = encodeAddress(VAULT_PROGRAM);

/**
 * Prices an intent from the accounts before the transaction, without any figure of the transaction's builder.
 *
 * Stake and slow exit: the pool's arithmetic less 0.5 %. Instant exits: the pool's value, or the lamports of the stake
 * account, less the operator's limit. At the vault: the vault's arithmetic. All rounded down.
 *
 * @throws {Refusal} rule `evidence` when an account that the price needs was not read or is of another kind.
 */
export function getTerms(
  intent: BoundedIntent,
  {
    evidence,
    deployment,
    limits,
  }: { evidence: Evidence; deployment: VerifyDeployment; limits: VerifyLimits },
): Terms {
  const isVault = intent.kind === 'vault-deposit' || intent.kind === 'vault-withdrawal';
  const terms = isVault
    ? vaultTerms(intent, evidence, deployment)
    : poolTerms(intent, evidence, deployment, BigInt(limits.instantExitLossBps));
  if (intent.minReceive === undefined) return terms;
  const isLoosened = isInstantExit(intent) || intent.minReceive > terms.least;
  return isLoosened ? { ...terms, least: intent.minReceive } : terms;
}

function poolTerms(
  intent: BoundedIntent,
  { before }: Evidence,
  { stakePool }: VerifyDeployment,
  lossBps: bigint,
): Terms {
  const pool = readStakePool(before.get(stakePool.address), stakePool.program);
  // An empty pool pays nothing, and would ask for nothing.
  if (pool === undefined || pool.tokenSupply * pool.totalLamports === 0n)
    throw unpriced('the stake pool of raSOL', stakePool.address);
  const { amount } = intent;
  switch (intent.kind) {
    case 'swap-in':
      return { pool, most: amount, least: less(tokensForLamports(pool, amount), POOL_TOLERANCE_BPS) };
    case 'swap-out':
      return { pool, most: amount, least: less(lamportsForTokens(pool, amount), lossBps) };
    case 'stake-withdrawal':
      return { pool, most: amount, least: less(stakeForTokens(pool, amount), POOL_TOLERANCE_BPS) };
    default: {
      const address = encodeAddress(intent.stakeAccount ?? new Uint8Array());
      const held = before.get(address)?.lamports;
      if (held === undefined) throw unpriced('the stake account given up', address);
      return { pool, most: held, least: less(held, lossBps) };
    }
  }
}

function vaultTerms(
  intent: BoundedIntent,
  { before, unixTimestamp }: Evidence,
  { usdcVault, rausdcMint }: VerifyDeployment,
): Terms {
  const vault = readVault(before.get(usdcVault), VAULT_OWNER);
  if (vault === undefined) throw unpriced('the vault', usdcVault);
  const minted = readMintSupply(before.get(rausdcMint));
  if (minted === undefined) throw unpriced('the mint of raUSDC', rausdcMint);
  const shares = findShares(vault, minted, unixTimestamp);
  if (shares === undefined) throw unpriced('a vault that pays', usdcVault);
  const { amount, isAll } = intent;
  if (intent.kind === 'vault-deposit') {
    const lp = lpForDeposit(vault, shares, amount);
    if (lp === undefined) throw unpriced('a vault that issues', usdcVault);
    return { most: amount, least: less(lp, VAULT_TOLERANCE_BPS) };
  }
  if (isAll) {
    const held = readTokenAccount(before.get(encodeAddress(intent.rausdc.account)))?.amount ?? 0n;
    const worth = assetForLp(vault, shares, held);
    return { most: held, least: lessUnits(less(worth, VAULT_TOLERANCE_BPS)) };
  }
  const lp = lpForAsset(vault, shares, amount);
  if (lp === undefined) throw unpriced('a vault that pays', usdcVault);
  return { most: lp + (lp * VAULT_TOLERANCE_BPS) / BASIS_POINTS + 1n, least: lessUnits(amount) };
}

function less(amount: bigint, bps: bigint): bigint {
  return bps >= BASIS_POINTS ? 0n : (amount * (BASIS_POINTS - bps)) / BASIS_POINTS;
}

function unpriced(missing: string, account: string): Refusal {
  const detail = `No price can be told without ${missing}: ${account} was not read, or holds something else.`;
  return new Refusal('evidence', detail, { account });
}

function lessUnits(amount: bigint): bigint {
  return amount > STRATEGY_LIMIT ? amount - STRATEGY_LIMIT : 0n;
}
