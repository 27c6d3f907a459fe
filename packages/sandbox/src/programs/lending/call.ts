import type { Address } from '@solana/kit';
import {
  BANK_DISCRIMINATOR,
  type Bank,
  getBankDecoder,
  getBankEncoder,
  getLendingError,
  getMarginfiAccountDecoder,
  getMarginfiAccountEncoder,
  getMarginfiGroupDecoder,
  LENDING_ACCOUNT_FLAGS,
  MARGINFI_ACCOUNT_DISCRIMINATOR,
  MARGINFI_ERROR__ACCOUNT_FROZEN,
  MARGINFI_ERROR__INVALID_GROUP,
  MARGINFI_ERROR__INVALID_LIQUIDITY_VAULT,
  MARGINFI_ERROR__PROTOCOL_PAUSED,
  MARGINFI_ERROR__UNAUTHORIZED,
  MARGINFI_ERROR__WRONG_ASSET_TAG_FOR_STANDARD_INSTRUCTIONS,
  MARGINFI_GROUP_DISCRIMINATOR,
  MARGINFI_PROGRAM_ADDRESS,
  type MarginfiAccount,
} from '@staking-agent/chain/lending';
import { findPda, type ModelledCall } from '../../vm/player/model.ts';
import { type AccountRule, failWith, readData } from '../anchor.ts';

// Made once: to make one takes a third of what it takes to decode an account.
const MARGINFI_GROUP_DECODER = getMarginfiGroupDecoder();
const MARGINFI_ACCOUNT_DECODER = getMarginfiAccountDecoder();
const MARGINFI_ACCOUNT_ENCODER = getMarginfiAccountEncoder();
const BANK_DECODER = getBankDecoder();
const BANK_ENCODER = getBankEncoder();

/** Seconds after which a pause of the whole program ends by itself. */
const PAUSE_SECONDS = 1_800n;
const PAUSED = 1;
/** Kinds of banks that the plain instructions serve: default, SOL, staked SOL. */
const PLAIN_TAGS: ReadonlySet<number> = new Set([0, 1, 2]);

export const AUTHORITY: AccountRule = { name: 'authority', kind: 'signer' };
export const TOKEN_PROGRAM: AccountRule = { name: 'token_program', kind: 'any-token-program' };

/** The rule of a group whose operations must not be paused. */
export function groupRule(call: ModelledCall, group: Address): AccountRule {
  return {
    name: 'group',
    kind: MARGINFI_GROUP_DISCRIMINATOR,
    satisfies: () => {
      const { panicStateCache } = MARGINFI_GROUP_DECODER.decode(readData(call, group));
      const isPaused = (panicStateCache.pauseFlags & PAUSED) !== 0;
      if (isPaused && call.now - panicStateCache.pauseStartTimestamp < PAUSE_SECONDS) {
        fail(call, MARGINFI_ERROR__PROTOCOL_PAUSED, 'group');
      }
    },
  };
}

/** The rule of a lending account that the signer deals with in a group. */
export function dealingAccountRule(
  call: ModelledCall,
  account: Address,
  { group, authority }: { readonly group: Address; readonly authority: Address },
): AccountRule {
  return accountRule(call, account, (state) => {
    if (state.group !== group) return MARGINFI_ERROR__INVALID_GROUP;
    const isFrozen = (state.accountFlags & LENDING_ACCOUNT_FLAGS.frozen) !== 0n;
    if (isFrozen && state.authority === authority) return MARGINFI_ERROR__ACCOUNT_FROZEN;
    const { admin } = MARGINFI_GROUP_DECODER.decode(readData(call, group));
    return authority === (isFrozen ? admin : state.authority) ? undefined : MARGINFI_ERROR__UNAUTHORIZED;
  });
}

/**
 * The rule of a lending account.
 *
 * @param findFault - the code it is refused with; undefined when it is not.
 */
export function accountRule(
  call: ModelledCall,
  account: Address,
  findFault: (state: MarginfiAccount) => number | undefined,
): AccountRule {
  const name = 'marginfi_account';
  return {
    name,
    kind: MARGINFI_ACCOUNT_DISCRIMINATOR,
    isWritable: true,
    satisfies: () => {
      const code = findFault(readAccount(call, account));
      if (code !== undefined) fail(call, code, name);
    },
  };
}

/** The rule of a bank of a group and its liquidity vault. */
export function bankRule(
  call: ModelledCall,
  bank: Address,
  { group, liquidityVault }: { readonly group: Address; readonly liquidityVault: Address },
): AccountRule {
  return {
    name: 'bank',
    kind: BANK_DISCRIMINATOR,
    isWritable: true,
    satisfies: () => {
      const state = readBank(call, bank);
      if (state.group !== group) fail(call, MARGINFI_ERROR__INVALID_GROUP, 'bank');
      if (state.liquidityVault !== liquidityVault) {
        fail(call, MARGINFI_ERROR__INVALID_LIQUIDITY_VAULT, 'bank');
      }
      if (!PLAIN_TAGS.has(state.config.assetTag)) {
        fail(call, MARGINFI_ERROR__WRONG_ASSET_TAG_FOR_STANDARD_INSTRUCTIONS, 'bank');
      }
    },
  };
}

/** Reads a lending account that has been checked to be one. */
export function readAccount(call: ModelledCall, account: Address): MarginfiAccount {
  return MARGINFI_ACCOUNT_DECODER.decode(readData(call, account));
}

/** Stores what an instruction has made of a lending account. */
export function writeAccount(call: ModelledCall, address: Address, account: MarginfiAccount): void {
  call.write(address, Uint8Array.from(MARGINFI_ACCOUNT_ENCODER.encode(account)));
}

/** Reads a bank that has been checked to be one. */
export function readBank(call: ModelledCall, bank: Address): Bank {
  return BANK_DECODER.decode(readData(call, bank));
}

/** Stores what an instruction has made of a bank. */
export function writeBank(call: ModelledCall, address: Address, bank: Bank): void {
  call.write(address, Uint8Array.from(BANK_ENCODER.encode({ ...bank, lastUpdate: call.now })));
}

/** Whether any of some flags is set. */
export function hasFlag({ accountFlags }: MarginfiAccount, flags: bigint): boolean {
  return (accountFlags & flags) !== 0n;
}

/** A derived address with its bump. */
type Derived = readonly [address: Address, bump: number];

/** Derives the token accounts of a bank and who owns them. */
export function findBankKeys(bank: Address) {
  const derive = (text: string): Derived => findPda(MARGINFI_PROGRAM_ADDRESS, [{ text }, { address: bank }]);
  return {
    liquidityVault: derive('liquidity_vault'),
    liquidityVaultAuthority: derive('liquidity_vault_auth'),
    insuranceVault: derive('insurance_vault'),
    insuranceVaultAuthority: derive('insurance_vault_auth'),
    feeVault: derive('fee_vault'),
    feeVaultAuthority: derive('fee_vault_auth'),
  };
}

/** Derives a user's lending account; both numbers are u16. */
export function findLendingAccount(
  group: Address,
  authority: Address,
  accountIndex: number,
  thirdPartyId: number,
): Derived {
  return findPda(MARGINFI_PROGRAM_ADDRESS, [
    { text: 'marginfi_account' },
    { address: group },
    { address: authority },
    u16(accountIndex),
    u16(thirdPartyId),
  ]);
}

function u16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, value >> 8);
}

/**
 * Refuses as the lending program does.
 *
 * @param account - the program's name of the account at fault, where one is.
 * @throws {ProgramFailure} always.
 */
export function fail(call: ModelledCall, code: number, account?: string): never {
  return failWith(call, code, account, getLendingError);
}
