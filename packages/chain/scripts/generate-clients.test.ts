import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { generateClients } from './generate-clients.ts';
import { toStrippableTypeScript } from './strippable-typescript.ts';

const SRC = join(import.meta.dirname, '../src');

function readFolder(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]));
}

test('the clients are what the generator makes of the IDLs, byte for byte', async (t) => {
  const into = mkdtempSync(join(tmpdir(), 'clients-'));
  t.after(() => rmSync(into, { recursive: true }));
  await generateClients(into);
  for (const client of ['vault', 'lending']) {
    const made = readFolder(join(into, client, 'generated'));
    assert.ok(Object.keys(made).length > 30);
    assert.deepEqual(readFolder(join(SRC, client, 'generated')), made);
  }
});

test('an enum becomes an object that kit reads as one', () => {
  const printed = toStrippableTypeScript('export enum Way {\n  In,\n  Out,\n}\n');
  assert.equal(
    printed,
    [
      'export const Way = {',
      "  0: 'In',",
      "  1: 'Out',",
      '  In: 0,',
      '  Out: 1,',
      '} as unknown as {',
      '  readonly In: 0;',
      '  readonly Out: 1;',
      '};',
      '',
      'export type Way = (typeof Way)[keyof typeof Way];',
      '',
    ].join('\n'),
  );
});

test('imports name files, and only what is used', () => {
  const source =
    "import {\n  a,\n  type B,\n} from '../types';\nimport { c } from '@solana/kit';\nexport const d: B = 1;\n";
  assert.equal(
    toStrippableTypeScript(source),
    "import {\n  type B,\n} from '../types/index.ts';\nexport const d: B = 1;\n",
  );
});
