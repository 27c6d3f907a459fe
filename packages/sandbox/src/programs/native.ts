import {
  type AccountMeta,
  AccountRole,
  type Address,
  createNoopSigner,
  type Instruction,
  type InstructionWithAccounts,
  type InstructionWithData,
  isSolanaError,
  type Lamports,
  type ReadonlyUint8Array,
  SOLANA_ERROR__PROGRAM_CLIENTS__INSUFFICIENT_ACCOUNT_METAS,
} from '@solana/kit';
import {
  getAuthorizeInstruction,
  getDeactivateInstruction,
  getMergeInstruction,
  getSplitInstruction,
  getWithdrawInstruction,
  StakeAuthorize,
} from '@solana-program/stake';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  getBurnInstruction,
  getMintToInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
} from '@solana-program/token';
import { type ModelledCall, ProgramFailure, toMeta } from '../vm/player/model.ts';
import {
  CLOCK_ADDRESS,
  STAKE_HISTORY_ADDRESS,
  STAKE_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../vm/program-addresses.ts';

const SYNC_NATIVE = 17;
const GET_MINIMUM_DELEGATION = 13;

/** Names an account that has signed the transaction, or that the calling program signs for. */
export const signer = createNoopSigner;

/**
 * Reads the instruction of a program that is written in no framework.
 *
 * @throws {ProgramFailure} NotEnoughAccountKeys, and BorshIoError for data that it does not know.
 */
export function parseInstruction<T>(
  { programAddress, accounts, data }: ModelledCall,
  parse: (
    instruction: Instruction &
      InstructionWithAccounts<readonly AccountMeta[]> &
      InstructionWithData<ReadonlyUint8Array>,
  ) => T,
): T {
  try {
    return parse({ programAddress, accounts: accounts.map(toMeta), data });
  } catch (error) {
    const isShort = isSolanaError(error, SOLANA_ERROR__PROGRAM_CLIENTS__INSUFFICIENT_ACCOUNT_METAS);
    throw new ProgramFailure(isShort ? 'NotEnoughAccountKeys' : 'BorshIoError');
  }
}

/** Moves lamports of a wallet. */
export function transferSol(source: Address, destination: Address, lamports: bigint): Instruction {
  return getTransferSolInstruction({ source: signer(source), destination, amount: lamports as Lamports });
}

/** Mints tokens, in base units. */
export function mintTokens(mint: Address, token: Address, authority: Address, amount: bigint): Instruction {
  return getMintToInstruction({ mint, token, mintAuthority: signer(authority), amount });
}

/** Burns tokens, in base units. */
export function burnTokens(mint: Address, account: Address, owner: Address, amount: bigint): Instruction {
  return getBurnInstruction({ mint, account, authority: signer(owner), amount });
}

/** Moves tokens without a look at their mint, in base units; the classic Token program unless given. */
export function moveTokens(
  source: Address,
  destination: Address,
  owner: Address,
  amount: bigint,
  programAddress: Address = TOKEN_PROGRAM_ADDRESS,
): Instruction {
  return getTransferInstruction(
    { source, destination, authority: signer(owner), amount },
    { programAddress },
  );
}

/** Moves tokens of a mint, in base units. */
export function transferTokens(input: {
  readonly mint: Address;
  readonly source: Address;
  readonly destination: Address;
  readonly owner: Address;
  readonly amount: bigint;
  readonly decimals: number;
  /** The classic Token program unless given. */
  readonly tokenProgram?: Address;
}): Instruction {
  const { owner, tokenProgram = TOKEN_PROGRAM_ADDRESS, ...rest } = input;
  const config = { programAddress: tokenProgram };
  return getTransferCheckedInstruction({ ...rest, authority: signer(owner) }, config);
}

/** Gives both authorities of a stake account to another key. */
export function authorizeStake(stake: Address, authority: Address, to: Address): Instruction[] {
  return [StakeAuthorize.Staker, StakeAuthorize.Withdrawer].map((kind) =>
    withSysvars(
      getAuthorizeInstruction({ stake, authority: signer(authority), arg0: to, arg1: kind }),
      1,
      CLOCK_ADDRESS,
    ),
  );
}

/** Merges a whole stake account into another one. */
export function mergeStake(source: Address, destination: Address, authority: Address): Instruction {
  const merge = getMergeInstruction({
    sourceStake: source,
    destinationStake: destination,
    stakeAuthority: signer(authority),
  });
  return withSysvars(merge, 2, CLOCK_ADDRESS, STAKE_HISTORY_ADDRESS);
}

/** Splits lamports off a stake account. */
export function splitStake(stake: Address, to: Address, authority: Address, lamports: bigint): Instruction {
  return getSplitInstruction({ stake, splitStake: to, stakeAuthority: signer(authority), args: lamports });
}

/** Takes undelegated lamports out of a stake account. */
export function withdrawStake(
  stake: Address,
  to: Address,
  authority: Address,
  lamports: bigint,
): Instruction {
  const withdrawAuthority = signer(authority);
  const withdraw = getWithdrawInstruction({ stake, recipient: to, withdrawAuthority, args: lamports });
  return withSysvars(withdraw, 2, CLOCK_ADDRESS, STAKE_HISTORY_ADDRESS);
}

/** Reads the minimum delegation from the stake program. */
export function getMinimumDelegation(): Instruction {
  const data = Uint8Array.of(GET_MINIMUM_DELEGATION, 0, 0, 0);
  return { programAddress: STAKE_PROGRAM_ADDRESS, accounts: [], data };
}

/** Starts the cooldown of a stake account. */
export function deactivateStake(stake: Address, authority: Address): Instruction {
  return getDeactivateInstruction({ stake, stakeAuthority: signer(authority) });
}

/**
 * Syncs a wrapped-SOL account with its lamports, without the rent sysvar, which newer clients pass and programs do not need.
 */
export function syncNative(account: Address): Instruction {
  const accounts = [{ address: account, role: AccountRole.WRITABLE }];
  return { programAddress: TOKEN_PROGRAM_ADDRESS, accounts, data: Uint8Array.of(SYNC_NATIVE) };
}

/** Lists sysvars that programs pass and that the current stake program no longer needs. */
function withSysvars(instruction: Instruction, at: number, ...sysvars: readonly Address[]): Instruction {
  const accounts = [...(instruction.accounts ?? [])];
  accounts.splice(at, 0, ...sysvars.map((address) => ({ address, role: AccountRole.READONLY })));
  return { ...instruction, accounts };
}
