import { instruction, type ProgramFormat } from './instruction-format.ts';

export const TRANSFER_TOKENS = instruction(
  'Transfer',
  '03',
  ['u64 amount'],
  ['w source', 'w destination', 's owner'],
  'Moves {amount} base units of a token from {source} to {destination}.',
);

export const TRANSFER_CHECKED = instruction(
  'TransferChecked',
  '0c',
  ['u64 amount', 'u8 decimals'],
  ['w source', '- mint', 'w destination', 's owner'],
  'Moves {amount of mint} from {source} to {destination}.',
);

export const CLOSE_TOKEN_ACCOUNT = instruction(
  'CloseAccount',
  '09',
  [],
  ['w token account', 'w recipient', 's owner'],
  'Closes {token account}; all its SOL goes to {recipient}.',
);

export const SYNC_NATIVE = instruction(
  'SyncNative',
  '11',
  [],
  ['w token account'],
  'Counts the SOL that {token account} got as wrapped SOL.',
);

export const INITIALIZE_TOKEN_ACCOUNT_3 = instruction(
  'InitializeAccount3',
  '12',
  ['key owner'],
  ['w token account', '- mint'],
  'Makes {token account} an account of {owner} for the mint {mint}.',
);

/** The Token program; Token-2022 shares these. */
export const TOKEN: ProgramFormat = {
  name: 'Token',
  instructions: [
    TRANSFER_TOKENS,
    TRANSFER_CHECKED,
    CLOSE_TOKEN_ACCOUNT,
    SYNC_NATIVE,
    INITIALIZE_TOKEN_ACCOUNT_3,
    instruction(
      'InitializeAccount',
      '01',
      [],
      ['w token account', '- mint', '- owner', '- rent'],
      'Makes {token account} an account of {owner} for the mint {mint}.',
    ),
    instruction(
      'Approve',
      '04',
      ['u64 amount'],
      ['w source', '- delegate', 's owner'],
      'Lets {delegate} spend {amount} base units from {source}.',
    ),
    instruction(
      'Revoke',
      '05',
      [],
      ['w source', 's owner'],
      'Lets nobody but its owner spend from {source}.',
    ),
    instruction(
      'SetAuthority',
      '06',
      ['u8 authority type', 'rest new authority'],
      ['w account', 's authority'],
      'Changes who has an authority (type {authority type}) over {account}.',
    ),
    instruction(
      'MintTo',
      '07',
      ['u64 amount'],
      ['w mint', 'w destination', 's mint authority'],
      'Mints {amount of mint} to {destination}.',
    ),
    instruction(
      'Burn',
      '08',
      ['u64 amount'],
      ['w source', 'w mint', 's owner'],
      'Burns {amount of mint} from {source}.',
    ),
    instruction(
      'FreezeAccount',
      '0a',
      [],
      ['w token account', '- mint', 's freeze authority'],
      'Freezes {token account}.',
    ),
  ],
};

/** Token-2022, as far as it is the Token program. */
export const TOKEN_2022: ProgramFormat = { ...TOKEN, name: 'Token-2022' };
