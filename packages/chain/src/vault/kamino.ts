import { type Address, address } from '@solana/kit';
import { findProgramAddress, toAddress, toAddressBytes } from '#address';
import type { AdaptorAccount } from '../deployment.ts';
import { findAssociatedTokenAddress, TOKEN_PROGRAM_ADDRESS } from '../ledger.ts';

/** Kamino's program of vaults that lend to reserves, and the program of the reserves. */
export const KAMINO_VAULTS_PROGRAM_ADDRESS = address('KvauGMspG5k6rtzrqqn7WNn3oZdyKqLKwK2XWQ8FLjd');
export const KAMINO_LENDING_PROGRAM_ADDRESS = address('KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD');

const INSTRUCTIONS_SYSVAR = address('Sysvar1nstructions1111111111111111111111111');
const NONE = address('11111111111111111111111111111111');

/** An account as it was read. */
type Read = { readonly owner: string; readonly data: Uint8Array } | undefined;

/** A Kamino vault; amounts in base units of its asset, shares of a reserve in those of the reserve. */
export type KaminoVault = {
  /** Lies in the vault, lent to no reserve. */
  readonly available: bigint;
  readonly lookupTable: Address;
  /** The reserves that it lends to now, in its own order. */
  readonly lent: readonly {
    readonly reserve: Address;
    /** The token account of the vault's shares in the reserve. */
    readonly sharesAccount: Address;
    readonly shares: bigint;
  }[];
};

// Offsets and discriminators of both accounts: Kamino's published klend-sdk, codegen of kvault `VaultState` and klend `Reserve`.
const VAULT = { size: 62_552, discriminator: [228, 196, 82, 165, 98, 210, 235, 152] } as const;
const AVAILABLE_AT = 224;
const ALLOCATIONS = { at: 312, size: 2_160, count: 25, sharesAccountAt: 32, sharesAt: 1_104 } as const;
const LOOKUP_TABLE_AT = 58_568;

/** Decodes a Kamino vault; undefined for an account that is none. */
export function decodeKaminoVault(account: Read): KaminoVault | undefined {
  const data = dataOf(account, KAMINO_VAULTS_PROGRAM_ADDRESS, VAULT);
  if (data === undefined) return undefined;
  const { at, size, count, sharesAccountAt, sharesAt } = ALLOCATIONS;
  const lent = Array.from({ length: count }, (_, index) => at + index * size).flatMap((from) => {
    const reserve = addressAt(data, from);
    const sharesAccount = addressAt(data, from + sharesAccountAt);
    return reserve === NONE ? [] : [{ reserve, sharesAccount, shares: u64At(data, from + sharesAt) }];
  });
  return { available: u64At(data, AVAILABLE_AT), lookupTable: addressAt(data, LOOKUP_TABLE_AT), lent };
}

/** A reserve that a Kamino vault lends to; amounts in base units. */
export type KaminoReserve = {
  readonly market: Address;
  readonly liquidityAccount: Address;
  readonly sharesMint: Address;
  readonly shares: bigint;
  /** Lies in the reserve, lent to no borrower. */
  readonly available: bigint;
  /** The value of all shares, at the reserve's last update. */
  readonly worth: bigint;
};

const RESERVE = { size: 8_624, discriminator: [43, 242, 204, 202, 26, 247, 59, 127] } as const;
const RESERVE_AT = {
  market: 32,
  liquidityAccount: 160,
  available: 224,
  borrowed: 232,
  protocolFees: 344,
  referrerFees: 360,
  pendingReferrerFees: 376,
  sharesMint: 2_560,
  shares: 2_592,
} as const;
/** Fraction bits of what is borrowed and of fees. */
const FRACTION = 60n;

/** Decodes a reserve; undefined for an account that is none. */
export function decodeKaminoReserve(account: Read): KaminoReserve | undefined {
  const data = dataOf(account, KAMINO_LENDING_PROGRAM_ADDRESS, RESERVE);
  if (data === undefined) return undefined;
  const at = RESERVE_AT;
  const fees = [at.protocolFees, at.referrerFees, at.pendingReferrerFees];
  const owed = fees.reduce((left, fee) => left - u128At(data, fee), u128At(data, at.borrowed));
  const available = u64At(data, at.available);
  const worth = available + (owed >> FRACTION);
  return {
    market: addressAt(data, at.market),
    liquidityAccount: addressAt(data, at.liquidityAccount),
    sharesMint: addressAt(data, at.sharesMint),
    shares: u64At(data, at.shares),
    available,
    worth: worth > 0n ? worth : 0n,
  };
}

