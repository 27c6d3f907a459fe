import type { ControlledSandbox } from './controlled-sandbox.ts';
import { fund } from './fund.ts';
import { requireBody } from './read-body.ts';

/**
 * `POST /sandbox/wallets`: makes a key pair that {@link sign} signs with, and funds it where `sol` or `usdc` is given.
 *
 * @returns the address, and the secret key as solana-keygen writes it.
 * @throws {ControlError} for a bad field, or when the ledger refuses.
 */
export async function makeWallet(body: unknown, sandbox: ControlledSandbox): Promise<object> {
  const { sol, usdc } = requireBody(body, ['sol', 'usdc']);
  const { address: wallet, secretKey } = sandbox.wallets.create();
  const isFunded = (sol ?? usdc ?? undefined) !== undefined;
  const granted = isFunded ? await fund({ wallet, sol, usdc }, sandbox) : {};
  return { wallet, secretKey: [...secretKey], ...granted };
}
