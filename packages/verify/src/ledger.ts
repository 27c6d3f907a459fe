import { STAKE_PROGRAM, TOKEN_PROGRAM } from './bytes/address.ts';
import { ByteReader, MalformedMessage } from './bytes/message.ts';
import { encodeAddress, hex, isSame } from './bytes/text.ts';
import { type LedgerAccount, RENT_LIMIT } from './verification.ts';

/** Reads a u64 at an offset; undefined where the bytes end before. */
export function u64At(data: Uint8Array, offset: number): bigint | undefined {
  return data.length < offset + 8 ? undefined : createView(data).getBigUint64(offset, true);
}

/** Reads a u32 at an offset; undefined where the bytes end before. */
export function u32At(data: Uint8Array, offset: number): number | undefined {
  return data.length < offset + 4 ? undefined : createView(data).getUint32(offset, true);
}

/** Reads a u16 at an offset; undefined where the bytes end before. */
export function u16At(data: Uint8Array, offset: number): number | undefined {
  return data.length < offset + 2 ? undefined : createView(data).getUint16(offset, true);
}

function createView(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

/** A delegated account of the stake program. */
export type StakeAccount = {
  readonly staker: Uint8Array;
  readonly withdrawer: Uint8Array;
  /** True if a time, an epoch or a custodian of a lockup is set. */
  readonly hasLockup: boolean;
  readonly voteAccount: Uint8Array;
  /** Lamports. */
  readonly delegated: bigint;
  /** The highest u64 while it is not deactivated. */
  readonly deactivationEpoch: bigint;
};

/** Bytes of an account of the stake program. */
export const STAKE_ACCOUNT_SIZE = 200;

const DELEGATED = 2;
const STAKE_PROGRAM_ADDRESS = encodeAddress(STAKE_PROGRAM);

/**
 * Reads a delegated stake account; undefined for any other account.
 *
 * Layout: u32 state 0, staker 12, withdrawer 44, lockup 76 to 124, vote account 124, u64 delegated 156, u64 deactivation
 * epoch 172.
 */
export function readStakeAccount(account: LedgerAccount | undefined): StakeAccount | undefined {
  if (account?.owner !== STAKE_PROGRAM_ADDRESS || account.data.length !== STAKE_ACCOUNT_SIZE)
    return undefined;
  const { data } = account;
  if (data[0] !== DELEGATED) return undefined;
  return {
    staker: data.subarray(12, 44),
    withdrawer: data.subarray(44, 76),
    hasLockup: data.subarray(76, 124).some((byte) => byte !== 0),
    voteAccount: data.subarray(124, 156),
    delegated: u64At(data, 156) ?? 0n,
    deactivationEpoch: u64At(data, 172) ?? 0n,
  };
}

/** An account of the classic Token program. */
export type TokenAccount = {
  readonly mint: Uint8Array;
  readonly owner: Uint8Array;
  /** Base units. */
  readonly amount: bigint;
  /** True if it is in use and not frozen. */
  readonly isOpen: boolean;
  /** True if somebody beside the owner may move what is in it, or close it. */
  readonly isShared: boolean;
};

/** Bytes of an account of the classic Token program. */
export const TOKEN_ACCOUNT_SIZE = 165;

const AMOUNT_AT = 64;
const DELEGATE_AT = 72;
const STATE_AT = 108;
const NATIVE_RENT_AT = 113;
const DELEGATED_AT = 121;
const CLOSE_AUTHORITY_AT = 129;
const INITIALIZED = 1;
const TOKEN_PROGRAM_ADDRESS = encodeAddress(TOKEN_PROGRAM);

/**
 * Reads an account of the classic Token program; undefined for any other account, and one that nobody has initialised.
 *
 * Layout: mint 0, owner 32, u64 amount 64, delegate 72, state 108, whether it is native 109, its rent as such 113, delegated
 * amount 121, close authority 129.
 */
export function readTokenAccount(account: LedgerAccount | undefined): TokenAccount | undefined {
  if (account?.owner !== TOKEN_PROGRAM_ADDRESS || account.data.length !== TOKEN_ACCOUNT_SIZE)
    return undefined;
  const { data } = account;
  if (data[STATE_AT] === 0) return undefined;
  return {
    mint: data.subarray(0, 32),
    owner: data.subarray(32, 64),
    amount: u64At(data, AMOUNT_AT) ?? 0n,
    isOpen: data[STATE_AT] === INITIALIZED,
    isShared: u32At(data, DELEGATE_AT) !== 0 || u32At(data, CLOSE_AUTHORITY_AT) !== 0,
  };
}

/**
 * Checks whether two token accounts are the same in every field but the amount: mint, owner, delegate and what it may move, state,
 * close authority.
 *
 * @param isWrapped - of wrapped SOL, which remembers the rent it was made with and may be closed and made again.
 */
export function isSameButAmount(a: Uint8Array, b: Uint8Array, isWrapped: boolean): boolean {
  const rentEnd = isWrapped ? DELEGATED_AT : NATIVE_RENT_AT;
  return (
    a.length === b.length &&
    isSame(a.subarray(0, AMOUNT_AT), b.subarray(0, AMOUNT_AT)) &&
    isSame(a.subarray(DELEGATE_AT, NATIVE_RENT_AT), b.subarray(DELEGATE_AT, NATIVE_RENT_AT)) &&
    isSame(a.subarray(rentEnd), b.subarray(rentEnd))
  );
}

/** A part of an amount: numerator ÷ denominator, nothing where the denominator is 0. */
export type Fee = { readonly numerator: bigint; readonly denominator: bigint };

/** Accounts and price of a stake pool. Amounts in base units. */
export type StakePool = {
  readonly validatorList: Uint8Array;
  readonly reserve: Uint8Array;
  readonly mint: Uint8Array;
  readonly managerFee: Uint8Array;
  readonly totalLamports: bigint;
  readonly tokenSupply: bigint;
  readonly lastUpdateEpoch: bigint;
  readonly stakeWithdrawalFee: Fee;
  readonly solDepositFee: Fee;
};

const STAKE_POOL = 1;
const VALIDATOR_LIST_AT = 98;
const RESERVE_AT = 130;
const MINT_AT = 162;
const MANAGER_FEE_AT = 194;
const TOTAL_LAMPORTS_AT = 258;
const NEXT_EPOCH_FEE_AT = 346;

/**
 * Reads a stake pool account, whose fields after offset 346 move with the options before them; undefined for any other.
 *
 * @param program - base58 of the program that must own it.
 */
export function readStakePool(account: LedgerAccount | undefined, program: string): StakePool | undefined {
  if (account === undefined || account.owner !== program || account.data[0] !== STAKE_POOL) return undefined;
  try {
    return decode(account.data);
  } catch (error) {
    if (error instanceof MalformedMessage) return undefined;
    throw error;
  }
}

function decode(data: Uint8Array): StakePool {
  const totals = new ByteReader(data.subarray(TOTAL_LAMPORTS_AT));
  const totalLamports = totals.u64();
  const tokenSupply = totals.u64();
  const lastUpdateEpoch = totals.u64();
  const rest = new ByteReader(data.subarray(NEXT_EPOCH_FEE_AT));
  skipFutureFee(rest);
  skipKeyOption(rest);
  skipKeyOption(rest);
  readFee(rest);
  const stakeWithdrawalFee = readFee(rest);
  skipFutureFee(rest);
  rest.byte();
  skipKeyOption(rest);
  const solDepositFee = readFee(rest);
  const keyAt = (at: number) => data.subarray(at, at + 32);
  return {
    validatorList: keyAt(VALIDATOR_LIST_AT),
    reserve: keyAt(RESERVE_AT),
    mint: keyAt(MINT_AT),
    managerFee: keyAt(MANAGER_FEE_AT),
    totalLamports,
    tokenSupply,
    lastUpdateEpoch,
    stakeWithdrawalFee,
    solDepositFee,
  };
}

function readFee(reader: ByteReader): Fee {
  const denominator = reader.u64();
  return { denominator, numerator: reader.u64() };
}

function skipFutureFee(reader: ByteReader): void {
  if (reader.byte() !== 0) readFee(reader);
}

function skipKeyOption(reader: ByteReader): void {
  if (reader.byte() !== 0) reader.take(32);
}

const ENTRIES_AT = 9;
const ENTRY_SIZE = 73;
const VOTE_ACCOUNT_AT = 41;

/** Checks whether a vote account stands in the list of a pool's validators. */
export function isInValidatorList(list: Uint8Array, voteAccount: Uint8Array): boolean {
  const [first = 0] = voteAccount;
  for (let at = ENTRIES_AT + VOTE_ACCOUNT_AT; at + 32 <= list.length; at += ENTRY_SIZE) {
    if (list[at] === first && voteAccount.every((byte, i) => list[at + i] === byte)) return true;
  }
  return false;
}

/** The price of a vault. Amounts in base units, times in Unix seconds. */
export type Vault = {
  readonly totalValue: bigint;
  /** LP owed as fees and the dead weight, beyond those minted. */
  readonly unmintedLp: bigint;
  /** Fees of manager, admin and protocol together, in hundredths of a percent a year. */
  readonly managementFeeBps: bigint;
  readonly lastManagementFee: bigint;
  readonly redemptionFeeBps: bigint;
  readonly issuanceFeeBps: bigint;
  readonly lockedProfit: bigint;
  readonly lockedProfitDuration: bigint;
  readonly lastReport: bigint;
};

const DISCRIMINATOR = hex('d308e82b02987577');
const SIZE = 928;

/** Reads a vault account, layout of version 4; undefined for any other account. */
export function readVault(account: LedgerAccount | undefined, program: string): Vault | undefined {
  const data = account?.data;
  if (account?.owner !== program || data?.length !== SIZE) return undefined;
  if (!isSame(data.subarray(0, 8), DISCRIMINATOR)) return undefined;
  const u64 = (offset: number) => u64At(data, offset) ?? 0n;
  const u16 = (offset: number) => BigInt(u16At(data, offset) ?? 0);
  return {
    totalValue: u64(168),
    unmintedLp: u64(576) + u64(584) + u64(592) + u64(616),
    managementFeeBps: u16(516) + u16(518) + u16(526),
    lastManagementFee: u64(568),
    redemptionFeeBps: u16(520),
    issuanceFeeBps: u16(522),
    lockedProfitDuration: u64(448),
    lockedProfit: u64(672),
    lastReport: u64(680),
  };
}

const MINT_SIZE = 82;
const SUPPLY_AT = 36;

/** Reads how many base units of a classic mint there are; undefined for any other account. */
export function readMintSupply(account: LedgerAccount | undefined): bigint | undefined {
  return account?.data.length === MINT_SIZE ? u64At(account.data, SUPPLY_AT) : undefined;
}

/** Computes a fee on an amount, rounded up: the less favourable rounding of both pool versions. */
function feeOn({ numerator, denominator }: Fee, amount: bigint): bigint {
  return denominator === 0n ? 0n : (amount * numerator + denominator - 1n) / denominator;
}

/** Computes the pool tokens that a deposit of lamports brings its owner, after the fee, rounded down. */
export function tokensForLamports(pool: StakePool, lamports: bigint): bigint {
  const { totalLamports, tokenSupply, solDepositFee } = pool;
  const isNew = totalLamports === 0n || tokenSupply === 0n;
  const tokens = isNew ? lamports : (lamports * tokenSupply) / totalLamports;
  return tokens - feeOn(solDepositFee, tokens);
}

/** Computes the lamports that pool tokens stand for, before any fee, rounded down. */
export function lamportsForTokens({ totalLamports, tokenSupply }: StakePool, tokens: bigint): bigint {
  return tokenSupply === 0n ? 0n : (tokens * totalLamports) / tokenSupply;
}

/** Computes the lamports of stake that pool tokens bring when they are redeemed, after the fee, rounded down. */
export function stakeForTokens(pool: StakePool, tokens: bigint): bigint {
  return lamportsForTokens(pool, tokens - feeOn(pool.stakeWithdrawalFee, tokens));
}

export const BASIS_POINTS = 10_000n;

/** Takes a part of an amount in hundredths of a percent, rounded down. */
export function partOf(amount: bigint, bps: bigint): bigint {
  return (amount * bps) / BASIS_POINTS;
}

const FEE_YEAR_SECONDS = 31_536_000n;
const FRACTION_BITS = 48n;

/** Asset and LP base units that share in each other: what is unlocked of the value, and all LP with fees up to now. */
export type VaultShares = { readonly unlocked: bigint; readonly value: bigint; readonly lp: bigint };

/**
 * Computes the shares of a vault at a moment, as the vault program does before a deposit or withdrawal: it first accrues the
 * management fee in LP, rounded up; locked profit is not paid out.
 *
 * @param lpMinted - supply of the LP mint.
 * @param now - Unix seconds.
 * @returns undefined where the program would refuse: a fee as high as the value, a time before the last update.
 */
export function findShares(vault: Vault, lpMinted: bigint, now: bigint): VaultShares | undefined {
  const { totalValue: value } = vault;
  const lp = lpMinted + vault.unmintedLp;
  // Of a vault that takes no fee the program does not look at the time.
  const isFree = vault.lastManagementFee * vault.managementFeeBps === 0n;
  const elapsed = isFree ? 0n : now - vault.lastManagementFee;
  const fee = divideUp(value * elapsed * vault.managementFeeBps, BASIS_POINTS * FEE_YEAR_SECONDS);
  const locked = getLocked(vault, now);
  if (elapsed < 0n || locked === undefined || fee >= value || locked >= value) return undefined;
  return { value, unlocked: value - locked, lp: lp + divideUp(fee * lp, value - fee) };
}

function getLocked(
  { lockedProfit, lockedProfitDuration, lastReport }: Vault,
  now: bigint,
): bigint | undefined {
  const elapsed = now - lastReport;
  if (elapsed < 0n) return undefined;
  if (lockedProfitDuration === 0n || elapsed > lockedProfitDuration) return 0n;
  return (lockedProfit * (lockedProfitDuration - elapsed)) / lockedProfitDuration;
}

/** Computes the LP that a withdrawal of an asset amount burns, rounded up. */
export function lpForAsset(vault: Vault, shares: VaultShares, asset: bigint): bigint | undefined {
  const keep = BASIS_POINTS - vault.redemptionFeeBps;
  return keep <= 0n ? undefined : divideUp(asset * shares.lp * BASIS_POINTS, shares.unlocked * keep);
}

/** Computes the asset that LP bring: rounded down to 48 fraction bits before and after the fee, then to whole units. */
export function assetForLp(vault: Vault, shares: VaultShares, lp: bigint): bigint {
  if (shares.lp === 0n) return 0n;
  const keep = BASIS_POINTS - vault.redemptionFeeBps;
  const gross = ((lp << FRACTION_BITS) * shares.unlocked) / shares.lp;
  return ((gross * keep) / BASIS_POINTS) >> FRACTION_BITS;
}

/** Computes the LP that a deposit brings, after the issuance fee, rounded down; undefined for an empty vault. */
export function lpForDeposit(vault: Vault, { value, lp }: VaultShares, asset: bigint): bigint | undefined {
  const keep = BASIS_POINTS - vault.issuanceFeeBps;
  const divisor = (value + asset) * BASIS_POINTS - asset * keep;
  return lp === 0n || divisor <= 0n ? undefined : (asset * lp * keep) / divisor;
}

function divideUp(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

/** A node leaves out what a proof needs, or shows what cannot be. */
export class UnusableReading extends Error {
  override readonly name = 'UnusableReading';
}

/** Bytes that every account counts for beside its data. */
const ACCOUNT_OVERHEAD = 128;

/**
 * Reads the rent exemption of accounts by size: `(128 + size) × lamports per byte-year × years`, as the rent sysvar has both.
 *
 * @throws {UnusableReading} if the account is not the rent sysvar, or says more than 0.01 SOL for a stake account.
 */
export function readRentExemption(account: LedgerAccount | undefined): (size: number) => bigint {
  const view = viewOf(account, 16);
  const lamportsPerByteYear = Number(view.getBigUint64(0, true));
  const years = view.getFloat64(8, true);
  const exempt = (size: number) =>
    BigInt(Math.floor((ACCOUNT_OVERHEAD + size) * lamportsPerByteYear * years));
  const isSane = years > 0 && years <= 100;
  if (!isSane || exempt(STAKE_ACCOUNT_SIZE) <= 0n || exempt(STAKE_ACCOUNT_SIZE) > RENT_LIMIT)
    throw new UnusableReading('The node shows a rent that cannot be.');
  return exempt;
}

/** @throws {UnusableReading} if the account is missing or shorter. */
export function viewOf(account: LedgerAccount | undefined, size: number): DataView {
  const { data } = account ?? {};
  if (data === undefined || data.length < size)
    throw new UnusableReading('The node does not show the clock or the rent.');
  return createView(data);
}

/** Checks whether two states of an account are the same to the byte. */
export function isSameAccount(a: LedgerAccount | undefined, b: LedgerAccount | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.lamports === b.lamports && a.owner === b.owner && isSame(a.data, b.data);
}
