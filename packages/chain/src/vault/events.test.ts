import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Address } from '@solana/kit';
import { decodeRequestEvent, encodeRequestEvent } from './withdrawals.ts';

const KEY = 'So11111111111111111111111111111111111111112' as Address;
const EVENT = {
  ...{ vault: KEY, user: KEY, requestedAmount: 1n, isAmountInLp: true, isWithdrawAll: false },
  ...{ requestWithdrawVaultReceipt: KEY, amountLpEscrowed: 2n, amountAssetToWithdrawDecimalBits: 3n << 64n },
  ...{ withdrawableFromTs: 1_800_000_000n, vaultAssetMint: KEY, vaultAssetTotalValueUnlocked: 4n },
  ...{ vaultAssetTotalValue: 5n, vaultLpSupplyInclFees: 6n, requestedTs: 7n },
};
const BYTES = Buffer.from(encodeRequestEvent(EVENT));

test('the event of a request begins as the IDL says, and has the members of the IDL where they belong', () => {
  const idl = JSON.parse(readFileSync(new URL('../../idl/voltr-vault.json', import.meta.url), 'utf8'));
  const named = ({ name }: { name: string }) => name === 'RequestWithdrawVaultEvent';
  const hashed = createHash('sha256').update('event:RequestWithdrawVaultEvent').digest().subarray(0, 8);
  assert.deepEqual([...BYTES.subarray(0, 8)], idl.events.find(named).discriminator);
  assert.deepEqual(BYTES.subarray(0, 8), hashed);
  const sizes: Readonly<Record<string, number>> = { pubkey: 32, u64: 8, u128: 16, bool: 1 };
  const fields: { name: string; type: string }[] = idl.types.find(named).type.fields;
  const until = fields.findIndex(({ name }) => name === 'withdrawable_from_ts');
  const offset = fields.slice(0, until).reduce((sum, { type }) => sum + (sizes[type] ?? Number.NaN), 8);
  assert.equal(BYTES.readBigUInt64LE(offset), EVENT.withdrawableFromTs);
  assert.equal(
    BYTES.length,
    fields.reduce((sum, { type }) => sum + (sizes[type] ?? Number.NaN), 8),
  );
});

test('the event of a request is read, also with members that came later', () => {
  assert.deepEqual(decodeRequestEvent(BYTES), EVENT);
  assert.deepEqual(decodeRequestEvent(Buffer.concat([BYTES, Buffer.alloc(8, 255)])), EVENT);
});

test('nothing else is the event of a request', () => {
  const other = Buffer.from(BYTES);
  other[7] = 0;
  for (const bytes of [other, BYTES.subarray(0, -1), BYTES.subarray(8), Buffer.alloc(0)])
    assert.equal(decodeRequestEvent(bytes), undefined);
});
