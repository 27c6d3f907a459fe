import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { JsonRpcError } from '../upstreams/ledger/json-rpc-error.ts';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import { findLanded } from './find-landed.ts';
import { hashTransactionMessage } from './hash-message.ts';

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
  return findLanded({ read } as unknown as LedgerReader, asked, { left: 100 });
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
