import type { Strategy } from '../strategy.ts';
import { catalog } from './catalog.ts';

/** Liquid staking: announced. */
export const solLiquidStake: Strategy<'sol-liquid-stake'> = { key: 'sol-liquid-stake', catalog };
