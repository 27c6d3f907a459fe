import type {
  LeveragedDetail,
  LiquidDetail,
  NativeDetail,
  UsdcDetail,
} from '../operations/strategy-detail.ts';
import {
  RASOL_MAX_MINT,
  RASOL_MINT,
  RAUSDC_MINT,
  SOL_MINT,
  USDC_MINT,
  USDC_VAULT,
  VOTE_ACCOUNT,
} from './example-values.ts';

/** The native strategy as an example. */
export const nativeDetail: NativeDetail = {
  key: 'sol-native-stake',
  asset: 'SOL',
  title: 'Native',
  blurb: "Delegate SOL to the operator's validator.",
  status: 'live',
  live: { apy: 6.7, exchangeRate: null },
  intro: 'SOL is delegated from a stake account of its own. Both of its authorities stay with the wallet.',
  steps: [
    { ord: '1', lead: 'Delegate', tail: 'A new stake account is funded and delegated.' },
    { ord: '2', lead: 'Earn', tail: 'Rewards join the stake at every epoch.' },
    { ord: '3', lead: 'Leave', tail: 'Deactivate and withdraw, or exit at once through the router.' },
  ],
  trust: ['Self-custody', 'No lock beyond the ledger cooldown'],
  onchain: { validatorVoteAccount: VOTE_ACCOUNT, assetMint: SOL_MINT },
  actions: {
    stake: { kinds: ['delegate'], notes: 'Keep the stake account that the answer names.' },
    unstake: {
      kinds: ['deactivate', 'instant'],
      notes: 'Deactivation takes two to three days; instant exits the whole account at the market.',
    },
  },
};

/** The liquid strategy as an example. */
export const liquidDetail: LiquidDetail = {
  key: 'sol-liquid-stake',
  asset: 'SOL',
  title: 'Liquid',
  blurb: 'Turn SOL into raSOL through the router.',
  status: 'live',
  live: { apy: 6.4, exchangeRate: 1.0723 },
  intro: 'raSOL stands for staked SOL. Its balance stays fixed while each unit is worth more SOL over time.',
  steps: [
    { ord: '1', lead: 'Deposit', tail: 'SOL goes to the router.' },
    { ord: '2', lead: 'Receive', tail: 'raSOL arrives in the wallet.' },
    { ord: '3', lead: 'Use', tail: 'Hold it, move it or swap it back.' },
  ],
  trust: ['Self-custody', 'No protocol fee', 'Audited infrastructure'],
  onchain: { assetMint: SOL_MINT, receiptMint: RASOL_MINT, receiptSymbol: 'raSOL' },
  actions: {
    stake: { kinds: ['mint'], notes: 'Broadcast with route=router.' },
    unstake: {
      kinds: ['instant', 'slow'],
      notes: 'Slow leaves a native stake account that has to cool down.',
    },
  },
};

/** The leveraged strategy as an example. */
export const leveragedDetail: LeveragedDetail = {
  key: 'sol-leveraged-stake',
  asset: 'SOL',
  title: 'Leveraged raSOL Max',
  blurb: 'Amplified staking yield, managed automatically.',
  status: 'live',
  live: { apy: 9.93, exchangeRate: 1.1988 },
  intro: 'A vault borrows SOL against raSOL and stakes it again. The receipt is the share of that vault.',
  steps: [
    { ord: '1', lead: 'Stake', tail: 'SOL becomes raSOL in the stake pool.' },
    { ord: '2', lead: 'Deposit', tail: 'raSOL goes into the vault in the same transaction.' },
    { ord: '3', lead: 'Redeem', tail: 'Burning the receipt pays raSOL, or SOL in a second transaction.' },
  ],
  trust: ['Self-custody', 'Bounded leverage'],
  onchain: {
    assetMint: SOL_MINT,
    depositMint: RASOL_MINT,
    receiptMint: RASOL_MAX_MINT,
    receiptSymbol: 'raSOL Max',
  },
  actions: {
    stake: { kinds: ['deposit'], notes: 'Read the receipt balance on the ledger after confirmation.' },
    unstake: { kinds: ['instant'], notes: 'The amount is raSOL Max LP.' },
  },
};

/** The USDC strategy as an example. */
export const usdcDetail: UsdcDetail = {
  key: 'usdc-earn',
  asset: 'USDC',
  title: 'Earn',
  blurb: 'Lend USDC through a vault.',
  status: 'live',
  live: { apy: 5.6, exchangeRate: 1.0123 },
  intro: 'A vault spreads USDC over lending markets. raUSDC is the share of it, worth more over time.',
  steps: [
    { ord: '1', lead: 'Deposit', tail: 'USDC goes into the vault.' },
    { ord: '2', lead: 'Receive', tail: 'raUSDC arrives in the wallet.' },
    { ord: '3', lead: 'Withdraw', tail: 'Take out USDC at any time, without fee.' },
  ],
  trust: ['Self-custody', 'No withdrawal fee'],
  onchain: {
    assetMint: USDC_MINT,
    receiptMint: RAUSDC_MINT,
    receiptSymbol: 'raUSDC',
    vault: USDC_VAULT,
  },
  actions: {
    stake: { kinds: ['deposit'], notes: 'Broadcast with route=rpc.' },
    unstake: { kinds: ['instant'], notes: 'isWithdrawAll takes the whole position.' },
  },
};
