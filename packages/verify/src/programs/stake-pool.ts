import { instruction, type ProgramFormat } from './instruction-format.ts';

const DEPOSIT_SOL_ACCOUNTS = [
  'w stake pool',
  '- withdraw authority',
  'w reserve',
  'ws funding wallet',
  'w destination',
  'w manager fee account',
  'w referrer account',
  'w pool mint',
  '- system program',
  '- token program',
  's deposit authority',
] as const;
const WITHDRAW_SOL_ACCOUNTS = [
  'w stake pool',
  '- withdraw authority',
  's owner',
  'w source',
  'w reserve',
  'w recipient',
  'w manager fee account',
  'w pool mint',
  '- clock',
  '- stake history',
  '- stake program',
  '- token program',
  's withdraw signer',
] as const;
const DEPOSIT_STAKE_ACCOUNTS = [
  'w stake pool',
  'w validator list',
  '- deposit authority',
  '- withdraw authority',
  'w stake account',
  'w validator stake account',
  'w reserve',
  'w destination',
  'w manager fee account',
  'w referrer account',
  'w pool mint',
  '- clock',
  '- stake history',
  '- token program',
  '- stake program',
] as const;
const WITHDRAW_STAKE_ACCOUNTS = [
  'w stake pool',
  'w validator list',
  '- withdraw authority',
  'w validator stake account',
  'w new stake account',
  '- new authority',
  's owner',
  'w source',
  'w manager fee account',
  'w pool mint',
  '- clock',
  '- token program',
  '- stake program',
] as const;

export const DEPOSIT_SOL_WITH_SLIPPAGE = instruction(
  'DepositSolWithSlippage',
  '19',
  ['u64 lamports', 'u64 least'],
  DEPOSIT_SOL_ACCOUNTS.slice(0, 10),
  'Deposits {lamports as SOL} into the stake pool {stake pool} for at least {least of pool mint}.',
);

/** A stake pool. */
export const STAKE_POOL: ProgramFormat = {
  name: 'Stake Pool',
  instructions: [
    DEPOSIT_SOL_WITH_SLIPPAGE,
    instruction(
      'DepositSol',
      '0e',
      ['u64 lamports'],
      DEPOSIT_SOL_ACCOUNTS,
      'Deposits {lamports as SOL} into the stake pool {stake pool}, whatever that gives.',
    ),
    instruction(
      'WithdrawSol',
      '10',
      ['u64 amount'],
      WITHDRAW_SOL_ACCOUNTS,
      'Gives {amount of pool mint} back to the stake pool {stake pool} for SOL, whatever that gives.',
    ),
    instruction(
      'WithdrawSolWithSlippage',
      '1a',
      ['u64 amount', 'u64 least'],
      WITHDRAW_SOL_ACCOUNTS,
      'Gives {amount of pool mint} back to the stake pool {stake pool} for at least {least as SOL}.',
    ),
    instruction(
      'DepositStake',
      '09',
      [],
      DEPOSIT_STAKE_ACCOUNTS,
      'Deposits the stake account {stake account} into the stake pool {stake pool}, whatever that gives.',
    ),
    instruction(
      'DepositStakeWithSlippage',
      '17',
      ['u64 least'],
      DEPOSIT_STAKE_ACCOUNTS,
      'Deposits the stake account {stake account} into the stake pool {stake pool} for at least {least of pool mint}.',
    ),
    instruction(
      'WithdrawStake',
      '0a',
      ['u64 amount'],
      WITHDRAW_STAKE_ACCOUNTS,
      'Gives {amount of pool mint} back to the stake pool {stake pool} for stake in {new stake account}.',
    ),
    instruction(
      'WithdrawStakeWithSlippage',
      '18',
      ['u64 amount', 'u64 least'],
      WITHDRAW_STAKE_ACCOUNTS,
      'Gives {amount of pool mint} back to the stake pool {stake pool} for at least {least as SOL} of stake in {new stake account}.',
    ),
  ],
};
