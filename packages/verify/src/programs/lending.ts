import { anchored, type ProgramFormat } from './instruction-format.ts';

export const INITIALIZE_LENDING_ACCOUNT = anchored(
  'marginfi_account_initialize_pda',
  ['u16 account index', 'u16? third-party id'],
  [
    '- group',
    'w lending account',
    's authority',
    'ws fee payer',
    '- instructions sysvar',
    '- system program',
  ],
  'Opens the lending account {lending account} of {authority}; {fee payer} pays its rent.',
);

export const START_FLASH_LOAN = anchored(
  'lending_account_start_flashloan',
  ['u64 end index'],
  ['w lending account', 's authority', '- instructions sysvar'],
  'Begins a flash loan that instruction {end index} must end.',
);

export const BORROW = anchored(
  'lending_account_borrow',
  ['u64 amount'],
  [
    '- group',
    'w lending account',
    's authority',
    'w bank',
    'w destination',
    '- liquidity vault authority',
    'w liquidity vault',
    '- token program',
  ],
  'Borrows {amount} base units from the bank {bank} into {destination}.',
);

export const REPAY = anchored(
  'lending_account_repay',
  ['u64 amount', 'bool? repay all'],
  [
    '- group',
    'w lending account',
    's authority',
    'w bank',
    'w source',
    'w liquidity vault',
    '- token program',
  ],
  'Pays the debt at the bank {bank} back from {source}: {amount} base units, or all of it when told so ({repay all}).',
);

export const END_FLASH_LOAN = anchored(
  'lending_account_end_flashloan',
  [],
  ['w lending account', 's authority'],
  'Ends the flash loan; fails unless it is paid back.',
);

/** The same from version 0.1.10 of the lender on; only the accounts differ. */
export const END_FLASH_LOAN_OF_GROUP = anchored(
  'lending_account_end_flashloan',
  [],
  ['w lending account', '- group', 's authority'],
  'Ends the flash loan; fails unless it is paid back.',
);

export const CLOSE_LENDING_ACCOUNT = anchored(
  'marginfi_account_close',
  [],
  ['w lending account', 's authority', 'ws fee payer'],
  'Closes the lending account {lending account}; its rent goes to {fee payer}.',
);

/** The lender of flash loans. */
export const LENDING: ProgramFormat = {
  name: 'Marginfi',
  instructions: [
    INITIALIZE_LENDING_ACCOUNT,
    START_FLASH_LOAN,
    BORROW,
    REPAY,
    END_FLASH_LOAN,
    END_FLASH_LOAN_OF_GROUP,
    CLOSE_LENDING_ACCOUNT,
  ],
};
