import { hex, isSame } from '../bytes/index.ts';
import type { LedgerAccount } from '../evidence.ts';
import { u16At, u64At } from './little-endian.ts';

/** What a vault says of its price. Amounts in base units, times in Unix seconds. */
export type Vault = {
  readonly totalValue: bigint;
  /** LP owed as fees and the dead weight, beyond those minted. */
  readonly unmintedLp: bigint;
  /** Of manager, admin and protocol together, in hundredths of a percent a year. */
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
