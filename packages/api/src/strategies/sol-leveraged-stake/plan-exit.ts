import type { Instruction } from '@solana/kit';
import { describeFlashLoanRefusal, previewFlashLoan } from '@staking-agent/chain/lending';
import { netPoolTokens, previewDeleverage } from '@staking-agent/chain/leverage';
import { isLiquid, priceSwapExactOut } from '@staking-agent/chain/market';
import { poolTokensForLamports } from '@staking-agent/chain/stake-pool';
import {
  previewInstantWithdraw,
  previewInstantWithdrawStrategy,
  type VaultRefusal,
  VOLTR_VAULT_ERROR__OPERATION_NOT_ALLOWED,
} from '@staking-agent/chain/vault';
import { type Evidence, verify } from '@staking-agent/verify';
import type { CompiledBuild } from '../../builds/build.ts';
import { type RefusalPorts, refuseProvidedTransaction } from '../../builds/provided.ts';
import { asUnsigned } from '../../builds/simulate.ts';
import { insufficientFunds, type ProblemError, problem } from '../../problems/problem.ts';
import { vaultRefused } from '../vault.ts';
import type { ExitReading, FlashAccounts, FlashReading } from './accounts.ts';

/** How an exit is paid. Amounts in base units: LP and raSOL with 9 decimals, lamports. */
export type ExitPlan = {
  /** LP burned. */
  readonly lp: bigint;
  /** raSOL the wallet ends up with, rounded down; where the router sells the SOL, at the dearest price it may ask. */
  readonly payout: bigint;
} & ({ readonly path: 'vault-idle' } | FlashExitPlan);

/** That it is paid through a flash loan. */
export type FlashExitPlan = { readonly path: 'flash-bracket'; readonly flash: FlashPlan };

/** The amounts of an exit through a flash loan. */
export type FlashPlan = {
  readonly through: FlashAccounts;
  /** Lamports borrowed. */
  readonly loan: bigint;
  /** Lamports bought to repay it. */
  readonly bought: bigint;
  /** raSOL that the exit brings, before the lamports are bought. */
  readonly brought: bigint;
  /** raSOL that buying them may cost at the most; never more than the exit brings. */
  readonly spentAtMost: bigint;
  /** Buys them, where the router sells them. */
  readonly purchase?: Instruction;
  /** Lamports of wrapped SOL that the wallet had before, and has afterwards. */
  readonly ownSol: bigint;
  readonly opens: FlashReading['lacks'];
  readonly endsWithGroup: boolean;
};

/** A millionth of the debt, and a little for roundings: interest and other exits until the transaction lands. */
const LOAN_MARGIN = { divisor: 1_000_000n, lamports: 10n };
/** Longer than a blockhash lives at any block time there has been. */
const LIFETIME_SECONDS = 90n;
/** How much more than the pool's price buying the SOL may cost, fee and price impact included: 0.15 %. */
const DEAREST = { numerator: 10_015n, denominator: 10_000n };

/**
 * Decides how an exit is paid: from the raSOL at hand while that suffices, else by unwinding a part of the position.
 *
 * @param lp - raSOL Max LP base units to burn.
 * @throws {ProblemError} `upstream_error` with the reason by name when neither way is open.
 */
export function planExit(lp: bigint, { vault, flash }: Pick<ExitReading, 'vault' | 'flash'>): ExitPlan {
  const { state, now, operationalState, idle, userLp = 0n } = vault;
  const terms = { amount: lp, isAmountInLp: true, isWithdrawAll: false, userLp, now, operationalState };
  const fromIdle = previewInstantWithdraw(state, { ...terms, idle });
  if (fromIdle.ok && fromIdle.assetPaid > 0n) return { path: 'vault-idle', lp, payout: fromIdle.assetPaid };
  if (fromIdle.ok) throw tooSmall();
  if (!isOtherWayOpen(fromIdle)) throw refused(fromIdle, userLp, lp);

  const reading = flash();
  const { pool, position, reportedValue, adaptorEpoch } = reading;
  const actualValue = netPoolTokens(position, pool);
  const withPosition = {
    ...terms,
    position: { reportedValue, actualValue, adaptorEpoch, epoch: vault.epoch },
  };
  const fromStrategy = previewInstantWithdrawStrategy(state, withPosition);
  if (!fromStrategy.ok) {
    if (fromStrategy.by === 'token' && fromStrategy.account === 'strategy') {
      throw noLiquidity('InsufficientPosition: the levered position is worth less');
    }
    throw refused(fromStrategy, userLp, lp);
  }
  // Profit that is unlocked until the transaction lands makes the exit worth more, and what must be paid back with it.
  const later = previewInstantWithdrawStrategy(state, { ...withPosition, now: now + LIFETIME_SECONDS });
  const most =
    later.ok && later.assetPaid > fromStrategy.assetPaid ? later.assetPaid : fromStrategy.assetPaid;
  return { path: 'flash-bracket', lp, ...planFlash(fromStrategy.assetPaid, most, reading) };
}

