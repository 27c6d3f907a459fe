import { instruction, type ProgramFormat } from './instruction-format.ts';

// The instructions of the ledger's programs that our own builds hold; `explain` knows more.

export const CREATE_ACCOUNT = instruction(
  'CreateAccount',
  '00000000',
  ['u64 lamports', 'u64 space', 'key owner'],
  'ws payer, ws new account',
);

export const CREATE_ACCOUNT_WITH_SEED = instruction(
  'CreateAccountWithSeed',
  '03000000',
  ['key base', 'seed seed', 'u64 lamports', 'u64 space', 'key owner'],
  'ws payer, w new account, s base',
);

export const INITIALIZE_STAKE = instruction(
  'Initialize',
  '00000000',
  ['key staker', 'key withdrawer', 'i64 lockup time', 'u64 lockup epoch', 'key lockup custodian'],
  'w stake account, - rent',
);

export const DELEGATE_STAKE = instruction(
  'DelegateStake',
  '02000000',
  [],
  'w stake account, - vote account, - clock, - stake history, - stake config, s staker',
);

export const WITHDRAW_STAKE = instruction(
  'Withdraw',
  '04000000',
  ['u64 lamports'],
  'w stake account, w recipient, - clock, - stake history, s withdrawer',
);

export const DEACTIVATE_STAKE = instruction(
  'Deactivate',
  '05000000',
  [],
  'w stake account, - clock, s staker',
);

export const TRANSFER_SOL = instruction('Transfer', '02000000', ['u64 lamports'], 'ws source, w destination');

export const TRANSFER_TOKENS = instruction(
  'Transfer',
  '03',
  ['u64 amount'],
  'w source, w destination, s owner',
);

export const CREATE_TOKEN_ACCOUNT = instruction(
  'CreateIdempotent',
  '01',
  [],
  'ws payer, w token account, - owner, - mint, - system program, - token program',
);

export const SET_UNIT_LIMIT = instruction('SetComputeUnitLimit', '02', ['u32 units'], '');

export const SET_UNIT_PRICE = instruction('SetComputeUnitPrice', '03', ['u64 price'], '');

export const SET_LOADED_DATA_LIMIT = instruction('SetLoadedAccountsDataSizeLimit', '04', ['u32 size'], '');

export const COMPUTE_BUDGET: ProgramFormat = {
  name: 'Compute Budget',
  instructions: [
    SET_UNIT_LIMIT,
    SET_UNIT_PRICE,
    SET_LOADED_DATA_LIMIT,
    instruction('RequestHeapFrame', '01', ['u32 size'], ''),
  ],
};
