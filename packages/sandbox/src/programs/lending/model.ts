import { type Address, createNoopSigner, unwrapOption } from '@solana/kit';
import {
  getAllocateInstruction,
  getAssignInstruction,
  getCreateAccountInstruction,
  getTransferSolInstruction,
} from '@solana-program/system';
import {
  endsWithGroup,
  FREE_THIRD_PARTY_IDS,
  findFlashLoanFault,
  getMarginfiAccountDecoder,
  getMarginfiAccountSize,
  LENDING_ACCOUNT_BORROW_DISCRIMINATOR,
  LENDING_ACCOUNT_END_FLASHLOAN_DISCRIMINATOR,
  LENDING_ACCOUNT_FLAGS,
  LENDING_ACCOUNT_REPAY_DISCRIMINATOR,
  LENDING_ACCOUNT_START_FLASHLOAN_DISCRIMINATOR,
  MARGINFI_ACCOUNT_DISCRIMINATOR,
  MARGINFI_ACCOUNT_INITIALIZE_DISCRIMINATOR,
  MARGINFI_ACCOUNT_INITIALIZE_PDA_DISCRIMINATOR,
  MARGINFI_ERROR__ILLEGAL_FLASHLOAN,
  MARGINFI_ERROR__INVALID_GROUP,
  MARGINFI_ERROR__UNAUTHORIZED,
  MARGINFI_GROUP_DISCRIMINATOR,
  MARGINFI_PROGRAM_ADDRESS,
  type MarginfiAccount,
  MarginfiInstructionType,
  type ParsedLendingAccountEndFlashloanInstruction,
  type ParsedLendingAccountStartFlashloanInstruction,
  type ParsedMarginfiAccountInitializeInstruction,
  type ParsedMarginfiAccountInitializePdaInstruction,
  type ParsedMarginfiInstruction,
  parseMarginfiInstruction,
} from '@staking-agent/chain/lending';
import { type ModelledCall, ProgramFailure, type ProgramModel } from '../../vm/player/model.ts';
import { INSTRUCTIONS_SYSVAR_ADDRESS } from '../../vm/program-addresses.ts';
import {
  type AccountRule,
  ANCHOR_ERROR__UNKNOWN_INSTRUCTION,
  ANCHOR_ERROR__WRONG_ADDRESS,
  assertIsOfKind,
  checkAccounts,
  findUnits,
  parseCall,
  seededRule,
} from '../anchor.ts';
import { assertIsHealthy, borrow, repay } from './balances.ts';
import {
  AUTHORITY,
  accountRule,
  fail,
  findLendingAccount,
  hasFlag,
  readAccount,
  writeAccount,
} from './call.ts';

/** What the program uses itself; measured on release 0.1.1, later ones use somewhat more. */
const UNITS = [
  { discriminator: MARGINFI_ACCOUNT_INITIALIZE_DISCRIMINATOR, units: 6_100n },
  { discriminator: MARGINFI_ACCOUNT_INITIALIZE_PDA_DISCRIMINATOR, units: 9_000n },
  { discriminator: LENDING_ACCOUNT_START_FLASHLOAN_DISCRIMINATOR, units: 4_900n },
  { discriminator: LENDING_ACCOUNT_BORROW_DISCRIMINATOR, units: 35_000n },
  { discriminator: LENDING_ACCOUNT_REPAY_DISCRIMINATOR, units: 10_500n },
  { discriminator: LENDING_ACCOUNT_END_FLASHLOAN_DISCRIMINATOR, units: 2_500n },
];
const UNKNOWN_UNITS = 1_500n;

/** The lending program, as far as flash loans need it; its numbers of errors are those since release 0.1.2. */
export const lendingModel: ProgramModel = {
  programAddress: MARGINFI_PROGRAM_ADDRESS,
  name: 'model of marginfi',
  file: 'marginfi.so',
  getUnits: (data) => findUnits(UNITS, data, UNKNOWN_UNITS),
  run: (call) => runInstruction(call, parseCall(call, MARGINFI_PROGRAM_ADDRESS, parseMarginfiInstruction)),
};

