import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Address, createAddressWithSeed } from '@solana/kit';
import { STAKE_PROGRAM_ADDRESS } from '@solana-program/stake';
import fc from 'fast-check';
import { toAddress } from '#address';
import { deriveStakeAccount } from './accounts.ts';

test("derives kit's address for every wallet and seed", async () => {
  const wallet = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const seed = fc.string({ unit: 'grapheme-ascii', maxLength: 32 });
  await fc.assert(
    fc.asyncProperty(wallet, seed, async (key, text) => {
      const baseAddress: Address = toAddress(key);
      const expected = await createAddressWithSeed({
        baseAddress,
        programAddress: STAKE_PROGRAM_ADDRESS,
        seed: text,
      });
      assert.equal(toAddress(deriveStakeAccount(key, Buffer.from(text))), expected);
    }),
  );
});
