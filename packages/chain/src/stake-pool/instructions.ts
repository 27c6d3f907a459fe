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
const NAMES = {
  6: 'UpdateValidatorListBalance',
  7: 'UpdateStakePoolBalance',
  8: 'CleanupRemovedValidatorEntries',
  9: 'DepositStake',
  10: 'WithdrawStake',
  14: 'DepositSol',
  16: 'WithdrawSol',
  23: 'DepositStakeWithSlippage',
  24: 'WithdrawStakeWithSlippage',
  25: 'DepositSolWithSlippage',
  26: 'WithdrawSolWithSlippage',
} as const;

type Name = (typeof NAMES)[keyof typeof NAMES];

/** A decoded instruction of the stake pool program, told apart by `instructionType`. */
export type ParsedStakePoolInstruction = {
  [Each in Name]: {
    readonly instructionType: Each;
    /** Accounts after the named ones, in order. */
    readonly remainingAccounts: readonly AccountMeta[];
  } & ReturnType<(typeof generated)[`parse${Each}Instruction`]>;
}[Name];

/** Lists what the generated client has of each, by the same first byte. */
const FORMATS = new Map(
  Object.entries(NAMES).map(([tag, name]) => {
    // No page bundles this package, so nothing has to be left out of it.
    const client = { ...generated };
    const codec = client[`get${name}InstructionDataCodec`]();
    return [Number(tag), { name, parse: client[`parse${name}Instruction`], codec }];
  }),
);

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
  const format = FORMATS.get(data[0] ?? -1);
  if (format === undefined) throw unidentified(data);
  const parsed = format.parse(instruction);
  if (!bytesEqual(format.codec.encode(parsed.data as never), new Uint8Array(data))) throw unidentified(data);
  const remainingAccounts = accounts.slice(Object.keys(parsed.accounts).length);
  return { instructionType: format.name, remainingAccounts, ...parsed } as ParsedStakePoolInstruction;
}

function unidentified(instructionData: ReadonlyUint8Array): SolanaError {
  return new SolanaError(SOLANA_ERROR__PROGRAM_CLIENTS__FAILED_TO_IDENTIFY_INSTRUCTION, {
    instructionData,
    programName: 'stakePool',
  });
}
