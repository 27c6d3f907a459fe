import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test('the README stays within 120 lines and names scripts that exist', () => {
  const readme = read('README.md');
  assert.ok(readme.trimEnd().split('\n').length <= 120);
  const { scripts } = JSON.parse(read('package.json'));
  for (const [, name = ''] of readme.matchAll(/npm run (\w+)/g)) assert.ok(scripts[name], name);
});

test('every decision record has a number of its own, which its heading and the index repeat', () => {
  const index = read('docs/adr/README.md');
  const records = readdirSync(join(ROOT, 'docs', 'adr'))
    .filter((name) => name !== 'README.md')
    .sort();
  const numbers = records.map((name) => Number(/^\d{4}(?=-[a-z0-9-]+\.md$)/.exec(name)?.[0]));
  assert.ok(records.length > 20);
  assert.deepEqual([...new Set(numbers)], numbers);
  for (const [i, name] of records.entries()) {
    assert.match(read(`docs/adr/${name}`), new RegExp(`^# ${numbers[i]}\\. \\w`), name);
    assert.ok(index.includes(`| ${numbers[i]} | [`) && index.includes(`](${name})`), name);
  }
});

/** Read where a package is installed, away from this repository. */
const PUBLISHED = ['sdk', 'verify', 'cli', 'mcp', 'conformance'].map((name) => `packages/${name}/README.md`);
const REPOSITORY = 'https://github.com/staking-agent/staking-agent-api';

const DOCUMENTS = [
  'README.md',
  'AGENTS.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'examples/README.md',
  ...readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/README.md`),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true })
    .map((name) => join('docs', String(name)))
    .filter((name) => name.endsWith('.md')),
];
for (const document of DOCUMENTS) {
  test(`${document} names files that exist`, () => {
    const text = read(document);
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map((match) =>
      join(dirname(document), match[1] ?? ''),
    );
    if (PUBLISHED.includes(document)) {
      assert.equal(links.length, 0, 'a link that leads nowhere where the package is installed');
      const absolute = text.matchAll(/\]\((https:\/\/github\.com\/[^)#]+)/g);
      for (const [, url = ''] of absolute) {
        const [, path = ''] = /^(?:\/(?:blob|tree)\/main\/(.+))?$/.exec(url.replace(REPOSITORY, '')) ?? [
          undefined,
          '?',
        ];
        links.push(path);
      }
    }
    const paths = [
      ...text.matchAll(/`((?:packages|docs|e2e|deployments|scripts|bench)(?:\/[\w.-]+)*\/?)`/g),
    ].map((match) => match[1] ?? '');
    for (const path of [...links, ...paths]) assert.ok(existsSync(join(ROOT, path)), `${document}: ${path}`);
    // A number without a link goes wrong unnoticed when records are renumbered.
    for (const [mention, number = '', target = ''] of text.matchAll(
      /\bADR (\d+)(?:\]\((?:[\w.]+\/)*(\d{4})-)?/g,
    )) {
      assert.equal(target, number.padStart(4, '0'), `${document}: ${mention}`);
    }
  });
}
