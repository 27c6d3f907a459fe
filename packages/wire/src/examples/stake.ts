import type { stake } from '../operations/stake.ts';
import type { ExamplesOf } from './example.ts';
import {
  NATIVE_STAKE_TRANSACTION,
  RASOL_MAX_MINT,
  RASOL_MINT,
  SERVICE_TOKEN,
  SHORTENED_TRANSACTION,
  SOL_MINT,
  STAKE_ACCOUNT,
  VOTE_ACCOUNT,
  WALLET,
} from './example-values.ts';

/** Exchanges of `POST /stake`. */
export const stakeExamples: ExamplesOf<typeof stake> = {
  native: [
    {
      summary: 'Delegate 1.5 SOL',
      body: { strategy: 'sol-native-stake', wallet: WALLET, amount: '1.5' },
      answer: {
        strategy: 'sol-native-stake',
        transaction: NATIVE_STAKE_TRANSACTION,
        service_token: SERVICE_TOKEN,
        stakeAccount: STAKE_ACCOUNT,
        voteAccount: VOTE_ACCOUNT,
        rentExemptReserveLamports: 2_282_880,
        delegatedLamports: 1_500_000_000,
        signers: [WALLET],
        notes: 'The stake account has already signed. Keep its address: every later step needs it.',
      },
    },
  ],
  liquid: [
    {
      summary: 'Turn 1.5 SOL into raSOL, with a referral',
      body: { strategy: 'sol-liquid-stake', wallet: WALLET, amount: '1.5', referral_code: 'ACORN23' },
      answer: {
        strategy: 'sol-liquid-stake',
        transaction: SHORTENED_TRANSACTION,
        service_token: SERVICE_TOKEN,
        route: 'router',
        routerKind: 'token',
        router_order: {
          inp: SOL_MINT,
          out: RASOL_MINT,
          mode: 'ExactIn',
          inpAmt: '1500000000',
          outAmt: '1398862258',
        },
        signers: [WALLET],
      },
    },
  ],
  leveraged: [
    {
      summary: 'Put 0.02 SOL into the leveraged vault',
      body: { strategy: 'sol-leveraged-stake', wallet: WALLET, amount: '0.02' },
      answer: {
        strategy: 'sol-leveraged-stake',
        transaction: SHORTENED_TRANSACTION,
        service_token: SERVICE_TOKEN,
        route: 'rpc',
        depositedSolLamports: '20000000',
        stagedRasolLamports: '18651496',
        receiptMint: RASOL_MAX_MINT,
        receiptSymbol: 'raSOL Max',
        signers: [WALLET],
      },
    },
  ],
  usdc: [
    {
      summary: 'Put 250 USDC into the vault',
      body: { strategy: 'usdc-earn', wallet: WALLET, amount: '250' },
      answer: {
        strategy: 'usdc-earn',
        transaction: SHORTENED_TRANSACTION,
        service_token: SERVICE_TOKEN,
        route: 'vault',
        signers: [WALLET],
      },
    },
  ],
};
