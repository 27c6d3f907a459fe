import { base58 } from '@scure/base';
import type { Address } from '@solana/kit';
import { parseAddressBytes } from '@staking-agent/chain/address';
import type { Commitment } from '../vm/blocks.ts';

/** A JSON object among the parameters. */
type Options = { readonly [option: string]: unknown };

const COMMITMENTS = ['processed', 'confirmed', 'finalized'] as const;

/** Positional parameters; integers are bigints. Each reader throws an {@link RpcError} -32602 for another value. */
export class Params {
  readonly #values: readonly unknown[];

  constructor(values: readonly unknown[]) {
    this.#values = values;
  }

  at(index: number): unknown {
    return this.#values[index];
  }

  text(index: number): string {
    const value = this.#require(index);
    if (typeof value !== 'string') throw invalidType(value, 'a string');
    return value;
  }

  u64(index: number): bigint {
    return toUnsigned(this.#require(index));
  }

  address(index: number): Address {
    return toAddress(this.text(index));
  }

  /** Reads at most `limit` texts. */
  texts(index: number, limit: number): string[] {
    return toTexts(this.#require(index), limit);
  }

  /** Reads the options at a position; none when absent or null. */
  config(index: number): Config {
    const value = this.#values[index] ?? {};
    if (!isObject(value) || Array.isArray(value)) throw invalidType(value, 'struct');
    return new Config(value);
  }

  #require(index: number): unknown {
    const value = this.#values[index];
    if (value !== undefined) return value;
    throw invalidParams(`\`params\` should have at least ${index + 1} argument(s)`);
  }
}

/** The options of a method. Each reader throws an {@link RpcError} -32602 for another value. */
export class Config {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns an option as it was given; undefined when absent or null. */
  get(option: string): unknown {
    return this.#options[option] ?? undefined;
  }

  commitment(option = 'commitment'): Commitment {
    return this.choice(option, COMMITMENTS, 'finalized');
  }

  /** Reads the commitment of a method that looks for landed transactions, which is never `processed`. */
  settledCommitment(): 'confirmed' | 'finalized' {
    const commitment = this.commitment();
    if (commitment !== 'processed') return commitment;
    throw invalidParams('Method does not support commitment below `confirmed`');
  }

  /** Reads one of a method's named choices. */
  choice<const T extends string>(option: string, choices: readonly T[], absent: NoInfer<T>): T {
    const value = this.get(option) ?? absent;
    if (typeof value !== 'string') throw invalidType(value, 'a string');
    const chosen = choices.find((choice) => choice === value);
    if (chosen !== undefined) return chosen;
    const list = choices.map((choice) => `\`${choice}\``).join(', ');
    throw invalidParams(`Invalid params: unknown variant \`${value}\`, expected one of ${list}.`);
  }

  flag(option: string, absent = false): boolean {
    const value = this.get(option) ?? absent;
    if (typeof value !== 'boolean') throw invalidType(value, 'a boolean');
    return value;
  }

  u64(option: string): bigint | undefined {
    const value = this.get(option);
    return value === undefined ? undefined : toUnsigned(value);
  }
}

/** Takes a parameter for options; undefined for anything but an object or a list, which has none. */
export function toConfig(value: unknown): Config | undefined {
  return isObject(value) ? new Config(value) : undefined;
}

/** Checks whether a value is an object or a list. */
export function isObject(value: unknown): value is Options {
  return typeof value === 'object' && value !== null;
}

/** Checks a list of at most `limit` texts. @throws {RpcError} -32602 for anything else. */
export function toTexts(value: unknown, limit: number): string[] {
  if (!Array.isArray(value)) throw invalidType(value, 'a sequence');
  if (value.length > limit) throw invalidParams(`Too many inputs provided; max ${limit}`);
  return value.map((member) => {
    if (typeof member !== 'string') throw invalidType(member, 'a string');
    return member;
  });
}

/** Checks an address. @throws {RpcError} -32602 with agave's `verify_pubkey` wording. */
export function toAddress(text: string): Address {
  if (parseAddressBytes(text) !== undefined) return text as Address;
  throw invalidParams(`Invalid param: ${decodeBase58(text) === undefined ? 'Invalid' : 'WrongSize'}`);
}

/** Checks a signature. @throws {RpcError} -32602 with agave's `verify_signature` wording. */
export function assertIsSignatureText(text: string): void {
  const bytes = decodeBase58(text);
  if (bytes === undefined) throw invalidParams('Invalid param: Invalid');
  if (bytes.length !== 64) throw invalidParams('Invalid param: WrongSize');
}

/** Decodes base58 text; undefined when a character does not belong. */
export function decodeBase58(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text);
  } catch {
    return undefined;
  }
}

/** Returns a complaint about a value's type, in serde's words. */
export function invalidType(value: unknown, expected: string): RpcError {
  return invalidParams(`Invalid params: invalid type: ${describe(value)}, expected ${expected}.`);
}

/** Checks a u64. @throws {RpcError} -32602 for anything else. */
export function toUnsigned(value: unknown): bigint {
  if (typeof value !== 'bigint') throw invalidType(value, 'u64');
  if (value < 0n || value >= 2n ** 64n) {
    throw invalidParams(`Invalid params: invalid value: integer \`${value}\`, expected u64.`);
  }
  return value;
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'sequence';
  if (typeof value === 'bigint') return `integer \`${value}\``;
  if (typeof value === 'number') return `floating point \`${value}\``;
  if (typeof value === 'boolean') return `boolean \`${value}\``;
  return typeof value === 'string' ? `string ${JSON.stringify(value)}` : 'map';
}

/** Codes of JSON-RPC 2.0 and of agave `rpc-client-api/src/custom_error.rs`. */
export const RPC_ERROR_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  preflightFailure: -32002,
  signatureVerificationFailure: -32003,
  blockNotAvailable: -32004,
  nodeUnhealthy: -32005,
  slotSkipped: -32007,
  unsupportedTransactionVersion: -32015,
  minContextSlotNotReached: -32016,
} as const;

/** An answer with an `error` member. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }

  /** The `error` member. */
  toJSON(): { code: number; message: string; data?: unknown } {
    const { code, message, data } = this;
    return data === undefined ? { code, message } : { code, message, data };
  }
}

/** Returns an error that blames the caller's parameters. */
export function invalidParams(message: string): RpcError {
  return new RpcError(RPC_ERROR_CODES.invalidParams, message);
}

/** `JSON.rawJSON` (ECMAScript 2026), which the compiler's library does not describe yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

const INTEGER = /^-?\d+$/;

/** Parses JSON; every integer becomes a bigint, so that no u64 loses a digit. */
export function parseJson(text: string): unknown {
  const revive = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' && context?.source !== undefined && INTEGER.test(context.source)
      ? BigInt(context.source)
      : value;
  return JSON.parse(text, revive);
}

/** Prints JSON with every bigint as a number of all its digits. */
export function printJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? rawJSON(member.toString()) : member,
  );
}
