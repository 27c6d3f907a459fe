import { type Address, isAddress } from '@solana/kit';
import { getVaultDecoder, getVaultState, netAssetValue } from '@staking-agent/chain/vault';
import { getPositionCodec } from '../../programs/lending-adaptor.ts';
import { findRequestReceipt } from '../../programs/vault/call.ts';
import { findAssociated } from '../../vm/player/model.ts';
import { parseMintSupply, readTokens } from '../../vm/token-balances.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { badRequest, readData } from '../stand-in.ts';

// Made once: to make one takes a third of what it takes to decode an account.
const VAULT_DECODER = getVaultDecoder();

/** The vault as the newest slot has it. */
export type VaultView = ReturnType<typeof readVaultView>;

/** What is a wallet's, by the vault. */
export type UserAccounts = ReturnType<typeof findUserAccounts>;

/** Reads what the provider's answers are made of. */
export function readVaultView(ledger: SandboxLedger) {
  const { vault, lpMint, idleAta, strategies } = ledger.vault;
  const account = VAULT_DECODER.decode(readData(ledger, vault));
  const mint = ledger.findAccount(lpMint);
  return {
    account,
    state: getVaultState(account, (mint && parseMintSupply(mint)) ?? 0n),
    now: ledger.bank.vm().getClock().unixTimestamp,
    idle: readTokens(ledger, idleAta),
    lentTo: strategies.map(({ position }) => getPositionCodec().decode(readData(ledger, position)).value),
  };
}

/** Derives the accounts of a wallet. */
export function findUserAccounts({ vault }: SandboxLedger, user: Address) {
  const { address: receipt } = findRequestReceipt(vault.vault, user);
  return {
    asset: findAssociated(user, vault.assetMint),
    lp: findAssociated(user, vault.lpMint),
    receipt,
    escrow: findAssociated(receipt, vault.lpMint),
  };
}

/** Whole assets per whole LP as a float, as the provider prints it; zero without LP. */
export function getSharePrice({ state, now }: VaultView): number {
  const value = netAssetValue(state, now);
  return value.ok ? (Number(value.asset) / Number(value.lp)) * 1000 : 0;
}

/** The members of a JSON body, or the parameters of a query. */
export type Fields = { readonly [name: string]: unknown };

const U64 = 2n ** 64n;

/** @throws {StandInError} 400 when the body is no JSON object. */
export function requireBody(body: unknown): Fields {
  return isFields(body) && !Array.isArray(body) ? body : badRequest('Request body must be a JSON object');
}

function isFields(body: unknown): body is Fields {
  return typeof body === 'object' && body !== null;
}

/** @throws {StandInError} 400 when the text is no public key. */
export function requireKey(value: unknown, name: string): Address {
  if (value === undefined || value === null) badRequest(`Missing required field: ${name}`);
  return typeof value === 'string' && isAddress(value) ? value : badRequest(`Invalid public key: ${name}`);
}

/**
 * Base units as integer text.
 *
 * @throws {StandInError} 400 when it is absent, no text, no integer, or beyond 64 bits.
 */
export function requireAmount(value: unknown, name: string): bigint {
  if (value === undefined || value === null) badRequest(`Missing required field: ${name}`);
  const amount = typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : U64;
  return amount < U64 ? amount : badRequest(`Invalid amount: ${name} must be an integer as text`);
}

/** @throws {StandInError} 400 when it is there and no boolean. */
export function findFlag(value: unknown, name: string): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  return badRequest(`Invalid field: ${name} must be true or false`);
}

/** @throws {StandInError} 400 when it is there and another key than the one expected. */
export function assertIsKey(value: unknown, name: string, expected: Address): void {
  if (value === undefined) return;
  if (requireKey(value, name) !== expected) badRequest(`Invalid ${name}: the vault's is ${expected}`);
}
