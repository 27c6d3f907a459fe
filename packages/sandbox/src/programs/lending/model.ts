import { type Address, unwrapOption } from '@solana/kit';
import {
  getAllocateInstruction,
  getAssignInstruction,
  getCreateAccountInstruction,
} from '@solana-program/system';
import * as lending from '@staking-agent/chain/lending';
import { type ModelledCall, type Pda, ProgramFailure, type ProgramModel } from '../../vm/player/model.ts';
import * as anchor from '../anchor.ts';
import { signer, transferSol } from '../native.ts';
import { assertIsHealthy, borrow, repay } from './balances.ts';
import { accountRule, fail, findLendingAccount, hasFlag, RULES, readAccount, writeAccount } from './call.ts';

/** Compute units of the program itself; measured on release 0.1.1, later ones use somewhat more. */
const UNITS = [
  { discriminator: lending.MARGINFI_ACCOUNT_INITIALIZE_DISCRIMINATOR, units: 6_100n },
  { discriminator: lending.MARGINFI_ACCOUNT_INITIALIZE_PDA_DISCRIMINATOR, units: 9_000n },
  { discriminator: lending.LENDING_ACCOUNT_START_FLASHLOAN_DISCRIMINATOR, units: 4_900n },
  { discriminator: lending.LENDING_ACCOUNT_BORROW_DISCRIMINATOR, units: 35_000n },
  { discriminator: lending.LENDING_ACCOUNT_REPAY_DISCRIMINATOR, units: 10_500n },
  { discriminator: lending.LENDING_ACCOUNT_END_FLASHLOAN_DISCRIMINATOR, units: 2_500n },
];
const UNKNOWN_UNITS = 1_500n;

/** The lending program, as far as flash loans need it; its numbers of errors are those since release 0.1.2. */
export const lendingModel: ProgramModel = {
  programAddress: lending.MARGINFI_PROGRAM_ADDRESS,
  name: 'model of marginfi',
  file: 'marginfi.so',
  getUnits: (data) => anchor.findUnits(UNITS, data, UNKNOWN_UNITS),
  run: (call) =>
    runInstruction(
      call,
      anchor.parseCall(
        call,
        lending.MARGINFI_PROGRAM_ADDRESS,
        lending.parseMarginfiInstruction,
        lending.MarginfiInstructionType,
      ),
    ),
};

function runInstruction(call: ModelledCall, parsed: lending.ParsedMarginfiInstruction) {
  switch (parsed.instructionType) {
    case lending.MarginfiInstructionType.MarginfiAccountInitialize:
      return initializeAccount(call, parsed);
    case lending.MarginfiInstructionType.MarginfiAccountInitializePda:
      return initializeAccountPda(call, parsed);
    case lending.MarginfiInstructionType.LendingAccountStartFlashloan:
      return startFlashLoan(call, parsed);
    case lending.MarginfiInstructionType.LendingAccountBorrow:
      return borrow(call, parsed);
    case lending.MarginfiInstructionType.LendingAccountRepay:
      return repay(call, parsed);
    case lending.MarginfiInstructionType.LendingAccountEndFlashloan:
      return endFlashLoan(call, parsed);
    default:
      // Deposits, withdrawals, liquidations and what administers them: the model knows none.
      return fail(call, anchor.ANCHOR_ERROR__UNKNOWN_INSTRUCTION);
  }
}

/** `marginfi_account_initialize`: a lending account at the address of a key pair that signs. */
function initializeAccount(
  call: ModelledCall,
  { accounts }: lending.ParsedMarginfiAccountInitializeInstruction,
): void {
  const account = accounts.marginfiAccount.address;
  anchor.checkAccounts(
    call,
    anchor.pickRules(accounts, { ...RULES, marginfiAccount: { kind: 'signer', isWritable: true } }),
  );
  createAccount(call, account, accounts.feePayer.address);
  writeNew(call, account, {
    group: accounts.marginfiGroup.address,
    authority: accounts.authority.address,
  });
}

