import {
  type AccountMeta,
  AccountRole,
  type Address,
  containsBytes,
  createDecoder,
  type FixedSizeDecoder,
  fixDecoderSize,
  getBytesDecoder,
  getConstantDecoder,
  getU8Decoder,
  getU64Decoder,
  type Instruction,
  type ReadonlyUint8Array,
  type TransactionSigner,
} from '@solana/kit';
import { getAddressDecoder } from '#address';
import { i80f48Bits, type LendingProgramConfig } from './accounts.ts';
import { BANK_DISCRIMINATOR, getBankSize, type MarginfiAccount } from './generated/accounts/index.ts';
import {
  MARGINFI_ERROR__ILLEGAL_FLASHLOAN,
  MARGINFI_ERROR__INVALID_BANK_ACCOUNT,
  MARGINFI_ERROR__INVALID_GROUP,
  MARGINFI_ERROR__OPERATION_BORROW_ONLY,
  MARGINFI_ERROR__UNAUTHORIZED,
  type MarginfiError,
} from './generated/errors/index.ts';
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
import { type Balance, getWrappedI80F48Decoder } from './generated/types/index.ts';
import type { FlashLoanBank } from './math.ts';

/** What is read of a bank: whose it is, and what decides a flash loan. */
export type LendingBank = FlashLoanBank & { readonly mint: Address; readonly group: Address };

/** Offsets in the account's data; the releases since 0.1.2 agree on them. */
const AT = {
  mint: 8,
  group: 41,
  assetShareValue: 80,
  liabilityShareValue: 96,
  totalLiabilityShares: 256,
  totalAssetShares: 272,
  originationFee: 480,
  operationalState: 608,
  borrowLimit: 776,
} as const;

const SHARES = getWrappedI80F48Decoder();

/**
 * Returns a decoder that reads only the fields in use, each at its own offset. Bytes that later releases give a meaning, and
 * unknown states of operation or of oracles, do not make it fail.
 *
 * It throws kit's error for data that is not a bank's or is too short; longer data is accepted.
 */
export function getLendingBankDecoder(): FixedSizeDecoder<LendingBank> {
  const whole = fixDecoderSize(getBytesDecoder(), getBankSize());
  return createDecoder({
    fixedSize: getBankSize(),
    read: (bytes, start) => {
      const [data, end] = whole.read(bytes, start);
      getConstantDecoder(BANK_DISCRIMINATOR).decode(data);
      const bank = {
        mint: getAddressDecoder().decode(data, AT.mint),
        group: getAddressDecoder().decode(data, AT.group),
        assetShareValue: SHARES.decode(data, AT.assetShareValue),
        liabilityShareValue: SHARES.decode(data, AT.liabilityShareValue),
        totalAssetShares: SHARES.decode(data, AT.totalAssetShares),
        totalLiabilityShares: SHARES.decode(data, AT.totalLiabilityShares),
        config: {
          operationalState: getU8Decoder().decode(data, AT.operationalState),
          borrowLimit: getU64Decoder().decode(data, AT.borrowLimit),
          interestRateConfig: { protocolOriginationFee: SHARES.decode(data, AT.originationFee) },
        },
      };
      return [bank, end];
    },
  });
}

/** What a flash loan is bracketed with. */
export type FlashLoanInput = {
  readonly group: Address;
  /** The lending account that takes the loan; see `findLendingAccountFault`. */
  readonly marginfiAccount: Address;
  /** The user, who signs once for all of it. */
  readonly authority: TransactionSigner;
  readonly bank: Address;
  readonly liquidityVault: Address;
  readonly bankLiquidityVaultAuthority: Address;
  /** Whether the end takes the group too, see {@link endsWithGroup}; it does not unless said. */
  readonly endsWithGroup?: boolean;
  /** The token account that gets the loan and gives it back. */
  readonly tokenAccount: Address;
  /** The program of the bank's mint. */
  readonly tokenProgram: Address;
  /** Base units of the bank's mint. */
  readonly amount: bigint;
  /** What comes before the loan: compute budget, token accounts, the lending account when it is new. */
  readonly before: readonly Instruction[];
  /** What the loan is for; must leave the repayment in the token account. */
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
  return [
    ...before,
    getLendingAccountStartFlashloanInstruction(
      { ...accounts, endIndex: flashLoanEndIndex(before.length, inside.length) },
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
    end(accounts, endsWithGroup, config),
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

function end(
  input: Pick<FlashLoanInput, 'group' | 'marginfiAccount' | 'authority'>,
  takesGroup: boolean,
  config: LendingProgramConfig,
): Instruction {
  const instruction = getLendingAccountEndFlashloanInstruction(input, config);
  if (!takesGroup) return instruction;
  const [account, ...rest] = instruction.accounts as readonly AccountMeta[];
  const group = { address: input.group, role: AccountRole.READONLY };
  return { ...instruction, accounts: account === undefined ? rest : [account, group, ...rest] };
}

/** Computes the index of the end among all top-level instructions: start, borrow and repay stand before it. */
export function flashLoanEndIndex(before: number, inside: number): bigint {
  return BigInt(before + 2 + inside + 1);
}

/** Why the program would not start a flash loan: its own code, or the runtime's for an index past the last. */
export type FlashLoanFault =
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

/** Bits of a lending account's flags. */
export const LENDING_ACCOUNT_FLAGS = {
  disabled: 1n,
  inFlashLoan: 2n,
  inReceivership: 16n,
  inDeleverage: 32n,
  frozen: 64n,
  inOrderExecution: 128n,
} as const;

const BARRING = Object.values(LENDING_ACCOUNT_FLAGS).reduce((sum, flag) => sum | flag, 0n);

/** The fields of a lending account that decide whether it may take a flash loan. */
export type FlashLoanAccount = Pick<MarginfiAccount, 'group' | 'authority' | 'accountFlags'> & {
  readonly lendingAccount: { readonly balances: readonly Balance[] };
};

/** The positions that a lending account has, in the order of its slots. */
export function activeBalances(account: FlashLoanAccount): readonly Balance[] {
  return account.lendingAccount.balances.filter(({ active }) => active !== 0);
}

/**
 * Finds why an existing lending account cannot take a flash loan whose end names no further accounts.
 *
 * A debt in the same bank is allowed: repaying all clears it with the loan. Any other position is: a deposit in the bank
 * forbids the loan, and a position in another bank must be proven healthy at the end.
 *
 * @returns the code the program would answer with: Unauthorized, InvalidGroup, IllegalFlashloan for a flag,
 *   OperationBorrowOnly for a deposit in the bank, InvalidBankAccount for a position elsewhere; undefined for none.
 */
export function findLendingAccountFault(
  account: FlashLoanAccount,
  loan: { readonly authority: Address; readonly group: Address; readonly bank: Address },
): MarginfiError | undefined {
  if (account.authority !== loan.authority) return MARGINFI_ERROR__UNAUTHORIZED;
  if (account.group !== loan.group) return MARGINFI_ERROR__INVALID_GROUP;
  if ((account.accountFlags & BARRING) !== 0n) return MARGINFI_ERROR__ILLEGAL_FLASHLOAN;
  for (const balance of activeBalances(account)) {
    if (balance.bankPk !== loan.bank) return MARGINFI_ERROR__INVALID_BANK_ACCOUNT;
    if (i80f48Bits(balance.assetShares) > 0n) return MARGINFI_ERROR__OPERATION_BORROW_ONLY;
  }
  return undefined;
}
