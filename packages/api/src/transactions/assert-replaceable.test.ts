import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { base58 } from '@scure/base';
import type { LedgerNode } from '../upstreams/ledger/ledger-node.ts';
import { UpstreamFault } from '../upstreams/upstream-fault.ts';
import { assertReplaceable } from './assert-replaceable.ts';
import { readSignedTransaction } from './signed-transaction.ts';

const LAST = 1_150n;
const MARGIN = 10n;
const WALLET = new Uint8Array(32).fill(5);

/** A transaction of the wallet with one instruction, which carries a number. */
function transactionOf(number: number): string {
  const message = [1, 0, 1, 2, ...WALLET, ...new Uint8Array(32).fill(6), ...new Uint8Array(32).fill(7)];
  const instruction = [1, 1, 0, 4, ...Buffer.of(number >> 24, number >> 16, number >> 8, number)];
  return Buffer.from([1, ...new Uint8Array(64), ...message, ...instruction]).toString('base64');
}

/** What two nodes know: the height, and what the wallet has signed since the build. */
function setUp(known: { height: bigint; signed: readonly number[]; isOneDown?: boolean }) {
  const call = async (method: string, [signature]: readonly unknown[]) => {
    if (method === 'getEpochInfo') return { absoluteSlot: 2_000, blockHeight: known.height };
    if (method === 'getSignaturesForAddress')
      return known.signed.map((number) => ({ signature: String(number), err: null, slot: 1_990 }));
    assert.equal(method, 'getTransaction');
    return { transaction: [transactionOf(Number(signature)), 'base64'] };
  };
  const down = async () => {
    throw new UpstreamFault('ledger', 'unreachable');
  };
  const nodes = [{ call }, { call: known.isOneDown ? down : call }] as unknown as LedgerNode[];
  const replaced = {
    transaction: readSignedTransaction(transactionOf(0)),
    wallet: base58.encode(WALLET),
    lastValidBlockHeight: LAST,
    contextSlot: 1_900n,
    isExclusive: false,
  };
  return assertReplaceable(replaced, {
    ledger: { byHealth: () => nodes },
    blockhash: {
      blockHeight: () => known.height,
      untilPast: () => 4_200,
      get: () => Promise.reject(new Error('nothing was edited')),
    },
    outbox: { readEditHeight: async () => undefined },
  });
}

const others = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const DEAD = LAST + MARGIN + 1n;

describe('a second transaction beside the first', () => {
  test('is made once the first is dead by ten blocks, however much else the wallet signed', async () => {
    await setUp({ height: DEAD, signed: others(149) });
    await assert.rejects(setUp({ height: DEAD - 1n, signed: [] }), {
      code: 'REFRESH_TOO_EARLY',
      message: /about 5 seconds/,
    });
  });

  test('is not made when the first has landed, which the signature tells', async () => {
    const signed = [...others(100), 0];
    await assert.rejects(setUp({ height: DEAD, signed }), { code: 'TRANSACTION_LANDED', message: / as 0\./ });
  });

  test('is not made of a wallet that signed more than is looked through, which is said and no fault', async () => {
    for (const height of [DEAD, 0n]) {
      await assert.rejects(setUp({ height, signed: others(150) }), {
        code: 'TOO_MANY_TRANSACTIONS',
        retryable: false,
        message: /over 149 transactions/,
      });
    }
  });

  test('is not made while one of two nodes is away', async () => {
    await assert.rejects(setUp({ height: DEAD, signed: [], isOneDown: true }), UpstreamFault);
  });
});
