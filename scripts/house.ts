import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cruisePackages } from './check-imports.ts';

/*
 * Counts what a reader of this project has to hold: lines and files of sources, support and tests, files that are too small
 * or too large to be a subject, and habits that make code hard to read. `house.json` holds the ceiling of each figure; a
 * figure above its ceiling fails. `--lower` writes the present figures down where they are lower. `--crossed` prints the
 * files that one request runs instead. New work that needs a higher ceiling raises it in a commit of its own that says why.
 */

/** A part of the tree, or a habit, and how much of it there is. */
type Figures = Record<string, number>;

const ROOT = join(import.meta.dirname, '..');
const CEILINGS = join(ROOT, 'house.json');

const CODE = /\.(?:ts|tsx|js|mjs|css|html|py)$/;
/** Tests, what they are given, and what a program writes: none of it is read as source. */
const ASIDE = /(?:^|\/)(?:generated|fixtures|test|tests|dist)\/|\.test\.|\.d\.ts$|\.world\./;
const TEST = /\.(?:test|world)\.(?:ts|tsx|js|mjs)$|\/test\//;
const SUPPORT = /^packages\/(?:simulation|test-postgres|sandbox\/malicious)\//;
const SMALL_LINES = 60;
const LARGE_LINES = 400;

const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
if (process.argv.includes('--crossed')) await import('./files-crossed.ts');
else {
  const figures = { ...count(), ...(await countFolders()) };
  const ceilings = JSON.parse(readFileSync(CEILINGS, 'utf8')) as Figures;
  const over = Object.entries(figures).filter(([name, figure]) => figure > (ceilings[name] ?? 0));
  for (const [name, figure] of Object.entries(figures)) {
    process.stdout.write(`${name.padEnd(34)} ${String(figure).padStart(7)}  of ${ceilings[name] ?? 0}\n`);
  }
  if (process.argv.includes('--lower')) {
    const lowered = Object.entries(figures).map(([name, figure]) => [
      name,
      Math.min(figure, ceilings[name] ?? figure),
    ]);
    writeFileSync(CEILINGS, `${JSON.stringify(Object.fromEntries(lowered), undefined, 2)}\n`);
  }
  if (over.length > 0) {
    process.stderr.write(`Above the ceiling of house.json: ${over.map(([name]) => name).join(', ')}.\n`);
    process.exitCode = 1;
  }
}

function count(): Figures {
  const code = files.filter((file) => CODE.test(file) && !ASIDE.test(file));
  const source = code.filter((file) => /^(?:packages|examples)\//.test(file) && !SUPPORT.test(file));
  const support = code.filter((file) => !source.includes(file));
  const tests = files.filter((file) => TEST.test(file));
  const text = source.map(read);
  const lengths = text.map(countLines);
  return {
    'source lines': sum(lengths),
    'source files': source.length,
    'support lines': sum(support.map(read).map(countLines)),
    'support files': support.length,
    'test lines': sum(tests.map(read).map(countLines)),
    'source files under 60 lines': lengths.filter((length) => length < SMALL_LINES).length,
    'source files over 400 lines': lengths.filter((length) => length > LARGE_LINES).length,
    'Pick< in sources': sum(text.map((each) => each.split('Pick<').length - 1)),
    'docblocks without a verb': sum(
      text.map((each) => [...each.matchAll(/\/\*\*\s+(?:\*\s+)?(?:What|Whether|Who|Of)\b/g)].length),
    ),
    ...countPackages(source),
  };
}

/** Counts lines and files of the sources of each package. */
function countPackages(source: readonly string[]): Figures {
  const figures: Figures = {};
  for (const file of source.filter((each) => each.startsWith('packages/'))) {
    const name = file.split('/')[1];
    figures[`lines of packages/${name}`] =
      (figures[`lines of packages/${name}`] ?? 0) + countLines(read(file));
    figures[`files of packages/${name}`] = (figures[`files of packages/${name}`] ?? 0) + 1;
  }
  return figures;
}

/** Counts the imports between folders of the service, and the folders from which they lead back to where they began. */
async function countFolders(): Promise<Figures> {
  const isCounted = (file: string) => file.startsWith('packages/api/src/') && !ASIDE.test(file);
  const arrows = new Map<string, Set<string>>();
  for (const { source, dependencies } of (await cruisePackages()).modules) {
    if (!isCounted(source)) continue;
    const from = dirname(source);
    for (const { resolved } of dependencies) {
      const to = dirname(resolved);
      if (isCounted(resolved) && to !== from) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  const inCircles = [...arrows.keys()].filter((folder) => reach(folder, arrows).has(folder));
  return {
    'folders of api in circles': inCircles.length,
    'arrows between folders of api': sum([...arrows.values()].map(({ size }) => size)),
  };
}

/** Finds the folders that imports lead to from one folder, in any number of steps. */
function reach(start: string, arrows: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set(arrows.get(start));
  for (const folder of reached) for (const next of arrows.get(folder) ?? []) reached.add(next);
  return reached;
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
