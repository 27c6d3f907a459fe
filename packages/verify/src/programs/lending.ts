import { anchored } from './instruction-format.ts';

export const INITIALIZE_LENDING_ACCOUNT = anchored(
  'marginfi_account_initialize_pda',
  ['u16 account index', 'u16? third-party id'],
  `- group, w lending account, s authority, ws fee payer, - instructions sysvar, - system program`,
);

export const START_FLASH_LOAN = anchored(
  'lending_account_start_flashloan',
  ['u64 end index'],
  'w lending account, s authority, - instructions sysvar',
);

export const BORROW = anchored(
  'lending_account_borrow',
  ['u64 amount'],
  `
  - group, w lending account, s authority, w bank, w destination, - liquidity vault authority,
  w liquidity vault, - token program
`,
);

export const REPAY = anchored(
  'lending_account_repay',
  ['u64 amount', 'bool? repay all'],
  `- group, w lending account, s authority, w bank, w source, w liquidity vault, - token program`,
);

export const END_FLASH_LOAN = anchored('lending_account_end_flashloan', [], 'w lending account, s authority');

/** The same from version 0.1.10 of the lender on; only the accounts differ. */
export const END_FLASH_LOAN_OF_GROUP = anchored(
  'lending_account_end_flashloan',
  [],
  'w lending account, - group, s authority',
);
