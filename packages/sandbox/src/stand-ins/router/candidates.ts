import type { Address, Instruction } from '@solana/kit';
import { getSwapExactOutInstruction, isLiquid, type Market, priceSwap } from '@staking-agent/chain/market';
import {
  type Deposit,
  type Fee,
  previewDepositSol,
  previewWithdrawSol,
  type Refusal,
  STAKE_POOL_ERROR__DEPOSIT_TOO_SMALL,
  STAKE_POOL_ERROR__WITHDRAWAL_TOO_SMALL,
  type StakePoolError,
  type Withdrawal,
} from '@staking-agent/chain/stake-pool';
import { stakeWrappedSol, withdrawWrappedSol } from '../../programs/stakedex/instructions.ts';
import { lessRouterFee, WITHDRAW_WRAPPED_SOL_FEE_BPS } from '../../programs/stakedex/model.ts';
import { findVault, getSwapInstruction, SWAP_PROGRAM_ADDRESS } from '../../programs/swap.ts';
import { STAKE_ACCOUNT_SIZE } from '../../vm/stake-account.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { createJupiterOrder, type FeeInfo } from './order.ts';
import { type PoolView, planWrappedSol, wrapSol } from './pool-view.ts';
import type { SwapMode, SwapSource } from './query.ts';

/** What is asked for. */
export type TokenRequest = {
  readonly inp: Address;
  readonly out: Address;
  /** Base units of `inp`, or of `out` for an exact output. */
  readonly amount: bigint;
  readonly mode: SwapMode;
  readonly wallet: Address | undefined;
  /** Basis points. */
  readonly slippage: bigint;
  readonly sources: ReadonlySet<SwapSource>;
};

/** One way to serve a request. */
export type Candidate = {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  /** The order's `swapSrcData`. */
  describe(): { readonly swapSrc: SwapSource; readonly data: object };
  /** The instructions that do it. */
  build(
    wallet: Address,
    accounts: { readonly source: Address | undefined; readonly destination: Address | undefined },
  ): Promise<{ readonly instructions: readonly Instruction[]; readonly units: number }>;
};

/** The least a caller accepts: `amount` less the slippage, rounded down. */
export function lessSlippage(amount: bigint, slippage: bigint): bigint {
  return (amount * (10_000n - slippage)) / 10_000n;
}

/** The most a caller pays: `amount` and the slippage, rounded up. */
function plusSlippage(amount: bigint, slippage: bigint): bigint {
  return (amount * (10_000n + slippage) + 9_999n) / 10_000n;
}

/**
 * Computes the input of a request under an increasing price: the given amount, or the least that yields an exact output.
 *
 * @param getOutput - base units out for base units in; undefined beyond the liquidity.
 * @returns undefined when no source can serve the request.
 */
function solveInput(
  { mode, amount }: TokenRequest,
  getOutput: (input: bigint) => bigint | undefined,
): bigint | undefined {
  if (mode === 'ExactIn') return amount;
  let low = 1n;
  let high = 2n ** 63n;
  while (low < high) {
    const middle = (low + high) / 2n;
    const output = getOutput(middle);
    if (output === undefined || output >= amount) high = middle;
    else low = middle + 1n;
  }
  const output = getOutput(low);
  return output !== undefined && output >= amount ? low : undefined;
}

const MARKET_UNITS = 140_000;

/**
 * raSOL and SOL over the market, either way; undefined at the end of its liquidity.
 *
 * It stands for the aggregator, and for the router's own pool where the aggregator is not asked for.
 */
export function quoteMarket(
  request: TokenRequest,
  { market, vaults }: PoolView,
  ledger: SandboxLedger,
): Candidate | undefined {
  const { inp, out, mode, slippage } = request;
  const seed = ledger.pool;
  const isSale = inp === seed.poolMint;
  const direction = isSale ? 'sell-token' : 'buy-token';
  const vault = isSale ? vaults.lamports : vaults.tokens;
  const amountIn = solveInput(request, (amount) => {
    const { amountOut } = priceSwap(market, direction, amount);
    return isLiquid(amountOut, vault) || amountOut === 0n ? amountOut : undefined;
  });
  if (amountIn === undefined) return undefined;
  const price = priceSwap(market, direction, amountIn);
  if (!isLiquid(price.amountOut, vault)) return undefined;
  const threshold = lessSlippage(price.amountOut, slippage);
  const swap = (owner: Address, source: Address, destination: Address): Instruction => {
    const accounts = { market: seed.market, owner, source, destination };
    if (mode === 'ExactIn') {
      const terms = { amountIn, minimumAmountOut: threshold };
      return getSwapInstruction({ ...accounts, ...terms, mintIn: inp, mintOut: out });
    }
    const [vaultIn, vaultOut] = [findVault(seed.market, inp), findVault(seed.market, out)];
    const terms = { amountOut: request.amount, maximumAmountIn: plusSlippage(amountIn, slippage) };
    return getSwapExactOutInstruction(
      { ...accounts, ...terms, vaultIn, vaultOut },
      { programAddress: SWAP_PROGRAM_ADDRESS },
    );
  };
  return {
    amountIn,
    amountOut: price.amountOut,
    describe: () =>
      request.sources.has('Jup')
        ? {
            swapSrc: 'Jup',
            data: createJupiterOrder({
              id: ledger.random(16),
              market: seed.market,
              inputMint: inp,
              outputMint: out,
              amountIn,
              price,
              threshold,
              slippage,
              mode,
              taker: request.wallet,
            }),
          }
        : { swapSrc: 'Inf', data: { fees: [describeFee(market, price.fee, inp)] } },
    build: async (wallet, { source, destination }) => {
      if (isSale && destination !== undefined) {
        return { units: MARKET_UNITS, instructions: [swap(wallet, source ?? wallet, destination)] };
      }
      const wrapped = await planWrappedSol(ledger, wallet);
      const instructions = isSale
        ? [...wrapped.open, swap(wallet, source ?? wallet, wrapped.address), wrapped.close]
        : [
            ...wrapped.open,
            ...wrapSol(wallet, wrapped.address, amountIn),
            swap(wallet, wrapped.address, destination ?? wallet),
            wrapped.close,
          ];
      return { units: MARKET_UNITS, instructions };
    },
  };
}

