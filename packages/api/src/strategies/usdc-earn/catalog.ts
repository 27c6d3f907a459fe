import type { Deployment } from '@staking-agent/chain/deployment';
import type { Catalog, DetailOf } from '../strategy.ts';

/** Words and addresses of the USDC vault. */
export const catalog: Catalog<'usdc-earn'> = {
  asset: 'USDC',
  title: 'Earn',
  blurb: 'Deposit USDC into a vault that routes it to lending yields.',
  intro:
    'Your USDC goes into a vault that lends it out across markets and moves it to where it earns most. Your share is raUSDC: its number stays the same while the USDC each one redeems for grows.',
  steps: [
    { ord: '1', lead: 'Deposit', tail: 'One transaction moves USDC into the vault and raUSDC to you.' },
    { ord: '2', lead: 'Earn', tail: 'The value of raUSDC in USDC grows as loans pay interest.' },
    { ord: '3', lead: 'Leave', tail: 'Withdraw any amount or everything; there is no cooldown.' },
  ],
  trust: ['Shares stay in your wallet', 'No cooldown', 'No withdrawal fee'],
  actions: {
    stake: { kinds: ['deposit'], notes: 'amount is USDC with at most 6 decimal places. raUSDC has 9.' },
    unstake: {
      kinds: ['instant'],
      notes: 'amount is USDC, or isWithdrawAll=true for the whole position. Broadcast with route=rpc.',
    },
  },
};

/** The addresses of one deployment. */
export function onchain({ usdcMint, rausdcMint, usdcVault }: Deployment): DetailOf<'usdc-earn'>['onchain'] {
  return {
    assetMint: usdcMint,
    receiptMint: rausdcMint,
    receiptSymbol: 'raUSDC',
    vault: usdcVault,
  };
}