/** `marginfi_account_initialize_pda`: a lending account at the address derived for its owner. */
function initializeAccountPda(
  call: ModelledCall,
  { accounts, data }: lending.ParsedMarginfiAccountInitializePdaInstruction,
): void {
  const [group, authority] = [accounts.marginfiGroup.address, accounts.authority.address];
  const { accountIndex } = data;
  const thirdPartyIndex = unwrapOption(data.thirdPartyId) ?? 0;
  const account = findLendingAccount(group, authority, accountIndex, thirdPartyIndex);
  const own = anchor.seededRule(account.address, 'any', true);
  anchor.checkAccounts(call, anchor.pickRules(accounts, { ...RULES, marginfiAccount: own }));
  createAccount(call, account.address, accounts.feePayer.address, account);
  if (thirdPartyIndex >= lending.FREE_THIRD_PARTY_IDS) fail(call, lending.MARGINFI_ERROR__UNAUTHORIZED);
  writeNew(call, account.address, { group, authority, accountIndex, thirdPartyIndex, bump: account.bump });
}

function writeNew(call: ModelledCall, address: Address, fields: Partial<lending.MarginfiAccount>): void {
  const blank = lending.getMarginfiAccountDecoder().decode(new Uint8Array(lending.getMarginfiAccountSize()));
  writeAccount(call, address, { ...blank, ...fields, lastUpdate: call.now });
}

/** Creates an account of the program, even if its address already holds lamports. */
function createAccount(
  call: ModelledCall,
  account: Address,
  feePayer: Address,
  ...signers: readonly Pda[]
): void {
  const space = BigInt(lending.getMarginfiAccountSize());
  const rent = call.getRent(space);
  const newAccount = signer(account);
  const { programAddress } = call;
  const held = call.findAccount(account)?.lamports ?? 0n;
  if (held === 0n) {
    const created = { payer: signer(feePayer), newAccount, lamports: rent, space, programAddress };
    call.invoke(getCreateAccountInstruction(created), ...signers);
  } else {
    if (held < rent) call.invoke(transferSol(feePayer, account, rent - held));
    call.invoke(getAllocateInstruction({ newAccount, space }), ...signers);
    call.invoke(getAssignInstruction({ account: newAccount, programAddress }), ...signers);
  }
  // Where the address is taken, that is where the program ends.
  call.findAccount(account);
}

const { inFlashLoan, ...BARRING } = lending.LENDING_ACCOUNT_FLAGS;
const BARRED = Object.values(BARRING).reduce((sum, flag) => sum | flag, 0n);

/** `lending_account_start_flashloan`: until its end, the collateral of the account is not checked. */
function startFlashLoan(
  call: ModelledCall,
  { accounts }: lending.ParsedLendingAccountStartFlashloanInstruction,
): void {
  const account = accounts.marginfiAccount.address;
  const authority = accounts.authority.address;
  const marginfiAccount = accountRule(call, account, (state) => {
    if (state.authority !== authority) return lending.MARGINFI_ERROR__UNAUTHORIZED;
    return hasFlag(state, BARRED | inFlashLoan) ? lending.MARGINFI_ERROR__ILLEGAL_FLASHLOAN : undefined;
  });
  anchor.checkAccounts(call, anchor.pickRules(accounts, { ...RULES, marginfiAccount }));
  const fault = lending.findFlashLoanFault(call.transaction, call.index);
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
function endFlashLoan(
  call: ModelledCall,
  { accounts }: lending.ParsedLendingAccountEndFlashloanInstruction,
): void {
  const account = accounts.marginfiAccount.address;
  const [given] = call.accounts;
  if (given !== undefined)
    anchor.assertIsOfKind(call, 'marginfi_account', lending.MARGINFI_ACCOUNT_DISCRIMINATOR, given);
  const state = readAccount(call, account);
  const takesGroup = lending.endsWithGroup(call.findAccount(state.group));
  const own = takesGroup ? 3 : 2;
  const authority = call.accounts[own - 1]?.address;
  const marginfiAccount = accountRule(call, account, () => {
    if (takesGroup && call.accounts[1]?.address !== state.group) return lending.MARGINFI_ERROR__INVALID_GROUP;
    if (state.authority !== authority) return lending.MARGINFI_ERROR__UNAUTHORIZED;
    const isEnding = hasFlag(state, inFlashLoan) && !hasFlag(state, BARRED);
    return isEnding ? undefined : lending.MARGINFI_ERROR__ILLEGAL_FLASHLOAN;
  });
  const group = takesGroup && { group: RULES.marginfiGroup };
  anchor.checkAccounts(call, { marginfi_account: marginfiAccount, ...group, authority: RULES.authority });
  const ended = { ...state, accountFlags: state.accountFlags & ~inFlashLoan };
  assertIsHealthy(call, ended, call.accounts.slice(own));
  writeAccount(call, account, ended);
}
