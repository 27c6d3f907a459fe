import { CREATE_TOKEN_ACCOUNT } from '../programs/associated-token.ts';
import { instruction, type ProgramFormat } from '../programs/instruction-format.ts';
import { DEACTIVATE_STAKE, DELEGATE_STAKE, INITIALIZE_STAKE, WITHDRAW_STAKE } from '../programs/stake.ts';
import { MERGE_STAKE, SPLIT_STAKE } from '../programs/stake-parts.ts';
import { CREATE_ACCOUNT, CREATE_ACCOUNT_WITH_SEED } from '../programs/system.ts';
import { TRANSFER_TOKENS } from '../programs/token.ts';

/** The system program. */
export const SYSTEM: ProgramFormat = {
  name: 'System',
  instructions: [
    CREATE_ACCOUNT,
    CREATE_ACCOUNT_WITH_SEED,
    instruction('Assign', '01000000', ['key owner'], ['ws account']),
    instruction('Transfer', '02000000', ['u64 lamports'], ['ws source', 'w destination']),
    instruction(
      'AdvanceNonceAccount',
      '04000000',
      [],
      ['w nonce account', '- recent blockhashes', 's nonce authority'],
    ),
    instruction(
      'WithdrawNonceAccount',
      '05000000',
      ['u64 lamports'],
      ['w nonce account', 'w recipient', '- recent blockhashes', '- rent', 's nonce authority'],
    ),
    instruction(
      'AuthorizeNonceAccount',
      '07000000',
      ['key new authority'],
      ['w nonce account', 's nonce authority'],
    ),
    instruction('Allocate', '08000000', ['u64 space'], ['ws account']),
  ],
};

/** The stake program. */
export const STAKE: ProgramFormat = {
  name: 'Stake',
  instructions: [
    INITIALIZE_STAKE,
    DELEGATE_STAKE,
    WITHDRAW_STAKE,
    DEACTIVATE_STAKE,
    instruction(
      'Authorize',
      '01000000',
      ['key new authority', 'u32 authority type'],
      ['w stake account', '- clock', 's authority', 's custodian'],
    ),
    SPLIT_STAKE,
    instruction('SetLockup', '06000000', ['rest lockup'], ['w stake account', 's authority']),
    MERGE_STAKE,
    instruction('MoveStake', '10000000', ['u64 lamports'], ['w source', 'w destination', 's staker']),
    instruction('MoveLamports', '11000000', ['u64 lamports'], ['w source', 'w destination', 's staker']),
  ],
};

/** The Token program; Token-2022 shares these. */
export const TOKEN: ProgramFormat = {
  name: 'Token',
  instructions: [
    TRANSFER_TOKENS,
    instruction(
      'TransferChecked',
      '0c',
      ['u64 amount', 'u8 decimals'],
      ['w source', '- mint', 'w destination', 's owner'],
    ),
    instruction('CloseAccount', '09', [], ['w token account', 'w recipient', 's owner']),
    instruction('SyncNative', '11', [], ['w token account']),
    instruction('InitializeAccount3', '12', ['key owner'], ['w token account', '- mint']),
    instruction('InitializeAccount', '01', [], ['w token account', '- mint', '- owner', '- rent']),
    instruction('Approve', '04', ['u64 amount'], ['w source', '- delegate', 's owner']),
    instruction('Revoke', '05', [], ['w source', 's owner']),
    instruction(
      'SetAuthority',
      '06',
      ['u8 authority type', 'rest new authority'],
      ['w account', 's authority'],
    ),
    instruction('MintTo', '07', ['u64 amount'], ['w mint', 'w destination', 's mint authority']),
    instruction('Burn', '08', ['u64 amount'], ['w source', 'w mint', 's owner']),
    instruction('FreezeAccount', '0a', [], ['w token account', '- mint', 's freeze authority']),
  ],
};

/** The associated-token program. */
export const ASSOCIATED_TOKEN: ProgramFormat = {
  name: 'Associated Token',
  instructions: [
    CREATE_TOKEN_ACCOUNT,
    { ...CREATE_TOKEN_ACCOUNT, name: 'Create', tag: Uint8Array.of(0) },
    // The older form of the same: no data at all.
    { ...CREATE_TOKEN_ACCOUNT, name: 'Create', tag: new Uint8Array() },
  ],
};

/** The memo program. */
export const MEMO: ProgramFormat = {
  name: 'Memo',
  instructions: [instruction('Memo', '', ['rest text'], ['s signer'])],
};
