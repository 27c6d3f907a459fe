import { type Address, isAddress } from '@solana/kit';
import { badRequest } from './vault-error.ts';

/** The members of a JSON body, or the parameters of a query. */
export type Fields = { readonly [name: string]: unknown };

const U64 = 2n ** 64n;

/** @throws {VaultError} 400 when the body is no JSON object. */
export function requireBody(body: unknown): Fields {
  return isFields(body) && !Array.isArray(body) ? body : badRequest('Request body must be a JSON object');
}

function isFields(body: unknown): body is Fields {
  return typeof body === 'object' && body !== null;
}

/** @throws {VaultError} 400 when the text is no public key. */
export function requireKey(value: unknown, name: string): Address {
  if (value === undefined || value === null) badRequest(`Missing required field: ${name}`);
  return typeof value === 'string' && isAddress(value) ? value : badRequest(`Invalid public key: ${name}`);
}

/**
 * Base units as integer text.
 *
 * @throws {VaultError} 400 when it is absent, no text, no integer, or beyond 64 bits.
 */
export function requireAmount(value: unknown, name: string): bigint {
  if (value === undefined || value === null) badRequest(`Missing required field: ${name}`);
  const amount = typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : U64;
  return amount < U64 ? amount : badRequest(`Invalid amount: ${name} must be an integer as text`);
}

/** @throws {VaultError} 400 when it is there and no boolean. */
export function findFlag(value: unknown, name: string): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  return badRequest(`Invalid field: ${name} must be true or false`);
}

/** @throws {VaultError} 400 when it is there and another key than the one expected. */
export function assertIsKey(value: unknown, name: string, expected: Address): void {
  if (value === undefined) return;
  if (requireKey(value, name) !== expected) badRequest(`Invalid ${name}: the vault's is ${expected}`);
}
