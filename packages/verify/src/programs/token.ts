import { instruction } from './instruction-format.ts';

/** Of the Token program, what our own builds hold; `explain` knows more. */
export const TRANSFER_TOKENS = instruction(
  'Transfer',
  '03',
  ['u64 amount'],
  ['w source', 'w destination', 's owner'],
);
