import {
  type Address,
  type AddressesByLookupTableAddress,
  type Instruction,
  isSolanaError,
  SOLANA_ERROR__TRANSACTION__TOO_MANY_ACCOUNT_ADDRESSES,
} from '@solana/kit';
import {
  getCreateTokenAccountInstruction,
  getRequireBalanceInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@staking-agent/chain/ledger';
import {
  bracketFlashLoan,
  describeFlashLoanRefusal,
  getMarginfiAccountInitializePdaInstruction,
  previewFlashLoan,
} from '@staking-agent/chain/lending';
import {
  getSwapExactOutInstruction,
  isLiquid,
  netPoolTokens,
  previewDeleverage,
  priceSwapExactOut,
} from '@staking-agent/chain/leverage';
import { applyFee, poolTokensForLamports, type StakePool } from '@staking-agent/chain/stake-pool';
import {
  previewInstantWithdraw,
  previewInstantWithdrawStrategy,
  type VaultRefusal,
  VOLTR_VAULT_ERROR__OPERATION_NOT_ALLOWED,
} from '@staking-agent/chain/vault';
import { takeApart } from '../../builds/message.ts';
import { refuseProvidedTransaction } from '../../builds/provided.ts';
import { type Bounds, findBounds } from '../../builds/ranges.ts';
import { insufficientFunds, isProblemError, type ProblemError, problem } from '../../problems/problem.ts';
import type { Purchase } from '../../upstreams/router.ts';
import type { StrategyServices } from '../strategy.ts';
import { addDeposit, vaultRefused, withdrawFromStrategy } from '../vault.ts';
import type { ExitReading, FlashReading } from './checks.ts';

type Amounts = {
  /** LP burned. */
  readonly lp: bigint;
  /** raSOL the wallet ends up with, rounded down; where the router sells the SOL, at the dearest price it may ask. */
  readonly payout: bigint;
};

/** An exit that is paid through a flash loan. */
export type FlashExit = Amounts & { readonly path: 'flash-bracket'; readonly flash: FlashPlan };

/** The path of an exit, and its amounts in base units: LP and raSOL with 9 decimals, lamports. */
export type ExitPlan = FlashExit | (Amounts & { readonly path: 'vault-idle' });

/** The ledger as an exit through a flash loan was planned on it, and the amounts of the exit. */
type FlashPlan = FlashReading & {
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
};

/** A millionth of the debt, and a little for roundings: interest and other exits until the transaction lands. */
const LOAN_MARGIN = { divisor: 1_000_000n, lamports: 10n };
/** Longer than a blockhash lives at any block time there has been. */
const LIFETIME_SECONDS = 90n;
/** How much more than the pool's price buying the SOL may cost, fee and price impact included: 0.15 %. */
const DEAREST = { numerator: 10_015n, denominator: 10_000n };
/** Parts of a base unit that a price is compared in where roundings must not matter. */
const PARTS = 1_000_000n;

/**
 * Decides how an exit is paid: from the raSOL at hand while that suffices, else by unwinding a part of the position.
 *
 * @param lp - raSOL Max LP base units to burn.
 * @throws {ProblemError} `upstream_error` with the reason by name when neither way is open.
 */
export function planExit(lp: bigint, { vault, flash }: ExitReading): ExitPlan {
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

/**
 * Predicts the reading once a stake has landed.
 *
 * @param lamports - that it takes.
 * @param lp - that it brings.
 */
export function addStake(reading: ExitReading, pool: StakePool, lamports: bigint, lp: bigint): ExitReading {
  const minted = poolTokensForLamports(pool, lamports);
  const staged = minted - applyFee(pool.solDepositFee, minted, 'up');
  return { ...reading, vault: addDeposit(reading.vault, staged, lp) };
}

/** Finds how much of an LP amount can exit now, by the plan of exits. */
export function findExitBounds(ceiling: bigint, reading: ExitReading): Bounds {
  let known: FlashReading | undefined;
  const flash = () => {
    known ??= reading.flash();
    return known;
  };
  const asked = { ...reading, vault: { ...reading.vault, userLp: ceiling }, flash };
  return findBounds(ceiling, (lp) => planExit(lp, asked));
}

/** Finds how much of the wallet's LP can exit now; undefined while it has none. */
export function findOwnExits(reading: ExitReading): Bounds | undefined {
  const { userLp = 0n } = reading.vault;
  return userLp === 0n ? undefined : findExitBounds(userLp, reading);
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
  reading: FlashReading,
): { readonly payout: bigint; readonly flash: FlashPlan } {
  const { pool, position, bank, liquidity, market } = reading;
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
  const dearest = findDearest(bought, pool);
  const brought = assetPaid + exchanged;
  const cost = market === undefined ? dearest : priceAtMarket(bought, market);
  if (cost >= brought) throw tooSmall();
  if (cost > dearest) throw isDear(bought, reading) ? tooDear('market') : tooSmall();
  const spentAtMost = dearest < brought ? dearest : brought;
  return { payout: brought - cost, flash: { ...reading, loan, bought, brought, spentAtMost } };
}

const findDearest = (bought: bigint, pool: StakePool) =>
  (poolTokensForLamports(pool, bought) * DEAREST.numerator) / DEAREST.denominator;

/** Checks whether the market is too dear; of few lamports roundings alone can make the cost exceed the dearest. */
function isDear(bought: bigint, { market, pool }: FlashReading): boolean {
  if (market === undefined) return false;
  const [virtualTokens, virtualLamports] = [
    market.state.virtualTokens * PARTS,
    market.state.virtualLamports * PARTS,
  ];
  const parts = { ...market.state, virtualTokens, virtualLamports };
  const cost = priceSwapExactOut(parts, 'sell-token', bought * PARTS);
  return cost === undefined || cost > findDearest(bought * PARTS, pool);
}

function priceAtMarket(bought: bigint, { state, lamports }: NonNullable<FlashReading['market']>): bigint {
  const cost = priceSwapExactOut(state, 'sell-token', bought);
  if (cost !== undefined && isLiquid(bought, lamports)) return cost;
  throw noLiquidity('InsufficientLiquidity: the market for raSOL has too little SOL');
}

function tooDear(seller: 'market' | 'router'): ProblemError {
  const reason = `ExceededSlippage: the ${seller} asks over 0.15 % more raSOL for SOL than the stake pool`;
  return noLiquidity(reason);
}

function refused(refusal: VaultRefusal, holds: bigint, needs: bigint): ProblemError {
  return refusal.by === 'token' && refusal.account === 'userLp'
    ? insufficientFunds({ holder: 'wallet', asset: 'raSOLMax', holds, needs })
    : vaultRefused(refusal);
}

function noLiquidity(reason: string): ProblemError {
  return problem('NO_EXIT_LIQUIDITY', { reason });
}

function tooSmall(): ProblemError {
  return problem('AMOUNT_TOO_SMALL', { burned: 'raSOL Max', asset: 'raSOL' });
}

/**
 * Builds the instructions of an exit through a flash loan.
 *
 * The loan pays a part of the position's debt, which frees raSOL: the exit's own, and as much as the debt was worth.
 * Of that, SOL is bought to repay the loan; the rest stays with the wallet. Wrapped SOL that the wallet had before is
 * not touched: should the debt have grown beyond the loan, the exit fails.
 *
 * @param budget - instructions of the compute budget, which stand in front.
 */
export function buildFlashExit(
  { lp, flash }: FlashExit,
  budget: readonly Instruction[],
): readonly Instruction[] {
  const { accounts } = flash;
  const { userTransferAuthority: authority, userSol, lending } = accounts;
  const { address: wallet } = authority;
  const own = { wallet, walletSol: userSol, walletRasol: accounts.userAssetAta };
  const terms = { amount: lp, isAmountInLp: true, isWithdrawAll: false };
  const kept = { account: userSol, owner: wallet, amount: flash.ownSol + flash.bought };
  return bracketFlashLoan(
    {
      ...accounts,
      group: lending.group,
      bank: lending.bank,
      marginfiAccount: accounts.lendingAccount,
      authority,
      tokenAccount: userSol,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
      amount: flash.loan,
      endsWithGroup: flash.endsWithGroup,
      before: [...budget, ...openAccounts(flash)],
      inside: [
        withdrawFromStrategy(accounts, own, terms),
        buyBack(flash),
        ...(flash.ownSol === 0n ? [] : [getRequireBalanceInstruction(kept)]),
      ],
    },
    { programAddress: lending.program },
  );
}

function openAccounts({ accounts, lacks }: FlashPlan): Instruction[] {
  const { userTransferAuthority: authority, lending } = accounts;
  const { program: programAddress, group: marginfiGroup, accountIndex, thirdPartyId } = lending;
  const open = (mint: Address, account: Address) =>
    getCreateTokenAccountInstruction({ owner: authority.address, mint, account });
  const lendingAccount = {
    marginfiGroup,
    marginfiAccount: accounts.lendingAccount,
    authority,
    feePayer: authority,
    accountIndex,
    thirdPartyId: thirdPartyId === 0 ? null : thirdPartyId,
  };
  return [
    ...(lacks.sol ? [open(accounts.solMint, accounts.userSol)] : []),
    ...(lacks.asset ? [open(accounts.vaultAssetMint, accounts.userAssetAta)] : []),
    ...(lacks.lending
      ? [getMarginfiAccountInitializePdaInstruction(lendingAccount, { programAddress })]
      : []),
  ];
}

function buyBack({ accounts, purchase, bought, spentAtMost }: FlashPlan): Instruction {
  if (purchase !== undefined) return purchase;
  if (accounts.market === undefined)
    throw new Error('The deployment names no market for the SOL of the loan.');
  const { program: programAddress, address: market, rasolVault, solVault } = accounts.market;
  return getSwapExactOutInstruction(
    {
      market,
      owner: accounts.userTransferAuthority.address,
      source: accounts.userAssetAta,
      destination: accounts.userSol,
      vaultIn: rasolVault,
      vaultOut: solVault,
      amountOut: bought,
      maximumAmountIn: spentAtMost,
    },
    { programAddress },
  );
}

/** How much the price may worsen until the exit lands: the fees of the dearest source leave so much of the 0.15 %. */
const SLIPPAGE_BPS = 4;

/** Checks whether an exit buys the SOL of its loan through the router. */
export function isRouted(plan: ExitPlan): plan is FlashExit {
  return plan.path === 'flash-bracket' && plan.flash.accounts.market === undefined;
}

/**
 * Asks the router what an exit's SOL costs.
 *
 * @returns the plan with the payout that is left.
 * @throws {ProblemError} `upstream_error` when it costs too much, or more than the exit brings.
 * @throws {UpstreamRefusal} or {@link UpstreamFault} when the router sells none.
 */
export async function quoteThroughRouter(plan: FlashExit, services: StrategyServices): Promise<FlashExit> {
  const { sold } = await services.router.quotePurchase(toPurchase(plan));
  return priceAt(sold, plan);
}

/**
 * Orders an exit's SOL from the router.
 *
 * The router answers with a whole transaction. Only its swap is taken; what opens and closes accounts around it, pays for
 * priority or does anything else is left out.
 *
 * @returns the plan with the swap and the payout that is left, and what the lookup tables of the order hold.
 * @throws {ProblemError} `upstream_error` as {@link quoteThroughRouter}, and when the order is not one swap.
 * @throws {UpstreamRefusal} or {@link UpstreamFault} when the router sells none.
 */
export async function buyThroughRouter(
  plan: FlashExit,
  services: StrategyServices,
): Promise<{ readonly plan: FlashExit; readonly tables: AddressesByLookupTableAddress }> {
  const { address: wallet } = plan.flash.accounts.userTransferAuthority;
  const { sold, transaction } = await services.router.orderPurchase(toPurchase(plan), wallet);
  const priced = priceAt(sold, plan);
  const parts = await takeApart(transaction, services);
  if (parts === undefined) {
    throw refuse('message', 'It is no transaction, or a lookup table is unknown.', services);
  }
  const { routerPrograms } = services.config.deployment;
  const swaps = parts.instructions.filter(({ programAddress }) => routerPrograms.includes(programAddress));
  const [purchase, ...others] = swaps;
  if (purchase === undefined || others.length > 0) {
    const detail = `It has ${swaps.length} instructions of the router's programs; one is due.`;
    throw refuse('shape', detail, services);
  }
  return {
    plan: { ...priced, flash: { ...priced.flash, purchase } },
    tables: takenFrom(purchase, parts.tables),
  };
}

/**
 * Converts the error of an exit that the router's order makes too large to a problem.
 *
 * @param error - thrown by the compilation; returned unchanged when it has another cause.
 */
export function refuseTooLarge(error: unknown): unknown {
  if (isSolanaError(error, SOLANA_ERROR__TRANSACTION__TOO_MANY_ACCOUNT_ADDRESSES)) {
    return noLiquidity("RouteTooLarge: with the router's swap the exit needs more than 64 accounts");
  }
  if (isProblemError(error) && error.code === 'LOOKUP_TABLE_TOO_SHORT') {
    return noLiquidity(
      "RouteTooLarge: with the router's swap the exit exceeds the 1232 bytes of a transaction",
    );
  }
  return error;
}

function toPurchase({ flash: { accounts, bought, lacks } }: FlashExit): Purchase {
  return {
    sell: accounts.vaultAssetMint,
    buy: accounts.solMint,
    amount: bought,
    slippageBps: SLIPPAGE_BPS,
    ...(!lacks.sol && { into: accounts.userSol }),
  };
}

function priceAt(cost: bigint, plan: FlashExit): FlashExit {
  const { brought, spentAtMost } = plan.flash;
  if (cost >= brought) throw tooSmall();
  if (cost > spentAtMost) throw tooDear('router');
  return { ...plan, payout: brought - cost };
}

// A table of which the swap takes nothing would make no shorter message.
function takenFrom(
  { accounts = [] }: Instruction,
  tables: AddressesByLookupTableAddress,
): AddressesByLookupTableAddress {
  const held = new Set(accounts.map(({ address }) => address));
  const used = Object.entries(tables).filter(([, addresses]) => addresses.some((each) => held.has(each)));
  return Object.fromEntries(used);
}

function refuse(rule: 'message' | 'shape', detail: string, services: StrategyServices) {
  return refuseProvidedTransaction('router', [{ rule, detail }], services);
}
