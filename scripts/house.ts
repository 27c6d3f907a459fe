import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Counts what a reader of this project has to hold: lines and files of sources, support and tests, files that are too small
 * or too large to be a subject, and habits that make code hard to read. `house.json` holds the ceiling of each figure; a
 * figure above its ceiling fails. `--lower` writes the present figures down where they are lower. New work that needs a
 * higher ceiling raises it in a commit of its own that says why.
 */

/** A part of the tree, or a habit, and how much of it there is. */
type Figures = Record<string, number>;

const ROOT = join(import.meta.dirname, '..');
const CEILINGS = join(ROOT, 'house.json');

const CODE = /\.(?:ts|tsx|js|mjs|css|html|py)$/;
/** Tests, what they are given, and what a program writes: none of it is read as source. */
const ASIDE = /(?:^|\/)(?:generated|fixtures|test|tests|dist)\/|\.test\.|\.d\.ts$|\.world\./;
const TEST = /\.test\.(?:ts|tsx|js|mjs)$|\/test\//;
const SUPPORT = /^packages\/(?:simulation|test-postgres|sandbox\/malicious)\//;
const SMALL_LINES = 60;
const LARGE_LINES = 400;

const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
const figures = count();
const ceilings = JSON.parse(readFileSync(CEILINGS, 'utf8')) as Figures;
const over = Object.entries(figures).filter(([name, figure]) => figure > (ceilings[name] ?? 0));
for (const [name, figure] of Object.entries(figures)) {
  process.stdout.write(`${name.padEnd(34)} ${String(figure).padStart(7)}  of ${ceilings[name] ?? 0}\n`);
}
if (process.argv.includes('--lower') && over.length === 0) {
  writeFileSync(CEILINGS, `${JSON.stringify(figures, undefined, 2)}\n`);
}
if (over.length > 0) {
  process.stderr.write(`Above the ceiling of house.json: ${over.map(([name]) => name).join(', ')}.\n`);
  process.exitCode = 1;
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

/** Counts the source lines of each package. */
function countPackages(source: readonly string[]): Figures {
  const names = [
    ...new Set(source.filter((file) => file.startsWith('packages/')).map((file) => file.split('/')[1])),
  ];
  return Object.fromEntries(
    names.map((name) => [
      `lines of packages/${name}`,
      sum(
        source.filter((file) => file.startsWith(`packages/${name}/`)).map((file) => countLines(read(file))),
      ),
    ]),
  );
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
