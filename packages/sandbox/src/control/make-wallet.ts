import type { ControlledWorld } from './controlled-world.ts';
import { fund } from './fund.ts';
import { requireBody } from './read-body.ts';

/**
 * `POST /sandbox/wallets`: makes a key pair that {@link sign} signs with, and funds it where `sol` or `usdc` is given.
 *
 * @returns the address, and the secret key as solana-keygen writes it.
 * @throws {ControlError} for a bad field, or when the ledger refuses.
 */
export async function makeWallet(body: unknown, world: ControlledWorld): Promise<object> {
  const { sol, usdc } = requireBody(body, ['sol', 'usdc']);
  const { address: wallet, secretKey } = world.wallets.create();
  const isFunded = (sol ?? usdc ?? undefined) !== undefined;
  const granted = isFunded ? await fund({ wallet, sol, usdc }, world) : {};
  return { wallet, secretKey: [...secretKey], ...granted };
}
