import type { getStrategy } from '../operations/get-strategy.ts';
import type { ExamplesOf } from './example.ts';
import { leveragedDetail, liquidDetail, nativeDetail, usdcDetail } from './strategy-details.ts';

/** Exchanges of `GET /strategies/{key}`. */
export const getStrategyExamples: ExamplesOf<typeof getStrategy> = {
  native: [
    {
      summary: 'Native delegation',
      params: { key: 'sol-native-stake' },
      answer: { strategy: nativeDetail },
    },
  ],
  liquid: [
    {
      summary: 'Liquid staking',
      params: { key: 'sol-liquid-stake' },
      answer: { strategy: liquidDetail },
    },
  ],
  leveraged: [
    {
      summary: 'Leveraged staking',
      params: { key: 'sol-leveraged-stake' },
      answer: { strategy: leveragedDetail },
    },
  ],
  usdc: [
    {
      summary: 'USDC vault',
      params: { key: 'usdc-earn' },
      answer: { strategy: usdcDetail },
    },
  ],
};
