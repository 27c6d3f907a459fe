import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/* Bundles the page, and prints its files as JSON, each with its name. Run by `bundle-console.ts`. */

const { outputFiles } = await build({
  entryPoints: { console: fileURLToPath(new URL('main.tsx', import.meta.url)) },
  bundle: true,
  write: false,
  outdir: '/',
  splitting: true,
  chunkNames: 'console-[hash]',
  format: 'esm',
  conditions: ['@staking-agent/source'],
  target: ['es2024', 'chrome137', 'firefox129', 'safari17'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  legalComments: 'none',
  logLevel: 'silent',
});
process.stdout.write(JSON.stringify(outputFiles.map(({ path, text }) => [basename(path), text])));
