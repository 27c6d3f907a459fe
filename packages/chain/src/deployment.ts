import type { Address } from '@solana/kit';
import { type Adaptor, isAddressText, parseAdaptor, parseLookupTables, toFields } from './adaptor.ts';

/** The accounts of a wallet that an adaptor of the USDC vault may want: the wallet, its USDC. */
export type UsdcWalletAccount = 'wallet' | 'walletUsdc';

/** What the USDC vault lends to, and the lookup tables that an exit out of several strategies fits with. */
export type UsdcStrategies = {
  readonly adaptors: readonly Adaptor<UsdcWalletAccount>[];
  readonly lookupTables: readonly Address[];
};

const USDC_STRATEGY_ADDRESSES: readonly UsdcWalletAccount[] = ['wallet', 'walletUsdc'];

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
    parseAdaptor(each, { path: `usdcStrategies.adaptors[${index}]`, own: USDC_STRATEGY_ADDRESSES }, faults),
  );
  if (new Set(parsed.map(({ strategy }) => strategy)).size < parsed.length) {
    faults.push('usdcStrategies.adaptors must name each strategy once');
  }
  return {
    adaptors: parsed,
    lookupTables: parseLookupTables(lookupTables, 'usdcStrategies.lookupTables', faults),
  };
}

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

const LEVERAGED_ADDRESSES: readonly LeveragedWalletAccount[] = ['wallet', 'walletSol', 'walletRasol'];
const U16_MAX = 65_535;

/** How each part of exits through a flash loan is read. */
const FLASH_PARTS: {
  readonly [Part in FlashPart | 'market']: (found: unknown, faults: string[]) => WholeDeployment[Part];
} = {
  adaptor: (found, faults) => ({
    ...parseAdaptor(found, { path: 'leveraged.adaptor', own: LEVERAGED_ADDRESSES }, faults),
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

export type { Adaptor, AdaptorAccount } from './adaptor.ts';

/** The on-chain addresses one deployment of the service stands on. */
export type Deployment = {
  /** A name for logs: `mainnet`, `sandbox`. */
  readonly name: string;
  /** Genesis hash of the ledger, base58: nodes of another one are not asked. Not checked where it is absent. */
  readonly genesisHash?: string;
  /** Vote account of the operator's validator, which native stake is delegated to. */
  readonly voteAccount: Address;
  /** Wrapped SOL; stands for SOL wherever a mint is due. */
  readonly solMint: Address;
  readonly usdcMint: Address;
  /** raSOL, the liquid receipt, 9 decimals. */
  readonly rasolMint: Address;
  /** raSOL Max LP, the leveraged receipt, 9 decimals. */
  readonly rasolMaxMint: Address;
  /** raUSDC, the vault receipt, 9 decimals although USDC has 6. */
  readonly rausdcMint: Address;
  /** The USDC vault. */
  readonly usdcVault: Address;
  /** What the USDC vault lends to; without it, exits beyond its idle funds are the provider's. */
  readonly usdcStrategies?: UsdcStrategies;
  /** The pool whose token is raSOL; what raSOL is worth is read there. */
  readonly stakePool: { readonly program: Address; readonly address: Address };
  /** The router's Reserve, which pays SOL for stake accounts at once; checked and watched where it is named. */
  readonly reserve?: { readonly program: Address; readonly address: Address };
  /** Programs beyond the ledger's own that a transaction of the swap router may invoke. */
  readonly routerPrograms: readonly Address[];
  /** Versions of programs that this file was made for; a program that is another one now is warned of. */
  readonly programs?: ReadonlyMap<Address, ProgramVersion>;
  /** What leveraged staking stands on; without it the strategy is announced only. */
  readonly leveraged?: LeveragedDeployment;
};

const ADDRESS_FIELDS = [
  'voteAccount',
  'solMint',
  'usdcMint',
  'rasolMint',
  'rasolMaxMint',
  'rausdcMint',
  'usdcVault',
] as const satisfies readonly (keyof Deployment)[];

/** Reads an account by its address and its program. */
function parsePlace(path: string) {
  return (value: unknown, faults: string[]): { readonly program: Address; readonly address: Address } => {
    const { program, address } = toFields(value);
    for (const [part, text] of Object.entries({ program, address })) {
      if (!isAddressText(text)) faults.push(`${path}.${part} must be a base58 address of 32 bytes`);
    }
    return Object.freeze({ program: program as Address, address: address as Address });
  };
}

/** What a deployment may do without, and how each is read. */
const PARTS = {
  reserve: parsePlace('reserve'),
  programs: parseProgramVersions,
  usdcStrategies: parseUsdcStrategies,
  leveraged: parseLeveragedDeployment,
} as const satisfies Partial<Record<keyof Deployment, (value: unknown, faults: string[]) => unknown>>;

/**
 * Reads a deployment from parsed JSON.
 *
 * @param value - the parsed content of a deployment file.
 * @throws {Error} naming every field that is missing or is not a base58 address.
 */
export function parseDeployment(value: unknown): Deployment {
  const fields: Record<string, unknown> = Object(value);
  const faults = ADDRESS_FIELDS.filter((field) => !isAddressText(fields[field])).map(
    (field) => `${field} must be a base58 address of 32 bytes`,
  );
  const name = fields['name'];
  if (typeof name !== 'string' || name === '') faults.unshift('name must be a non-empty string');
  const stakePool = parsePlace('stakePool')(fields['stakePool'], faults);
  const routerPrograms = fields['routerPrograms'];
  if (!Array.isArray(routerPrograms) || !routerPrograms.every(isAddressText)) {
    faults.push('routerPrograms must be a list of base58 addresses');
  }
  const genesisHash = fields['genesisHash'];
  if (genesisHash !== undefined && !isAddressText(genesisHash)) {
    faults.push('genesisHash must be base58 of 32 bytes');
  }
  const parts = Object.entries(PARTS).flatMap(([part, parse]) =>
    fields[part] === undefined ? [] : [[part, parse(fields[part], faults)]],
  );
  if (faults.length > 0) throw new Error(`Deployment file: ${faults.join('; ')}.`);
  return Object.freeze({
    name,
    stakePool,
    routerPrograms,
    ...(genesisHash !== undefined && { genesisHash }),
    ...Object.fromEntries(parts),
    ...Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, fields[field]])),
  }) as Deployment;
}

/** When a program was deployed last, and who may upgrade it. */
export type ProgramVersion = {
  readonly deploySlot: bigint;
  /** Null for a program that nobody can upgrade. */
  readonly upgradeAuthority: Address | null;
};

const SLOT = /^\d{1,20}$/;

/**
 * Reads what a deployment file records of programs: by address, `deploySlot` as decimal text and `upgradeAuthority`.
 *
 * @param faults - gets a sentence for every field that is wrong.
 */
function parseProgramVersions(value: unknown, faults: string[]): ReadonlyMap<Address, ProgramVersion> {
  return new Map(
    Object.entries(toFields(value)).flatMap(([program, version]) => {
      const { deploySlot, upgradeAuthority } = toFields(version);
      const isSlot = typeof deploySlot === 'string' && SLOT.test(deploySlot);
      const isAuthority = upgradeAuthority === null || isAddressText(upgradeAuthority);
      if (!isAddressText(program) || !isSlot || !isAuthority) {
        faults.push(
          `programs.${program} must be an address with deploySlot (a slot as text) and upgradeAuthority (an address or null)`,
        );
        return [];
      }
      return [[program, { deploySlot: BigInt(deploySlot), upgradeAuthority }] as const];
    }),
  );
}
