import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** What a browser loads, by name: {@link SCRIPT} and {@link STYLE} at once, the other scripts once something needs them. */
export type ConsoleBundle = ReadonlyMap<string, Buffer>;

/** The script that starts the page. */
export const SCRIPT = 'console.js';
/** The style sheet. */
export const STYLE = 'console.css';

const PRINTER = fileURLToPath(new URL('print-bundle.ts', import.meta.url));
const MOST_BYTES = 16 * 1_024 ** 2;
const run = promisify(execFile);
/** Where an image keeps the bundle that it was built with. */
export const KEPT = new URL('../dist/', import.meta.url);

/** Whether there is anything to serve: files of a build, or the bundler that makes them. */
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
export async function bundleConsole(): Promise<ConsoleBundle> {
  const { stdout } = await run(process.execPath, [PRINTER], { maxBuffer: MOST_BYTES });
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
