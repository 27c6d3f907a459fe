import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/* Bundles the page, and prints script and style as one object of JSON. Run by `bundle-console.ts`. */

const { outputFiles } = await build({
  entryPoints: { console: fileURLToPath(new URL('main.tsx', import.meta.url)) },
  bundle: true,
  write: false,
  outdir: '/',
  format: 'esm',
  target: ['es2024', 'chrome137', 'firefox129', 'safari17'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  legalComments: 'none',
  logLevel: 'silent',
});
const find = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text;
process.stdout.write(JSON.stringify({ script: find('.js'), style: find('.css') }));
