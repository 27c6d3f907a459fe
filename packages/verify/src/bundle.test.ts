import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { nativeStake } from './exact/builds.world.ts';
import { DEPLOYMENT } from './exact/keys.world.ts';
import { createMessage, createTransaction } from './exact/ledger.world.ts';
import type { verify } from './index.ts';

const SIZE_LIMIT = 29 * 1_024;

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('index.ts', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'verifier',
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
}

test('a browser bundle is at most 29 KB when compressed', async (t) => {
  const { length } = gzipSync(await bundle(), { level: 9 });
  t.diagnostic(`${length} bytes`);
  assert.ok(length <= SIZE_LIMIT, `${length} bytes`);
});

test('the bundle proves and explains where there is nothing of Node', async () => {
  const context = { TextDecoder } as { verifier?: { verify: typeof verify } };
  runInNewContext(await bundle(), context);
  const { verifier } = context;
  assert.ok(verifier);
  const { operation, request, answer } = nativeStake;
  const transaction = createTransaction(createMessage(nativeStake, nativeStake.instructions));
  const proof = verifier.verify(operation, request, { ...answer, transaction }, DEPLOYMENT);
  assert.equal(proof.findings.length, 0);
  assert.equal(proof.explanation.length, 5);
  assert.equal(proof.effects.fee.signatures, 10_000n);
});
