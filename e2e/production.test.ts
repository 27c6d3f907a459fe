import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isBuiltin, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DEPLOYED, LAPTOP_ONLY, OURS } from './deployed-packages.ts';

const ROOT = join(import.meta.dirname, '..');
const MAIN = join(ROOT, 'packages/api/src/main.ts');
const IMPORT = /\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;

/** The names of what a module imports when it runs: types are imported by nobody then. */
function listImports(file: string): string[] {
  if (!file.endsWith('.ts')) return [];
  const code = stripTypeScriptTypes(readFileSync(file, 'utf8'));
  return [...code.matchAll(IMPORT)].map(([, name = '']) => name).filter((name) => !isBuiltin(name));
}

/** Every module of ours that a program imports, and the names of the packages they import. */
function walkModules(entry: string): { readonly files: Set<string>; readonly packages: Set<string> } {
  const [files, packages] = [new Set<string>(), new Set<string>()];
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const name of listImports(file)) {
      if (name.startsWith('.')) visit(join(dirname(file), name));
      else if (name.startsWith(OURS)) visit(fileURLToPath(import.meta.resolve(name)));
      else packages.add(name);
    }
  };
  visit(entry);
  return { files, packages };
}

test('the module graph of npm run serve has nothing of the laptop in it', () => {
  const { files, packages } = walkModules(MAIN);
  const outside = [...files].filter(
    (file) => !/\/packages\/(api|chain|console|mcp|sdk|site|verify|wire)\/src\//.test(file),
  );
  assert.deepEqual(
    outside.filter((file) => !file.endsWith('.json')),
    [],
  );
  assert.deepEqual(
    [...packages].filter((name) => LAPTOP_ONLY.test(name)),
    [],
  );
  assert.deepEqual(
    [...files].filter((file) => file.endsWith('.test.ts')),
    [],
  );
  assert.ok(packages.has('fastify') && packages.has('pg'), 'the walk arrives at what the service uses');
  assert.ok(!packages.has('commander'), 'the commands of the operator are a program of their own');
});

test('README and image take along all that the service reads', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const [, archived = ''] = /git archive HEAD (.+?) \|/.exec(readme) ?? [];
  const image = readFileSync(join(ROOT, 'deploy/docker/Dockerfile'), 'utf8');
  for (const path of [...DEPLOYED, 'deployments', 'docs', 'skills', 'CHANGELOG.md']) {
    assert.ok(archived.split(' ').includes(path), `README: ${path}`);
    assert.ok(image.includes(`\nCOPY ${path} ${path}\n`), `image: ${path}`);
  }
});

test('the walk would find the sandbox: the module graph of npm start has it', () => {
  const { files, packages } = walkModules(join(ROOT, 'packages/dev/src/main.ts'));
  assert.ok([...files].some((file) => file.includes('/packages/sandbox/src/')));
  assert.ok(packages.has('litesvm'));
});

test('the root package has no dependencies of the product', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  assert.equal(dependencies, undefined);
  assert.deepEqual(Object.keys(devDependencies).sort(), [
    '@arethetypeswrong/cli',
    '@biomejs/biome',
    '@swc/core',
    '@types/node',
    'dependency-cruiser',
    'publint',
    'tsdown',
    'typescript',
  ]);
});
