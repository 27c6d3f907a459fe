import type { Address, Instruction } from '@solana/kit';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/ledger';
import {
  getSwapExactOutInstruction,
  isLiquid,
  priceSwap,
  type SwapDirection,
} from '@staking-agent/chain/leverage';
import {
  previewDepositSol,
  previewWithdrawSol,
  type Refusal,
  STAKE_POOL_ERROR__DEPOSIT_TOO_SMALL,
  STAKE_POOL_ERROR__WITHDRAWAL_TOO_SMALL,
  type StakePoolError,
} from '@staking-agent/chain/stake-pool';
import { MAINNET } from '../../mainnet-2026-11.ts';
import { stakeWrappedSol, withdrawWrappedSol } from '../../programs/stakedex/instructions.ts';
import { lessRouterFee, WITHDRAW_WRAPPED_SOL_FEE_BPS } from '../../programs/stakedex/model.ts';
import { findVault, getSwapInstruction, SWAP_PROGRAM_ADDRESS } from '../../programs/swap.ts';
import { findAssociated } from '../../vm/player/model.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { badRequest, findAddress, type Query, requireAddress } from '../stand-in.ts';
import * as orders from './order.ts';
import {
  insufficientLiquidity,
  type PoolView,
  planWrappedSol,
  readPool,
  requireSource,
  wrapSol,
} from './pool-view.ts';

type TokenRequest = ReturnType<typeof readRequest>;

/** One way to serve a request. */
type Candidate = {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly units: number;
  describe(): orders.SwapSourceData;
  /** Builds the instruction that converts what is in `source`; of both accounts one holds wrapped SOL. */
  convert(wallet: Address, source: Address, destination: Address): Instruction;
};

/**
 * `GET /swap/token/order`: SOL into raSOL or raSOL into SOL, over whichever of pool and market gives more.
 *
 * @throws {StandInError} 400 for bad parameters, for other mints, and where neither can serve the amount.
 */
export function orderToken(query: Query, ledger: SandboxLedger): orders.Order {
  const request = readRequest(query, ledger);
  const { inp, out, mode, wallet, isSale } = request;
  const candidate = choose(request, ledger);
  const answer = {
    inp,
    out,
    mode,
    inpAmt: candidate.amountIn.toString(),
    outAmt: candidate.amountOut.toString(),
    swapSrcData: candidate.describe(),
  };
  if (wallet === undefined) return { answer };

  const rasolMint = ledger.pool.poolMint;
  const sold = isSale ? requireSource(ledger, wallet, inp, findAddress(query, 'inpAcc')) : undefined;
  const named = findAddress(query, 'outAcc');
  if (named !== undefined) requireSource(ledger, wallet, out, named);
  const tokens = sold ?? named ?? findAssociated(wallet, rasolMint);
  const isOpened = !isSale && named === undefined;
  const wrapped = isSale && named !== undefined ? undefined : planWrappedSol(ledger, wallet);
  const sol = wrapped?.address ?? named ?? wallet;
  const [source, destination] = isSale ? [tokens, sol] : [sol, tokens];
  return {
    answer,
    draft: {
      wallet,
      instructions: [
        ...(isOpened
          ? [getCreateTokenAccountInstruction({ owner: wallet, mint: rasolMint, account: tokens })]
          : []),
        ...(wrapped?.open ?? []),
        ...(isSale ? [] : wrapSol(wallet, sol, candidate.amountIn)),
        candidate.convert(wallet, source, destination),
        ...(wrapped === undefined ? [] : [wrapped.close]),
      ],
      units: candidate.units,
      output: isSale ? 'sol' : 'token',
      tokenAccount: tokens,
    },
  };
}

function readRequest(query: Query, ledger: SandboxLedger) {
  const { solMint, rasolMint } = ledger.deployment;
  const inp = requireAddress(query, 'inp');
  const out = requireAddress(query, 'out');
  const known: readonly Address[] = [solMint, rasolMint];
  for (const mint of [inp, out]) if (!known.includes(mint)) badRequest(`Unknown mint ${mint}`);
  if (inp === out) badRequest('inp and out must differ');
  return {
    inp,
    out,
    isSale: inp === rasolMint,
    /** Base units of `inp`, or of `out` for an exact output. */
    amount: orders.requireAmount(query),
    mode: orders.readMode(query),
    wallet: findAddress(query, 'signer'),
    /** Basis points. */
    slippage: orders.readSlippage(query),
    sources: orders.readSources(query),
  };
}

/** Chooses the candidate that gives most, or for an exact output takes least. */
function choose(request: TokenRequest, ledger: SandboxLedger): Candidate {
  const { sources, mode, isSale } = request;
  const view = readPool(ledger);
  const quotePool = isSale ? quotePoolWithdrawal : quotePoolDeposit;
  const candidates = [
    sources.has('SanctumRouter') ? quotePool(request, view, ledger) : undefined,
    sources.has('Jup') || sources.has('Inf') ? quoteMarket(request, view, ledger) : undefined,
  ].filter((candidate) => candidate !== undefined);
  const better = (left: Candidate, right: Candidate): Candidate => {
    if (mode === 'ExactOut') return right.amountIn < left.amountIn ? right : left;
    return right.amountOut > left.amountOut ? right : left;
  };
  const [first, ...others] = candidates;
  if (first === undefined) throw insufficientLiquidity();
  return others.reduce(better, first);
}

/**
 * Computes the input of a request under an increasing price: the given amount, or the least that yields an exact output.
 *
 * @param getOutput - base units out for base units in; undefined beyond the liquidity.
 * @returns undefined when no input can serve the request.
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
 * Quotes raSOL and SOL over the market, either way; undefined at the end of its liquidity.
 *
 * It stands for the aggregator, and for the router's own pool where the aggregator is not asked for.
 */
