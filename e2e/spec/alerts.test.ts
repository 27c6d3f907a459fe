import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { PROBLEM_CODES } from '@staking-agent/wire';
import { parse } from 'yaml';
import { send, startWorld } from '../world.ts';

const ROOT = join(import.meta.dirname, '../..');
const RULES = 'deploy/prometheus/rules.yaml';
const DASHBOARD = 'deploy/grafana/staking-agent.json';
const RUNBOOKS = 'docs/runbooks';

type Rule = {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly labels?: { readonly severity?: string };
  readonly annotations?: { readonly summary?: string; readonly runbook?: string };
};

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { groups } = parse(read(RULES)) as { groups: readonly { rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const recorded = new Set(rules.flatMap(({ record }) => record ?? []));
const pages = readdirSync(join(ROOT, RUNBOOKS)).filter((name) => name.endsWith('.md'));

const world = await startWorld({ after }, { ADMIN_PORT: '0' });
const { text } = await send('GET', `${world.service.adminUrl}/metrics`);
const kinds = new Map(
  Array.from(text.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = '', kind = '']) => [name, kind]),
);

/** The metrics an expression reads: what is neither a word of the language nor a label. */
function metricsIn(expression: string): readonly string[] {
  const bare = expression.replace(/\{[^}]*\}/g, '').replace(/\b(?:by|without) *\([^)]*\)/g, '');
  return Array.from(bare.matchAll(/\b(?:staking|nodejs|process)[_:][a-z0-9_:]+/g), ([name]) => name);
}

function isServed(name: string): boolean {
  const base = name.replace(/_(?:bucket|count|sum)$/, '');
  return recorded.has(name) || kinds.has(name) || kinds.get(base) === 'histogram';
}

describe('alerts and dashboard', () => {
  test('read only metrics that the service has', () => {
    const dashboard = JSON.parse(read(DASHBOARD)) as {
      panels: readonly { targets?: readonly { expr: string }[] }[];
    };
    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ];
    const named = expressions.flatMap(metricsIn);
    assert.ok(named.length > 40, `${named.length} metrics are read`);
    assert.deepEqual(
      named.filter((name) => !isServed(name)),
      [],
    );
  });

  test('are rules that Prometheus takes', (t) => {
    const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', join(ROOT, RULES)], {
      encoding: 'utf8',
    });
    if (error !== undefined) return t.skip('promtool is not installed (it comes with Prometheus)');
    assert.equal(status, 0, stdout + stderr);
  });

  test('name problem codes and routes that exist', () => {
    const codes = alerts.flatMap(({ expr }) =>
      Array.from(expr.matchAll(/code!?=~?"([^"]+)"/g), ([, value = '']) => value.split('|')).flat(),
    );

    for (const code of codes) assert.ok(code in PROBLEM_CODES, `${code} is no code of the service`);
  });

  test('have a severity, a summary and a page, and every page has its alert', () => {
    const linked = new Set<string>();
    for (const { alert = '', labels, annotations } of alerts) {
      assert.match(labels?.severity ?? '', /^(?:page|ticket)$/, alert);
      assert.ok((annotations?.summary ?? '').length > 20, alert);
      const page = annotations?.runbook ?? '';
      assert.ok(pages.includes(page.replace(`${RUNBOOKS}/`, '')), `${alert} points at ${page}`);
      linked.add(page.replace(`${RUNBOOKS}/`, ''));
    }
    assert.deepEqual(pages.toSorted(), [...linked].toSorted());
  });

  test('pages say what it means, who is hurt, where to look and what to do, and link to pages that exist', () => {
    for (const page of pages) {
      const body = read(`${RUNBOOKS}/${page}`);
      for (const part of ['What it means', 'Who is hurt', 'Look', 'Do']) {
        assert.ok(body.includes(`**${part}.**`), `${page} lacks: ${part}`);
      }
      for (const [, link = ''] of body.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)) {
        assert.ok(readFileSync(join(ROOT, RUNBOOKS, link)).length > 0, link);
      }
      for (const name of metricsIn(body)) assert.ok(isServed(name), `${page} names ${name}`);
    }
  });
});
