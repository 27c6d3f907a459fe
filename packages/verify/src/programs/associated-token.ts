import { instruction, type ProgramFormat } from './instruction-format.ts';

const ACCOUNTS = [
  'ws payer',
  'w token account',
  '- owner',
  '- mint',
  '- system program',
  '- token program',
] as const;

export const CREATE_TOKEN_ACCOUNT = instruction(
  'CreateIdempotent',
  '01',
  [],
  ACCOUNTS,
  'Opens the account {token account} of {owner} for the mint {mint} where there is none; {payer} pays its rent.',
);

/** The associated-token program. */
export const ASSOCIATED_TOKEN: ProgramFormat = {
  name: 'Associated Token',
  instructions: [
    CREATE_TOKEN_ACCOUNT,
    instruction(
      'Create',
      '00',
      [],
      ACCOUNTS,
      'Opens the account {token account} of {owner} for the mint {mint}; {payer} pays its rent.',
    ),
    // The older form of the same: no data at all.
    instruction(
      'Create',
      '',
      [],
      ACCOUNTS,
      'Opens the account {token account} of {owner} for the mint {mint}; {payer} pays its rent.',
    ),
  ],
};
