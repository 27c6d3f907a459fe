import { instruction } from './instruction-format.ts';

// Of the stake program, what only rare builds hold; apart from the rest, which every page loads.

export const SPLIT_STAKE = instruction(
  'Split',
  '03000000',
  ['u64 lamports'],
  ['w stake account', 'w new stake account', 's staker'],
);

export const MERGE_STAKE = instruction(
  'Merge',
  '07000000',
  [],
  ['w destination', 'w source', '- clock', '- stake history', 's staker'],
);
