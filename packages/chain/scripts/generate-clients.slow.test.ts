import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { generateClients } from './generate-clients.ts';

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
  for (const client of ['vault', 'lending', 'stake-pool']) {
    const made = readFolder(join(into, client, 'generated'));
    assert.ok(Object.keys(made).length > 15);
    assert.deepEqual(readFolder(join(SRC, client, 'generated')), made);
  }
});
