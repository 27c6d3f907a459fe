import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccountState, getMintEncoder, getTokenEncoder } from '@solana-program/token';
import fc from 'fast-check';
import { toAddress } from '#address';
import { decodeMintSupply, decodeTokenAmount } from './ledger.ts';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toAddress);
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

test('decodes the amount that the encoder of the Token program has written', () => {
  fc.assert(
    fc.property(key, key, u64, u64, (mint, owner, amount, delegatedAmount) => {
      const data = getTokenEncoder().encode({
        mint,
        owner,
        amount,
        delegate: owner,
        state: AccountState.Initialized,
        isNative: delegatedAmount,
        delegatedAmount,
        closeAuthority: mint,
      });
      const bytes = new Uint8Array(data);
      assert.equal(decodeTokenAmount(bytes), amount);
      assert.equal(decodeTokenAmount(bytes.subarray(0, -1)), undefined);
    }),
  );
  assert.equal(decodeTokenAmount(undefined), undefined);
});

test('decodes the supply that the encoder of the Token program has written, at any offset of a buffer', () => {
  fc.assert(
    fc.property(key, u64, fc.nat(9), (authority, supply, offset) => {
      const data = getMintEncoder().encode({
        mintAuthority: authority,
        supply,
        decimals: 9,
        isInitialized: true,
        freezeAuthority: authority,
      });
      const bytes = new Uint8Array(offset + data.length);
      bytes.set(data, offset);
      assert.equal(decodeMintSupply(bytes.subarray(offset)), supply);
      assert.equal(decodeMintSupply(bytes.subarray(offset, -1)), undefined);
    }),
  );
  assert.equal(decodeMintSupply(undefined), undefined);
});
