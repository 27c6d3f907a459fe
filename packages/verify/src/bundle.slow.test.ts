import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { minify } from 'terser';
import { bundle } from './bundle.world.ts';

/** What a page loads before it can judge a transaction. */
const PROOF_LIMIT = 25 * 1_024;
/** What it loads beside, once somebody wants to read one. */
const EXPLANATION_LIMIT = 6 * 1_024;
/** What it loads beside to judge builds that few pages show. */
const RARE_LIMIT = 3 * 1_024;

async function measure(text: string): Promise<number> {
  const { code = '' } = await minify(text, { module: true, ecma: 2020, compress: { passes: 3 } });
  return gzipSync(code, { level: 9 }).length;
}

suite('a browser bundle', () => {
  test('of the whole proof is at most 25 KB when compressed', async (t) => {
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
    const files = await bundle(['prove.ts', 'explain.ts'], 'esm');
    const added = await measure(files.get('/explain.js') ?? '');
    t.diagnostic(`${added} bytes`);
    assert.ok(added > 0 && added <= EXPLANATION_LIMIT, `${added} bytes`);
  });
});
