import type { Address, Instruction } from '@solana/kit';
import { getSwapExactOutInstruction, isLiquid, type Market, priceSwap } from '@staking-agent/chain/market';
import { findVault, SWAP_PROGRAM_ADDRESS } from '../../../programs/swap/program.ts';
import { getSwapInstruction } from '../../../programs/swap/swap-instruction.ts';
import type { SandboxLedger } from '../../../world/sandbox-ledger.ts';
import { createJupiterOrder } from '../jupiter-order.ts';
import type { FeeInfo } from '../order.ts';
import type { PoolView } from '../pool-view.ts';
import { planWrappedSol, wrapSol } from '../wrapped-sol.ts';
import { type Candidate, lessSlippage, plusSlippage, solveInput, type TokenRequest } from './candidate.ts';

const UNITS = 140_000;

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
        return { units: UNITS, instructions: [swap(wallet, source ?? wallet, destination)] };
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
      return { units: UNITS, instructions };
    },
  };
}

function describeFee({ feeBasisPoints }: Market, amount: bigint, mint: Address): FeeInfo {
  return { code: 'InfLpFee', rate: feeBasisPoints / 10_000, amount: amount.toString(), mint };
}
