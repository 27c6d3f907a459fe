export {
  getLeverageError,
  LEVERAGE_ERROR__INSUFFICIENT_POSITION,
  LEVERAGE_ERROR__STALE_POOL,
  LEVERAGE_ERROR__WRONG_ACCOUNT,
} from './leverage-error.ts';
export { getLeveragedPositionCodec, type LeveragedPosition } from './position.ts';
export { type Deleverage, type Leverage, netPoolTokens, previewDeleverage } from './preview-deleverage.ts';
