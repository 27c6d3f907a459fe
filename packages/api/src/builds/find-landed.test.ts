import assert from 'node:assert/strict';
import { describe, suite, test } from 'node:test';
import { createScriptedLedger } from '../../test/scripted-ledger.ts';
import { JsonRpcError } from '../problems/faults.ts';
import type { LedgerClient } from '../upstreams/ledger/client.ts';
import { findLanded } from './find-landed.ts';
import { hashTransactionMessage } from './message.ts';

type Landed = { readonly signature: string; readonly version: 'legacy' | 0 | 1 | 2 };

/** The bytes of a transaction; no more of them is looked at than where the message stands. */
function bytesOf({ signature, version }: Landed): string {
  const [message, signatures] = [Buffer.from(signature), Buffer.alloc(64, 7)];
  const parts =
    version === 1 ? [Buffer.of(0x81, 1), message, signatures] : [Buffer.of(1), signatures, message];
  return Buffer.concat(parts).toString('base64');
}

/** A node as nodes are: it shows no version above the one that it is asked for, and none above the one it knows. */
function search(signed: readonly Landed[], sought: string, known = 1) {
  const read = async (method: string, params: readonly unknown[]) => {
    if (method === 'getSignaturesForAddress')
      return signed.map(({ signature }) => ({ signature, err: null, slot: 10 })).toReversed();
    const [signature, options] = params as [string, { maxSupportedTransactionVersion?: number }];
    const found = signed.find((each) => each.signature === signature) ?? assert.fail();
    const { version } = found;
    const asked = options.maxSupportedTransactionVersion ?? -1;
    if (version !== 'legacy' && version > Math.min(asked, known))
      throw new JsonRpcError(-32_015, `Transaction version (${version}) is not supported`, undefined);
    return { transaction: [bytesOf(found), 'base64'] };
  };
  const { version } = signed.find((each) => each.signature === sought) ?? { version: 1 };
  const messageHashes = new Set([hashTransactionMessage(bytesOf({ signature: sought, version }))]);
  const asked = { wallet: 'wallet', messageHashes, since: { slot: 1n } };
  return findLanded({ read } as unknown as LedgerClient, asked, { left: 100 });
}

describe('a message among what a wallet has signed', () => {
  for (const version of ['legacy', 0, 1] as const) {
    test(`is found in a transaction of version ${version}`, async () => {
      const { landed } = await search([{ signature: 'it', version }], 'it');
      assert.deepEqual(
        landed.map(({ signature }) => signature),
        ['it'],
      );
    });
  }

  for (const version of [1, 2] as const) {
    test(`is found beside one of version ${version} that the node does not know`, async () => {
      const signed = [
        { signature: 'before', version },
        { signature: 'it', version: 0 },
        { signature: 'after', version },
      ] as const;
      const { landed, isComplete, isShown } = await search(signed, 'it', 0);
      assert.equal(landed[0]?.signature, 'it');
      assert.deepEqual([isComplete, isShown], [true, true]);
    });
  }

  test('is not found where it is not', async () => {
    const { landed, isComplete } = await search([{ signature: 'other', version: 1 }], 'it');
    assert.deepEqual([landed, isComplete], [[], true]);
  });
});

type Listed = {
  readonly signature: string;
  readonly err?: string;
  readonly slot?: number;
  readonly blockTime?: number | null;
};
type Asked = {
  readonly listed: readonly Listed[];
  readonly calls?: number;
  readonly since?: { readonly slot: bigint } | { readonly seconds: number };
  /** Messages that are looked for; each transaction here holds one that is called as its signature. */
  readonly sought?: readonly string[];
  readonly show?: (signature: string) => unknown;
};

