import type { quote } from '../operations/quote.ts';
import type { ExamplesOf } from './example.ts';
import { STAKE_ACCOUNT, WALLET } from './example-values.ts';

/** Exchanges of `POST /quote`. */
export const quoteExamples: ExamplesOf<typeof quote> = {
  liquid: [
    {
      summary: 'What 1.65 raSOL fetches in SOL',
      body: { strategy: 'sol-liquid-stake', wallet: WALLET, amount: '1.65' },
      answer: {
        strategy: 'sol-liquid-stake',
        inAsset: 'raSOL',
        outAsset: 'SOL',
        inAmount: '1.65',
        outAmount: '1.7616',
        priceImpactPct: 0.0048,
      },
    },
  ],
  native: [
    {
      summary: 'What an active stake account fetches at once',
      body: { strategy: 'sol-native-stake', wallet: WALLET, amount: '1.5', stakeAccount: STAKE_ACCOUNT },
      answer: {
        strategy: 'sol-native-stake',
        kind: 'instant',
        inAsset: 'SOL',
        outAsset: 'SOL',
        inAmount: '1.5',
        outAmount: '1.498525',
        priceImpactPct: null,
      },
    },
  ],
  leveraged: [
    {
      summary: 'What 0.0195 raSOL Max LP pays in raSOL',
      body: { strategy: 'sol-leveraged-stake', wallet: WALLET, amount: '0.0195' },
      answer: {
        strategy: 'sol-leveraged-stake',
        kind: 'instant',
        inAsset: 'raSOL Max',
        outAsset: 'raSOL',
        inAmount: '0.0195',
        outAmount: '0.019485797',
        path: 'vault-idle',
      },
    },
  ],
};
