import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TObject, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { getExamples } from '../examples.ts';
import type { Operation } from '../operation.ts';
import { OPERATIONS, type OperationId } from './index.ts';

type Body = { readonly [field: string]: unknown };

const VALUES: readonly { readonly type: string; readonly value: unknown }[] = [
  { type: 'null', value: null },
  { type: 'boolean', value: true },
  { type: 'boolean', value: false },
  { type: 'number', value: 1.5 },
  { type: 'integer', value: 7 },
  { type: 'string', value: '1' },
  { type: 'string', value: '' },
  { type: 'array', value: [] },
  { type: 'array', value: ['1'] },
  { type: 'object', value: {} },
  { type: 'object', value: { inp: 'a', nested: [{ deep: null }] } },
];

/** Fields that take text or an object, or an object with members that none of these values has. */
const SHAPED: Readonly<Record<string, string>> = { priority: 'string', tip: 'none of these' };

function listBodies(id: OperationId): Body[] {
  return Object.values(getExamples(OPERATIONS[id]))
    .flat()
    .flatMap(({ body }) => (body === undefined ? [] : [{ ...body }]));
}

function getType(property: TSchema): string {
  return String((property as { type?: unknown }).type);
}

for (const [id, operation] of Object.entries(OPERATIONS) as [OperationId, Operation][]) {
  const schema: TObject | undefined = operation.body;
  if (schema === undefined) continue;
  const [base = {}] = listBodies(id);

  describe(`body of ${id}`, () => {
    for (const [field, property] of Object.entries<TSchema>(schema.properties)) {
      for (const { type, value } of VALUES) {
        const fits = type === (SHAPED[field] ?? getType(property));
        test(`${fits ? 'takes' : 'refuses'} ${JSON.stringify(value)} as ${field}`, () => {
          assert.equal(Check(schema, { ...base, [field]: value }), fits);
        });
      }
    }

    for (const field of schema.required) {
      test(`refuses to be without ${field}`, () => {
        const { [field]: _, ...rest } = base;
        assert.equal(Check(schema, rest), false);
      });
    }

    test('does without every other field', () => {
      assert.ok(Check(schema, Object.fromEntries(schema.required.map((field) => [field, base[field]]))));
    });

    test('lets unknown fields pass', () => {
      assert.ok(Check(schema, { ...base, colour: 'blue', Strategy: 1 }));
    });

    for (const other of [null, true, 1, 'text', [], [base]]) {
      test(`refuses ${JSON.stringify(other).slice(0, 20)} in its place`, () => {
        assert.equal(Check(schema, other), false);
      });
    }
  });
}

describe('lamports of withdraw', () => {
  const [base = {}] = listBodies('withdraw');
  const cases: readonly (readonly [number, boolean])[] = [
    [1, true],
    [1e3, true],
    [Number.MAX_SAFE_INTEGER, true],
    [0, false],
    [-0, false],
    [-1, false],
    [0.5, false],
    [2 ** 53, false],
    [Number.POSITIVE_INFINITY, false],
  ];
  for (const [lamports, fits] of cases) {
    test(`${fits ? 'takes' : 'refuses'} ${lamports}`, () => {
      assert.equal(Check(OPERATIONS.withdraw.body, { ...base, lamports }), fits);
    });
  }
});
