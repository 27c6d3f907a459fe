import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { getExamples } from '../examples.ts';
import { OPERATIONS, type OperationId } from './index.ts';

type Schema = {
  readonly type?: string;
  readonly properties?: { readonly [field: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
};
type Members = { readonly [field: string]: unknown };
/** An answer changed in one place, and whether it is still one. */
type Change = { readonly what: string; readonly value: unknown; readonly stays: boolean };

/** The router's order, the body of a call that is suggested, the fields of an instruction. */
const OPEN_OBJECTS = ['router_order', 'body', 'data'];

/** Every answer that differs from `value` in one member: added, left out, or of another type. */
function* generateChanges(schema: Schema, value: unknown, at = ''): Generator<Change> {
  if (schema.type === 'array') {
    for (const [index, item] of (value as unknown[]).entries()) {
      for (const change of generateChanges(schema.items ?? {}, item, `${at}[${index}]`)) {
        yield { ...change, value: (value as unknown[]).with(index, change.value) };
      }
    }
  }
  if (schema.properties === undefined || schema.additionalProperties !== false) return;
  const members = value as Members;
  yield { what: `${at}.colour added`, value: { ...members, colour: 'blue' }, stays: false };
  for (const [field, member] of Object.entries(members)) {
    const { [field]: _, ...rest } = members;
    const mustStay = schema.required?.includes(field) ?? false;
    yield { what: `${at}.${field} left out`, value: rest, stays: !mustStay };
    yield { what: `${at}.${field} of another type`, value: { ...members, [field]: [[]] }, stays: false };
    for (const change of generateChanges(schema.properties[field] ?? {}, member, `${at}.${field}`)) {
      yield { ...change, value: { ...members, [field]: change.value } };
    }
  }
}

/** The objects of a schema that let unknown members pass. */
function listOpenObjects(schema: Schema, name = ''): string[] {
  const below = Object.entries(schema.properties ?? {}).flatMap(([field, member]) =>
    listOpenObjects(member, field),
  );
  const inside = schema.items === undefined ? [] : listOpenObjects(schema.items, name);
  const open = schema.type === 'object' && schema.additionalProperties !== false;
  return [...(open ? [name] : []), ...below, ...inside];
}

for (const id of Object.keys(OPERATIONS) as OperationId[]) {
  const responses: { readonly [variant: string]: TSchema } = OPERATIONS[id].responses;
  const examples = getExamples(OPERATIONS[id]);

  for (const [variant, schema] of Object.entries(responses)) {
    describe(`answer of ${id}, ${variant}`, () => {
      test('lets unknown members pass nowhere but where others decide on them', () => {
        const open = listOpenObjects(schema as Schema);
        assert.deepEqual(
          open.filter((name) => !OPEN_OBJECTS.includes(name)),
          [],
        );
      });

      for (const { summary, answer } of examples[variant] ?? []) {
        test(`fits "${summary}", which fits no other variant`, () => {
          const fitting = Object.keys(responses).filter((name) => Check(responses[name] as TSchema, answer));
          assert.deepEqual(fitting, [variant]);
        });

        for (const { what, value, stays } of generateChanges(schema as Schema, answer)) {
          test(`${stays ? 'still fits' : 'refuses'} "${summary}" with ${what}`, () => {
            assert.equal(Check(schema, value), stays);
          });
        }
      }
    });
  }
}
