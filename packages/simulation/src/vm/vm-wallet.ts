import { base58 } from '@scure/base';
import type { Address } from '@solana/kit';
import { type Belongings, giveBelongings } from '../../../sandbox/malicious/give-belongings.ts';
import type { SandboxLedger } from '../../../sandbox/src/world/sandbox-ledger.ts';
import type { Dice } from '../dice.ts';
import { createKeyPair } from '../wallet.ts';

/** A key with what an old wallet has. */
export type VmWallet = {
  readonly name: string;
  /** Base58. */
  readonly address: string;
  readonly belongings: Belongings;
  /** Fills the wallet's slot of base64 transaction bytes and changes nothing else. */
  sign(transaction: string): { readonly base64: string; readonly signature: string };
};

const FUNDS = 300_000_000_000n;

/** Makes a wallet with 300 SOL and everything else that can be staked or taken out. */
export async function createVmWallet(name: string, dice: Dice, ledger: SandboxLedger): Promise<VmWallet> {
  const { address, signMessage } = createKeyPair(dice);
  ledger.fund(address as Address, FUNDS);
  const belongings = await giveBelongings(ledger, address as Address);
  return {
    name,
    address,
    belongings,
    sign(transaction) {
      const bytes = Buffer.from(transaction, 'base64');
      const signature = signMessage(messageOf(bytes));
      // Whoever pays signs first.
      signature.copy(bytes, 1);
      return { base64: bytes.toString('base64'), signature: base58.encode(signature) };
    },
  };
}

const SIGNATURE_SIZE = 64;

/** The message of transaction bytes: what stands behind the signatures. */
export function messageOf(transaction: Buffer): Buffer {
  return transaction.subarray(1 + SIGNATURE_SIZE * (transaction[0] ?? 0));
}

/** How many sign base64 transaction bytes. */
export function countSigners(transaction: string): number {
  return Buffer.from(transaction, 'base64')[0] ?? 0;
}