/** How a Kamino vault would pay a lender now. */
export type KaminoPick = {
  /** The accounts that a withdrawal takes, in the order of the adaptor's. */
  readonly accounts: readonly AdaptorAccount<never>[];
  /** The most that one withdrawal pays, in base units, rounded down. */
  readonly holds: bigint;
};

/**
 * Picks the reserve that a withdrawal from a Kamino vault is paid from beside what lies in the vault: the one that can give
 * back most of what the vault has lent it. Limits of a reserve on withdrawals a day are not looked at.
 *
 * The order of accounts is that of the public rebalancer of the mainnet vault (`createWithdrawKVaultStrategyIx`).
 *
 * @param lender - the authority in whose name its shares are held.
 * @param reserves - those of `lent`, in its order.
 * @returns undefined where it lends to no reserve, or one of them was not read.
 */
export function pickKaminoReserve(
  vault: Address,
  { available, lent }: KaminoVault,
  lender: Address,
  reserves: readonly (KaminoReserve | undefined)[],
): KaminoPick | undefined {
  const read = lent.flatMap((each, index) => {
    const reserve = reserves[index];
    if (reserve === undefined) return [];
    const worth = reserve.shares === 0n ? 0n : (each.shares * reserve.worth) / reserve.shares;
    const gives = worth < reserve.available ? worth : reserve.available;
    return [{ ...each, ...reserve, address: each.reserve, gives }];
  });
  const [picked] = read.toSorted((a, b) => (a.gives < b.gives ? 1 : a.gives > b.gives ? -1 : 0));
  if (picked === undefined || read.length < lent.length) return undefined;
  const derive = (program: Address, word: string, of: readonly Address[]) =>
    findProgramAddress(program, [word, ...of.map(toAddressBytes)])[0];
  const own = (word: string, ...of: readonly Address[]) => derive(KAMINO_VAULTS_PROGRAM_ADDRESS, word, of);
  const sharesMint = own('shares', vault);
  return {
    holds: available + picked.gives,
    accounts: [
      writable(vault),
      readonly(own('global_config')),
      writable(own('token_vault', vault)),
      readonly(own('authority', vault)),
      writable(sharesMint),
      writable(findAssociatedTokenAddress(lender, sharesMint)),
      writable(picked.address),
      writable(picked.sharesAccount),
      readonly(picked.market),
      readonly(derive(KAMINO_LENDING_PROGRAM_ADDRESS, 'lma', [picked.market])),
      writable(picked.liquidityAccount),
      writable(picked.sharesMint),
      readonly(own('__event_authority')),
      readonly(KAMINO_LENDING_PROGRAM_ADDRESS),
      readonly(KAMINO_VAULTS_PROGRAM_ADDRESS),
      readonly(TOKEN_PROGRAM_ADDRESS),
      readonly(INSTRUCTIONS_SYSVAR),
      ...read.map((each) => writable(each.address)),
      ...read.map((each) => readonly(each.market)),
    ],
  };
}

const writable = (account: Address) => ({ account, isWritable: true, isSigner: false });
const readonly = (account: Address) => ({ account, isWritable: false, isSigner: false });

type Layout = { readonly size: number; readonly discriminator: readonly number[] };

function dataOf(account: Read, owner: Address, { size, discriminator }: Layout): Uint8Array | undefined {
  if (account?.owner !== owner || account.data.length < size) return undefined;
  return discriminator.every((byte, index) => account.data[index] === byte) ? account.data : undefined;
}

function addressAt(data: Uint8Array, at: number): Address {
  return toAddress(data.subarray(at, at + 32));
}

function u64At(data: Uint8Array, at: number): bigint {
  return new DataView(data.buffer, data.byteOffset).getBigUint64(at, true);
}

function u128At(data: Uint8Array, at: number): bigint {
  return u64At(data, at) | (u64At(data, at + 8) << 64n);
}
