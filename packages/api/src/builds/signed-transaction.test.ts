import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { isProblemError } from '../problems/problem.ts';
import { assertSignaturesHold, readSignedTransaction } from './message.ts';

const MEMO = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const LIFETIME = {
  blockhash: blockhash('6Kv3cZ5vU4QhTHd2nXo6kWpzUbpyMQdJxfxM7qGq2m3a'),
  lastValidBlockHeight: 100n,
};

async function sign(
  version: 0 | 1,
  memo: number,
): Promise<{ readonly bytes: Buffer; readonly wallet: string }> {
  const signer = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(7));
  const instruction = { programAddress: MEMO, data: new Uint8Array(memo).fill(65) };
  const message = pipe(
    createTransactionMessage({ version }),
    (empty) => setTransactionMessageFeePayerSigner(signer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(LIFETIME, paid),
    (living) => appendTransactionMessageInstruction(instruction, living),
  );
  const signed = await signTransactionMessageWithSigners(message);
  return { bytes: Buffer.from(getTransactionEncoder().encode(signed)), wallet: signer.address };
}

function codeOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    assert.ok(isProblemError(error), String(error));
    return error.code;
  }
}

describe('a signed transaction', () => {
  for (const version of [0, 1] as const) {
    test(`of version ${version} is read with its signature, its message and its signer`, async () => {
      const { bytes } = await sign(version, 20);
      const read = readSignedTransaction(bytes.toString('base64'));
      assert.doesNotThrow(() => assertSignaturesHold(read));
      const [signature] = read.signatures;
      assert.equal(signature?.length, 64);
      assert.equal(bytes.indexOf(Buffer.from(read.message)), version === 0 ? 65 : 0);
      assert.equal(bytes.indexOf(Buffer.from(signature ?? [])), version === 0 ? 1 : read.message.length);
    });

    test(`of version ${version} is refused where a byte is missing, added or changed`, async () => {
      const { bytes } = await sign(version, 20);
      for (const broken of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.alloc(1)])]) {
        assert.equal(
          codeOf(() => readSignedTransaction(broken.toString('base64'))),
          'TX_MALFORMED',
        );
      }
      const at = bytes.indexOf(Buffer.alloc(20, 65));
      bytes[at] = 66;
      const changed = readSignedTransaction(bytes.toString('base64'));
      assert.equal(
        codeOf(() => assertSignaturesHold(changed)),
        'SIGNATURE_FAILURE',
      );
    });
  }

  test('of version 1 may be larger than one of version 0', async () => {
    const { bytes } = await sign(1, 3_000);
    assert.ok(bytes.length > 1_232);
    assert.doesNotThrow(() => readSignedTransaction(bytes.toString('base64')));
  });
});
