import { hash } from 'node:crypto';
import { type Address, isAddress } from '@solana/kit';

/** Reads a part of parsed JSON; adds a sentence to `faults` for everything in it that is missing or wrong. */
type Read<T> = (value: unknown, path: string, faults: string[]) => T;

type Shape = Readonly<Record<string, Read<unknown>>>;
type Members<S extends Shape> = { readonly [Name in keyof S]: ReturnType<S[Name]> };

/** Reads an object: all members of `shape`, and those of `further` that are there. */
function object<S extends Shape, F extends Shape = Record<never, never>>(
  shape: S,
  further?: F,
): Read<Members<S> & Partial<Members<F>>> {
  return (value, path, faults) => {
    const fields = toFields(value);
    const optional = Object.entries(further ?? {}).filter(([name]) => fields[name] !== undefined);
    const members = [...Object.entries(shape), ...optional].map(([name, read]) => [
      name,
      read(fields[name], path === '' ? name : `${path}.${name}`, faults),
    ]);
    return Object.freeze(Object.fromEntries(members));
  };
}

/** Returns the members of a parsed object; for any other value, an object without members. */
function toFields(value: unknown): Record<string, unknown> {
  return Object(value);
}

function isAddressText(value: unknown): value is Address {
  return typeof value === 'string' && isAddress(value);
}

const address: Read<Address> = (value, path, faults) => {
  if (isAddressText(value)) return value;
  faults.push(`${path} must be a base58 address of 32 bytes`);
  return '' as Address;
};

function addresses(least: 0 | 1): Read<readonly Address[]> {
  return (value, path, faults) => {
    if (Array.isArray(value) && value.length >= least && value.every(isAddressText)) return value;
    const rule = least === 0 ? 'a list of base58 addresses' : 'a list of at least one base58 address';
    faults.push(`${path} must be ${rule}`);
    return [];
  };
}

const U16_MAX = 65_535;
const u16: Read<number> = (value, path, faults) => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= U16_MAX) return value;
  faults.push(`${path} must be an integer from 0 to ${U16_MAX}`);
  return 0;
};

const text: Read<string> = (value, path, faults) => {
  if (typeof value === 'string' && value !== '') return value;
  faults.push(`${path} must be a non-empty string`);
  return '';
};

const HEX = /^(?:[0-9a-f]{2})+$/;
const hexBytes: Read<Uint8Array> = (value, path, faults) => {
  if (typeof value === 'string' && HEX.test(value)) return Uint8Array.fromHex(value);
  faults.push(`${path} must be lowercase hexadecimal bytes`);
  return new Uint8Array();
};

const kaminoVault: Read<'kamino-vault'> = (value, path, faults) => {
  if (value !== 'kamino-vault') faults.push(`${path} must be kamino-vault`);
  return 'kamino-vault';
};

/** An account of an adaptor: a fixed one, or one of the wallet that redeems, by its name. */
export type AdaptorAccount<Own extends string> = {
  readonly account: Address | Own;
  readonly isWritable: boolean;
  readonly isSigner: boolean;
};

function adaptorAccounts<Own extends string>(own: readonly Own[]): Read<readonly AdaptorAccount<Own>[]> {
  return (value, path, faults) => {
    if (!Array.isArray(value)) {
      faults.push(`${path} must be a list`);
      return [];
    }
    return value.map((entry: unknown, index) => {
      const { account, writable = false, signer = false } = toFields(entry);
      const isKnown = isAddressText(account) || own.some((name) => name === account);
      // Only the wallet signs an exit.
      const isSignable = signer === false || account === 'wallet';
      if (!isKnown || !isSignable || typeof writable !== 'boolean' || typeof signer !== 'boolean') {
        faults.push(
          `${path}[${index}] must hold account (an address, ${own.join(', ')}) and, where they hold, writable and, for wallet, signer`,
        );
      }
      return { account: account as Address | Own, isWritable: writable === true, isSigner: signer === true };
    });
  };
}

