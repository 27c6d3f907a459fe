import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';

// Rendered only where helm is: the workflow runs `helm lint` and `helm template`. Here names are held together.
const CHART = join(import.meta.dirname, '../deploy/helm/staking-agent');
const read = (path: string) => readFileSync(join(CHART, path), 'utf8');
const templates = readdirSync(join(CHART, 'templates')).map((name) => read(`templates/${name}`));
const values = parse(read('values.yaml')) as Record<string, unknown> & { config: Record<string, unknown> };
const known = new Set(
  Array.from(
    readFileSync(join(CHART, '../../../.env.example'), 'utf8').matchAll(/^#? ?([A-Z_]+)=/gm),
    ([, name]) => name,
  ),
);
/** Without these a production service does not start, or has no state that replicas share. */
const NEEDED = [
  'BASE_URL',
  'DEPLOYMENT',
  'DATABASE_URL',
  'LEDGER_RPC_URLS',
  'ROUTER_URL',
  'ROUTER_API_KEY',
  'VAULT_API_URL',
  'APY_VALIDATOR_URL',
  'SERVICE_TOKEN_KEYS',
  'PARTNER_KEY_SECRETS',
];

describe('the Helm chart', () => {
  test('sets variables that the service reads, as text, and names all that it needs', () => {
    for (const [name, value] of Object.entries(values.config)) {
      assert.ok(known.has(name), name);
      assert.equal(typeof value, 'string', name);
    }
    const comment = /^# Name of a Secret with ((?:.*\n#?)+?.*)\. URLs/m.exec(read('values.yaml'))?.[1] ?? '';
    const secrets: readonly string[] = comment.match(/[A-Z]+(?:_[A-Z]+)+/g) ?? [];
    for (const name of secrets) assert.ok(known.has(name), name);
    assert.deepEqual(
      NEEDED.filter((name) => !secrets.includes(name) && !(name in values.config)),
      [],
    );
  });

  test('reads only values that there are, and there are none that it does not read', () => {
    const paths = templates.flatMap((text) =>
      Array.from(text.matchAll(/\.Values((?:\.[A-Za-z]+)+)/g), ([, path = '']) => path.slice(1).split('.')),
    );
    assert.ok(paths.length > 10);
    for (const path of paths) {
      const found = path.reduce<unknown>((at, name) => Object(at)[name], values);
      assert.notEqual(found, undefined, path.join('.'));
    }
    const read = new Set(paths.map(([first]) => first));
    assert.deepEqual(
      Object.keys(values).filter((name) => !read.has(name)),
      [],
    );
  });

  test('closes what its templates open', () => {
    for (const text of templates) {
      const actions = Array.from(text.matchAll(/\{\{-?\s*(\w+)/g), ([, word = '']) => word);
      const opened = actions.filter((word) => /^(if|range|with|define)$/.test(word)).length;
      assert.equal(actions.filter((word) => word === 'end').length, opened, text);
    }
  });

  test('gives a pod longer to end than the service takes', () => {
    const deployment = read('templates/deployment.yaml');
    const grace = Number(/terminationGracePeriodSeconds: (\d+)/.exec(deployment)?.[1]);
    assert.ok(grace >= Number(values.config['DRAIN_SECONDS']) + 30, String(grace));
  });
});
