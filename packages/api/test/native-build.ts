import { readFileSync } from 'node:fs';
import { base58 } from '@scure/base';
import { blockhash } from '@solana/kit';
import { parseDeployment } from '@staking-agent/chain/deployment';

/** The addresses of mainnet. */
export const MAINNET = parseDeployment(
  JSON.parse(readFileSync(new URL('../../../deployments/mainnet.json', import.meta.url), 'utf8')),
);

/** The ledger's terms of an epoch. */
export const TERMS = {
  rentExemptReserve: 1_666_240n,
  minimumDelegation: 1n,
  signatureFee: 5_000n,
  epoch: 740n,
  isPaying: false,
  nextSlot: 6n,
  slotsLeft: 5n,
  readAt: 0,
};

/** The lifetime of a transaction by the 32 bytes of its blockhash. */
export function lifetimeOf(bytes: Uint8Array) {
  const blockhashText = blockhash(base58.encode(bytes));
  return { blockhash: bytes, blockhashText, lastValidBlockHeight: 150n, contextSlot: 1n };
}
