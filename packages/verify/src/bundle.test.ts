import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { bundle } from './bundle.world.ts';
import { nativeStake } from './exact/builds.world.ts';
import { DEPLOYMENT } from './exact/keys.world.ts';
import { createMessage, createTransaction } from './exact/ledger.world.ts';
import type { explainTransaction } from './explain.ts';
import type { verify } from './index.ts';
import type { prove } from './prove.ts';

suite('a browser bundle', () => {
  test('proves and explains where there is nothing of Node', async () => {
    const { operation, request, answer } = nativeStake;
    const transaction = createTransaction(createMessage(nativeStake, nativeStake.instructions));
    const run = async (entry: string) => {
      const context = { TextDecoder, atob, btoa } as {
        verifier?: {
          verify: typeof verify;
          prove: typeof prove;
          explainTransaction: typeof explainTransaction;
        };
      };
      const [text = ''] = (await bundle([entry], 'iife')).values();
      runInNewContext(text, context);
      assert.ok(context.verifier);
      return context.verifier;
    };
    const whole = (await run('index.ts')).verify(operation, request, { ...answer, transaction }, DEPLOYMENT);
    assert.equal(whole.findings.length, 0);
    assert.equal(whole.explanation.length, 5);
    assert.equal(whole.effects.fee.signatures, 10_000n);
    const proof = (await run('prove.ts')).prove(operation, request, { ...answer, transaction }, DEPLOYMENT);
    assert.deepEqual(proof.findings.length, 0);
    const explanation = (await run('explain.ts')).explainTransaction(transaction, DEPLOYMENT);
    assert.equal(JSON.stringify(explanation), JSON.stringify(whole.explanation));
  });
});
