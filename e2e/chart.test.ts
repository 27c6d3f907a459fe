import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';

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

const render = (...sets: readonly string[]) =>
  spawnSync('helm', ['template', 'stake', CHART, ...sets.flatMap((set) => ['--set', set])], {
    encoding: 'utf8',
  });
const missing = render().error === undefined ? false : 'helm is not installed (https://helm.sh)';

describe('the Helm chart', () => {
  test('renders as it is and with everything on, whole documents each', { skip: missing }, () => {
    const all = [
      'ingress.enabled=true',
      'ingress.className=nginx',
      'ingress.tlsSecretName=tls',
      'config.TRUST_PROXY=10.0.0.0/8',
      'monitoring.podMonitor=true',
      'image.tag=sha256:0',
    ];
    const usual = ['Deployment', 'NetworkPolicy', 'PodDisruptionBudget', 'Service'];
    const sets: readonly (readonly [readonly string[], readonly string[]])[] = [
      [[], usual],
      [all, [...usual, 'Ingress', 'PodMonitor']],
    ];
    for (const [set, kinds] of sets) {
      const { status, stdout, stderr } = render(...set);
      assert.equal(status, 0, stderr);
      const documents = parseAllDocuments(stdout);
      assert.deepEqual(
        documents.flatMap(({ errors }) => errors),
        [],
      );
      assert.deepEqual(documents.map((document) => document.toJS().kind).toSorted(), kinds.toSorted());
    }
  });

  test('refuses an ingress whose controller it may not believe', { skip: missing }, () => {
    const { status, stderr } = render('ingress.enabled=true');
    assert.notEqual(status, 0);
    assert.match(stderr, /TRUST_PROXY/);
  });

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
