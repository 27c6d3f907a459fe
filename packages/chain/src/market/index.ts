export { getMarketCodec, type Market } from './market.ts';
export { isLiquid, priceSwap, priceSwapExactOut, type SwapDirection, type SwapPrice } from './price-swap.ts';
export {
  decodeSwapExactOutData,
  getSwapExactOutInstruction,
  type SwapAccounts,
  type SwapExactOutData,
} from './swap-exact-out.ts';