/** Searches what is listed, the newest first, and says what it was asked. */
async function look({ listed, calls: left = 5_000, since = { slot: 5n }, sought = ['none'], show }: Asked) {
  const { ledger, calls } = createScriptedLedger([
    {
      getSignaturesForAddress([wallet, options]) {
        const { before, ...others } = options as { readonly before?: string };
        assert.deepEqual([wallet, others], ['wallet', { commitment: 'confirmed', limit: 1_000 }]);
        assert.equal('before' in Object(options), before !== undefined);
        const from = listed.findIndex(({ signature }) => signature === before) + 1;
        return listed.slice(from, from + 1_000).map((each) => ({ err: null, slot: 5, ...each }));
      },
      getTransaction([signature, options]) {
        assert.deepEqual(options, {
          commitment: 'confirmed',
          encoding: 'base64',
          maxSupportedTransactionVersion: 1,
        });
        const shown = show?.(String(signature));
        return shown === undefined ? { transaction: [signature, 'base64'] } : shown;
      },
    },
  ]);
  const budget = { left };
  const asked = { wallet: 'wallet', messageHashes: new Set(sought), since, name: (text: string) => text };
  const found = await findLanded(ledger, asked, budget);
  const of = (method: string) => calls.filter((call) => call.method === method);
  const shown = of('getTransaction').map(({ params }) => params[0]);
  return { ...found, pages: of('getSignaturesForAddress').length, shown, left: budget.left };
}

const many = (count: number): Listed[] => Array.from({ length: count }, (_, i) => ({ signature: `s${i}` }));

suite('a search', () => {
  test('finds all that is looked for, the oldest first, and ends there', async () => {
    const listed = ['d', 'c', 'b', 'a'].map((signature) => ({ signature }));
    const { landed, shown, isComplete, left } = await look({ listed, sought: ['c', 'b'], calls: 9 });
    assert.deepEqual(
      landed,
      ['b', 'c'].map((name) => ({ messageHash: name, signature: name })),
    );
    assert.deepEqual([shown, isComplete, left], [['a', 'b', 'c'], true, 5]);
  });

  test('looks at no transaction that failed, and at none from before', async () => {
    const listed = [{ signature: 'a' }, { signature: 'b', err: 'AccountInUse' }, { signature: 'c', slot: 4 }];
    assert.deepEqual((await look({ listed })).shown, ['a']);
    const timed = [
      { signature: 'a', blockTime: 1_000 },
      { signature: 'b', blockTime: 940 },
      { signature: 'c', blockTime: 939 },
      { signature: 'd', blockTime: null },
    ];
    const since = { seconds: 1_000 };
    assert.deepEqual((await look({ listed: timed, since })).shown, ['d', 'b', 'a']);
    const unnumbered = [{ signature: 'a', slot: undefined as unknown as number }];
    assert.deepEqual((await look({ listed: unnumbered })).shown, ['a']);
  });

  test('goes through three pages at the most, each from where the one before ended', async () => {
    for (const [count, pages, isComplete] of [
      [999, 1, true],
      [1_000, 2, true],
      [2_500, 3, true],
      [3_000, 3, false],
      [4_000, 3, false],
    ] as const) {
      const found = await look({ listed: many(count) });
      assert.deepEqual([found.pages, found.isComplete], [pages, isComplete]);
      assert.equal(found.shown.length, Math.min(count, 3_000));
    }
    const older = [...many(1_000), ...many(5).map((_, i) => ({ signature: `old${i}`, slot: 4 }))];
    assert.deepEqual(
      [(await look({ listed: older })).pages, (await look({ listed: older })).isComplete],
      [2, true],
    );
  });

  test('ends with its calls, and says so', async () => {
    const listed = many(3);
    for (const [calls, looked, isComplete] of [
      [0, 0, false],
      [1, 0, false],
      [3, 2, false],
      [4, 3, true],
    ] as const) {
      const { shown, left, ...found } = await look({ listed, calls });
      assert.deepEqual([shown.length, left, found.isComplete], [looked, 0, isComplete]);
    }
    const paged = await look({ listed: many(1_500), calls: 1 });
    assert.deepEqual([paged.pages, paged.isComplete], [1, false]);
  });

  test('says where a transaction that is listed is not shown', async () => {
    const show = (signature: string) => (signature === 's1' ? null : undefined);
    const { landed, isShown, isComplete } = await look({ listed: many(3), sought: ['s0'], show });
    assert.deepEqual([landed.length, isShown, isComplete], [1, false, true]);
    assert.equal((await look({ listed: many(3), calls: 3, show })).isShown, false);
  });

  test('fails where a node refuses otherwise than for a version that it does not know', async () => {
    for (const fault of [
      new JsonRpcError(-32_004, 'no', undefined),
      Object.assign(new Error('no'), { code: -32_015 }),
    ]) {
      const show = () => {
        throw fault;
      };
      await assert.rejects(look({ listed: many(1), show }), fault);
    }
  });
});
