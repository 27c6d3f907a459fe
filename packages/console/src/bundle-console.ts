import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** What a browser loads: one script, one style sheet. */
export type ConsoleBundle = { readonly script: Buffer; readonly style: Buffer };

const ENTRY = fileURLToPath(new URL('main.tsx', import.meta.url));
/** Where an image keeps the bundle that it was built with. */
const KEPT = new URL('../dist/', import.meta.url);
const FILES = { script: 'console.js', style: 'console.css' } as const;

/** Whether there is anything to serve: files of a build, or the bundler that makes them. */
export function canServeConsole(): boolean {
  return isKept() || isBundlerInstalled();
}

/** Reads the bundle that a build has kept; bundles anew where none has. */
export async function loadBundle(): Promise<ConsoleBundle> {
  if (!isKept()) return await bundleConsole();
  const read = (name: string) => readFile(new URL(name, KEPT));
  return { script: await read(FILES.script), style: await read(FILES.style) };
}

/**
 * Bundles the page from its sources, and ends the bundler's process afterwards.
 *
 * @throws where a source does not compile; the message is esbuild's.
 */
export async function bundleConsole(): Promise<ConsoleBundle> {
  // A development dependency: an installation without it serves what was bundled before.
  const { build, stop } = await import('esbuild');
  try {
    const { outputFiles } = await build({
      entryPoints: { console: ENTRY },
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
    const find = (name: string) =>
      Buffer.from(outputFiles.find(({ path }) => path.endsWith(name))?.contents ?? new Uint8Array());
    return { script: find(FILES.script), style: find(FILES.style) };
  } finally {
    await stop();
  }
}

/** Where a build writes each file, and what it holds. */
export function listKeptFiles({ script, style }: ConsoleBundle): readonly (readonly [URL, Buffer])[] {
  return [
    [new URL(FILES.script, KEPT), script],
    [new URL(FILES.style, KEPT), style],
  ];
}

function isKept(): boolean {
  return existsSync(new URL(FILES.script, KEPT));
}

function isBundlerInstalled(): boolean {
  try {
    import.meta.resolve('esbuild');
    return true;
  } catch {
    return false;
  }
}
