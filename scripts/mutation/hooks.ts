import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Mutant } from './mutant.ts';
import { mutateSource } from './mutate-source.ts';
import { installSwitch } from './switch.ts';

/*
 * Loaded before anything else, in each thread: the files that `MUTATED_FILES` names are compiled with all their mutants,
 * and tests get `node-test.ts` for `node:test`. With `?fresh=N` in its URL a module is a copy of its own, and so is
 * everything between it and the mutated files: for what runs once, when a module is imported.
 */

const ROOT = join(import.meta.dirname, '../..');
const TESTS = pathToFileURL(join(import.meta.dirname, 'node-test.ts')).href;
const OWN = pathToFileURL(import.meta.dirname).href;
const FRESH = /\?fresh=\d+$/;

/** All mutants of the files, in the order of their numbers. */
export const mutants: Mutant[] = [];
/** What sets which one is on. */
export const mutantSwitch = installSwitch();

const codes = new Map<string, string>();
/** Who imports a module, by its URL. */
const importers = new Map<string, Set<string>>();
let copied: ReadonlySet<string> = new Set();

// biome-ignore lint/style/noProcessEnv: threads get it with everything else.
for (const file of JSON.parse(process.env['MUTATED_FILES'] ?? '[]')) {
  const mutated = mutateSource(file, readFileSync(join(ROOT, file), 'utf8'), mutants.length);
  mutants.push(...mutated.mutants);
  codes.set(pathToFileURL(join(ROOT, file)).href, mutated.code);
}

registerHooks({
  resolve(specifier, context, next) {
    const parent = context.parentURL ?? '';
    if (specifier === 'node:test' && !parent.startsWith(OWN)) return { url: TESTS, shortCircuit: true };
    const resolved = next(specifier, context);
    if (!isOfProject(resolved.url)) return resolved;
    const url = resolved.url.replace(FRESH, '');
    const known = importers.get(url) ?? new Set();
    importers.set(url, known.add(parent.replace(FRESH, '')));
    const fresh = FRESH.exec(parent)?.[0];
    return fresh === undefined || !copied.has(url) ? resolved : { ...resolved, url: `${url}${fresh}` };
  },
  load(url, context, next) {
    const source = codes.get(url.replace(FRESH, ''));
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
  },
});

/** Chooses the modules that are copied from now on: those that import a file, over however many steps. */
export function copyImportersOf(file: string): void {
  const found = new Set<string>();
  const waiting = [pathToFileURL(join(ROOT, file)).href];
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (found.has(url)) continue;
    found.add(url);
    waiting.push(...(importers.get(url) ?? []));
  }
  copied = found;
}

/** Whether a test file imports what is copied. */
export function isCopied(file: string): boolean {
  return copied.has(pathToFileURL(join(ROOT, file)).href);
}

function isOfProject(url: string): boolean {
  if (!url.startsWith('file:') || url.startsWith(OWN)) return false;
  return !relative(ROOT, fileURLToPath(url)).split(sep).includes('node_modules');
}
