import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  generateKeyPairSigner,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { sliceMessage } from './message.ts';

const BLOCKHASH = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi' as Blockhash;

for (const version of ['legacy', 0, 1] as const) {
  for (const signers of [1, 2]) {
    test(`the message of version ${version} with ${signers} signers is what kit signs`, async () => {
      const keys = await Promise.all(Array.from({ length: signers }, generateKeyPairSigner));
      const [payer = assert.fail()] = keys;
      const instruction = {
        programAddress: (await generateKeyPairSigner()).address,
        accounts: keys.map(({ address }) => ({ address, role: 2 })),
      };
      const transaction = compileTransaction(
        pipe(
          createTransactionMessage({ version: version as 0 }),
          (empty) => setTransactionMessageFeePayer(payer.address, empty),
          (paid) =>
            setTransactionMessageLifetimeUsingBlockhash(
              { blockhash: BLOCKHASH, lastValidBlockHeight: 0n },
              paid,
            ),
          (timed) => appendTransactionMessageInstruction(instruction, timed),
        ),
      );
      const bytes = new Uint8Array(getTransactionEncoder().encode(transaction));
      assert.deepEqual(sliceMessage(bytes), Uint8Array.from(transaction.messageBytes));
    });
  }
}

test('what is no transaction has no message, and breaks nothing', () => {
  for (const bytes of [[], [0x81], [0x81, 200], [1], [200, 1]]) {
    assert.ok(sliceMessage(Uint8Array.from(bytes)).length <= 1);
  }
});
