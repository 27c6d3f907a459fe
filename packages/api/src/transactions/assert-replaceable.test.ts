import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { base58 } from '@scure/base';
import { createTinyTransaction } from '../../test/tiny-transaction.ts';
import type { LedgerNode } from '../upstreams/ledger/ledger-node.ts';
import { UpstreamFault } from '../upstreams/upstream-fault.ts';
import { assertReplaceable } from './assert-replaceable.ts';
import { readSignedTransaction } from './signed-transaction.ts';

const LAST = 1_150n;
const MARGIN = 10n;
const WALLET = 5;
const UNSENT = { sent: undefined, isReplaced: false, successor: undefined };

/** What two nodes know: the height, and what the wallet has signed since the build. */
function setUp(known: { height: bigint; signed: readonly number[]; isOneDown?: boolean }) {
  const call = async (method: string, [signature]: readonly unknown[]) => {
    if (method === 'getEpochInfo') return { absoluteSlot: 2_000, blockHeight: known.height };
    if (method === 'getSignaturesForAddress')
      return known.signed.map((number) => ({ signature: String(number), err: null, slot: 1_990 }));
    assert.equal(method, 'getTransaction');
    return { transaction: [createTinyTransaction(WALLET, Number(signature)), 'base64'] };
  };
  const down = async () => {
    throw new UpstreamFault('ledger', 'unreachable');
  };
  const nodes = [{ call }, { call: known.isOneDown ? down : call }] as unknown as LedgerNode[];
  const replaced = {
    transaction: readSignedTransaction(createTinyTransaction(WALLET, 0)),
    wallet: base58.encode(new Uint8Array(32).fill(WALLET)),
    lastValidBlockHeight: LAST,
    contextSlot: 1_900n,
    isExclusive: false,
  };
  return assertReplaceable(replaced, {
    ledger: { byHealth: () => nodes },
    blockhash: {
      blockHeight: () => known.height,
      untilPast: () => 4_200,
    },
    forms: { read: async () => UNSENT, replace: async () => true },
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