function quoteMarket(
  request: TokenRequest,
  { market, vaults }: PoolView,
  ledger: SandboxLedger,
): Candidate | undefined {
  const { inp, out, mode, slippage, isSale } = request;
  const address = ledger.pool.market;
  const direction: SwapDirection = isSale ? 'sell-token' : 'buy-token';
  const vault = isSale ? vaults.lamports : vaults.tokens;
  const amountIn = solveInput(request, (amount) => {
    const { amountOut } = priceSwap(market, direction, amount);
    return isLiquid(amountOut, vault) || amountOut === 0n ? amountOut : undefined;
  });
  if (amountIn === undefined) return undefined;
  const price = priceSwap(market, direction, amountIn);
  if (!isLiquid(price.amountOut, vault)) return undefined;
  const threshold = orders.lessSlippage(price.amountOut, slippage);
  const order = { amountIn, price, threshold, slippage, mode };
  const rate = market.feeBasisPoints / 10_000;
  return {
    amountIn,
    amountOut: price.amountOut,
    units: MARKET_UNITS,
    describe: () =>
      request.sources.has('Jup')
        ? {
            swapSrc: 'Jup',
            data: orders.createJupiterOrder({ ...order, id: ledger.random(16) }),
          }
        : {
            swapSrc: 'Inf',
            data: { fees: [{ code: 'InfLpFee', rate, amount: price.fee.toString(), mint: inp }] },
          },
    convert: (owner, source, destination) => {
      const accounts = { market: address, owner, source, destination };
      if (mode === 'ExactIn') {
        const terms = { amountIn, minimumAmountOut: threshold };
        return getSwapInstruction({ ...accounts, ...terms, mintIn: inp, mintOut: out });
      }
      const [vaultIn, vaultOut] = [findVault(address, inp), findVault(address, out)];
      const terms = { amountOut: request.amount, maximumAmountIn: orders.plusSlippage(amountIn, slippage) };
      return getSwapExactOutInstruction(
        { ...accounts, ...terms, vaultIn, vaultOut },
        { programAddress: SWAP_PROGRAM_ADDRESS },
      );
    },
  };
}

const POOL_UNITS = 200_000;

/** Quotes SOL into raSOL by StakeWrappedSol, over DepositSol; undefined when the pool would refuse. */
function quotePoolDeposit(
  request: TokenRequest,
  { pool }: PoolView,
  ledger: SandboxLedger,
): Candidate | undefined {
  const preview = (lamports: bigint) =>
    previewDepositSol(pool, { lamports, epoch: ledger.epoch(), feeRounding: ledger.feeRounding });
  // The router's account is the referrer too, and passes on all that it receives.
  const getOutput = (lamports: bigint): bigint | undefined => {
    const deposit = preview(lamports);
    return deposit.ok
      ? deposit.userTokens + deposit.referrerTokens
      : zeroWhenTooSmall(deposit, STAKE_POOL_ERROR__DEPOSIT_TOO_SMALL);
  };
  const amount = solveInput(request, getOutput);
  const deposit = amount === undefined ? undefined : preview(amount);
  if (amount === undefined || !deposit?.ok) return undefined;
  const { managerTokens } = deposit;
  return {
    amountIn: amount,
    amountOut: getOutput(amount) ?? 0n,
    units: POOL_UNITS,
    describe: () =>
      orders.describePool(
        orders.toFeeInfo('StakePoolDepositSol', pool.solDepositFee, managerTokens, request.out),
      ),
    convert: (user, source, destination) =>
      stakeWrappedSol(ledger.pool, { user, source, destination, amount }),
  };
}

/** Quotes raSOL into SOL by WithdrawWrappedSol, as long as the reserve lasts; undefined when the pool would refuse. */
function quotePoolWithdrawal(
  request: TokenRequest,
  { pool }: PoolView,
  ledger: SandboxLedger,
): Candidate | undefined {
  const { feeRounding, pool: world, bank } = ledger;
  const preview = (poolTokens: bigint) =>
    previewWithdrawSol(pool, {
      poolTokens,
      epoch: ledger.epoch(),
      feeRounding,
      reserveLamports: bank.getLamports(world.reserveStake),
      reserveRent: MAINNET.stakeMetaReserve,
    });
  const getOutput = (poolTokens: bigint): bigint | undefined => {
    const withdrawal = preview(poolTokens);
    return withdrawal.ok
      ? lessRouterFee(withdrawal.lamports, WITHDRAW_WRAPPED_SOL_FEE_BPS)
      : zeroWhenTooSmall(withdrawal, STAKE_POOL_ERROR__WITHDRAWAL_TOO_SMALL);
  };
  const amount = solveInput(request, getOutput);
  const withdrawal = amount === undefined ? undefined : preview(amount);
  if (amount === undefined || !withdrawal?.ok) return undefined;
  const { feeTokens } = withdrawal;
  return {
    amountIn: amount,
    amountOut: getOutput(amount) ?? 0n,
    units: POOL_UNITS,
    describe: () =>
      orders.describePool(
        orders.toFeeInfo('StakePoolWithdrawSol', pool.solWithdrawalFee, feeTokens, request.inp),
      ),
    convert: (user, source, destination) => withdrawWrappedSol(world, { user, source, destination, amount }),
  };
}

function zeroWhenTooSmall(refusal: Refusal, tooSmall: StakePoolError): bigint | undefined {
  return refusal.by === 'stake-pool' && refusal.code === tooSmall ? 0n : undefined;
}
