import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Check } from 'typebox/value';
import { PROBLEM_EXAMPLES } from '../examples/index.ts';
import { BROADCAST_OUTCOMES } from './outcome.ts';
import { Problem } from './problem.ts';
import { PROBLEM_SLUGS, PROBLEMS } from './slugs.ts';

const EXAMPLE = PROBLEM_EXAMPLES.upstream_error;

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
  const [, problems = '', extensions = ''] = page.split(/^## .+$/m);
  const sections = problems.split(/^### /m).slice(1);

  test('has one heading per slug, in the order of the registry', () => {
    assert.deepEqual(
      sections.map((section) => section.split('\n', 1)[0]),
      PROBLEM_SLUGS,
    );
  });

  for (const [index, slug] of PROBLEM_SLUGS.entries()) {
    test(`shows the example of ${slug} as it is`, () => {
      const shown = sections[index]?.match(/```json\n([^`]+)```/)?.[1] ?? '';
      assert.equal(JSON.stringify(JSON.parse(shown)), JSON.stringify(PROBLEM_EXAMPLES[slug]));
    });
  }

  test('has one heading per extension member', () => {
    const headings = [...extensions.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);
    const standard = ['type', 'title', 'status', 'detail'];
    assert.deepEqual(
      headings,
      Object.keys(Problem.properties).filter((member) => !standard.includes(member)),
    );
  });

  test('explains every outcome and every code of amounts', () => {
    const rows = [...extensions.matchAll(/^\| `(\w+)` \|/gm)].map(([, word]) => word);
    const codes = ['AMOUNT_MALFORMED', 'AMOUNT_TOO_FINE', 'AMOUNT_ZERO', 'AMOUNT_TOO_LARGE'];
    assert.deepEqual(rows, ['code', ...codes, 'outcome', ...BROADCAST_OUTCOMES]);
  });
});
