import { anchored, instruction } from './instruction-format.ts';

// Of the stake program, what only rare builds hold; apart from the rest, which every page loads.

export const SPLIT_STAKE = instruction(
  'Split',
  '03000000',
  ['u64 lamports'],
  'w stake account, w new stake account, s staker',
);

export const MERGE_STAKE = instruction(
  'Merge',
  '07000000',
  [],
  'w destination, w source, - clock, - stake history, s staker',
);

/** Pays what was requested of a vault, out of its idle funds. */
export const WITHDRAW_VAULT = anchored(
  'withdraw_vault',
  [],
  `
  ws user, - protocol, w vault, - asset mint, w LP mint, w escrow account, w idle account,
  w idle authority, w user asset account, w request receipt, - asset token program, - LP token program,
  - system program
`,
);

/** Takes back what was requested of a vault. */
export const CANCEL_REQUEST_WITHDRAW_VAULT = anchored(
  'cancel_request_withdraw_vault',
  [],
  `
  ws user, - protocol, w vault, w LP mint, w user LP account, w escrow account, w request receipt,
  - LP token program, - system program
`,
);
