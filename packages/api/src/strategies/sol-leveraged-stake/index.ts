import type { Strategy } from '../strategy.ts';
import { catalog } from './catalog.ts';

/** Leveraged staking: announced. */
export const solLeveragedStake: Strategy<'sol-leveraged-stake'> = { key: 'sol-leveraged-stake', catalog };