function runInstruction(call: ModelledCall, parsed: ParsedMarginfiInstruction): void {
  switch (parsed.instructionType) {
    case MarginfiInstructionType.MarginfiAccountInitialize:
      call.log('Instruction: MarginfiAccountInitialize');
      initializeAccount(call, parsed);
      break;
    case MarginfiInstructionType.MarginfiAccountInitializePda:
      call.log('Instruction: MarginfiAccountInitializePda');
      initializeAccountPda(call, parsed);
      break;
    case MarginfiInstructionType.LendingAccountStartFlashloan:
      call.log('Instruction: LendingAccountStartFlashloan');
      startFlashLoan(call, parsed);
      break;
    case MarginfiInstructionType.LendingAccountBorrow:
      call.log('Instruction: LendingAccountBorrow');
      borrow(call, parsed);
      break;
    case MarginfiInstructionType.LendingAccountRepay:
      call.log('Instruction: LendingAccountRepay');
      repay(call, parsed);
      break;
    case MarginfiInstructionType.LendingAccountEndFlashloan:
      call.log('Instruction: LendingAccountEndFlashloan');
      endFlashLoan(call, parsed);
      break;
    default:
      // Deposits, withdrawals, liquidations and what administers them: the model knows none.
      fail(call, ANCHOR_ERROR__UNKNOWN_INSTRUCTION);
  }
}

const GROUP: AccountRule = { name: 'marginfi_group', kind: MARGINFI_GROUP_DISCRIMINATOR };
const PAYER: AccountRule = { name: 'fee_payer', kind: 'signer', isWritable: true };
const SYSTEM_PROGRAM: AccountRule = { name: 'system_program', kind: 'system-program' };

/** `marginfi_account_initialize`: a lending account at the address of a key pair that signs. */
function initializeAccount(
  call: ModelledCall,
  { accounts }: ParsedMarginfiAccountInitializeInstruction,
): void {
  const { marginfiAccount, marginfiGroup, authority, feePayer } = accounts;
  const account: AccountRule = { name: 'marginfi_account', kind: 'signer', isWritable: true };
  checkAccounts(call, [GROUP, account, AUTHORITY, PAYER, SYSTEM_PROGRAM]);
  createAccount(call, marginfiAccount.address, feePayer.address, []);
  writeNew(call, marginfiAccount.address, { group: marginfiGroup.address, authority: authority.address });
}

/** `marginfi_account_initialize_pda`: a lending account at the address derived for its owner. */
function initializeAccountPda(
  call: ModelledCall,
  { accounts, data }: ParsedMarginfiAccountInitializePdaInstruction,
): void {
  const [group, authority] = [accounts.marginfiGroup.address, accounts.authority.address];
  const { accountIndex } = data;
  const thirdPartyIndex = unwrapOption(data.thirdPartyId) ?? 0;
  const [account, bump] = findLendingAccount(group, authority, accountIndex, thirdPartyIndex);
  checkAccounts(call, [
    GROUP,
    seededRule('marginfi_account', account, 'any', true),
    AUTHORITY,
    PAYER,
    {
      name: 'instructions_sysvar',
      kind: 'any',
      is: [INSTRUCTIONS_SYSVAR_ADDRESS, ANCHOR_ERROR__WRONG_ADDRESS],
    },
    SYSTEM_PROGRAM,
  ]);
  createAccount(call, account, accounts.feePayer.address, [account]);
  if (thirdPartyIndex >= FREE_THIRD_PARTY_IDS) fail(call, MARGINFI_ERROR__UNAUTHORIZED);
  writeNew(call, account, { group, authority, accountIndex, thirdPartyIndex, bump });
}

