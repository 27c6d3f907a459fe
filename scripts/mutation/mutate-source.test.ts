import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseSample } from './choose-sample.ts';
import { mutateSource } from './mutate-source.ts';

const SOURCE = `
import { type Other, other } from './other.ts';
export function judge(a: number, list: readonly string[], name?: string): string {
  if (a < 10 && list.length === 2) return 'small';
  const first = list[0] ?? '';
  let sum = 0;
  for (let i = 0; i < a; i += 1) sum += 3;
  if (first === 'stop') throw new Error('a sentence');
  const { shorthand } = { shorthand: sum + 1 };
  return name ?? String(-shorthand);
}
`;

/** Evaluates the module's function with one mutant on; its import is left out. */
function load(on: number): (a: number, list: readonly string[], name?: string) => string {
  const { code } = mutateSource('file.ts', SOURCE, 0);
  const body = code.replace(/import .*/, '').replace('export function', 'return function');
  return new Function('$mutant', body)((id: number) => id === on);
}

/** What the function says in many cases; 'thrown' where it throws. */
function listWords(judge: ReturnType<typeof load>): string[] {
  const lists = [[], ['x'], ['x', 'y'], ['stop', 'y'], ['stop'], ['x', 'y', 'z']];
  return [0, 1, 2, 9, 10, 11].flatMap((a) =>
    lists.flatMap((list) =>
      [undefined, 'name'].map((name) => {
        try {
          return judge(a, list, name);
        } catch {
          return 'thrown';
        }
      }),
    ),
  );
}

test('without a mutant the code does what the source does', () => {
  const judge = load(-1);
  assert.deepEqual(
    [judge(9, ['x', 'y']), judge(10, ['x', 'y']), judge(1, [], 'name'), judge(3, [])],
    ['small', '-31', 'name', '-10'],
  );
  assert.throws(() => judge(10, ['stop']));
});

test('each mutant does something else, on the line it names', () => {
  const { code, mutants } = mutateSource('file.ts', SOURCE, 100);
  assert.equal(code.split('\n').length, SOURCE.split('\n').length);
  const sound = listWords(load(-1));
  for (const { id, line, before, after } of mutants) {
    assert.ok(SOURCE.split('\n')[line - 1]?.includes(before.split(' ')[0] ?? ''), `${before} on ${line}`);
    // It would run for ever.
    if (after === 'i -= (1)') continue;
    assert.notDeepEqual(listWords(load(id - 100)), sound, `${before} → ${after}`);
  }
  const kinds = mutants.map(({ before, after }) => `${before} → ${after}`);
  for (const kind of [
    'a < 10 → (a) <= (10)',
    'a < 10 && list.length === 2 → (a < 10)',
    'a < 10 && list.length === 2 → (list.length === 2)',
    'a < 10 && list.length === 2 → false',
    '10 → 11',
    '\'small\' → "small-other"',
    'sum + 1 → (sum) - (1)',
    'name ?? String(-shorthand) → (name)',
    '-shorthand → (shorthand)',
  ])
    assert.ok(kinds.includes(kind), kind);
});

test('a sample is drawn by its seed, and an edit elsewhere leaves it as it is', () => {
  const { mutants } = mutateSource('file.ts', SOURCE, 0);
  const later = mutateSource('file.ts', `const added = 5;\n${SOURCE}`, 0).mutants;
  const names = (all: typeof mutants, seed: number) =>
    chooseSample(all, seed, 8).map(({ before, after }) => `${before} → ${after}`);
  assert.deepEqual(names(mutants, 1), names(mutants, 1));
  assert.notDeepEqual(names(mutants, 1), names(mutants, 2));
  assert.ok(new Set(names(mutants, 1)).intersection(new Set(names(later, 1))).size >= 7);
  assert.equal(chooseSample(mutants, 1, Number.POSITIVE_INFINITY).length, mutants.length);
});

test('what nobody could tell from the source is no mutant', () => {
  const list = (source: string) => mutateSource('file.ts', source, 0).mutants.map(({ before }) => before);
  for (const source of [
    'async function f(g) { return await g(); }',
    'const f = async (g) => await g();',
    'async function f(g) { try { g; } catch { return async (h) => { return await h(); }; } }',
    "const f = (list, at) => [list[at] ?? '', list[at] ?? [], list[at] ?? new Map()];",
  ])
    assert.deepEqual(list(source), [], source);
  for (const [source, before] of [
    ['async function f(g) { try { return await g(); } catch { return []; } }', 'await g()'],
    ['async function f(g) { throw await g(); }', 'await g()'],
    ['const f = async (g) => h(await g());', 'await g()'],
    ['const f = (list) => list.first ?? [];', 'list.first ?? []'],
    ['const f = (list, at) => list[at] ?? [list];', 'list[at] ?? [list]'],
  ] as const)
    assert.equal(list(source)[0], before, source);
});
