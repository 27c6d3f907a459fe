import {
  type AccountMeta,
  AccountRole,
  type Address,
  type Instruction,
  type TransactionSigner,
} from '@solana/kit';
import {
  getLendingAccountBorrowInstruction,
  getLendingAccountEndFlashloanInstruction,
  getLendingAccountRepayInstruction,
  getLendingAccountStartFlashloanInstruction,
} from '../generated/instructions/index.ts';
import type { LendingProgramConfig } from '../pdas/bank-vault.ts';

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