/** Creates an account of the program, even if its address already holds lamports. */
function createAccount(
  call: ModelledCall,
  account: Address,
  feePayer: Address,
  signers: readonly Address[],
): void {
  const space = BigInt(getMarginfiAccountSize());
  const rent = call.getRent(space);
  const [payer, newAccount] = [createNoopSigner(feePayer), createNoopSigner(account)];
  const { programAddress } = call;
  const held = call.findAccount(account)?.lamports ?? 0n;
  if (held === 0n) {
    const created = { payer, newAccount, lamports: rent, space, programAddress };
    call.invoke(getCreateAccountInstruction(created), signers);
  } else {
    if (held < rent) {
      call.invoke(getTransferSolInstruction({ source: payer, destination: account, amount: rent - held }));
    }
    call.invoke(getAllocateInstruction({ newAccount, space }), signers);
    call.invoke(getAssignInstruction({ account: newAccount, programAddress }), signers);
  }
  // Where the address is taken, that is where the program ends.
  call.findAccount(account);
}

function writeNew(call: ModelledCall, address: Address, fields: Partial<MarginfiAccount>): void {
  const blank = getMarginfiAccountDecoder().decode(new Uint8Array(getMarginfiAccountSize()));
  writeAccount(call, address, { ...blank, ...fields, lastUpdate: call.now });
}

const { inFlashLoan, ...BARRING } = LENDING_ACCOUNT_FLAGS;
const BARRED = Object.values(BARRING).reduce((sum, flag) => sum | flag, 0n);
const LENDING_ACCOUNT: AccountRule = { name: 'marginfi_account', kind: MARGINFI_ACCOUNT_DISCRIMINATOR };
const FLASH_GROUP: AccountRule = { name: 'group', kind: MARGINFI_GROUP_DISCRIMINATOR };

/** `lending_account_start_flashloan`: until its end, the collateral of the account is not checked. */
function startFlashLoan(
  call: ModelledCall,
  { accounts }: ParsedLendingAccountStartFlashloanInstruction,
): void {
  const account = accounts.marginfiAccount.address;
  const authority = accounts.authority.address;
  checkAccounts(call, [
    accountRule(call, account, (state) => {
      if (state.authority !== authority) return MARGINFI_ERROR__UNAUTHORIZED;
      return hasFlag(state, BARRED | inFlashLoan) ? MARGINFI_ERROR__ILLEGAL_FLASHLOAN : undefined;
    }),
    AUTHORITY,
    { name: 'ixs_sysvar', kind: 'any', is: [INSTRUCTIONS_SYSVAR_ADDRESS, ANCHOR_ERROR__WRONG_ADDRESS] },
  ]);
  const fault = findFlashLoanFault(call.transaction, call.index);
  if (fault?.by === 'runtime') throw new ProgramFailure(fault.error);
  if (fault !== undefined) fail(call, fault.code);
  const state = readAccount(call, account);
  writeAccount(call, account, { ...state, accountFlags: state.accountFlags | inFlashLoan });
}

/**
 * `lending_account_end_flashloan`: checks the collateral of the account again.
 *
 * It takes account and authority, and since release 0.1.10 the group between them: the model follows that release when the
 * group account has its size.
 */
function endFlashLoan(call: ModelledCall, { accounts }: ParsedLendingAccountEndFlashloanInstruction): void {
  const account = accounts.marginfiAccount.address;
  const [given] = call.accounts;
  if (given !== undefined) assertIsOfKind(call, LENDING_ACCOUNT, given);
  const state = readAccount(call, account);
  const takesGroup = endsWithGroup(call.findAccount(state.group));
  const ownAccounts = takesGroup ? [FLASH_GROUP, AUTHORITY] : [AUTHORITY];
  const authority = call.accounts[ownAccounts.length]?.address;
  checkAccounts(call, [
    accountRule(call, account, () => {
      if (takesGroup && call.accounts[1]?.address !== state.group) return MARGINFI_ERROR__INVALID_GROUP;
      if (state.authority !== authority) return MARGINFI_ERROR__UNAUTHORIZED;
      const isEnding = hasFlag(state, inFlashLoan) && !hasFlag(state, BARRED);
      return isEnding ? undefined : MARGINFI_ERROR__ILLEGAL_FLASHLOAN;
    }),
    ...ownAccounts,
  ]);
  const ended = { ...state, accountFlags: state.accountFlags & ~inFlashLoan };
  assertIsHealthy(call, ended, call.accounts.slice(1 + ownAccounts.length));
  writeAccount(call, account, ended);
}
