import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const PACKAGES = join(import.meta.dirname, '../..');

test('no package of the product knows the simulation', () => {
  const files = globSync('*/{src,package.json}/**/*.ts', { cwd: PACKAGES }).filter(
    (file) => !file.startsWith('simulation/'),
  );
  const manifests = globSync('*/package.json', { cwd: PACKAGES }).filter(
    (file) => !file.startsWith('simulation/'),
  );
  assert.ok(files.length > 500 && manifests.length > 5);
  const knowing = [...files, ...manifests].filter((file) =>
    /@staking-agent\/simulation|\/simulation\/src/.test(readFileSync(join(PACKAGES, file), 'utf8')),
  );
  assert.deepEqual(knowing, []);
});
