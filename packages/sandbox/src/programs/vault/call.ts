import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import {
  getBurnInstruction,
  getMintToInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import {
  getProtocolDecoder,
  getVaultDecoder,
  getVaultEncoder,
  getVaultError,
  getVaultState,
  getVoltrVaultErrorMessage,
  isVaultErrorCode,
  LP_DECIMALS,
  PROTOCOL_DISCRIMINATOR,
  VAULT_DISCRIMINATOR,
  type Vault,
  type VaultRefusal,
  type VaultState,
  VOLTR_VAULT_ERROR__INVALID_TOKEN_MINT,
  VOLTR_VAULT_PROGRAM_ADDRESS,
  withVaultState,
} from '@staking-agent/chain/vault';
import { findPda, type ModelledCall, ProgramFailure, type Seed } from '../../vm/player/model.ts';
import { parseMintDecimals, parseMintSupply } from '../../vm/token-balances.ts';
import {
  type AccountRule,
  ANCHOR_ERROR__WRONG_SEEDS,
  failWith,
  readData,
  seededRule,
  tokenRule,
} from '../anchor.ts';

/** Addresses of the vault program that are derived; each with its bump. */
export type Derived = readonly [address: Address, bump: number];

/** The one account of the program that says which operations are on. */
export function findProtocol(): Derived {
  return derive('protocol');
}

/** What is derived from a vault alone. */
export function findVaultKeys(vault: Address) {
  return {
    lpMint: derive('vault_lp_mint', vault),
    lpMintAuth: derive('vault_lp_mint_auth', vault),
    idleAuth: derive('vault_asset_idle_auth', vault),
  };
}

/** What is derived from a vault, a strategy and its adaptor. */
export function findStrategyKeys(vault: Address, strategy: Address, adaptor: Address) {
  return {
    adaptorReceipt: derive('adaptor_add_receipt', vault, adaptor),
    strategyReceipt: derive('strategy_init_receipt', vault, strategy),
    directReceipt: derive('direct_withdraw_init_receipt', vault, strategy),
    strategyAuth: derive('vault_strategy_auth', vault, strategy),
  };
}

/** The account of a user's one pending request. */
export function findRequestReceipt(vault: Address, user: Address): Derived {
  return derive('request_withdraw_vault_receipt', vault, user);
}

function derive(text: string, ...keys: readonly Address[]): Derived {
  const seeds: Seed[] = [{ text }, ...keys.map((key) => ({ address: key }))];
  return findPda(VOLTR_VAULT_PROGRAM_ADDRESS, seeds);
}

// Made once: to make one takes a third of what it takes to decode an account.
const VAULT_DECODER = getVaultDecoder();
const PROTOCOL_DECODER = getProtocolDecoder();
const VAULT_ENCODER = getVaultEncoder();

/** Rules of the accounts that nearly every instruction begins with or refers to. */
export const PROTOCOL: AccountRule = {
  name: 'protocol',
  kind: PROTOCOL_DISCRIMINATOR,
  is: [findProtocol()[0], ANCHOR_ERROR__WRONG_SEEDS],
};
export const VAULT: AccountRule = { name: 'vault', kind: VAULT_DISCRIMINATOR };
export const ASSET_TOKEN_PROGRAM: AccountRule = { name: 'asset_token_program', kind: 'any-token-program' };
export const LP_TOKEN_PROGRAM: AccountRule = { name: 'lp_token_program', kind: 'token-program' };
export const SYSTEM_PROGRAM: AccountRule = { name: 'system_program', kind: 'system-program' };

/** A vault that an instruction names. */
export type CalledVault = ReturnType<typeof readVault>;

/** Reads a vault whose accounts have been checked, and which operations the protocol has on. */
export function readVault(call: ModelledCall, vault: Address) {
  const account = VAULT_DECODER.decode(readData(call, vault));
  const { operationalState } = PROTOCOL_DECODER.decode(readData(call, findProtocol()[0]));
  const mint = call.findAccount(account.lp.mint);
  const supply = (mint && parseMintSupply(mint)) ?? 0n;
  return { account, state: getVaultState(account, supply), operationalState };
}

/** Stores what an instruction has made of a vault. */
export function writeVault(call: ModelledCall, address: Address, vault: Vault, state: VaultState): void {
  const data = Uint8Array.from(VAULT_ENCODER.encode(withVaultState(vault, state, call.now)));
  call.write(address, data);
}

/** The rule of a vault that changes and whose asset must be a mint: 6001 for another one. */
export function createVaultRule(call: ModelledCall, vault: Address, assetMint: Address): AccountRule {
  return {
    ...VAULT,
    isWritable: true,
    satisfies: () => {
      if (VAULT_DECODER.decode(readData(call, vault)).asset.mint !== assetMint) {
        fail(call, VOLTR_VAULT_ERROR__INVALID_TOKEN_MINT, 'vault');
      }
    },
  };
}

/**
 * The rules of a payout from the idle funds to the user.
 *
 * @param given - the authority that the instruction names.
 * @param derived - the one that it must be.
 */
export function createPayoutRules(
  given: Address,
  derived: Address,
  {
    user,
    mint,
    tokenProgram,
  }: { readonly user: Address; readonly mint: Address; readonly tokenProgram: Address },
): readonly AccountRule[] {
  return [
    tokenRule('vault_asset_idle_ata', given, mint, tokenProgram),
    seededRule('vault_asset_idle_auth', derived, 'any', true),
    tokenRule('user_asset_ata', user, mint, tokenProgram),
  ];
}

/** Unwraps a preview. @throws {ProgramFailure} with what the program, or the token program it calls, answers instead. */
export function requireOk<T extends { readonly ok: true }>(call: ModelledCall, result: T | VaultRefusal): T {
  if (result.ok) return result;
  if (result.by === 'vault') return fail(call, result.code);
  throw new ProgramFailure({ Custom: result.code }, 'insufficient funds');
}

/** Decimals of a mint that has been checked. */
export function readDecimals(call: ModelledCall, mint: Address): number {
  return parseMintDecimals(call.findAccount(mint)) ?? 0;
}

/** Moves base units of a vault's asset. */
export function transferAsset(
  call: ModelledCall,
  input: {
    readonly mint: Address;
    readonly tokenProgram: Address;
    readonly source: Address;
    readonly destination: Address;
    readonly owner: Address;
    readonly amount: bigint;
  },
): Instruction {
  const { owner, tokenProgram, ...rest } = input;
  const decimals = readDecimals(call, input.mint);
  return getTransferCheckedInstruction(
    { ...rest, decimals, authority: createNoopSigner(owner) },
    { programAddress: tokenProgram },
  );
}

/** Moves LP base units. */
export function transferLp(
  mint: Address,
  input: {
    readonly source: Address;
    readonly destination: Address;
    readonly owner: Address;
    readonly amount: bigint;
  },
): Instruction {
  const { owner, ...rest } = input;
  return getTransferCheckedInstruction({
    ...rest,
    mint,
    decimals: LP_DECIMALS,
    authority: createNoopSigner(owner),
  });
}

/** Burns LP base units. */
export function burnLp(mint: Address, account: Address, owner: Address, amount: bigint): Instruction {
  return getBurnInstruction({ mint, account, authority: createNoopSigner(owner), amount });
}

/** Mints LP base units. */
export function mintLp(mint: Address, token: Address, authority: Address, amount: bigint): Instruction {
  return getMintToInstruction({ mint, token, mintAuthority: createNoopSigner(authority), amount });
}

/**
 * Refuses as the vault program does.
 *
 * @param account - the program's name of the account at fault, where one is.
 * @throws {ProgramFailure} always.
 */
export function fail(call: ModelledCall, code: number, account?: string): never {
  return failWith(call, code, account, describe);
}

/** Returns the message that the program prints, which differs from the client's for some codes. */
function describe(code: number) {
  const error = getVaultError(code);
  if (error === undefined || !isVaultErrorCode(code)) return error;
  return { ...error, message: getVoltrVaultErrorMessage(code) };
}
