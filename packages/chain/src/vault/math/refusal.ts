import type { VoltrVaultError } from '../generated/errors/index.ts';

/** The custom code with which the token program refuses to move or burn more than there is. */
export const TOKEN_ERROR__INSUFFICIENT_FUNDS = 1;

/**
 * Why the vault program would refuse: a code of its own, or one of the token program that it calls. `token` names
 * the account that holds too little.
 */
export type VaultRefusal =
  | { readonly ok: false; readonly by: 'vault'; readonly code: VoltrVaultError }
  | {
      readonly ok: false;
      readonly by: 'token';
      readonly code: typeof TOKEN_ERROR__INSUFFICIENT_FUNDS;
      readonly account: LackingAccount;
    };

/** The token accounts that can hold too little. */
export type LackingAccount = 'userAsset' | 'userLp' | 'idle' | 'strategy';

/** A refusal by the vault program itself. */
export function refuse(code: VoltrVaultError): VaultRefusal {
  return { ok: false, by: 'vault', code };
}

/** A refusal by the token program, because an account holds too little. */
export function refuseMissingAccount(account: LackingAccount): VaultRefusal {
  return { ok: false, by: 'token', code: TOKEN_ERROR__INSUFFICIENT_FUNDS, account };
}

/** Checks whether an amount fits the 64 bits in which the program stores amounts. */
export function fitsU64(amount: bigint): boolean {
  return amount >= 0n && amount < 2n ** 64n;
}
