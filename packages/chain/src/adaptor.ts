import { type Address, isAddress } from '@solana/kit';

/** An account of an adaptor: a fixed one, or one of the wallet that redeems, by its name. */
export type AdaptorAccount<Own extends string> = {
  readonly account: Address | Own;
  readonly isWritable: boolean;
  readonly isSigner: boolean;
};

/** The program between a vault and one of its strategies, and what it is called with. */
export type Adaptor<Own extends string> = {
  readonly program: Address;
  readonly strategy: Address;
  /** What follows the vault's own accounts, in this order. */
  readonly accounts: readonly AdaptorAccount<Own>[];
  /** Bytes handed on to the adaptor; absent means none. */
  readonly arguments?: Uint8Array;
};

const HEX = /^(?:[0-9a-f]{2})+$/;

/**
 * Reads an adaptor from parsed JSON.
 *
 * @param path - where it stands in the deployment file.
 * @param own - the names that the wallet's accounts may have.
 * @param faults - gets a sentence for every field that is missing or wrong.
 */
export function parseAdaptor<Own extends string>(
  value: unknown,
  { path, own }: { readonly path: string; readonly own: readonly Own[] },
  faults: string[],
): Adaptor<Own> {
  const fields = toFields(value);
  const addressAt = (key: 'program' | 'strategy'): Address => {
    const found = fields[key];
    if (isAddressText(found)) return found;
    faults.push(`${path}.${key} must be a base58 address of 32 bytes`);
    return '' as Address;
  };
  const argumentBytes = parseArguments(fields['arguments'], path, faults);
  return {
    program: addressAt('program'),
    strategy: addressAt('strategy'),
    accounts: parseAccounts(fields['accounts'], { path, own }, faults),
    ...(argumentBytes !== undefined && { arguments: argumentBytes }),
  };
}

/** Reads the addresses of lookup tables: at least one. */
export function parseLookupTables(value: unknown, path: string, faults: string[]): readonly Address[] {
  if (Array.isArray(value) && value.length > 0 && value.every(isAddressText)) return value;
  faults.push(`${path} must be a list of at least one base58 address`);
  return [];
}

function parseAccounts<Own extends string>(
  value: unknown,
  { path, own }: { readonly path: string; readonly own: readonly Own[] },
  faults: string[],
): AdaptorAccount<Own>[] {
  if (!Array.isArray(value)) {
    faults.push(`${path}.accounts must be a list`);
    return [];
  }
  return value.map((entry: unknown, index) => {
    const { account, writable = false, signer = false } = toFields(entry);
    const isKnown = isAddressText(account) || own.some((name) => name === account);
    // Nobody but the wallet signs an exit.
    const isSignable = signer === false || account === 'wallet';
    if (!isKnown || !isSignable || typeof writable !== 'boolean' || typeof signer !== 'boolean') {
      faults.push(
        `${path}.accounts[${index}] must hold account (an address, ${own.join(', ')}) and, where they hold, writable and, for wallet, signer`,
      );
    }
    return {
      account: account as AdaptorAccount<Own>['account'],
      isWritable: writable === true,
      isSigner: signer === true,
    };
  });
}

function parseArguments(value: unknown, path: string, faults: string[]): Uint8Array | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && HEX.test(value)) return Uint8Array.fromHex(value);
  faults.push(`${path}.arguments must be lowercase hexadecimal bytes`);
  return undefined;
}

/** Returns the members of a parsed object; for any other value, an object without members. */
export function toFields(value: unknown): Record<string, unknown> {
  return Object(value);
}

/** Checks whether a parsed value is an address. */
export function isAddressText(value: unknown): value is Address {
  return typeof value === 'string' && isAddress(value);
}
