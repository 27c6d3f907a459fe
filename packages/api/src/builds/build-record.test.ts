import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import fc from 'fast-check';
import { type BuildRecord, decodeBuildRecord, encodeBuildRecord } from './build.ts';

const amount = fc
  .bigInt({ min: 1n, max: 2n ** 64n - 1n })
  .map((units) => `${units / 10n ** 9n}.${units % 10n ** 9n}`);
const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base58.encode(bytes));
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const exit = (strategy: string, kind: string, members: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({
    operation: fc.constant('unstake'),
    request: fc.record({ strategy: fc.constant(strategy), kind: fc.constant(kind), ...members }),
  });
const stake = (strategy: string, members: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({
    operation: fc.constant('stake'),
    request: fc.record({ strategy: fc.constant(strategy), amount, ...members }),
  });

/** Every build there is, with every member that decides something in it. */
const asked = fc.oneof(
  stake('sol-native-stake', { stakeAccountForm: optional(fc.constantFrom('keypair', 'seed')) }),
  stake('sol-liquid-stake', { minReceive: optional(amount) }),
  stake('sol-leveraged-stake', {}),
  stake('usdc-earn', { minReceive: optional(amount) }),
  exit('sol-native-stake', 'deactivate', { stakeAccount: key }),
  exit('sol-native-stake', 'instant', {
    stakeAccount: key,
    amount: optional(amount),
    minReceive: optional(amount),
  }),
  exit('sol-liquid-stake', 'instant', { amount, minReceive: optional(amount) }),
  exit('sol-liquid-stake', 'slow', { amount, minReceive: optional(amount) }),
  exit('sol-leveraged-stake', 'instant', { amount, outputAsset: optional(fc.constantFrom('raSOL', 'SOL')) }),
  exit('usdc-earn', 'instant', { amount }),
  exit('usdc-earn', 'instant', { isWithdrawAll: fc.constant(true) }),
  fc.record({
    operation: fc.constant('withdraw'),
    request: fc.record({ stakeAccount: key, lamports: optional(fc.maxSafeNat()) }),
  }),
  fc.record({
    operation: fc.constant('split'),
    request: fc.record({ stakeAccount: key, amount, then: optional(fc.constant('deactivate')) }),
  }),
  fc.record({
    operation: fc.constant('merge'),
    request: fc.record({ into: key, from: fc.array(key, { minLength: 1, maxLength: 7 }) }),
  }),
) as fc.Arbitrary<Pick<BuildRecord, 'operation' | 'request'>>;
const figures = fc.dictionary(
  fc.constantFrom('rentExemptReserveLamports', 'withdrawnLamports', 'path', 'router_order.outAmt'),
  fc.string({ unit: 'grapheme-ascii', maxLength: 100 }),
);
const record: fc.Arbitrary<BuildRecord> = fc
  .tuple(asked, figures, optional(fc.uint8Array({ maxLength: 32 })))
  .map(([each, told, keep]) => ({
    ...each,
    request: Object.fromEntries(Object.entries(each.request).filter(([, value]) => value !== undefined)),
    ...(keep && { keep: Buffer.from(keep) }),
    figures: { ...told },
  }));

test('a record comes back as it was', () => {
  fc.assert(
    fc.property(record, (each) => {
      assert.deepEqual(decodeBuildRecord(encodeBuildRecord(each)), each);
    }),
    { numRuns: 2_000 },
  );
});

test('bytes that are cut off, or of an unknown build, are none', () => {
  assert.equal(decodeBuildRecord(new Uint8Array()), undefined);
  assert.equal(decodeBuildRecord(Uint8Array.of(200)), undefined);
  fc.assert(
    fc.property(record, (each) => {
      const bytes = encodeBuildRecord(each);
      fc.pre(bytes.length > 3);
      const at = bytes.length - 1;
      const cut = decodeBuildRecord(bytes.subarray(0, at));
      assert.notDeepEqual(cut, each);
    }),
  );
});
