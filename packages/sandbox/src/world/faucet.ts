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
  type SignatureBytes,
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
import { type DecodedTransaction, decodeTransaction } from '../vm/decoded-transaction.ts';
import { TOKEN_PROGRAM_ADDRESS } from '../vm/program-addresses.ts';
import { createDeterministicKey } from './accounts/deterministic-key.ts';

/** The key that holds the faucet's SOL and may mint USDC. */
export const FAUCET = createDeterministicKey('faucet');

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
 * A transaction of these instructions, signed by the faucet; no two of them are the same.
 *
 * @param blockhash - a recent blockhash.
 */
export function signAsFaucet(instructions: readonly Instruction[], blockhash: Blockhash): DecodedTransaction {
  grants = (grants + 1) % DISTINCT_GRANTS;
  const budget = getSetComputeUnitLimitInstruction({ units: COMPUTE_UNIT_LIMIT + grants });
  return createFaucetTransaction([budget, ...instructions], blockhash);
}

/**
 * A transaction of these instructions, signed by the faucet.
 *
 * @param blockhash - a recent blockhash.
 */
export function createFaucetTransaction(
  instructions: readonly Instruction[],
  blockhash: Blockhash,
): DecodedTransaction {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(FAUCET.address, empty),
    // Nobody resends what the faucet has sent, so how long the blockhash lives does not matter.
    (paid) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 0n }, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  );
  const compiled = compileTransaction(message);
  const signature = sign(null, Uint8Array.from(compiled.messageBytes), FAUCET.privateKey);
  const signatures = { [FAUCET.address]: new Uint8Array(signature) as SignatureBytes };
  return decodeTransaction(new Uint8Array(transactionEncoder.encode({ ...compiled, signatures })));
}