function describeFee({ feeBasisPoints }: Market, amount: bigint, mint: Address): FeeInfo {
  return { code: 'InfLpFee', rate: feeBasisPoints / 10_000, amount: amount.toString(), mint };
}

const POOL_UNITS = 200_000;

/** SOL into raSOL by StakeWrappedSol, over DepositSol; undefined when the pool would refuse. */
export function quotePoolDeposit(
  request: TokenRequest,
  { pool }: PoolView,
  ledger: SandboxLedger,
): Candidate | undefined {
  const { feeRounding, pool: world } = ledger;
  const preview = (lamports: bigint): Deposit | Refusal =>
    previewDepositSol(pool, { lamports, epoch: ledger.epoch(), feeRounding });
  const getOutput = (lamports: bigint): bigint | undefined => {
    const deposit = preview(lamports);
    return deposit.ok ? paidOut(deposit) : zeroWhenTooSmall(deposit, STAKE_POOL_ERROR__DEPOSIT_TOO_SMALL);
  };
  const lamports = solveInput(request, getOutput);
  const deposit = lamports === undefined ? undefined : preview(lamports);
  if (lamports === undefined || !deposit?.ok) return undefined;
  return {
    amountIn: lamports,
    amountOut: paidOut(deposit),
    describe: () =>
      describePool(
        toFeeInfo('StakePoolDepositSol', pool.solDepositFee, deposit.managerTokens, world.poolMint),
      ),
    build: async (wallet, { destination = wallet }) => {
      const wrapped = await planWrappedSol(ledger, wallet);
      const source = wrapped.address;
      const stake = stakeWrappedSol(world, { user: wallet, source, destination, amount: lamports });
      return {
        units: POOL_UNITS,
        instructions: [...wrapped.open, ...wrapSol(wallet, source, lamports), stake, wrapped.close],
      };
    },
  };
}

/** What the depositor gets: the router's account is the referrer too, and passes on all that it receives. */
function paidOut({ userTokens, referrerTokens }: Deposit): bigint {
  return userTokens + referrerTokens;
}

/** raSOL into SOL by WithdrawWrappedSol, as long as the reserve lasts; undefined when the pool would refuse. */
export function quotePoolWithdrawal(
  request: TokenRequest,
  { pool }: PoolView,
  ledger: SandboxLedger,
): Candidate | undefined {
  const { feeRounding, pool: world, bank } = ledger;
  const preview = (poolTokens: bigint): Withdrawal | Refusal =>
    previewWithdrawSol(pool, {
      poolTokens,
      epoch: ledger.epoch(),
      feeRounding,
      reserveLamports: bank.getLamports(world.reserveStake),
      reserveRent: bank.vm().minimumBalanceForRentExemption(BigInt(STAKE_ACCOUNT_SIZE)),
    });
  const getOutput = (poolTokens: bigint): bigint | undefined => {
    const withdrawal = preview(poolTokens);
    return withdrawal.ok
      ? lessRouterFee(withdrawal.lamports, WITHDRAW_WRAPPED_SOL_FEE_BPS)
      : zeroWhenTooSmall(withdrawal, STAKE_POOL_ERROR__WITHDRAWAL_TOO_SMALL);
  };
  const poolTokens = solveInput(request, getOutput);
  const withdrawal = poolTokens === undefined ? undefined : preview(poolTokens);
  if (poolTokens === undefined || !withdrawal?.ok) return undefined;
  return {
    amountIn: poolTokens,
    amountOut: lessRouterFee(withdrawal.lamports, WITHDRAW_WRAPPED_SOL_FEE_BPS),
    describe: () =>
      describePool(
        toFeeInfo('StakePoolWithdrawSol', pool.solWithdrawalFee, withdrawal.feeTokens, world.poolMint),
      ),
    build: async (wallet, { source = wallet, destination }) => {
      const amount = poolTokens;
      if (destination !== undefined) {
        const withdraw = withdrawWrappedSol(world, { user: wallet, source, destination, amount });
        return { units: POOL_UNITS, instructions: [withdraw] };
      }
      const wrapped = await planWrappedSol(ledger, wallet);
      const withdraw = withdrawWrappedSol(world, {
        user: wallet,
        source,
        destination: wrapped.address,
        amount,
      });
      return { units: POOL_UNITS, instructions: [...wrapped.open, withdraw, wrapped.close] };
    },
  };
}

function zeroWhenTooSmall(refusal: Refusal, tooSmall: StakePoolError): bigint | undefined {
  return refusal.by === 'stake-pool' && refusal.code === tooSmall ? 0n : undefined;
}

/** A fee of the pool as the router reports it. */
export function toFeeInfo(code: string, fee: Fee, amount: bigint, mint: FeeInfo['mint']): FeeInfo {
  const rate = fee.denominator === 0n ? 0 : Number(fee.numerator) / Number(fee.denominator);
  return { code, rate, amount: amount.toString(), mint };
}

/** The `swapSrcData` of a route over the pool. */
export function describePool(...fees: readonly FeeInfo[]): {
  readonly swapSrc: 'SanctumRouter';
  readonly data: { readonly fees: readonly FeeInfo[] };
} {
  return { swapSrc: 'SanctumRouter', data: { fees } };
}
