import type { unstake } from '../operations/unstake.ts';
import type { ExamplesOf } from './example.ts';
import {
  DEACTIVATE_TRANSACTION,
  RASOL_MAX_MINT,
  RASOL_MINT,
  SERVICE_TOKEN,
  SHORTENED_TRANSACTION,
  SOL_MINT,
  STAKE_ACCOUNT,
  WALLET,
} from './example-values.ts';

const BUILD = { transaction: SHORTENED_TRANSACTION, service_token: SERVICE_TOKEN, signers: [WALLET] };

const LEVERAGED_EXIT = {
  strategy: 'sol-leveraged-stake',
  kind: 'instant',
  ...BUILD,
  route: 'rpc',
  path: 'flash-bracket',
  burnedLpLamports: '19500000',
  expectedPayoutRasol: '0.019485797',
  expectedPayoutRasolLamports: '19485797',
  initializedLendingAccount: true,
  receiptMint: RASOL_MAX_MINT,
  receiptSymbol: 'raSOL Max',
} as const;

/** Exchanges of `POST /unstake`. */
export const unstakeExamples: ExamplesOf<typeof unstake> = {
  nativeDeactivate: [
    {
      summary: 'Begin the cooldown of a stake account',
      body: {
        strategy: 'sol-native-stake',
        wallet: WALLET,
        kind: 'deactivate',
        stakeAccount: STAKE_ACCOUNT,
      },
      answer: {
        strategy: 'sol-native-stake',
        kind: 'deactivate',
        ...BUILD,
        transaction: DEACTIVATE_TRANSACTION,
        notes:
          'The whole account deactivates. Once its deactivation epoch has passed, after two to three days, call withdraw.',
      },
    },
  ],
  nativeInstant: [
    {
      summary: 'Trade an active stake account for SOL',
      body: {
        strategy: 'sol-native-stake',
        wallet: WALLET,
        kind: 'instant',
        stakeAccount: STAKE_ACCOUNT,
        amount: '1.5',
      },
      answer: {
        strategy: 'sol-native-stake',
        kind: 'instant',
        ...BUILD,
        route: 'router',
        routerKind: 'depositStake',
        router_order: { inpAcc: STAKE_ACCOUNT, out: SOL_MINT, inpAmt: '1502282880', outAmt: '1498525000' },
      },
    },
  ],
  liquidInstant: [
    {
      summary: 'Swap raSOL to SOL',
      body: { strategy: 'sol-liquid-stake', wallet: WALLET, kind: 'instant', amount: '1.65' },
      answer: {
        strategy: 'sol-liquid-stake',
        kind: 'instant',
        ...BUILD,
        route: 'router',
        routerKind: 'token',
        router_order: {
          inp: RASOL_MINT,
          out: SOL_MINT,
          mode: 'ExactIn',
          inpAmt: '1650000000',
          outAmt: '1761600000',
        },
      },
    },
  ],
  liquidSlow: [
    {
      summary: 'Trade raSOL for a native stake account',
      body: { strategy: 'sol-liquid-stake', wallet: WALLET, kind: 'slow', amount: '10' },
      answer: {
        strategy: 'sol-liquid-stake',
        kind: 'slow',
        ...BUILD,
        route: 'router',
        routerKind: 'withdrawStake',
        router_order: { inp: RASOL_MINT, inpAmt: '10000000000', outAmt: '10712277000' },
      },
    },
  ],
  leveragedInstant: [
    {
      summary: 'Burn raSOL Max LP for raSOL',
      body: { strategy: 'sol-leveraged-stake', wallet: WALLET, kind: 'instant', amount: '0.0195' },
      answer: { ...LEVERAGED_EXIT, outputAsset: 'raSOL' },
    },
    {
      summary: 'Burn raSOL Max LP on the way to SOL',
      body: {
        strategy: 'sol-leveraged-stake',
        wallet: WALLET,
        kind: 'instant',
        amount: '0.0195',
        outputAsset: 'SOL',
      },
      answer: {
        ...LEVERAGED_EXIT,
        outputAsset: 'SOL',
        next: {
          description:
            'Broadcast this transaction and wait for its confirmation, read how much raSOL arrived, then send this body with that amount.',
          endpoint: '/api/v1/unstake',
          method: 'POST',
          body: { strategy: 'sol-liquid-stake', wallet: WALLET, amount: '0.019485797', kind: 'instant' },
        },
      },
    },
  ],
  usdcInstant: [
    {
      summary: 'Take the whole position out of the USDC vault',
      body: { strategy: 'usdc-earn', wallet: WALLET, kind: 'instant', isWithdrawAll: true },
      answer: { strategy: 'usdc-earn', kind: 'instant', ...BUILD, route: 'vault' },
    },
  ],
};
