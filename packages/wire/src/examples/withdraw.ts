import type { withdraw } from '../operations/withdraw.ts';
import type { ExamplesOf } from './example.ts';
import { SERVICE_TOKEN, STAKE_ACCOUNT, WALLET, WITHDRAW_TRANSACTION } from './example-values.ts';

/** Exchanges of `POST /withdraw`. */
export const withdrawExamples: ExamplesOf<typeof withdraw> = {
  ok: [
    {
      summary: 'Empty and close a stake account',
      body: { wallet: WALLET, stakeAccount: STAKE_ACCOUNT },
      answer: {
        strategy: 'sol-native-stake',
        transaction: WITHDRAW_TRANSACTION,
        service_token: SERVICE_TOKEN,
        stakeAccount: STAKE_ACCOUNT,
        withdrawnLamports: 1_502_282_880,
        signers: [WALLET],
        notes: 'Takes everything, which closes the account.',
      },
    },
  ],
};
