import { address, type KeyPairSigner, lamports } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getSyncNativeInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { type BoundedWorld, DEPLOYMENT } from './bounded-world.ts';
import { compile, plain } from './edit-transaction.ts';

/** Wraps SOL of a wallet in its associated account. */
export async function giveWrappedSol(
  world: BoundedWorld,
  wallet: KeyPairSigner,
  amount: bigint,
): Promise<void> {
  const mint = address(DEPLOYMENT.solMint);
  const owner = wallet.address;
  const [ata] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS });
  const instructions = [
    getCreateAssociatedTokenIdempotentInstruction({ payer: wallet, ata, owner, mint }),
    getTransferSolInstruction({ source: wallet, destination: ata, amount: lamports(amount) }),
    getSyncNativeInstruction({ account: ata }),
  ];
  await world.land(wallet, compile(owner, instructions.map(plain), await world.blockhash()));
}
