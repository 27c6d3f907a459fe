import type { Address } from '@solana/kit';
import { type Adaptor, parseAdaptor, parseLookupTables, toFields } from './adaptor.ts';

/** The accounts of a wallet that an adaptor of the USDC vault may want: the wallet, its USDC. */
export type UsdcWalletAccount = 'wallet' | 'walletUsdc';

/** What the USDC vault lends to, and the lookup tables that an exit out of several strategies fits with. */
export type UsdcStrategies = {
  readonly adaptors: readonly Adaptor<UsdcWalletAccount>[];
  readonly lookupTables: readonly Address[];
};

const OWN: readonly UsdcWalletAccount[] = ['wallet', 'walletUsdc'];

/**
 * Reads the strategies of the USDC vault from parsed JSON.
 *
 * @param faults - gets a sentence for every field that is missing or wrong.
 */
export function parseUsdcStrategies(value: unknown, faults: string[]): UsdcStrategies {
  const { adaptors, lookupTables } = toFields(value);
  const isList = Array.isArray(adaptors) && adaptors.length > 0;
  if (!isList) faults.push('usdcStrategies.adaptors must be a list of at least one');
  const parsed = (isList ? adaptors : []).map((each: unknown, index) =>
    parseAdaptor(each, { path: `usdcStrategies.adaptors[${index}]`, own: OWN }, faults),
  );
  if (new Set(parsed.map(({ strategy }) => strategy)).size < parsed.length) {
    faults.push('usdcStrategies.adaptors must name each strategy once');
  }
  return {
    adaptors: parsed,
    lookupTables: parseLookupTables(lookupTables, 'usdcStrategies.lookupTables', faults),
  };
}
