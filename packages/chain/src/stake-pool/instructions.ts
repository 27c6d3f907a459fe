import {
  type ReadonlyUint8Array,
  SOLANA_ERROR__PROGRAM_CLIENTS__FAILED_TO_IDENTIFY_INSTRUCTION,
  SolanaError,
} from '@solana/kit';
import {
  parseDepositSolInstruction,
  parseDepositSolWithSlippageInstruction,
  parseDepositStakeInstruction,
  parseDepositStakeWithSlippageInstruction,
} from './deposits.ts';
import type { ParsableInstruction } from './instruction-format.ts';
import {
  parseCleanupRemovedValidatorEntriesInstruction,
  parseUpdateStakePoolBalanceInstruction,
  parseUpdateValidatorListBalanceInstruction,
} from './updates.ts';
import {
  parseWithdrawSolInstruction,
  parseWithdrawSolWithSlippageInstruction,
  parseWithdrawStakeInstruction,
  parseWithdrawStakeWithSlippageInstruction,
} from './withdrawals.ts';

const TAGS = {
  UpdateValidatorListBalance: 6,
  UpdateStakePoolBalance: 7,
  CleanupRemovedValidatorEntries: 8,
  DepositStake: 9,
  WithdrawStake: 10,
  DepositSol: 14,
  WithdrawSol: 16,
  DepositStakeWithSlippage: 23,
  WithdrawStakeWithSlippage: 24,
  DepositSolWithSlippage: 25,
  WithdrawSolWithSlippage: 26,
} as const;

const PARSERS = {
  UpdateValidatorListBalance: parseUpdateValidatorListBalanceInstruction,
  UpdateStakePoolBalance: parseUpdateStakePoolBalanceInstruction,
  CleanupRemovedValidatorEntries: parseCleanupRemovedValidatorEntriesInstruction,
  DepositStake: parseDepositStakeInstruction,
  WithdrawStake: parseWithdrawStakeInstruction,
  DepositSol: parseDepositSolInstruction,
  WithdrawSol: parseWithdrawSolInstruction,
  DepositStakeWithSlippage: parseDepositStakeWithSlippageInstruction,
  WithdrawStakeWithSlippage: parseWithdrawStakeWithSlippageInstruction,
  DepositSolWithSlippage: parseDepositSolWithSlippageInstruction,
  WithdrawSolWithSlippage: parseWithdrawSolWithSlippageInstruction,
} as const;

/** The instructions this client knows; the program has more, for managers and stakers. */
export type StakePoolInstructionType = keyof typeof TAGS;

/** A decoded instruction of the stake pool program, told apart by `instructionType`. */
export type ParsedStakePoolInstruction = {
  [T in StakePoolInstructionType]: { readonly instructionType: T } & ReturnType<(typeof PARSERS)[T]>;
}[StakePoolInstructionType];

const TYPES = new Map(
  Object.entries(TAGS).map(([type, tag]) => [tag as number, type as StakePoolInstructionType]),
);

/**
 * Names an instruction by the first byte of its data. The caller checks the program address, because forks have other
 * addresses.
 *
 * @throws {SolanaError} for a tag this client does not know, and for no data.
 */
export function identifyStakePoolInstruction(instruction: {
  readonly data: ReadonlyUint8Array;
}): StakePoolInstructionType {
  const type = TYPES.get(instruction.data[0] ?? -1);
  if (type !== undefined) return type;
  throw new SolanaError(SOLANA_ERROR__PROGRAM_CLIENTS__FAILED_TO_IDENTIFY_INSTRUCTION, {
    instructionData: instruction.data,
    programName: 'stakePool',
  });
}

/**
 * Decodes an instruction of the stake pool program: its data, and its accounts by name.
 *
 * @throws {SolanaError} for a tag this client does not know, for data the program would refuse, and for too few
 *   accounts.
 */
export function parseStakePoolInstruction(instruction: ParsableInstruction): ParsedStakePoolInstruction {
  const instructionType = identifyStakePoolInstruction(instruction);
  const parsed = PARSERS[instructionType](instruction);
  return { instructionType, ...parsed } as ParsedStakePoolInstruction;
}
