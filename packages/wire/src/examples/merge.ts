import type { merge } from '../operations/merge.ts';
import type { ExamplesOf } from './example.ts';
import { BUILD_VALUES, NEW_STAKE_ACCOUNT, STAKE_ACCOUNT, WALLET } from './example-values.ts';

/** Exchanges of `POST /merge`. */
export const mergeExamples: ExamplesOf<typeof merge> = {
  'sol-native-stake': [
    {
      summary: 'Merge an active stake account of 1.5 SOL into another one',
      body: { wallet: WALLET, into: STAKE_ACCOUNT, from: [NEW_STAKE_ACCOUNT] },
      answer: {
        strategy: 'sol-native-stake',
        ...BUILD_VALUES,
        transaction:
          'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQHvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ExSRssATOEmCsRXOt3etzCktAO/gzy3IYt8hnw1y7bQXN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAan1RcYx3TJKFZjmGkdXraLXrijm0ttXHNVWyEAAAAABqfVFxk1hND+7ZuzQx0TIGvlRCgbV7hWbMU3X/QAAABw2Tl0sktvffzyEra3bKjBDnb524QRCJCfEZsmsZapFwMDAAUCQJwAAAMACQMQJwAAAAAAAAQFAgEFBgAEBwAAAA==',
        into: STAKE_ACCOUNT,
        from: [NEW_STAKE_ACCOUNT],
        mergedLamports: 1_502_282_880,
        idleLamports: 2_282_880,
        notes: 'The rent reserve of the closed account earns nothing there: POST /withdraw takes it.',
      },
    },
  ],
};
