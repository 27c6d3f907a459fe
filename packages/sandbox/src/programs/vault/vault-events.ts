import { createHash } from 'node:crypto';
import type { Address } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import { lpSupplyIncludingFees, unlockedValue, type VaultState } from '@staking-agent/chain/vault';
import type { ModelledCall } from '../../vm/models/program-model.ts';

const DISCRIMINATOR_SIZE = 8;

/** A field of an event: an address, a flag, a u64, or one of another size. */
type Field = Address | boolean | bigint | Uint8Array;

type NamedStrategy = Readonly<
  Record<
    'strategy' | 'strategyInitReceipt' | 'directWithdrawInitReceipt' | 'adaptorProgram' | 'vaultAssetMint',
    { readonly address: Address }
  >
>;

/** Logs an event of the program with its fields in the order of the IDL. */
export function emitEvent(call: ModelledCall, name: string, fields: readonly Field[]): void {
  const hash = createHash('sha256').update(`event:${name}`).digest();
  call.emit(Buffer.concat([hash.subarray(0, DISCRIMINATOR_SIZE), ...fields.map(encodeField)]));
}

/** Encodes the state of a vault before and after, the last fields of events. */
export function compareBooks(before: VaultState, after: VaultState): Field[] {
  return [
    before.totalValue,
    after.totalValue,
    lpSupplyIncludingFees(before),
    lpSupplyIncludingFees(after),
    sumFees(before),
    sumFees(after),
    before.deadWeight,
    after.deadWeight,
    u128(before.highWaterMark),
    u128(after.highWaterMark),
  ];
}

/** Computes the unlocked value of a vault, in asset base units; zero when the locked profit is larger. */
export function getUnlocked(vault: VaultState, now: bigint): bigint {
  const result = unlockedValue(vault, now);
  return result.ok ? result.unlocked : 0n;
}

/** The accounts of a strategy as events name them. */
export function nameStrategy(accounts: NamedStrategy): Field[] {
  const { strategy, strategyInitReceipt, directWithdrawInitReceipt, adaptorProgram, vaultAssetMint } =
    accounts;
  return [strategy, strategyInitReceipt, directWithdrawInitReceipt, adaptorProgram, vaultAssetMint].map(
    ({ address }) => address,
  );
}

/** A number of 128 bits. */
export function u128(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, value), 0);
  bytes.writeBigUInt64LE(value >> 64n, 8);
  return bytes;
}

function sumFees({ managerFees, adminFees, protocolFees }: VaultState): bigint {
  return managerFees + adminFees + protocolFees;
}

function encodeField(field: Field): Uint8Array {
  if (typeof field === 'string') return toAddressBytes(field);
  if (typeof field === 'boolean') return Uint8Array.of(field ? 1 : 0);
  if (typeof field !== 'bigint') return field;
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, field));
  return bytes;
}
