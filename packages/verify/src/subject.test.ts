import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { COMPUTE_BUDGET_PROGRAM } from './bytes/address.ts';
import type { Message } from './bytes/message.ts';
import { getFee } from './subject.ts';
import { Refusal } from './verification.ts';

const limit = (units: number) => [2, ...new Uint8Array(Uint32Array.of(units).buffer)];
const price = (micro: bigint) => [3, ...new Uint8Array(BigUint64Array.of(micro).buffer)];
const loaded = (bytes: number) => [4, ...new Uint8Array(Uint32Array.of(bytes).buffer)];

/** The fee of a message with these settings, and so many instructions beside them. */
function feeOf(
  settings: readonly (readonly number[])[],
  others = 1,
  more: Partial<Message> = {},
  evidence = {},
) {
  const setting = (data: readonly number[]) => ({
    program: 0,
    accounts: new Uint8Array(),
    data: Uint8Array.from(data),
  });
  const other = { program: 1, accounts: new Uint8Array(), data: new Uint8Array() };
  const message: Message = {
    version: 'legacy',
    signerCount: 1,
    readonlySignerCount: 0,
    readonlyOtherCount: 0,
    keys: [COMPUTE_BUDGET_PROGRAM, new Uint8Array(32)],
    blockhash: new Uint8Array(32),
    instructions: [...Array.from({ length: others }, () => other), ...settings.map(setting)],
    lookups: [],
    ...more,
  };
  try {
    return getFee({ message, signatures: [], messageBytes: new Uint8Array() }, evidence);
  } catch (error) {
    assert.ok(error instanceof Refusal);
    assert.equal(error.finding.rule, 'fee');
    return error.finding.instruction ?? 'refused';
  }
}
const bid = (...words: Parameters<typeof feeOf>) => {
  const fee = feeOf(...words);
  return typeof fee === 'object' ? fee.priority : fee;
};

suite('a fee', () => {
  test('is the bid, rounded up', () => {
    assert.equal(bid([limit(1_000_000), price(1n)]), 1n);
    assert.equal(bid([limit(1), price(1n)]), 1n);
    assert.equal(bid([limit(1_000_001), price(1n)]), 2n);
    assert.equal(bid([limit(0), price(9n)]), 0n);
    assert.equal(bid([limit(5)]), 0n);
    assert.equal(bid([limit(1), price(1n), loaded(9)]), 1n);
  });

  test('counts 200,000 units for each instruction without a limit, up to what there are', () => {
    const micro = 1_000_000n;
    assert.equal(bid([price(micro)], 0), 0n);
    assert.equal(bid([price(micro)], 1), 200_000n);
    assert.equal(bid([price(micro)], 6), 1_200_000n);
    assert.equal(bid([price(micro)], 7), 1_400_000n);
    assert.equal(bid([price(micro)], 8), 1_400_000n);
  });

  test('is bid over 1,400,000 units at the most, and 0.005 SOL', () => {
    assert.equal(bid([limit(1_400_000), price(1n)]), 2n);
    assert.equal(bid([limit(1_400_001), price(1n)]), 'refused');
    assert.equal(bid([limit(1_000_000), price(5_000_000n)]), 5_000_000n);
    assert.equal(bid([limit(1_000_000), price(5_000_001n)]), 'refused');
  });

  test('counts what the header asks as well', () => {
    const config = { unitLimit: undefined, loadedDataLimit: undefined, heapSize: undefined };
    const asking = (priorityFee: bigint) => ({ config: { ...config, priorityFee } });
    assert.equal(bid([limit(1_000_000), price(2n)], 1, asking(3n)), 5n);
    assert.equal(bid([limit(1_000_000), price(2n)], 1, asking(4_999_998n)), 5_000_000n);
    assert.equal(bid([limit(1_000_000), price(2n)], 1, asking(4_999_999n)), 'refused');
  });

  test('has settings that are known to the byte, each once', () => {
    for (const setting of [[], [0], [2], [2, 1, 0, 0], [2, 1, 0, 0, 0, 0], [5, 0, 0, 0, 0], [34, 0, 0, 0, 0]])
      assert.equal(bid([price(1n), setting]), 2, `${setting}`);
    for (const twice of [limit(5), price(5n), loaded(5)]) assert.equal(bid([twice, twice], 2), 3);
  });

  test('is of each signature what the ledger says, or what is usual', () => {
    const signatures = (count: number, evidence = {}) => {
      const fee = feeOf([], 1, { signerCount: count }, evidence);
      return typeof fee === 'object' ? fee.signatures : fee;
    };
    assert.equal(signatures(1), 5_000n);
    assert.equal(signatures(3), 15_000n);
    assert.equal(signatures(2, { signatureFee: 7n }), 14n);
  });
});
