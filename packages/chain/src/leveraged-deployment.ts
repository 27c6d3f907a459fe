import type { Address } from '@solana/kit';
import { type Adaptor, isAddressText, parseAdaptor, parseLookupTables, toFields } from './adaptor.ts';

/** The accounts of a wallet that the leverage adaptor may want: the wallet, its wrapped SOL, its raSOL. */
export type LeveragedWalletAccount = 'wallet' | 'walletSol' | 'walletRasol';

/** What leveraged staking stands on; a file may leave out any part of exits beyond the vault's idle funds. */
export type LeveragedDeployment = Pick<FlashDeployment, 'vault'> & Partial<FlashDeployment>;

/** Leveraged staking with a market of its own as well. */
export type WholeDeployment = Required<FlashDeployment>;

/** Leveraged staking with all parts of an exit through a flash loan. */
export type FlashDeployment = {
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
  /** Where raSOL is sold for the SOL that pays the loan back; without it, that is bought through the router. */
  readonly market?: {
    readonly program: Address;
    readonly address: Address;
    readonly rasolVault: Address;
    readonly solVault: Address;
  };
  readonly lookupTables: readonly Address[];
};

/** A part of exits through a flash loan, as the file calls it. */
export type FlashPart = Exclude<keyof FlashDeployment, 'vault' | 'market'>;

const OWN: readonly LeveragedWalletAccount[] = ['wallet', 'walletSol', 'walletRasol'];
const U16_MAX = 65_535;

/** How each part of exits through a flash loan is read. */
const FLASH_PARTS: {
  readonly [Part in FlashPart | 'market']: (found: unknown, faults: string[]) => WholeDeployment[Part];
} = {
  adaptor: (found, faults) => ({
    ...parseAdaptor(found, { path: 'leveraged.adaptor', own: OWN }, faults),
    position: addressAt('adaptor.position', found, faults),
  }),
  lending: (found, faults) => ({
    program: addressAt('lending.program', found, faults),
    group: addressAt('lending.group', found, faults),
    bank: addressAt('lending.bank', found, faults),
    accountIndex: u16At('lending.accountIndex', found, faults),
    thirdPartyId: u16At('lending.thirdPartyId', found, faults),
  }),
  market: (found, faults) => ({
    program: addressAt('market.program', found, faults),
    address: addressAt('market.address', found, faults),
    rasolVault: addressAt('market.rasolVault', found, faults),
    solVault: addressAt('market.solVault', found, faults),
  }),
  lookupTables: (found, faults) => parseLookupTables(found, 'leveraged.lookupTables', faults),
};
const PART_NAMES = Object.keys(FLASH_PARTS) as readonly (FlashPart | 'market')[];

/**
 * Reads the leveraged part of a deployment from parsed JSON.
 *
 * @param faults - gets a sentence for every field that is wrong, or missing in a part that is there.
 */
export function parseLeveragedDeployment(value: unknown, faults: string[]): LeveragedDeployment {
  const root = toFields(value);
  const parts = PART_NAMES.flatMap((part) =>
    root[part] === undefined ? [] : [[part, FLASH_PARTS[part](root[part], faults)]],
  );
  return { vault: addressAt('vault', root, faults), ...Object.fromEntries(parts) };
}

/** Lists the parts that a deployment lacks for exits through a flash loan, in the order of the type. */
export function listLackingParts(leveraged: LeveragedDeployment): readonly FlashPart[] {
  return PART_NAMES.filter((part) => part !== 'market').filter((part) => leveraged[part] === undefined);
}

/** Whether a deployment has all parts of exits through a flash loan. */
export function hasFlashParts(leveraged: LeveragedDeployment): leveraged is FlashDeployment {
  return listLackingParts(leveraged).length === 0;
}

/** Whether a deployment has all parts of exits through a flash loan, and a market of its own. */
export function isWhole(leveraged: LeveragedDeployment): leveraged is WholeDeployment {
  return hasFlashParts(leveraged) && leveraged.market !== undefined;
}

/** @param path - where the address stands below `leveraged`; its last name is looked up in `within`. */
function addressAt(path: string, within: unknown, faults: string[]): Address {
  const found = fieldAt(path, within);
  if (isAddressText(found)) return found;
  faults.push(`leveraged.${path} must be a base58 address of 32 bytes`);
  return '' as Address;
}

function u16At(path: string, within: unknown, faults: string[]): number {
  const found = fieldAt(path, within);
  if (typeof found === 'number' && Number.isInteger(found) && found >= 0 && found <= U16_MAX) return found;
  faults.push(`leveraged.${path} must be an integer from 0 to ${U16_MAX}`);
  return 0;
}

function fieldAt(path: string, within: unknown): unknown {
  return toFields(within)[path.slice(path.lastIndexOf('.') + 1)];
}
