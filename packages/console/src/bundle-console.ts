import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** What a browser loads: one script, one style sheet. */
export type ConsoleBundle = { readonly script: Buffer; readonly style: Buffer };

const PRINTER = fileURLToPath(new URL('print-bundle.ts', import.meta.url));
const MOST_BYTES = 16 * 1_024 ** 2;
const run = promisify(execFile);
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
 * Bundles the page from its sources. In a process of its own: the bundler ends with it, and nobody else's is stopped.
 *
 * @throws where a source does not compile; the message is esbuild's.
 */
export async function bundleConsole(): Promise<ConsoleBundle> {
  const { stdout } = await run(process.execPath, [PRINTER], { maxBuffer: MOST_BYTES });
  const { script, style } = JSON.parse(stdout) as Readonly<Record<keyof ConsoleBundle, string>>;
  return { script: Buffer.from(script), style: Buffer.from(style) };
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
