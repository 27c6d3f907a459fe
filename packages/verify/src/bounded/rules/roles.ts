import type { DeploymentKeys } from '../../deployment-keys.ts';
import { findRequestAccounts } from '../../find-request-accounts.ts';
import { encodeAddress } from '../../ledger/encode-address.ts';
import { type BoundedIntent, findReceived, findSpent } from '../bounded-intent.ts';
import type { Shape } from '../shape/shape.ts';

/**
 * What an account that may change is to the intent.
 *
 * - `wrapped`: wrapped SOL of the wallet. `passing`: raSOL that given stake turns into on its way to SOL.
 * - `escrow` and `receipt`: LP and record of the wallet's own request at the vault.
 */
export type Role =
  | 'wallet'
  | 'spent'
  | 'received'
  | 'wrapped'
  | 'passing'
  | 'given-stake'
  | 'new-stake'
  | 'escrow'
  | 'receipt';

/** The accounts of an intent's list, by base58 address. */
export type Roles = ReadonlyMap<string, Role>;

/** Lists the accounts that an intent may change; every other account of the wallet stays as it is. */
export function getRoles(intent: BoundedIntent, { wrapped, newStake }: Shape, keys: DeploymentKeys): Roles {
  const roles = new Map<string, Role>();
  const add = (key: Uint8Array | undefined, role: Role) => {
    if (key !== undefined) roles.set(encodeAddress(key), role);
  };
  if (intent.kind === 'swap-in' || intent.kind === 'swap-out' || intent.kind === 'stake-out') {
    for (const account of wrapped) add(account, 'wrapped');
  }
  if (intent.kind === 'stake-out') {
    add(intent.rasol.account, 'passing');
    add(intent.stakeAccount, 'given-stake');
  }
  if (intent.kind === 'vault-withdrawal') {
    const { receipt, escrow } = findRequestAccounts(intent, keys);
    add(receipt, 'receipt');
    add(escrow, 'escrow');
  }
  add(newStake, 'new-stake');
  add(findSpent(intent)?.account, 'spent');
  add(findReceived(intent)?.account, 'received');
  add(intent.wallet, 'wallet');
  return roles;
}
