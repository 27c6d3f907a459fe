import { type Address, createNoopSigner, type Instruction, type Lamports } from '@solana/kit';
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
} from '@solana-program/token';

const signer = createNoopSigner;

/** Moves lamports of a wallet. */
export function transferSol(source: Address, destination: Address, lamports: bigint): Instruction {
  return getTransferSolInstruction({ source: signer(source), destination, amount: lamports as Lamports });
}

/** Mints pool tokens, in base units. */
export function mintTokens(mint: Address, token: Address, authority: Address, amount: bigint): Instruction {
  return getMintToInstruction({ mint, token, mintAuthority: signer(authority), amount });
}

/** Burns pool tokens, in base units. */
export function burnTokens(mint: Address, account: Address, owner: Address, amount: bigint): Instruction {
  return getBurnInstruction({ mint, account, authority: signer(owner), amount });
}

/** Moves tokens, in base units. */
export function transferTokens(input: {
  readonly mint: Address;
  readonly source: Address;
  readonly destination: Address;
  readonly owner: Address;
  readonly amount: bigint;
  readonly decimals: number;
}): Instruction {
  return getTransferCheckedInstruction({ ...input, authority: signer(input.owner) });
}

/** Gives both authorities of a stake account to another key. */
export function authorizeStake(stake: Address, authority: Address, to: Address): Instruction[] {
  return [StakeAuthorize.Staker, StakeAuthorize.Withdrawer].map((kind) =>
    getAuthorizeInstruction({ stake, authority: signer(authority), arg0: to, arg1: kind }),
  );
}

/** Merges a whole stake account into another one. */
export function mergeStake(source: Address, destination: Address, authority: Address): Instruction {
  return getMergeInstruction({
    sourceStake: source,
    destinationStake: destination,
    stakeAuthority: signer(authority),
  });
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
  return getWithdrawInstruction({
    stake,
    recipient: to,
    withdrawAuthority: signer(authority),
    args: lamports,
  });
}

/** Starts the cooldown of a stake account. */
export function deactivateStake(stake: Address, authority: Address): Instruction {
  return getDeactivateInstruction({ stake, stakeAuthority: signer(authority) });
}
