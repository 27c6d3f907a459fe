import { instruction } from './instruction-format.ts';

// Of the stake program, what our own builds hold; `explain` knows more.

export const INITIALIZE_STAKE = instruction(
  'Initialize',
  '00000000',
  ['key staker', 'key withdrawer', 'i64 lockup time', 'u64 lockup epoch', 'key lockup custodian'],
  ['w stake account', '- rent'],
);

export const DELEGATE_STAKE = instruction(
  'DelegateStake',
  '02000000',
  [],
  ['w stake account', '- vote account', '- clock', '- stake history', '- stake config', 's staker'],
);

export const WITHDRAW_STAKE = instruction(
  'Withdraw',
  '04000000',
  ['u64 lamports'],
  ['w stake account', 'w recipient', '- clock', '- stake history', 's withdrawer'],
);

export const DEACTIVATE_STAKE = instruction(
  'Deactivate',
  '05000000',
  [],
  ['w stake account', '- clock', 's staker'],
);
