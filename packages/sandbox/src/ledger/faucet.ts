import { sign } from 'node:crypto';
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getSetComputeUnitLimitInstruction } from '@solana-program/compute-budget';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getMintToInstruction,
} from '@solana-program/token';
import { type DecodedTransaction, decodeTransaction } from './decoded-transaction.ts';
import { TOKEN_PROGRAM_ADDRESS } from './program-addresses.ts';
import { FAUCET } from './seed/genesis.ts';

/** More than any faucet transaction uses. */
const COMPUTE_UNIT_LIMIT = 100_000;
/** Two equal grants in one slot differ in their compute-unit limit by less than this. */
const DISTINCT_GRANTS = 100_000;

const faucet = createNoopSigner(FAUCET.address);
const transactionEncoder = getTransactionEncoder();
let grants = 0;

/** Instructions that send lamports from the faucet. */
export function grantSol(destination: Address, amount: bigint): Instruction[] {
  return [getTransferSolInstruction({ source: faucet, destination, amount: lamports(amount) })];
}

/** Instructions that mint base units of a token of the sandbox, making the wallet's account when needed. */
export async function grantToken(wallet: Address, mint: Address, baseUnits: bigint): Promise<Instruction[]> {
  const [token] = await findAssociatedTokenPda({ owner: wallet, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS });
  return [
    getCreateAssociatedTokenIdempotentInstruction({ payer: faucet, ata: token, owner: wallet, mint }),
    getMintToInstruction({ mint, token, mintAuthority: faucet, amount: baseUnits }),
  ];
}

/**
 * A transaction of the faucet, signed and different from every other one.
 *
 * @param blockhash - a recent blockhash.
 */
export function createFaucetTransaction(
  instructions: readonly Instruction[],
  blockhash: Blockhash,
): DecodedTransaction {
  grants = (grants + 1) % DISTINCT_GRANTS;
  const units = COMPUTE_UNIT_LIMIT + grants;
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(FAUCET.address, empty),
    // Only how long the faucet itself keeps the bytes matters, which is not at all.
    (paid) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 0n }, paid),
    (timed) =>
      appendTransactionMessageInstructions(
        [getSetComputeUnitLimitInstruction({ units }), ...instructions],
        timed,
      ),
  );
  const compiled = compileTransaction(message);
  const signature = sign(null, Uint8Array.from(compiled.messageBytes), FAUCET.privateKey);
  const signed = { ...compiled, signatures: { [FAUCET.address]: new Uint8Array(signature) } };
  return decodeTransaction(
    new Uint8Array(
      transactionEncoder.encode(signed as unknown as Parameters<typeof transactionEncoder.encode>[0]),
    ),
  );
}