/** Withdrawals from idle funds may be too large for them, or switched off alone. */
function isOtherWayOpen(refusal: VaultRefusal): boolean {
  return refusal.by === 'token'
    ? refusal.account === 'idle'
    : refusal.code === VOLTR_VAULT_ERROR__OPERATION_NOT_ALLOWED;
}

/** @param most - raSOL that the same exit may be worth by the time it lands. */
function planFlash(
  assetPaid: bigint,
  most: bigint,
  { through, pool, position, bank, endsWithGroup, liquidity, market, ownSol, lacks }: FlashReading,
): { readonly payout: bigint; readonly flash: FlashPlan } {
  const unwound = previewDeleverage(position, pool, assetPaid);
  if (unwound === undefined) throw noLiquidity('InsufficientPosition: the levered position is worth less');
  const { exchanged } = unwound;
  const { repaid } = previewDeleverage(position, pool, most) ?? unwound;
  const loan = repaid + (repaid + LOAN_MARGIN.divisor - 1n) / LOAN_MARGIN.divisor + LOAN_MARGIN.lamports;

  const lent = previewFlashLoan(bank, { amount: loan, liquidity });
  if (!lent.ok) {
    const { name, message } = describeFlashLoanRefusal(lent);
    throw noLiquidity(`${name}: ${message}`);
  }
  const bought = lent.repayment;
  const dearest = (poolTokensForLamports(pool, bought) * DEAREST.numerator) / DEAREST.denominator;
  const brought = assetPaid + exchanged;
  const cost = market === undefined ? dearest : priceAtMarket(bought, market);
  if (cost >= brought) throw tooSmall();
  if (cost > dearest) throw tooDear('market');
  return {
    payout: brought - cost,
    flash: {
      through,
      loan,
      bought,
      brought,
      spentAtMost: dearest < brought ? dearest : brought,
      ownSol,
      opens: lacks,
      endsWithGroup,
    },
  };
}

function priceAtMarket(bought: bigint, { state, lamports }: NonNullable<FlashReading['market']>): bigint {
  const cost = priceSwapExactOut(state, 'sell-token', bought);
  if (cost !== undefined && isLiquid(bought, lamports)) return cost;
  throw noLiquidity('InsufficientLiquidity: the market for raSOL has too little SOL');
}

/** Creates the problem of a price for SOL that is too high. */
export function tooDear(seller: 'market' | 'router'): ProblemError {
  return noLiquidity(
    `ExceededSlippage: the ${seller} asks over 0.15 % more raSOL for SOL than the stake pool`,
  );
}

function refused(refusal: VaultRefusal, holds: bigint, needs: bigint): ProblemError {
  return refusal.by === 'token' && refusal.account === 'userLp'
    ? insufficientFunds({ holder: 'wallet', asset: 'raSOLMax', holds, needs })
    : vaultRefused(refusal);
}

/** Creates the problem of an exit that the vault cannot pay, with the reason by name. */
export function noLiquidity(reason: string): ProblemError {
  return problem('NO_EXIT_LIQUIDITY', { reason });
}

/** Creates the problem of an exit that would pay nothing. */
export function tooSmall(): ProblemError {
  return problem('AMOUNT_TOO_SMALL', { burned: 'raSOL Max', asset: 'raSOL' });
}

/**
 * Proves an exit that contains a router swap before a node simulates it, so that a fault of the swap is attributed to the
 * router.
 *
 * @throws {ProblemError} `upstream_error` with the rule it breaks.
 */
export function assertPurchase(
  {
    operation,
    request,
    fields,
    evidence,
  }: Pick<CompiledBuild<object>, 'operation' | 'request' | 'fields' | 'evidence'>,
  {
    message,
    lookupTables,
  }: { readonly message: Uint8Array; readonly lookupTables?: Evidence['lookupTables'] },
  services: RefusalPorts,
): void {
  const answer = { ...fields, transaction: asUnsigned(message) };
  const known = { ...evidence, ...(lookupTables && { lookupTables }) };
  const { findings } = verify(operation, request, answer, services.config.deployment, known);
  if (findings.length > 0) throw refuseProvidedTransaction('router', findings, services);
}

/** Compute units that builds may use. */
export const UNIT_LIMITS = {
  /** Two new token accounts, the pool, the vault, and room. */
  stake: 200_000,
  /** The vault's own 47,000, a new token account, and room. */
  idleExit: 150_000,
  /** What a flash loan is simulated with: far more than any took. */
  flashExit: 800_000,
} as const;
