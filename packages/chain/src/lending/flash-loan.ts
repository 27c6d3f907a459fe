import {
  AccountRole,
  type Address,
  containsBytes,
  type Instruction,
  type ReadonlyUint8Array,
  type TransactionSigner,
} from '@solana/kit';
import { getAnchorError, type NamedError } from '../vault/errors.ts';
import { I80F48_FRACTION_BITS, i80f48Bits, type LendingBank, type LendingProgramConfig } from './accounts.ts';
import {
  getMarginfiErrorMessage,
  MARGINFI_ERROR__BANK_KILLED_BY_BANKRUPTCY,
  MARGINFI_ERROR__BANK_LIABILITY_CAPACITY_EXCEEDED,
  MARGINFI_ERROR__BANK_PAUSED,
  MARGINFI_ERROR__BANK_REDUCE_ONLY,
  MARGINFI_ERROR__ILLEGAL_FLASHLOAN,
  MARGINFI_ERROR__ILLEGAL_UTILIZATION_RATIO,
  type MarginfiError,
} from './generated/errors/index.ts';
import { ERROR_NAMES, LATER_ERRORS } from './generated/errors/names.ts';
import {
  getLendingAccountBorrowInstruction,
  getLendingAccountEndFlashloanInstruction,
  getLendingAccountRepayInstruction,
  getLendingAccountStartFlashloanInstruction,
  getLendingAccountStartFlashloanInstructionDataDecoder,
  LENDING_ACCOUNT_END_FLASHLOAN_DISCRIMINATOR,
  LENDING_ACCOUNT_START_FLASHLOAN_DISCRIMINATOR,
} from './generated/instructions/index.ts';
import { MARGINFI_PROGRAM_ADDRESS } from './generated/programs/index.ts';
import { BankOperationalState, type WrappedI80F48 } from './generated/types/index.ts';

/** A flash loan, and the instructions around and inside it. */
export type FlashLoanInput = {
  readonly group: Address;
  /** The lending account that takes the loan; see `findLendingAccountFault`. */
  readonly marginfiAccount: Address;
  /** The user, who signs once for all of it. */
  readonly authority: TransactionSigner;
  readonly bank: Address;
  readonly liquidityVault: Address;
  readonly bankLiquidityVaultAuthority: Address;
  /** The end takes the group too, see {@link endsWithGroup}; it does not unless said. */
  readonly endsWithGroup?: boolean;
  /** The token account that gets the loan and gives it back. */
  readonly tokenAccount: Address;
  /** The program of the bank's mint. */
  readonly tokenProgram: Address;
  /** Base units of the bank's mint. */
  readonly amount: bigint;
  /** Stand before the loan: compute budget, token accounts, the lending account when it is new. */
  readonly before: readonly Instruction[];
  /** Spend the loan, and leave the repayment in the token account. */
  readonly inside: readonly Instruction[];
};

/**
 * Builds the top-level instructions of a transaction that borrows, does something and repays.
 *
 * The order is: before, start, borrow, inside, repay all, end. The start names the end by its index among all
 * top-level instructions, so nothing may be put in before it afterwards; what is appended after the end does no
 * harm. Repaying all, whatever the amount says, frees the position, and only then the end needs no oracle.
 */
export function bracketFlashLoan(
  input: FlashLoanInput,
  config: LendingProgramConfig = {},
): readonly Instruction[] {
  const { before, inside, amount, tokenAccount, endsWithGroup = false, ...accounts } = input;
  const end = getLendingAccountEndFlashloanInstruction(accounts, config);
  const [first, ...rest] = end.accounts;
  const group = { address: input.group, role: AccountRole.READONLY };
  return [
    ...before,
    getLendingAccountStartFlashloanInstruction(
      // Start, borrow and repay stand before the end.
      { ...accounts, endIndex: BigInt(before.length + 2 + inside.length + 1) },
      config,
    ),
    getLendingAccountBorrowInstruction(
      { ...accounts, destinationTokenAccount: tokenAccount, amount },
      config,
    ),
    ...inside,
    getLendingAccountRepayInstruction(
      { ...accounts, signerTokenAccount: tokenAccount, amount: 0n, repayAll: true },
      config,
    ),
    endsWithGroup ? { ...end, accounts: [first, group, ...rest] } : end,
  ];
}

/** Bytes of a group account since release 0.1.10 of the program, which continues the 1,064 of those before. */
export const GROUP_SIZE = 9_256;

