import { type Address, isAddress } from '@solana/kit';

/** An account of the adaptor: a fixed one, or one of the wallet that redeems. */
export type AdaptorAccount = {
  /** An address, or `wallet`, `walletSol` or `walletRasol`: the wallet, its wrapped SOL, its raSOL. */
  readonly account: Address | 'wallet' | 'walletSol' | 'walletRasol';
  readonly isWritable: boolean;
  readonly isSigner: boolean;
};

/** What leveraged staking stands on. */
export type LeveragedDeployment = {
  /** The vault that takes raSOL and gives raSOL Max LP. */
  readonly vault: Address;
  /** The program between the vault and its levered position. */
  readonly adaptor: {
    readonly program: Address;
    readonly strategy: Address;
    readonly position: Address;
    /** What follows the vault's own accounts, in this order. */
    readonly accounts: readonly AdaptorAccount[];
    /** Bytes handed on to the adaptor; absent means none. */
    readonly arguments?: Uint8Array;
  };
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

const WALLET_ACCOUNTS = ['wallet', 'walletSol', 'walletRasol'];
const U16_MAX = 65_535;
const HEX = /^(?:[0-9a-f]{2})+$/;

/**
 * Reads the leveraged part of a deployment from parsed JSON.
 *
 * @param faults - gets a sentence for every field that is missing or wrong.
 */
export function parseLeveragedDeployment(value: unknown, faults: string[]): LeveragedDeployment {
  const root = fieldsOf(value);
  const addressAt = (path: string): Address => {
    const found = path.split('.').reduce<unknown>((at, key) => fieldsOf(at)[key], root);
    if (isAddressText(found)) return found;
    faults.push(`leveraged.${path} must be a base58 address of 32 bytes`);
    return '' as Address;
  };
  const lending = fieldsOf(root['lending']);
  const u16At = (key: 'accountIndex' | 'thirdPartyId'): number => {
    const found = lending[key];
    if (typeof found === 'number' && Number.isInteger(found) && found >= 0 && found <= U16_MAX) return found;
    faults.push(`leveraged.lending.${key} must be an integer from 0 to ${U16_MAX}`);
    return 0;
  };
  const adaptor = fieldsOf(root['adaptor']);
  const argumentBytes = parseArguments(adaptor['arguments'], faults);
  return {
    vault: addressAt('vault'),
    adaptor: {
      program: addressAt('adaptor.program'),
      strategy: addressAt('adaptor.strategy'),
      position: addressAt('adaptor.position'),
      accounts: parseAccounts(adaptor['accounts'], faults),
      ...(argumentBytes !== undefined && { arguments: argumentBytes }),
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
    lookupTables: parseTables(root['lookupTables'], faults),
  };
}

function parseAccounts(value: unknown, faults: string[]): AdaptorAccount[] {
  if (!Array.isArray(value)) {
    faults.push('leveraged.adaptor.accounts must be a list');
    return [];
  }
  return value.map((entry: unknown, index) => {
    const { account, writable = false, signer = false } = fieldsOf(entry);
    const isKnown = isAddressText(account) || WALLET_ACCOUNTS.includes(String(account));
    // Nobody but the wallet signs an exit.
    const isSignable = signer === false || account === 'wallet';
    if (!isKnown || !isSignable || typeof writable !== 'boolean' || typeof signer !== 'boolean') {
      faults.push(
        `leveraged.adaptor.accounts[${index}] must hold account (an address, ${WALLET_ACCOUNTS.join(', ')}) and, where they hold, writable and, for wallet, signer`,
      );
    }
    return {
      account: account as AdaptorAccount['account'],
      isWritable: writable === true,
      isSigner: signer === true,
    };
  });
}

function parseArguments(value: unknown, faults: string[]): Uint8Array | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && HEX.test(value)) return Uint8Array.fromHex(value);
  faults.push('leveraged.adaptor.arguments must be lowercase hexadecimal bytes');
  return undefined;
}

function parseTables(value: unknown, faults: string[]): readonly Address[] {
  if (Array.isArray(value) && value.length > 0 && value.every(isAddressText)) return value;
  faults.push('leveraged.lookupTables must be a list of at least one base58 address');
  return [];
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return Object(value) as Record<string, unknown>;
}

function isAddressText(value: unknown): value is Address {
  return typeof value === 'string' && isAddress(value);
}
