import * as keys from '../bytes/address.ts';
import { encodeBase58 } from '../bytes/text.ts';
import type { VerifyDeployment } from '../deployment.ts';
import { anchored, instruction, type ProgramFormat } from './instruction-format.ts';
import {
  BORROW,
  END_FLASH_LOAN,
  END_FLASH_LOAN_OF_GROUP,
  INITIALIZE_LENDING_ACCOUNT,
  REPAY,
  START_FLASH_LOAN,
} from './lending.ts';
import {
  COMPUTE_BUDGET,
  CREATE_ACCOUNT,
  CREATE_ACCOUNT_WITH_SEED,
  CREATE_TOKEN_ACCOUNT,
  DEACTIVATE_STAKE,
  DELEGATE_STAKE,
  INITIALIZE_STAKE,
  TRANSFER_TOKENS,
  WITHDRAW_STAKE,
} from './native.ts';
import { CANCEL_REQUEST_WITHDRAW_VAULT, MERGE_STAKE, SPLIT_STAKE, WITHDRAW_VAULT } from './rare.ts';
import { INFINITY, JUPITER, MARKET, STAKE_POOL, STAKEDEX } from './swaps.ts';
import * as vault from './vault.ts';

const SYSTEM: ProgramFormat = {
  name: 'System',
  instructions: [
    CREATE_ACCOUNT,
    CREATE_ACCOUNT_WITH_SEED,
    instruction('Assign', '01000000', ['key owner'], 'ws account'),
    instruction('Transfer', '02000000', ['u64 lamports'], 'ws source, w destination'),
    instruction(
      'AdvanceNonceAccount',
      '04000000',
      [],
      'w nonce account, - recent blockhashes, s nonce authority',
    ),
    instruction(
      'WithdrawNonceAccount',
      '05000000',
      ['u64 lamports'],
      'w nonce account, w recipient, - recent blockhashes, - rent, s nonce authority',
    ),
    instruction(
      'AuthorizeNonceAccount',
      '07000000',
      ['key new authority'],
      'w nonce account, s nonce authority',
    ),
    instruction('Allocate', '08000000', ['u64 space'], 'ws account'),
  ],
};

const STAKE: ProgramFormat = {
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
      'w stake account, - clock, s authority, s custodian',
    ),
    SPLIT_STAKE,
    instruction('SetLockup', '06000000', ['rest lockup'], 'w stake account, s authority'),
    MERGE_STAKE,
    instruction('MoveStake', '10000000', ['u64 lamports'], 'w source, w destination, s staker'),
    instruction('MoveLamports', '11000000', ['u64 lamports'], 'w source, w destination, s staker'),
  ],
};

/** The Token program; Token-2022 shares these. */
const TOKEN: ProgramFormat = {
  name: 'Token',
  instructions: [
    TRANSFER_TOKENS,
    instruction(
      'TransferChecked',
      '0c',
      ['u64 amount', 'u8 decimals'],
      'w source, - mint, w destination, s owner',
    ),
    instruction('CloseAccount', '09', [], 'w token account, w recipient, s owner'),
    instruction('SyncNative', '11', [], 'w token account'),
    instruction('InitializeAccount3', '12', ['key owner'], 'w token account, - mint'),
    instruction('InitializeAccount', '01', [], 'w token account, - mint, - owner, - rent'),
    instruction('Approve', '04', ['u64 amount'], 'w source, - delegate, s owner'),
    instruction('Revoke', '05', [], 'w source, s owner'),
    instruction('SetAuthority', '06', ['u8 authority type', 'rest new authority'], 'w account, s authority'),
    instruction('MintTo', '07', ['u64 amount'], 'w mint, w destination, s mint authority'),
    instruction('Burn', '08', ['u64 amount'], 'w source, w mint, s owner'),
    instruction('FreezeAccount', '0a', [], 'w token account, - mint, s freeze authority'),
  ],
};

const ASSOCIATED_TOKEN: ProgramFormat = {
  name: 'Associated Token',
  instructions: [
    CREATE_TOKEN_ACCOUNT,
    { ...CREATE_TOKEN_ACCOUNT, name: 'Create', tag: Uint8Array.of(0) },
    // The older form of the same: no data at all.
    { ...CREATE_TOKEN_ACCOUNT, name: 'Create', tag: new Uint8Array() },
  ],
};

