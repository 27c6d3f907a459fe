import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Type } from 'typebox';
import { STRATEGY_KEYS } from './assets.ts';
import { printOpenApi, printSchema } from './openapi.ts';
import { OPERATIONS } from './operations/index.ts';

type Document = {
  readonly paths: {
    readonly [path: string]: { readonly [method: string]: { operationId: string; responses: object } };
  };
};

const printed = JSON.stringify(printOpenApi());

test('docs/openapi.json is what the contract prints; `npm run generate` renews it', () => {
  const file = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
  // Compared as text without layout, so that the order of members counts and the formatter does not.
  assert.equal(JSON.stringify(JSON.parse(file)), printed);
});

test('is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const result = await validator.validate(JSON.parse(printed));
  assert.deepEqual(result.errors ?? [], []);
  assert.equal(result.valid, true);
  assert.equal(validator.version, '3.1');
});

test('refers only to components that exist, and uses every schema', () => {
  const document = JSON.parse(printed);
  const used = new Set<string>();
  for (const [, pointer = ''] of printed.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = pointer.split('/').reduce((at, name) => at?.[name], document);
    assert.notEqual(target, undefined, pointer);
    used.add(pointer);
  }
  const unused = Object.keys(document.components.schemas).filter(
    (name) => !used.has(`components/schemas/${name}`),
  );
  assert.deepEqual(unused, []);
});

test('prints every operation in the order of the contract', () => {
  const { paths } = JSON.parse(printed) as Document;
  const ids = Object.values(paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  assert.deepEqual(ids, Object.keys(OPERATIONS));
});

test('promises Retry-After where the contract does', () => {
  const { paths } = JSON.parse(printed);
  const promise = paths['/strategies/{key}'].get.responses['503'].headers['Retry-After'];
  assert.equal(promise.required, true);
  assert.equal(paths['/stake'].post.responses['503'].$ref, '#/components/responses/service_unavailable');
});

test('asks for the strategy of a history although its schema lets the service refuse in its own words', () => {
  const { paths } = JSON.parse(printed);
  const required = Object.fromEntries(
    paths['/apy/history'].get.parameters.map((parameter: { name: string; required: boolean }) => [
      parameter.name,
      parameter.required,
    ]),
  );
  assert.deepEqual(required, { strategy: true, range: false });
});

test('prints the words of request fields and how answers are told apart', () => {
  const { paths, components } = JSON.parse(printed);
  assert.deepEqual(components.schemas.UnstakeBody.properties.kind.enum, ['deactivate', 'instant', 'slow']);
  assert.deepEqual(components.schemas.StakeBody.properties.strategy.enum, [...STRATEGY_KEYS]);
  const { schema } = paths['/stake'].post.responses['200'].content['application/json'];
  assert.equal(schema.discriminator.propertyName, 'strategy');
  assert.equal(schema.discriminator.mapping['usdc-earn'], '#/components/schemas/UsdcStakeAnswer');
  assert.ok(paths['/broadcast'].post['x-codes'].includes('TOKEN_EXPIRED'));
  assert.ok(!paths['/health'].get['x-codes'].includes('TOKEN_EXPIRED'));
});

describe('printSchema', () => {
  test('refuses two schemas of one name', () => {
    const schemas = new Map();
    printSchema(Type.Object({ a: Type.String() }, { title: 'Thing' }), schemas);
    const other = Type.Object({ b: Type.String() }, { title: 'Thing' });
    assert.throws(() => printSchema(other, schemas), /Thing/);
  });

  test('leaves a property called title where it is', () => {
    const schema = Type.Object({ title: Type.String(), type: Type.String() });
    assert.deepEqual(printSchema(schema, new Map()), JSON.parse(JSON.stringify(schema)));
  });
});
