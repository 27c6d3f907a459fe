import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { HEADERS, ROUTES, type Route } from './http.ts';
import * as light from './light.ts';
import type { Operation } from './operation.ts';
import { OPERATION_IDS, OPERATIONS } from './operations/index.ts';
import { PROBLEMS } from './problems/definition.ts';

const LIMIT = 3 * 1_024;

describe('the light entry', () => {
  test('is less than 3 KB when compressed, and has nothing of TypeBox', async (t) => {
    const { outputFiles, metafile } = await build({
      entryPoints: [fileURLToPath(new URL('light.ts', import.meta.url))],
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      platform: 'browser',
      format: 'esm',
      target: 'es2022',
    });
    assert.deepEqual(
      Object.keys(metafile.inputs).filter((path) => path.includes('node_modules')),
      [],
    );
    const length = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
    t.diagnostic(`${length} bytes`);
    assert.ok(length > 1_000 && length < LIMIT, `${length} bytes`);
  });

  test('names every operation where its schema has it', () => {
    assert.deepEqual(Object.keys(light.ROUTES), OPERATION_IDS);
  });

  for (const [id, { requestHeaders = [] }] of Object.entries<Operation>(OPERATIONS)) {
    test(`says of ${id} whether it takes an idempotency key`, () => {
      const route: Route = ROUTES[id as keyof typeof ROUTES];
      assert.equal(route.isKeyed === true, requestHeaders.includes(HEADERS.idempotencyKey));
    });
  }

  test('has the statuses of the problems', () => {
    const statuses = Object.entries(PROBLEMS).map(([slug, { status }]) => [slug, status]);
    assert.deepEqual(Object.entries(light.PROBLEM_STATUSES), statuses);
  });
});
