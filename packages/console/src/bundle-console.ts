import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The files that a browser loads, by name: {@link SCRIPT} and {@link STYLE} at once, the other scripts once something needs them. */
export type ConsoleBundle = ReadonlyMap<string, Buffer>;

/** The script that starts the page. */
export const SCRIPT = 'console.js';
/** The style sheet. */
export const STYLE = 'console.css';

const MOST_BYTES = 16 * 1_024 ** 2;
const run = promisify(execFile);
/** The argument with which this file, as a program, prints the bundle. */
const PRINT = '--print';
/** Where an image keeps the bundle that it was built with. */
const KEPT = new URL('../dist/', import.meta.url);

/** Checks whether there is anything to serve: files of a build, or the bundler that makes them. */
export function canServeConsole(): boolean {
  return isKept() || isBundlerInstalled();
}

/** Reads the bundle that a build has kept; bundles anew where none has. */
export async function loadBundle(): Promise<ConsoleBundle> {
  if (!isKept()) return await bundleConsole();
  const names = await readdir(KEPT);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, KEPT))] as const)),
  );
}

/**
 * Bundles the page from its sources. In a process of its own: the bundler ends with it, and nobody else's is stopped.
 *
 * @throws where a source does not compile; the message is esbuild's.
 */
async function bundleConsole(): Promise<ConsoleBundle> {
  const { stdout } = await run(process.execPath, [import.meta.filename, PRINT], { maxBuffer: MOST_BYTES });
  const files: readonly (readonly [string, string])[] = JSON.parse(stdout);
  return new Map(files.map(([name, text]) => [name, Buffer.from(text)]));
}

function isKept(): boolean {
  return existsSync(new URL(SCRIPT, KEPT));
}

function isBundlerInstalled(): boolean {
  try {
    import.meta.resolve('esbuild');
    return true;
  } catch {
    return false;
  }
}

/** Prints the files of the bundle as JSON, each with its name. */
async function printBundle(): Promise<void> {
  const { build } = await import('esbuild');
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
}

/** Keeps the bundle in files, for an installation without the bundler, such as an image. */
async function keepBundle(): Promise<void> {
  const bundle = await bundleConsole();
  await rm(KEPT, { recursive: true, force: true });
  await mkdir(KEPT, { recursive: true });
  for (const [name, bytes] of bundle) await writeFile(new URL(name, KEPT), bytes);
}

if (import.meta.main) await (process.argv.includes(PRINT) ? printBundle() : keepBundle());
