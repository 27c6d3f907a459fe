import { instruction } from './instruction-format.ts';

// Of the system program, what our own builds hold; `explain` knows more.

export const CREATE_ACCOUNT = instruction(
  'CreateAccount',
  '00000000',
  ['u64 lamports', 'u64 space', 'key owner'],
  ['ws payer', 'ws new account'],
);

export const CREATE_ACCOUNT_WITH_SEED = instruction(
  'CreateAccountWithSeed',
  '03000000',
  ['key base', 'seed seed', 'u64 lamports', 'u64 space', 'key owner'],
  ['ws payer', 'w new account', 's base'],
);
