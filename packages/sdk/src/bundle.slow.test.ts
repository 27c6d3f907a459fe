import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { minify } from 'terser';

const KB = 1_024;

type Load = { readonly bytes: number; readonly inputs: readonly string[]; readonly text: string };

/** What a page loads at once for some lines of code: the entry of its bundle, and what that imports in turn. */
async function load(contents: string): Promise<Load> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: 'out',
    platform: 'browser',
    format: 'esm',
    conditions: ['@staking-agent/source'],
    target: 'es2022',
    external: ['@solana/kit'],
  });
  const loaded = listLoaded(metafile, 'out/stdin.js');
  const minified = await Promise.all(
    loaded.map(async (path) => {
      const text = outputFiles.find((file) => file.path.endsWith(`/${path}`))?.text ?? '';
      const { code = '' } = await minify(text, { module: true, ecma: 2020, compress: { passes: 3 } });
      return code;
    }),
  );
  return {
    bytes: minified.reduce((sum, code) => sum + gzipSync(code, { level: 9 }).length, 0),
    inputs: loaded.flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {})),
    text: minified.join('\n'),
  };
}

function listLoaded({ outputs }: Metafile, path: string, found: string[] = []): string[] {
  if (found.includes(path)) return found;
  found.push(path);
  for (const { path: next, kind, external } of outputs[path]?.imports ?? []) {
    if (kind === 'import-statement' && !external) listLoaded({ outputs, inputs: {} }, next, found);
  }
  return found;
}

describe('what a page loads', () => {
  const cases = [
    ['for the client with all that its entry has', "export * from './index.ts'", 5 * KB],
    ['for a client', "export { createStakingClient } from './index.ts'", 3.25 * KB],
    [
      // A third of a KB is the risk of a loan in words, which no caller must miss.
      'with the first flow',
      "export * from './flows/flows.ts'; export { createOwnNode, createVerify } from './flows/proof.ts'",
      7.5 * KB,
    ],
    // The proof itself is held to 24 KB by its own package; addresses, a KB of them what the mainnet vault lends to, and
    // evidence come on top.
    [
      'with the first check',
      "export * from './verify/verify-build.ts'; export * from './generated/mainnet.ts'",
      31 * KB,
    ],
    [
      'with the first verified flow',
      "export { createStakingClient } from './index.ts'; export * from './flows/flows.ts'; export { createOwnNode, createVerify } from './flows/proof.ts'; export * from './verify/verify-build.ts'; export * from './generated/mainnet.ts'",
      40 * KB,
    ],
    ['for the plugin of kit', "export * from './kit.ts'", 5 * KB],
  ] as const;
  for (const [what, contents, limit] of cases) {
    test(`${what} is at most ${limit / KB} KB when compressed, without a dependency`, async (t) => {
      const { bytes, inputs, text } = await load(contents);
      t.diagnostic(`${bytes} bytes`);
      assert.ok(bytes > KB && bytes <= limit, `${bytes} bytes`);
      assert.deepEqual(
        inputs.filter((path) => path.includes('node_modules')),
        [],
      );
      assert.doesNotMatch(text, /\bBuffer\b|\bprocess\.|require\(/);
    });
  }

  test('for a client has nothing of the proof', async () => {
    const { inputs } = await load("export * from './index.ts'");
    assert.deepEqual(
      inputs.filter((path) => path.includes('verify/') || /flows\/(?:flows|proof|land)/.test(path)),
      [],
    );
  });
});
