import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { groupOf, isCode, LEVELS, print } from './check.ts';
import { CHECKS } from './checks/index.ts';
import bodies from './corpus/bodies.json' with { type: 'json' };
import reads from './corpus/reads.json' with { type: 'json' };
import { expandText } from './corpus.ts';
import { LAWS } from './laws.ts';
import { listChecks } from './report.ts';

describe('checks and laws', () => {
  test('have ids of their own, of a group', () => {
    const ids = [...CHECKS, ...LAWS].map((each) => each.id);
    assert.equal(new Set(ids).size, ids.length);
    for (const each of [...CHECKS, ...LAWS]) assert.ok(groupOf(each));
    assert.throws(() => groupOf({ id: 'nothing.x' as 'reads.x', proves: '', section: '' }), TypeError);
  });

  test('say in one sentence what they prove, and where the contract says so', () => {
    for (const { id, proves, section } of [...CHECKS, ...LAWS]) {
      assert.match(proves, /^[A-Za-z].*\.$/, id);
      assert.match(section, /^(GET|POST) \/|^[A-Z]/, id);
    }
  });

  test('of higher levels are left out', () => {
    const counts = LEVELS.map((level) => listChecks({ level }).length);
    assert.deepEqual(
      counts,
      counts.toSorted((one, other) => one - other),
    );
    assert.equal(counts.at(-1), CHECKS.length);
    assert.ok(listChecks({ level: 'read' }).every(({ level }) => level === 'read'));
    assert.ok(listChecks({ level: 'funded', only: 'builds' }).every((check) => groupOf(check) === 'builds'));
  });
});

describe('the corpus', () => {
  test('expects codes of the contract', () => {
    const rows: readonly { readonly code: string }[] = [bodies, reads].flatMap((file) =>
      Object.values(file).flatMap((each): readonly { readonly code: string }[] => each.rows),
    );
    assert.ok(rows.length > 80);
    for (const { code } of rows) assert.ok(isCode(code), code);
  });

  test('repeats what stands in braces', () => {
    assert.equal(expandText('0x{ab*3}'), '0xababab');
    assert.equal(expandText('{"a":1}'), '{"a":1}');
    assert.equal(expandText('{x*60000}').length, 60_000);
  });
});

describe('a value in a message', () => {
  test('is printed whatever it is, and cut where it is long', () => {
    const values = [undefined, null, 5n, 'text', ['x'], { a: 1 }];
    assert.deepEqual(values.map(print), ['absent', 'null', '5', '"text"', '["x"]', '{"a":1}']);
    assert.equal(print('x'.repeat(500)).length, 201);
  });
});
