import type { Strategy } from '../strategy.ts';
import { catalog } from './catalog.ts';

/** The USDC vault: announced. */
export const usdcEarn: Strategy<'usdc-earn'> = { key: 'usdc-earn', catalog };
