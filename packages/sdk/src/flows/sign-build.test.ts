import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isStakingError, type StakingError } from '../staking-error.ts';
import { toBase58, toBase64 } from '../transaction-bytes.ts';
import type { Build } from './flow-options.ts';
import { signBuild } from './sign-build.ts';

const KEY = new Uint8Array(32).fill(7);
/** One signer, one instruction of nothing: a count, an empty signature, header, two keys, blockhash, instruction. */
const MESSAGE = [1, 0, 1, 2, ...KEY, ...new Uint8Array(32), ...new Uint8Array(32).fill(9), 1, 1, 0, 0];
const EXPIRY = { blockhash: '', lastValidBlockHeight: '1', validForSeconds: 60, tokenExpiresAt: '' };
// What signing reads of a build.
const BUILD = {
  transaction: toBase64(Uint8Array.of(1, ...new Uint8Array(64), ...MESSAGE)),
  expiry: EXPIRY,
} satisfies Partial<Build> as Build;

const isUnsent = (code: string) => (error: unknown) =>
  isStakingError(error, code) && error.outcome === undefined;

/** Asks a wallet that only sends, and answers so. */
async function askSender(
  answer: () => Promise<readonly Uint8Array[]>,
  signal?: AbortSignal,
): Promise<StakingError> {
  const signer = { address: toBase58(KEY), signAndSendTransactions: answer };
  const asked = signBuild(BUILD, signer, { allowEdits: false, signal });
  return await asked.then(
    () => assert.fail('It was taken for signed.'),
    (error: unknown) => (isStakingError(error) ? error : assert.fail(String(error))),
  );
}

describe('a wallet that sends by itself may have sent what it does not answer', () => {
  const CASES: Readonly<Record<string, readonly [() => Promise<readonly Uint8Array[]>, string]>> = {
    'and fails': [() => Promise.reject(new Error('The window was closed.')), 'WALLET_REFUSED'],
    'and gives nothing': [async () => [], 'WALLET_SIGNATURE_INVALID'],
    'and gives half a signature': [async () => [new Uint8Array(32)], 'WALLET_SIGNATURE_INVALID'],
  };
  for (const [what, [answer, code]] of Object.entries(CASES)) {
    test(what, async () => {
      const error = await askSender(answer);
      assert.deepEqual([error.code, error.outcome, error.retryable], [code, 'unknown', false]);
      assert.match(error.message, /may have sent the transaction/);
    });
  }

  test('and never answers, when the caller gives up', async () => {
    const stop = new AbortController();
    const answer = () => {
      stop.abort(new Error('closed'));
      return new Promise<never>(() => undefined);
    };
    const error = await askSender(answer, stop.signal);
    assert.deepEqual([error.code, error.outcome], ['ABORTED', 'unknown']);
  });

  test('and was not asked, has sent nothing', async () => {
    const routed = { ...BUILD, route: 'router' } as Build;
    const signer = { address: toBase58(KEY), signAndSendTransactions: () => assert.fail('It was asked.') };
    await assert.rejects(
      signBuild(routed, signer, { allowEdits: false, signal: undefined }),
      isUnsent('WALLET_MUST_NOT_SEND'),
    );
  });

  test('one that gives its signature is followed by it', async () => {
    const signer = {
      address: toBase58(KEY),
      signAndSendTransactions: async () => [new Uint8Array(64).fill(3)],
    };
    const signed = await signBuild(BUILD, signer, { allowEdits: false, signal: undefined });
    assert.deepEqual(signed, { signature: toBase58(new Uint8Array(64).fill(3)), isDated: false });
  });
});

test('a wallet that only signs has sent nothing when it refuses', async () => {
  const signer = { address: toBase58(KEY), signBytes: () => Promise.reject(new Error('The user said no.')) };
  await assert.rejects(
    signBuild(BUILD, signer, { allowEdits: false, signal: undefined }),
    isUnsent('WALLET_REFUSED'),
  );
});
