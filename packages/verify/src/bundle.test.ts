import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build, type Format } from 'esbuild';
import { minify } from 'terser';
import { nativeStake } from './exact/builds.world.ts';
import { DEPLOYMENT } from './exact/keys.world.ts';
import { createMessage, createTransaction } from './exact/ledger.world.ts';
import type { explainTransaction } from './explain/index.ts';
import type { verify } from './index.ts';
import type { prove } from './prove.ts';

/** What a page loads before it can judge a transaction. */
const PROOF_LIMIT = 24 * 1_024;
/** What it loads beside, once somebody wants to read one. */
const EXPLANATION_LIMIT = 6 * 1_024;
/** What it loads beside to judge builds that few pages show. */
const RARE_LIMIT = 3 * 1_024;

/** Bundles entries as a page's build does; parts that several need become files of their own. */
async function bundle(entries: readonly string[], format: Format): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    entryPoints: entries.map((entry) => fileURLToPath(new URL(entry, import.meta.url))),
    bundle: true,
    minify: true,
    write: false,
    outdir: '/',
    platform: 'browser',
    format,
    splitting: format === 'esm',
    ...(format === 'iife' && { globalName: 'verifier' }),
    target: 'es2022',
  });
  return new Map(outputFiles.map(({ path, text }) => [path.replace(/-[A-Z0-9]+(?=\.js$)/, ''), text]));
}

async function measure(text: string): Promise<number> {
  const { code = '' } = await minify(text, { module: true, ecma: 2020, compress: { passes: 3 } });
  return gzipSync(code, { level: 9 }).length;
}

suite('a browser bundle', () => {
  test('of the whole proof is at most 24 KB when compressed', async (t) => {
    const [text = ''] = (await bundle(['prove.ts'], 'esm')).values();
    const length = await measure(text);
    t.diagnostic(`${length} bytes`);
    assert.ok(length <= PROOF_LIMIT, `${length} bytes`);
  });

  test('of the plans for rare builds, loaded later, adds at most 3 KB', async (t) => {
    const files = await bundle(['prove.ts', 'rare.ts'], 'esm');
    const added = await measure(files.get('/rare.js') ?? '');
    t.diagnostic(`${added} bytes`);
    assert.ok(added > 0 && added <= RARE_LIMIT, `${added} bytes`);
  });

  test('of the explanation, loaded later, adds at most 6 KB', async (t) => {
    const files = await bundle(['prove.ts', 'explain/index.ts'], 'esm');
    const added = await measure(files.get('/explain/index.js') ?? '');
    t.diagnostic(`${added} bytes`);
    assert.ok(added > 0 && added <= EXPLANATION_LIMIT, `${added} bytes`);
  });

  test('proves and explains where there is nothing of Node', async () => {
    const { operation, request, answer } = nativeStake;
    const transaction = createTransaction(createMessage(nativeStake, nativeStake.instructions));
    const run = async (entry: string) => {
      const context = { TextDecoder } as {
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
    const explanation = (await run('explain/index.ts')).explainTransaction(transaction, DEPLOYMENT);
    assert.equal(JSON.stringify(explanation), JSON.stringify(whole.explanation));
  });
});
