import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printArazzo, printSignerApi, SIGNER_PATH } from './arazzo.ts';
import { OPERATIONS, type Operation } from './index.ts';

type Step = {
  readonly stepId: string;
  readonly operationId: string;
  readonly requestBody?: { readonly payload: Readonly<Record<string, unknown>> };
};
type Workflow = {
  readonly workflowId: string;
  readonly description: string;
  readonly inputs: { readonly required: readonly string[] };
  readonly steps: readonly Step[];
};
type Arazzo = {
  readonly sourceDescriptions: readonly { readonly name: string; readonly url: string }[];
  readonly workflows: readonly Workflow[];
};

const document: Arazzo = JSON.parse(JSON.stringify(printArazzo({ siteOrigin: 'https://stake.example' })));
const byId = new Map(document.workflows.map((workflow) => [workflow.workflowId, workflow]));

test('there is a workflow into and out of every strategy, by every kind of exit', () => {
  const variants = (id: 'stake' | 'unstake' | 'withdraw' | 'split' | 'merge') =>
    Object.keys(OPERATIONS[id].responses).map((variant) => `${id}-${variant.replace('.', '-')}`);
  for (const id of [
    ...variants('stake'),
    ...variants('unstake'),
    ...variants('withdraw'),
    ...variants('split'),
    ...variants('merge'),
  ]) {
    assert.ok(byId.has(id), id);
  }
  assert.equal(byId.size, document.workflows.length);
});

test('every step calls an operation that a source describes, with members that its body has', () => {
  const operations: readonly Operation[] = Object.values(OPERATIONS);
  for (const { workflowId, inputs, steps } of document.workflows) {
    for (const { operationId, requestBody } of steps) {
      const [, source, id] = /^\$sourceDescriptions\.(\w+)\.(\w+)$/.exec(operationId) ?? [];
      if (source === 'signer') continue;
      const operation = operations.find((each) => each.id === id);
      assert.ok(operation, operationId);
      const given = Object.keys(requestBody?.payload ?? {});
      const known = Object.keys(operation.body?.properties ?? {});
      assert.deepEqual(
        given.filter((name) => !known.includes(name)),
        [],
        workflowId,
      );
      for (const name of operation.body?.required ?? [])
        assert.ok(given.includes(name), `${workflowId} ${name}`);
    }
    const used = [...JSON.stringify(steps).matchAll(/"\$inputs\.(\w+)"/g)].map(([, name]) => name);
    assert.deepEqual([...new Set(used)].sort(), [...inputs.required].sort());
  }
});

test('what the router built goes back to the router, and nothing else does', () => {
  const routed = document.workflows.filter(({ steps }) => JSON.stringify(steps).includes('"route":"router"'));
  assert.deepEqual(routed.map(({ workflowId }) => workflowId).sort(), [
    'stake-sol-liquid-stake',
    'unstake-sol-liquid-stake-instant',
    'unstake-sol-liquid-stake-slow',
    'unstake-sol-native-stake-instant',
  ]);
});

test('both sources are documents of the deployment', () => {
  assert.deepEqual(
    document.sourceDescriptions.map(({ url }) => url),
    ['https://stake.example/openapi.json', `https://stake.example${SIGNER_PATH}`],
  );
  assert.match(JSON.stringify(printSignerApi()), /"operationId":"sign"/);
  const { servers } = printSignerApi('http://127.0.0.1:9/sandbox') as { servers: { url: string }[] };
  assert.deepEqual(
    servers.map(({ url }) => url),
    ['http://127.0.0.1:9/sandbox'],
  );
});

test('the leveraged exit alone says that it pays raSOL', () => {
  const pay = document.workflows.filter(({ description }) => description.includes('It pays raSOL'));
  assert.deepEqual(
    pay.map(({ workflowId }) => workflowId),
    ['unstake-sol-leveraged-stake-instant'],
  );
});
