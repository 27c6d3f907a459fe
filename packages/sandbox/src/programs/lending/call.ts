import { type AccountMeta, type Address, getU16Encoder } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import * as lending from '@staking-agent/chain/lending';
import { findPda, type ModelledCall, type Pda } from '../../vm/player/model.ts';
import { INSTRUCTIONS_SYSVAR_ADDRESS } from '../../vm/program-addresses.ts';
import {
  type AccountRule,
  type AccountRules,
  ANCHOR_ERROR__WRONG_ADDRESS,
  createReader,
  failWith,
  seededRule,
} from '../anchor.ts';

// Made once: to make one takes a third of what it takes to encode an account.
const ACCOUNT_ENCODER = lending.getMarginfiAccountEncoder();
const BANK_ENCODER = lending.getBankEncoder();
const readGroup = createReader(lending.getMarginfiGroupDecoder());
/** Reads a lending account that has been checked to be one. */
export const readAccount = createReader(lending.getMarginfiAccountDecoder());
/** Reads a bank that has been checked to be one. */
export const readBank = createReader(lending.getBankDecoder());

/** Seconds after which a pause of the whole program ends by itself. */
const PAUSE_SECONDS = 1_800n;
const PAUSED = 1;
/** Kinds of banks that the plain instructions serve: default, SOL, staked SOL. */
const PLAIN_TAGS: ReadonlySet<number> = new Set([0, 1, 2]);

const GROUP: AccountRule = { kind: lending.MARGINFI_GROUP_DISCRIMINATOR };
const SYSVAR: AccountRule = { kind: 'any', is: [INSTRUCTIONS_SYSVAR_ADDRESS, ANCHOR_ERROR__WRONG_ADDRESS] };
/** Rules of the accounts that need nothing but themselves, by the program's names. */
export const RULES = {
  marginfiGroup: GROUP,
  authority: { kind: 'signer' },
  feePayer: { kind: 'signer', isWritable: true },
  destinationTokenAccount: { kind: 'token', isWritable: true },
  signerTokenAccount: { kind: 'any', isWritable: true },
  liquidityVault: { kind: 'token', isWritable: true },
  instructionsSysvar: SYSVAR,
  ixsSysvar: SYSVAR,
  tokenProgram: { kind: 'any-token-program' },
  systemProgram: { kind: 'system-program' },
} as const satisfies AccountRules;

/** The accounts of a loan and of its repayment. */
export type LoanAccounts = Readonly<
  Record<'group' | 'marginfiAccount' | 'authority' | 'bank' | 'liquidityVault' | 'tokenProgram', AccountMeta>
>;

/** Makes the rules of a loan and of its repayment: who deals with which account and which bank. */
export function createLoanRules(call: ModelledCall, accounts: LoanAccounts): AccountRules {
  const group = accounts.group.address;
  const authority = accounts.authority.address;
  const bank = accounts.bank.address;
  const isRunning = (): void => {
    const { panicStateCache } = readGroup(call, group);
    const isPaused = (panicStateCache.pauseFlags & PAUSED) !== 0;
    if (isPaused && call.now - panicStateCache.pauseStartTimestamp < PAUSE_SECONDS) {
      fail(call, lending.MARGINFI_ERROR__PROTOCOL_PAUSED, 'group');
    }
  };
  const isPlain = (): void => {
    const state = readBank(call, bank);
    if (state.group !== group) fail(call, lending.MARGINFI_ERROR__INVALID_GROUP, 'bank');
    if (state.liquidityVault !== accounts.liquidityVault.address) {
      fail(call, lending.MARGINFI_ERROR__INVALID_LIQUIDITY_VAULT, 'bank');
    }
    if (!PLAIN_TAGS.has(state.config.assetTag)) {
      fail(call, lending.MARGINFI_ERROR__WRONG_ASSET_TAG_FOR_STANDARD_INSTRUCTIONS, 'bank');
    }
  };
  return {
    ...RULES,
    group: { ...GROUP, satisfies: isRunning },
    marginfiAccount: accountRule(call, accounts.marginfiAccount.address, (state) => {
      if (state.group !== group) return lending.MARGINFI_ERROR__INVALID_GROUP;
      const isFrozen = hasFlag(state, lending.LENDING_ACCOUNT_FLAGS.frozen);
      if (isFrozen && state.authority === authority) return lending.MARGINFI_ERROR__ACCOUNT_FROZEN;
      const { admin } = readGroup(call, group);
      return authority === (isFrozen ? admin : state.authority)
        ? undefined
        : lending.MARGINFI_ERROR__UNAUTHORIZED;
    }),
    bank: { kind: lending.BANK_DISCRIMINATOR, isWritable: true, satisfies: isPlain },
    bankLiquidityVaultAuthority: seededRule(findBankKeys(bank).liquidityVaultAuthority.address),
  };
}

/**
 * Makes the rule of a lending account.
 *
 * @param findFault - the code it is refused with; undefined when it is not.
 */
export function accountRule(
  call: ModelledCall,
  account: Address,
  findFault: (state: lending.MarginfiAccount) => number | undefined,
): AccountRule {
  const satisfies = (): void => {
    const code = findFault(readAccount(call, account));
    if (code !== undefined) fail(call, code, 'marginfi_account');
  };
  return { kind: lending.MARGINFI_ACCOUNT_DISCRIMINATOR, isWritable: true, satisfies };
}

/** Stores what an instruction has made of a lending account. */
export function writeAccount(call: ModelledCall, address: Address, account: lending.MarginfiAccount): void {
  call.write(address, Uint8Array.from(ACCOUNT_ENCODER.encode(account)));
}

/** Stores what an instruction has made of a bank. */
export function writeBank(call: ModelledCall, address: Address, bank: lending.Bank): void {
  call.write(address, Uint8Array.from(BANK_ENCODER.encode({ ...bank, lastUpdate: call.now })));
}

/** Checks that at least one of some flags is set. */
export function hasFlag({ accountFlags }: lending.MarginfiAccount, flags: bigint): boolean {
  return (accountFlags & flags) !== 0n;
}

/** Derives the token accounts of a bank and who owns them. */
export function findBankKeys(bank: Address) {
  const derive = (word: string): Pda => findPda(lending.MARGINFI_PROGRAM_ADDRESS, word, toAddressBytes(bank));
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
): Pda {
  return findPda(
    lending.MARGINFI_PROGRAM_ADDRESS,
    'marginfi_account',
    toAddressBytes(group),
    toAddressBytes(authority),
    ...[accountIndex, thirdPartyId].map((number) => getU16Encoder().encode(number)),
  );
}

/**
 * Refuses as the lending program does.
 *
 * @param account - the program's name of the account at fault, where one is.
 * @throws {ProgramFailure} always.
 */
export function fail(call: ModelledCall, code: number, account?: string): never {
  return failWith(call, code, account, lending.getLendingError);
}
