import { signal } from '@preact/signals';
import { askLedger } from '../state/ask-ledger.ts';
import { askSandbox } from '../state/session.ts';

/** What the wallet of the tour starts with. */
const GIFT_SOL = '10';

/** A wallet whose key the sandbox keeps, so that it can sign like wallets that edit. */
export const tourWallet = signal<string | undefined>(undefined);

/** What `POST /sandbox/sign` answers. */
export type Signed = { readonly signed_tx: string; readonly signature: string };

/** Makes the wallet of the tour, once. */
export async function openTourWallet(): Promise<string> {
  if (tourWallet.value === undefined) {
    const { wallet } = await askSandbox<{ readonly wallet: string }>('wallets', { sol: GIFT_SOL });
    tourWallet.value = wallet;
  }
  return tourWallet.value;
}

/**
 * Has the sandbox sign a transaction.
 *
 * @param habit - how the wallet edits it first; not at all unless given.
 */
export async function signInSandbox(
  wallet: string,
  transaction: string,
  habit?: 'phantom' | 'android' | 'restamp',
): Promise<Signed> {
  return await askSandbox<Signed>('sign', { wallet, transaction, ...(habit && { as: habit }) });
}

/** What the ledger says that a wallet holds, in lamports. */
export async function readLamports(wallet: string): Promise<bigint> {
  const { value } = await askLedger<{ readonly value: number }>('getBalance', [
    wallet,
    { commitment: 'confirmed' },
  ]);
  // The gift of the sandbox is far below what a double holds exactly.
  return BigInt(value);
}