const MEMO: ProgramFormat = {
  name: 'Memo',
  instructions: [instruction('Memo', '', ['rest text'], 's signer')],
};

/** The lender of flash loans. */
const LENDING: ProgramFormat = {
  name: 'Marginfi',
  instructions: [
    INITIALIZE_LENDING_ACCOUNT,
    START_FLASH_LOAN,
    BORROW,
    REPAY,
    END_FLASH_LOAN,
    END_FLASH_LOAN_OF_GROUP,
    anchored('marginfi_account_close', [], 'w lending account, s authority, ws fee payer'),
  ],
};

const VAULT: ProgramFormat = {
  name: vault.VAULT.name,
  instructions: [...vault.VAULT.instructions, WITHDRAW_VAULT, CANCEL_REQUEST_WITHDRAW_VAULT],
};

const LOOKUP_TABLE: ProgramFormat = {
  name: 'Address Lookup Table',
  instructions: [
    instruction(
      'CreateLookupTable',
      '00000000',
      ['u64 recent slot', 'u8 bump'],
      'w lookup table, - authority, ws payer, - system program',
    ),
    instruction(
      'ExtendLookupTable',
      '02000000',
      ['rest keys'],
      'w lookup table, s authority, ws payer, - system program',
    ),
    instruction('DeactivateLookupTable', '03000000', [], 'w lookup table, s authority'),
    instruction('CloseLookupTable', '04000000', [], 'w lookup table, s authority, w recipient'),
  ],
};

const UNSTAKE_ACCOUNTS = `
  s user, w stake account, w destination, w reserve, w SOL of the reserve, - fee of the reserve,
  w stake record, - protocol fee, w protocol fee destination, - clock, - stake program,
  - system program
`;

/** The router's reserve, which pays SOL for stake accounts at once. */
const UNSTAKE: ProgramFormat = {
  name: 'Sanctum Reserve',
  instructions: [
    anchored('unstake', [], UNSTAKE_ACCOUNTS),
    anchored('unstake_wsol', [], `${UNSTAKE_ACCOUNTS}, - token program`),
  ],
};

const LEDGER_PROGRAMS: readonly (readonly [Uint8Array, ProgramFormat])[] = [
  [keys.SYSTEM_PROGRAM, SYSTEM],
  [keys.STAKE_PROGRAM, STAKE],
  [keys.COMPUTE_BUDGET_PROGRAM, COMPUTE_BUDGET],
  [keys.TOKEN_PROGRAM, TOKEN],
  // As far as it is the Token program.
  [keys.TOKEN_2022_PROGRAM, { ...TOKEN, name: 'Token-2022' }],
  [keys.ASSOCIATED_TOKEN_PROGRAM, ASSOCIATED_TOKEN],
  [keys.MEMO_PROGRAM, MEMO],
  [keys.LOOKUP_TABLE_PROGRAM, LOOKUP_TABLE],
  [keys.VAULT_PROGRAM, VAULT],
  [keys.JUPITER_PROGRAM, JUPITER],
  [keys.STAKEDEX_PROGRAM, STAKEDEX],
  [keys.INFINITY_PROGRAM, INFINITY],
  [keys.UNSTAKE_PROGRAM, UNSTAKE],
  [keys.MARKET_PROGRAM, MARKET],
];

const known = new WeakMap<VerifyDeployment, ReadonlyMap<string, ProgramFormat>>();

/** Lists the programs a deployment knows, by base58 address. */
export function mapPrograms(deployment: VerifyDeployment): ReadonlyMap<string, ProgramFormat> {
  const found = known.get(deployment) ?? listPrograms(deployment);
  known.set(deployment, found);
  return found;
}

function listPrograms({ stakePool, leveraged }: VerifyDeployment): ReadonlyMap<string, ProgramFormat> {
  const programs = new Map(LEDGER_PROGRAMS.map(([key, program]) => [encodeBase58(key), program]));
  for (const address of STAKE_POOL_PROGRAMS) programs.set(address, STAKE_POOL);
  programs.set(stakePool.program, STAKE_POOL);
  const { lending, market } = leveraged ?? {};
  if (lending !== undefined) programs.set(lending.program, LENDING);
  if (market !== undefined) programs.set(market.program, MARKET);
  return programs;
}

// The program of pools as deployed by the Solana Foundation, and the two of Sanctum.
const STAKE_POOL_PROGRAMS = [
  'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy',
  'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY',
  'SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn',
];
