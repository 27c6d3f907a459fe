import type { Address } from '@solana/kit';
import { MARGINFI_PROGRAM_ADDRESS } from '@staking-agent/chain/lending';
import { findPda } from '../../vm/models/find-pda.ts';

/** A derived address with its bump. */
type Derived = readonly [address: Address, bump: number];

/** The token accounts of a bank and who owns them. */
export type BankKeys = {
  readonly liquidityVault: Derived;
  readonly liquidityVaultAuthority: Derived;
  readonly insuranceVault: Derived;
  readonly insuranceVaultAuthority: Derived;
  readonly feeVault: Derived;
  readonly feeVaultAuthority: Derived;
};

/** Derives what belongs to a bank. */
export function findBankKeys(bank: Address): BankKeys {
  const derive = (text: string): Derived => findPda(MARGINFI_PROGRAM_ADDRESS, [{ text }, { address: bank }]);
  return {
    liquidityVault: derive('liquidity_vault'),
    liquidityVaultAuthority: derive('liquidity_vault_auth'),
    insuranceVault: derive('insurance_vault'),
    insuranceVaultAuthority: derive('insurance_vault_auth'),
    feeVault: derive('fee_vault'),
    feeVaultAuthority: derive('fee_vault_auth'),
  };
}

/** Derives a user's lending account; both numbers are u16. */
export function findLendingAccount(
  group: Address,
  authority: Address,
  accountIndex: number,
  thirdPartyId: number,
): Derived {
  return findPda(MARGINFI_PROGRAM_ADDRESS, [
    { text: 'marginfi_account' },
    { address: group },
    { address: authority },
    u16(accountIndex),
    u16(thirdPartyId),
  ]);
}

function u16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, value >> 8);
}
