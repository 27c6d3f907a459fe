import { type Address, createNoopSigner, type Instruction, lamports } from '@solana/kit';
import { getCreateAccountWithSeedInstruction, getTransferSolInstruction } from '@solana-program/system';
import {
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeAccount3Instruction,
  getSyncNativeInstruction,
} from '@solana-program/token';
import { TOKEN_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { findAta, findSeeded } from './pool-view.ts';

const TOKEN_ACCOUNT_SIZE = 165n;

/** A wrapped-SOL account that exists only within one transaction. */
export type TemporaryAccount = {
  readonly address: Address;
  readonly open: readonly Instruction[];
  /** Gives everything in it, wrapped SOL and rent, to the wallet. */
  readonly close: Instruction;
};

/**
 * Plans a temporary account of wrapped SOL.
 *
 * The wallet's associated account serves when there is none yet. One that exists holds the wallet's own wrapped
 * SOL, which must not be unwrapped, so another account, derived from the wallet by a seed, takes its place.
 */
export async function planWrappedSol(ledger: SandboxLedger, wallet: Address): Promise<TemporaryAccount> {
  const mint = ledger.deployment.solMint;
  const payer = createNoopSigner(wallet);
  const ata = await findAta(wallet, mint);
  if (ledger.findAccount(ata) === undefined) {
    const open = [getCreateAssociatedTokenIdempotentInstruction({ payer, ata, owner: wallet, mint })];
    return { address: ata, open, close: closeTo(ata, wallet) };
  }
  const seed = `wsol${ledger.blocks.tip().slot}`;
  const address = await findSeeded(wallet, seed, TOKEN_PROGRAM_ADDRESS);
  const rent = ledger.bank.vm().minimumBalanceForRentExemption(TOKEN_ACCOUNT_SIZE);
  const create = getCreateAccountWithSeedInstruction({
    payer,
    newAccount: address,
    base: wallet,
    seed,
    amount: rent,
    space: TOKEN_ACCOUNT_SIZE,
    programAddress: TOKEN_PROGRAM_ADDRESS,
  });
  const initialize = getInitializeAccount3Instruction({ account: address, mint, owner: wallet });
  return { address, open: [create, initialize], close: closeTo(address, wallet) };
}

/** Wraps lamports of the wallet into a wrapped-SOL account. */
export function wrapSol(wallet: Address, account: Address, amount: bigint): Instruction[] {
  const source = createNoopSigner(wallet);
  return [
    getTransferSolInstruction({ source, destination: account, amount: lamports(amount) }),
    getSyncNativeInstruction({ account }),
  ];
}

/** Closes a token account to its wallet. */
export function closeTo(account: Address, wallet: Address): Instruction {
  return getCloseAccountInstruction({ account, destination: wallet, owner: createNoopSigner(wallet) });
}
