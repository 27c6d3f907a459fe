import {
  type AccountMeta,
  bytesEqual,
  type Instruction,
  type InstructionWithAccounts,
  type InstructionWithData,
  type ReadonlyUint8Array,
  SOLANA_ERROR__PROGRAM_CLIENTS__FAILED_TO_IDENTIFY_INSTRUCTION,
  SolanaError,
} from '@solana/kit';
import * as generated from './generated/instructions/index.ts';

/** The instructions that users and keepers call, by the first byte of their data; the program has more. */
const FORMATS = {
  6: [
    'UpdateValidatorListBalance',
    generated.parseUpdateValidatorListBalanceInstruction,
    generated.getUpdateValidatorListBalanceInstructionDataCodec(),
  ],
  7: [
    'UpdateStakePoolBalance',
    generated.parseUpdateStakePoolBalanceInstruction,
    generated.getUpdateStakePoolBalanceInstructionDataCodec(),
  ],
  8: [
    'CleanupRemovedValidatorEntries',
    generated.parseCleanupRemovedValidatorEntriesInstruction,
    generated.getCleanupRemovedValidatorEntriesInstructionDataCodec(),
  ],
  9: [
    'DepositStake',
    generated.parseDepositStakeInstruction,
    generated.getDepositStakeInstructionDataCodec(),
  ],
  10: [
    'WithdrawStake',
    generated.parseWithdrawStakeInstruction,
    generated.getWithdrawStakeInstructionDataCodec(),
  ],
  14: ['DepositSol', generated.parseDepositSolInstruction, generated.getDepositSolInstructionDataCodec()],
  16: ['WithdrawSol', generated.parseWithdrawSolInstruction, generated.getWithdrawSolInstructionDataCodec()],
  23: [
    'DepositStakeWithSlippage',
    generated.parseDepositStakeWithSlippageInstruction,
    generated.getDepositStakeWithSlippageInstructionDataCodec(),
  ],
  24: [
    'WithdrawStakeWithSlippage',
    generated.parseWithdrawStakeWithSlippageInstruction,
    generated.getWithdrawStakeWithSlippageInstructionDataCodec(),
  ],
  25: [
    'DepositSolWithSlippage',
    generated.parseDepositSolWithSlippageInstruction,
    generated.getDepositSolWithSlippageInstructionDataCodec(),
  ],
  26: [
    'WithdrawSolWithSlippage',
    generated.parseWithdrawSolWithSlippageInstruction,
    generated.getWithdrawSolWithSlippageInstructionDataCodec(),
  ],
} as const;

type Formats = typeof FORMATS;

/** A decoded instruction of the stake pool program, told apart by `instructionType`. */
export type ParsedStakePoolInstruction = {
  [Tag in keyof Formats]: {
    readonly instructionType: Formats[Tag][0];
    /** Accounts after the named ones, in order. */
    readonly remainingAccounts: readonly AccountMeta[];
  } & ReturnType<Formats[Tag][1]>;
}[keyof Formats];

/**
 * Decodes an instruction of the stake pool program as strictly as the program does: data must be the ones that encode it.
 * The caller checks the program address, because forks have other addresses.
 *
 * @throws {SolanaError} for an unknown tag, for data that the program would refuse, and for too few accounts.
 */
export function parseStakePoolInstruction(
  instruction: Instruction &
    InstructionWithAccounts<readonly AccountMeta[]> &
    InstructionWithData<ReadonlyUint8Array>,
): ParsedStakePoolInstruction {
  const { data, accounts } = instruction;
  const format = Object.entries(FORMATS).find(([tag]) => Number(tag) === data[0])?.[1];
  if (format === undefined) throw unidentified(data);
  const [instructionType, parse, codec] = format;
  const parsed = parse(instruction);
  if (!bytesEqual(codec.encode(parsed.data as never), new Uint8Array(data))) throw unidentified(data);
  const remainingAccounts = accounts.slice(Object.keys(parsed.accounts).length);
  return { instructionType, remainingAccounts, ...parsed } as ParsedStakePoolInstruction;
}

function unidentified(instructionData: ReadonlyUint8Array): SolanaError {
  return new SolanaError(SOLANA_ERROR__PROGRAM_CLIENTS__FAILED_TO_IDENTIFY_INSTRUCTION, {
    instructionData,
    programName: 'stakePool',
  });
}