/**
 * Checks by the group account whether the lending program expects the group at the end of a flash loan (since release
 * 0.1.10).
 */
export function endsWithGroup(group: { readonly data: { readonly length: number } } | undefined): boolean {
  return (group?.data.length ?? 0) >= GROUP_SIZE;
}

/** A refused start of a flash loan: the program's own code, or the runtime's for an index past the last. */
type FlashLoanFault =
  | { readonly by: 'lending'; readonly code: MarginfiError }
  | { readonly by: 'runtime'; readonly error: 'InvalidArgument' };

const ILLEGAL: FlashLoanFault = { by: 'lending', code: MARGINFI_ERROR__ILLEGAL_FLASHLOAN };
const ACCOUNT = 0;

/**
 * Finds what the program would object to in the start of a flash loan, among a transaction's top-level instructions
 * (`check_flashloan_can_start`, release 0.1.9).
 *
 * The index that the start names must be later than its own, exist, and be an end of the same program for the same
 * lending account.
 *
 * @param instructions - all top-level instructions in order.
 * @param index - where the start is among them.
 * @throws {RangeError} when there is no start of the program at the index.
 */
export function findFlashLoanFault(
  instructions: readonly Instruction[],
  index: number,
  config: LendingProgramConfig = {},
): FlashLoanFault | undefined {
  const { programAddress = MARGINFI_PROGRAM_ADDRESS } = config;
  const start = instructions[index];
  if (!isInstruction(start, programAddress, LENDING_ACCOUNT_START_FLASHLOAN_DISCRIMINATOR)) {
    throw new RangeError(`Instruction ${index} is not the start of a flash loan.`);
  }
  const { endIndex } = getLendingAccountStartFlashloanInstructionDataDecoder().decode(start.data);
  if (BigInt(index) >= endIndex) return ILLEGAL;
  const end = instructions[Number(endIndex)];
  if (end === undefined) return { by: 'runtime', error: 'InvalidArgument' };
  if (!isInstruction(end, programAddress, LENDING_ACCOUNT_END_FLASHLOAN_DISCRIMINATOR)) return ILLEGAL;
  const [borrower, cleared] = [start, end].map(({ accounts }) => accounts?.[ACCOUNT]?.address);
  return borrower !== undefined && borrower === cleared ? undefined : ILLEGAL;
}

function isInstruction(
  instruction: Instruction | undefined,
  programAddress: Address,
  discriminator: ReadonlyUint8Array,
): instruction is Instruction & { readonly data: ReadonlyUint8Array } {
  return (
    instruction?.programAddress === programAddress &&
    instruction.data !== undefined &&
    containsBytes(instruction.data, discriminator, 0)
  );
}

/** The custom code with which the token program refuses to move more than there is. */
export const TOKEN_ERROR__INSUFFICIENT_FUNDS = 1;

/** Repaying all takes `repayment` from the borrower in the same transaction, in base units of the bank's mint. */
type FlashLoan = { readonly ok: true; readonly repayment: bigint };

/** The program's error of a bank that was never set up, of release 0.1.9. */
const BANK_UNINITIALIZED = 6134;
type LoanError = MarginfiError | typeof BANK_UNINITIALIZED;

/** A refusal of a bank to lend. */
type FlashLoanRefusal =
  | { readonly ok: false; readonly by: 'lending'; readonly code: LoanError }
  /** A state of the bank whose error is not public, or that is newer than this code. */
  | { readonly ok: false; readonly by: 'state'; readonly name: string }
  | { readonly ok: false; readonly by: 'token'; readonly code: typeof TOKEN_ERROR__INSUFFICIENT_FUNDS };

const NO_LIMIT = 2n ** 64n - 1n;

/** States that release 0.1.10 has and the IDL has not. */
const UNINITIALIZED = 4;
const REDUCE_ONLY_WITH_BORROWING_POWER = 5;
const CIRCUIT_BROKEN = 6;

const CLOSED: Readonly<Record<number, LoanError>> = {
  [BankOperationalState.Paused]: MARGINFI_ERROR__BANK_PAUSED,
  [BankOperationalState.ReduceOnly]: MARGINFI_ERROR__BANK_REDUCE_ONLY,
  [BankOperationalState.KilledByBankruptcy]: MARGINFI_ERROR__BANK_KILLED_BY_BANKRUPTCY,
  [UNINITIALIZED]: BANK_UNINITIALIZED,
  [REDUCE_ONLY_WITH_BORROWING_POWER]: MARGINFI_ERROR__BANK_REDUCE_ONLY,
};

