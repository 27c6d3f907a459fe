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
import { FAUCET } from './cluster/seed.ts';

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

/** An instruction that makes one grant differ from the next. */
export function distinguish(): Instruction {
  grants = (grants + 1) % DISTINCT_GRANTS;
  return getSetComputeUnitLimitInstruction({ units: COMPUTE_UNIT_LIMIT + grants });
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
