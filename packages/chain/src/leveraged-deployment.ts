import type { Address } from '@solana/kit';
import { type Adaptor, isAddressText, parseAdaptor, parseLookupTables, toFields } from './adaptor.ts';

/** The accounts of a wallet that the leverage adaptor may want: the wallet, its wrapped SOL, its raSOL. */
export type LeveragedWalletAccount = 'wallet' | 'walletSol' | 'walletRasol';

/** What leveraged staking stands on. */
export type LeveragedDeployment = {
  /** The vault that takes raSOL and gives raSOL Max LP. */
  readonly vault: Address;
  /** The program between the vault and its levered position. */
  readonly adaptor: Adaptor<LeveragedWalletAccount> & { readonly position: Address };
  /** Where the flash loan comes from; index and id of the lending account that a wallet has for it alone. */
  readonly lending: {
    readonly program: Address;
    readonly group: Address;
    readonly bank: Address;
    readonly accountIndex: number;
    readonly thirdPartyId: number;
  };
  /** Where raSOL is sold for the SOL that pays the loan back. */
  readonly market: {
    readonly program: Address;
    readonly address: Address;
    readonly rasolVault: Address;
    readonly solVault: Address;
  };
  readonly lookupTables: readonly Address[];
};

const OWN: readonly LeveragedWalletAccount[] = ['wallet', 'walletSol', 'walletRasol'];
const U16_MAX = 65_535;

/**
 * Reads the leveraged part of a deployment from parsed JSON.
 *
 * @param faults - gets a sentence for every field that is missing or wrong.
 */
export function parseLeveragedDeployment(value: unknown, faults: string[]): LeveragedDeployment {
  const root = toFields(value);
  const addressAt = (path: string): Address => {
    const found = path.split('.').reduce<unknown>((at, key) => toFields(at)[key], root);
    if (isAddressText(found)) return found;
    faults.push(`leveraged.${path} must be a base58 address of 32 bytes`);
    return '' as Address;
  };
  const lending = toFields(root['lending']);
  const u16At = (key: 'accountIndex' | 'thirdPartyId'): number => {
    const found = lending[key];
    if (typeof found === 'number' && Number.isInteger(found) && found >= 0 && found <= U16_MAX) return found;
    faults.push(`leveraged.lending.${key} must be an integer from 0 to ${U16_MAX}`);
    return 0;
  };
  return {
    vault: addressAt('vault'),
    adaptor: {
      ...parseAdaptor(root['adaptor'], { path: 'leveraged.adaptor', own: OWN }, faults),
      position: addressAt('adaptor.position'),
    },
    lending: {
      program: addressAt('lending.program'),
      group: addressAt('lending.group'),
      bank: addressAt('lending.bank'),
      accountIndex: u16At('accountIndex'),
      thirdPartyId: u16At('thirdPartyId'),
    },
    market: {
      program: addressAt('market.program'),
      address: addressAt('market.address'),
      rasolVault: addressAt('market.rasolVault'),
      solVault: addressAt('market.solVault'),
    },
    lookupTables: parseLookupTables(root['lookupTables'], 'leveraged.lookupTables', faults),
  };
}