/** The program between a vault and one of its strategies, and what it is called with. */
export type Adaptor<Own extends string> = ReturnType<ReturnType<typeof adaptor<Own, Record<never, never>>>>;

/** @param own - the names that the wallet's accounts may have. */
function adaptor<Own extends string, S extends Shape>(own: readonly Own[], further: S) {
  return object(
    {
      program: address,
      strategy: address,
      /** The accounts behind the vault's own, in this order. */
      accounts: adaptorAccounts(own),
      ...further,
    },
    {
      /** Bytes handed on to the adaptor. */
      arguments: hexBytes,
      /** Further accounts are those of the Kamino vault that is the strategy, with the reserves that it has picked then. */
      picks: kaminoVault,
    },
  );
}

const usdcAdaptor = adaptor(['wallet', 'walletUsdc'], {});

function usdcAdaptors(value: unknown, path: string, faults: string[]): ReturnType<typeof usdcAdaptor>[] {
  const isList = Array.isArray(value) && value.length > 0;
  if (!isList) faults.push(`${path} must be a list of at least one`);
  const read = (isList ? value : []).map((each: unknown, index) =>
    usdcAdaptor(each, `${path}[${index}]`, faults),
  );
  if (new Set(read.map(({ strategy }) => strategy)).size < read.length) {
    faults.push(`${path} must name each strategy once`);
  }
  return read;
}

const LEVERAGED_OWN = ['wallet', 'walletSol', 'walletRasol'] as const;

/** An account of the wallet that the leverage adaptor may want. */
export type LeveragedWalletAccount = (typeof LEVERAGED_OWN)[number];

/** The parts of exits beyond the vault's idle funds, which are paid through a flash loan. */
const FLASH_PARTS = {
  /** The program between the vault and its levered position. */
  adaptor: adaptor(LEVERAGED_OWN, { position: address }),
  /** Where the flash loan comes from; index and id of the lending account that a wallet has for it alone. */
  lending: object({ program: address, group: address, bank: address, accountIndex: u16, thirdPartyId: u16 }),
  lookupTables: addresses(1),
};
const PART_NAMES = Object.keys(FLASH_PARTS) as readonly FlashPart[];

type FlashPart = keyof typeof FLASH_PARTS;

const leveragedStaking = object(
  /** The vault that takes raSOL and gives raSOL Max LP. */
  { vault: address },
  {
    ...FLASH_PARTS,
    /** Where raSOL is sold for the SOL that pays the loan back; without it, that is bought through the router. */
    market: object({ program: address, address, rasolVault: address, solVault: address }),
    /** Where the position's debt is: an obligation at Save, and the reserves of raSOL and SOL. Facts of the loan are read there. */
    loan: object({ obligation: address, collateralReserve: address, debtReserve: address }),
  },
);

/** Accounts of leveraged staking; a file may leave out any part of exits beyond the vault's idle funds. */
export type LeveragedDeployment = ReturnType<typeof leveragedStaking>;

/** Leveraged staking with all parts of an exit through a flash loan. */
export type FlashDeployment = LeveragedDeployment & Members<typeof FLASH_PARTS>;

/** Leveraged staking with a market of its own as well. */
export type WholeDeployment = FlashDeployment & Required<Pick<LeveragedDeployment, 'market'>>;

/** Lists the parts that a deployment lacks for exits through a flash loan. */
export function listLackingParts(leveraged: LeveragedDeployment): readonly FlashPart[] {
  return PART_NAMES.filter((part) => leveraged[part] === undefined);
}

/** Checks whether a deployment has all parts of exits through a flash loan, and a market of its own. */
export function isWhole(leveraged: LeveragedDeployment): leveraged is WholeDeployment {
  return listLackingParts(leveraged).length === 0 && leveraged.market !== undefined;
}

