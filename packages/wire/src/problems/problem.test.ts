import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Check } from 'typebox/value';
import { listProblemExamples } from '../examples.ts';
import { PROBLEMS } from './definition.ts';
import { Problem } from './problem.ts';
import { OUTCOMES, PROBLEM_SLUGS } from './statuses.ts';

const [EXAMPLE] = listProblemExamples('upstream_error');

test('every slug has a status of its own', () => {
  const statuses = PROBLEM_SLUGS.map((slug) => PROBLEMS[slug].status);
  assert.equal(new Set(statuses).size, statuses.length);
});

describe('Problem', () => {
  test('lets extensions it does not know pass', () => {
    assert.ok(Check(Problem, { ...EXAMPLE, balance: 30 }));
  });

  const wrong: readonly object[] = [
    { type: undefined },
    { status: '502' },
    { status: 502.5 },
    { detail: null },
    { code: 1 },
    { retryable: 'true' },
    { outcome: 'landed' },
  ];
  for (const members of wrong) {
    test(`refuses ${JSON.stringify(members)}`, () => {
      assert.equal(Check(Problem, JSON.parse(JSON.stringify({ ...EXAMPLE, ...members }))), false);
    });
  }
});

describe('docs/errors.md', () => {
  const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');

  test('has one heading per extension member', () => {
    const [, , extensions = ''] = page.split(/^## .+$/m);
    const headings = [...extensions.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);
    const standard = ['type', 'title', 'status', 'detail'];
    assert.deepEqual(
      headings,
      Object.keys(Problem.properties).filter((member) => !standard.includes(member)),
    );
  });

  test('says of each outcome what happened and what to do', () => {
    for (const [outcome, { happened, advice }] of Object.entries(OUTCOMES))
      assert.ok(page.includes(`\n| \`${outcome}\` | ${happened} | ${advice} |\n`), outcome);
  });

  test('says of each slug once what it means', () => {
    for (const slug of PROBLEM_SLUGS) {
      const [, text = '', ...others] = page.split(`\n### ${slug}\n`);
      assert.ok(text.startsWith(`\n${PROBLEMS[slug].status}. ${PROBLEMS[slug].meaning}`), slug);
      assert.deepEqual(others, []);
    }
  });
});
