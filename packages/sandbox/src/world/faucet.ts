import { sign } from 'node:crypto';
import { type Address, type Blockhash, createNoopSigner, type Instruction, lamports } from '@solana/kit';
import { getSetComputeUnitLimitInstruction } from '@solana-program/compute-budget';
import { getTransferSolInstruction } from '@solana-program/system';
import { getCreateAssociatedTokenIdempotentInstruction, getMintToInstruction } from '@solana-program/token';
import { compileMessageWithTables } from '@staking-agent/chain/message';
import { findAssociatedTokenAddress } from '@staking-agent/chain/token';
import { type DecodedTransaction, decodeTransaction } from '../vm/decoded-transaction.ts';
import { createDeterministicKey } from './accounts/deterministic-key.ts';

/** The key that holds the faucet's SOL and may mint USDC. */
export const FAUCET = createDeterministicKey('faucet');

/** More than any faucet transaction uses. */
const COMPUTE_UNIT_LIMIT = 100_000;
/** Two equal grants in one slot differ in their compute-unit limit by less than this. */
const DISTINCT_GRANTS = 100_000;

const faucet = createNoopSigner(FAUCET.address);
let grants = 0;

/** Instructions that send lamports from the faucet. */
export function grantSol(destination: Address, amount: bigint): Instruction[] {
  return [getTransferSolInstruction({ source: faucet, destination, amount: lamports(amount) })];
}

/** Instructions that mint base units of a token of the sandbox, making the wallet's account when needed. */
export async function grantToken(wallet: Address, mint: Address, baseUnits: bigint): Promise<Instruction[]> {
  const token = await findAssociatedTokenAddress(wallet, mint);
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
  const messageBytes = compileMessageWithTables({ feePayer: FAUCET.address, blockhash, instructions }, {});
  const signature = sign(null, messageBytes, FAUCET.privateKey);
  return decodeTransaction(Uint8Array.from([1, ...signature, ...messageBytes]));
}
