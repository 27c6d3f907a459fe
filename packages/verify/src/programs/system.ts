import { instruction, type ProgramFormat } from './instruction-format.ts';

export const CREATE_ACCOUNT = instruction(
  'CreateAccount',
  '00000000',
  ['u64 lamports', 'u64 space', 'key owner'],
  ['ws payer', 'ws new account'],
  'Creates the account {new account} with {lamports as SOL} of {payer}, for the program {owner}.',
);

export const TRANSFER_SOL = instruction(
  'Transfer',
  '02000000',
  ['u64 lamports'],
  ['ws source', 'w destination'],
  'Moves {lamports as SOL} from {source} to {destination}.',
);

export const CREATE_ACCOUNT_WITH_SEED = instruction(
  'CreateAccountWithSeed',
  '03000000',
  ['key base', 'seed seed', 'u64 lamports', 'u64 space', 'key owner'],
  ['ws payer', 'w new account', 's base'],
  'Creates the account {new account} with {lamports as SOL} of {payer}, for the program {owner}.',
);

/** The system program. */
export const SYSTEM: ProgramFormat = {
  name: 'System',
  instructions: [
    CREATE_ACCOUNT,
    TRANSFER_SOL,
    CREATE_ACCOUNT_WITH_SEED,
    instruction(
      'Assign',
      '01000000',
      ['key owner'],
      ['ws account'],
      'Gives {account} to the program {owner}.',
    ),
    instruction(
      'AdvanceNonceAccount',
      '04000000',
      [],
      ['w nonce account', '- recent blockhashes', 's nonce authority'],
      'Uses up the nonce of {nonce account}.',
    ),
    instruction(
      'WithdrawNonceAccount',
      '05000000',
      ['u64 lamports'],
      ['w nonce account', 'w recipient', '- recent blockhashes', '- rent', 's nonce authority'],
      'Moves {lamports as SOL} from the nonce account {nonce account} to {recipient}.',
    ),
    instruction(
      'AuthorizeNonceAccount',
      '07000000',
      ['key new authority'],
      ['w nonce account', 's nonce authority'],
      'Puts the nonce account {nonce account} under the authority of {new authority}.',
    ),
    instruction(
      'Allocate',
      '08000000',
      ['u64 space'],
      ['ws account'],
      'Gives {account} room for {space} bytes.',
    ),
  ],
};
