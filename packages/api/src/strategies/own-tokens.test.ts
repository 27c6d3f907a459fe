import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAddress } from '@staking-agent/chain/address';
import { UpstreamFault } from '../problems/faults.ts';
import { ownTokens } from './vault.ts';

const key = (byte: number) => toAddress(new Uint8Array(32).fill(byte));
const [WALLET, MINT, ACCOUNT] = [key(1), key(2), key(3)];

/** Shows an account of so many tokens, by the bytes that fill mint and owner. */
function show({ mint = 2, owner = 1, size = 165 }: { mint?: number; owner?: number; size?: number }) {
  const data = Buffer.alloc(165).fill(mint, 0, 32).fill(owner, 32, 64).fill(5, 64, 65).subarray(0, size);
  const account = { owner: key(4), lamports: 1n, data };
  return ownTokens(
    Object.assign(() => account, { slot: 9n }),
    ACCOUNT,
    MINT,
    WALLET,
  );
}

test('an account of another mint is noise of the node, not one that was given away', () => {
  const isMalformed = (error: unknown) => error instanceof UpstreamFault && error.kind === 'malformed';
  assert.throws(() => show({ mint: 7 }), isMalformed);
  assert.throws(() => show({ mint: 7, owner: 7 }), isMalformed);
  assert.equal(show({ owner: 7 }), undefined);
  assert.equal(show({ size: 0 }), undefined);
  assert.equal(show({}), 5n);
});
