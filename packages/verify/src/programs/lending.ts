import { instruction, type ProgramFormat } from './instruction-format.ts';

// Tags are the first 8 bytes of sha256("global:…").
export const INITIALIZE_LENDING_ACCOUNT = instruction(
  'marginfi_account_initialize_pda',
  '57b15b50da77f51f',
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

export const START_FLASH_LOAN = instruction(
  'lending_account_start_flashloan',
  '0e8321dc51bab46b',
  ['u64 end index'],
  ['w lending account', 's authority', '- instructions sysvar'],
  'Begins a flash loan that instruction {end index} must end.',
);

export const BORROW = instruction(
  'lending_account_borrow',
  '047e74353005d41f',
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

export const REPAY = instruction(
  'lending_account_repay',
  '4fd1acb1de33ad97',
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

export const END_FLASH_LOAN = instruction(
  'lending_account_end_flashloan',
  '697cc96a9902089c',
  [],
  ['w lending account', 's authority'],
  'Ends the flash loan; fails unless it is paid back.',
);

/** The same from version 0.1.10 of the lender on; only the accounts differ. */
export const END_FLASH_LOAN_OF_GROUP = instruction(
  'lending_account_end_flashloan',
  '697cc96a9902089c',
  [],
  ['w lending account', '- group', 's authority'],
  'Ends the flash loan; fails unless it is paid back.',
);

export const CLOSE_LENDING_ACCOUNT = instruction(
  'marginfi_account_close',
  'badd5d223261c2f1',
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