/**
 * Computes whether a bank lends an amount and what repaying it takes (`lending_account_borrow`, release 0.1.9).
 *
 * Only an operational bank lends; an unknown state is a refusal that names it. There is no fee for a flash loan as such. A bank
 * may charge an origination fee on every loan; the debt is the loan and the fee, and repaying all takes it rounded up. No
 * interest accrues within a transaction.
 *
 * Limits are looked at with the bank's shares as they were last written: interest accrued since then raises debts and
 * deposits, so the program may decide differently on a loan that is within that interest of a limit.
 *
 * @param input.amount - base units of the bank's mint.
 * @param input.liquidity - base units in the bank's liquidity vault.
 * @returns the loan, or the refusal: BankPaused, BankReduceOnly, BankKilledByBankruptcy, BankUninitialized, a state by its
 *   name, BankLiabilityCapacityExceeded at the borrow limit or above, IllegalUtilizationRatio above all deposits, or the
 *   token program's 1.
 */
export function previewFlashLoan(
  bank: LendingBank,
  input: { readonly amount: bigint; readonly liquidity: bigint },
): FlashLoan | FlashLoanRefusal {
  const closed = CLOSED[bank.config.operationalState];
  if (closed !== undefined) return refuse(closed);
  const { operationalState, borrowLimit } = bank.config;
  if (operationalState !== BankOperationalState.Operational) {
    return { ok: false, by: 'state', name: nameState(operationalState) };
  }
  const debt = debtBits(bank, input.amount);
  const owed = worth(bank.totalLiabilityShares, bank.liabilityShareValue) + debt;
  if (borrowLimit !== NO_LIMIT && owed >= borrowLimit << I80F48_FRACTION_BITS) {
    return refuse(MARGINFI_ERROR__BANK_LIABILITY_CAPACITY_EXCEEDED);
  }
  if (owed > worth(bank.totalAssetShares, bank.assetShareValue)) {
    return refuse(MARGINFI_ERROR__ILLEGAL_UTILIZATION_RATIO);
  }
  if (input.amount > input.liquidity) {
    return { ok: false, by: 'token', code: TOKEN_ERROR__INSUFFICIENT_FUNDS };
  }
  return { ok: true, repayment: roundUp(debt) };
}

function debtBits({ config }: LendingBank, amount: bigint): bigint {
  const feeRate = i80f48Bits(config.interestRateConfig.protocolOriginationFee);
  return (amount << I80F48_FRACTION_BITS) + amount * feeRate;
}

function worth(shares: WrappedI80F48, shareValue: WrappedI80F48): bigint {
  return (i80f48Bits(shares) * i80f48Bits(shareValue)) >> I80F48_FRACTION_BITS;
}

function roundUp(bits: bigint): bigint {
  return -(-bits >> I80F48_FRACTION_BITS);
}

function nameState(state: number): string {
  return state === CIRCUIT_BROKEN ? 'CircuitBroken' : `OperationalState${state}`;
}

function refuse(code: LoanError): FlashLoanRefusal {
  return { ok: false, by: 'lending', code };
}

/**
 * Says what a custom code of the lending program means: its own codes by the names of release 0.1.9, and those of the framework
 * below it. The numbers are those of release 0.1.2 and later; the release before counted some of them differently.
 *
 * @returns undefined for any other code.
 */
export function getLendingError(code: number): NamedError | undefined {
  const isOfIdl = (own: number): own is MarginfiError => Object.hasOwn(ERROR_NAMES, own);
  const later = LATER_ERRORS.get(code);
  if (later !== undefined || !isOfIdl(code)) return later ?? getAnchorError(code);
  return { name: ERROR_NAMES[code], message: getMarginfiErrorMessage(code) };
}

/** Returns the message of a predicted refusal of a loan; a refusal by the token program has that program's name. */
export function describeFlashLoanRefusal(refusal: FlashLoanRefusal): NamedError {
  switch (refusal.by) {
    case 'token':
      return { name: 'InsufficientFunds', message: 'The bank holds less than the loan.' };
    case 'state':
      return { name: refusal.name, message: 'The bank is in a state in which it may not lend.' };
    case 'lending':
      return (
        getLendingError(refusal.code) ?? { name: String(refusal.code), message: 'The bank does not lend.' }
      );
  }
}