/** When a program was deployed last, and who may upgrade it. */
export type ProgramVersion = {
  readonly deploySlot: bigint;
  /** Null for a program that cannot be upgraded. */
  readonly upgradeAuthority: Address | null;
  /** {@link hashProgramCode} of the code that flows were run on. */
  readonly sha256?: string;
};

const SLOT = /^\d{1,20}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** Hashes the code of a program without the zeros behind it, as `solana-verify get-program-hash` does; hexadecimal. */
export function hashProgramCode(code: Uint8Array): string {
  return hash('sha256', code.subarray(0, code.findLastIndex((byte) => byte !== 0) + 1), 'hex');
}

function programVersions(
  value: unknown,
  path: string,
  faults: string[],
): ReadonlyMap<Address, ProgramVersion> {
  return new Map(
    Object.entries(toFields(value)).flatMap(([program, version]) => {
      const { deploySlot, upgradeAuthority, sha256 } = toFields(version);
      const isSlot = typeof deploySlot === 'string' && SLOT.test(deploySlot);
      const isAuthority = upgradeAuthority === null || isAddressText(upgradeAuthority);
      const isHash = sha256 === undefined || (typeof sha256 === 'string' && SHA256.test(sha256));
      if (!isAddressText(program) || !isSlot || !isAuthority || !isHash) {
        faults.push(
          `${path}.${program} must be an address with deploySlot (a slot as text), upgradeAuthority (an address or null), and where its code is pinned sha256 (64 hexadecimal digits)`,
        );
        return [];
      }
      const pin = sha256 === undefined ? {} : { sha256 };
      return [[program, { deploySlot: BigInt(deploySlot), upgradeAuthority, ...pin }] as const];
    }),
  );
}

const place = object({ program: address, address });

const deployment = object(
  {
    /** A name for logs: `mainnet`, `sandbox`. */
    name: text,
    /** Vote account of the operator's validator, which native stake is delegated to. */
    voteAccount: address,
    /** Wrapped SOL; stands for SOL wherever a mint is due. */
    solMint: address,
    usdcMint: address,
    /** raSOL, the liquid receipt, 9 decimals. */
    rasolMint: address,
    /** raSOL Max LP, the leveraged receipt, 9 decimals. */
    rasolMaxMint: address,
    /** raUSDC, the vault receipt, 9 decimals although USDC has 6. */
    rausdcMint: address,
    usdcVault: address,
    /** The pool whose token is raSOL; what raSOL is worth is read there. */
    stakePool: place,
    /** Programs beyond the ledger's own that a transaction of the swap router may invoke. */
    routerPrograms: addresses(0),
  },
  {
    /** Genesis hash of the ledger, base58: nodes of another one are not asked. Not checked where it is absent. */
    genesisHash: address,
    /** The router's Reserve, which pays SOL for stake accounts at once; checked and watched where it is named. */
    reserve: place,
    /** Versions of programs that this file was made for; a program that is another one now is warned of. */
    programs: programVersions,
    /**
     * The strategies of the USDC vault, and the lookup tables that an exit out of several of them fits with; without it, exits
     * beyond its idle funds are the provider's.
     */
    usdcStrategies: object({ adaptors: usdcAdaptors, lookupTables: addresses(1) }),
    /** Accounts that landing services take tips at, by service: a build that asks for a tip pays one of them. */
    tipAccounts: object({}, { jito: addresses(1), heliusSender: addresses(1) }),
    /** The accounts of leveraged staking; without it the strategy is announced only. */
    leveraged: leveragedStaking,
  },
);

/** The on-chain addresses one deployment of the service stands on. */
export type Deployment = ReturnType<typeof deployment>;

/**
 * Reads a deployment from parsed JSON.
 *
 * @param value - the parsed content of a deployment file.
 * @throws {Error} naming every field that is missing or wrong.
 */
export function parseDeployment(value: unknown): Deployment {
  const faults: string[] = [];
  const parsed = deployment(value, '', faults);
  if (faults.length > 0) throw new Error(`Deployment file: ${faults.join('; ')}.`);
  return parsed;
}
