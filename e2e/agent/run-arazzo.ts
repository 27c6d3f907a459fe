import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, send } from '../world.ts';

type Criterion = { readonly condition: string };
type Retry = {
  readonly type: 'retry';
  readonly retryAfter: number;
  readonly retryLimit: number;
  readonly criteria: readonly Criterion[];
};
type Parameter = { readonly name: string; readonly in: 'path' | 'query'; readonly value: string };
type Step = {
  readonly stepId: string;
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly contentType: string; readonly payload: unknown };
  readonly successCriteria: readonly Criterion[];
  readonly onFailure?: readonly Retry[];
  readonly outputs: Readonly<Record<string, string>>;
};
type Workflow = {
  readonly workflowId: string;
  readonly inputs: { readonly required: readonly string[] };
  readonly steps: readonly Step[];
  readonly outputs: Readonly<Record<string, string>>;
};
type Operation = { readonly url: string; readonly method: string };
type Outputs = Record<string, unknown>;

/** The workflows of a document, ready to run. */
export type Runner = {
  readonly workflowIds: readonly string[];
  /** Runs a workflow; returns its outputs. @throws when a step fails. */
  run(workflowId: string, inputs: Readonly<Record<string, unknown>>): Promise<Outputs>;
};

/**
 * Reads an Arazzo 1.0 document and the OpenAPI documents it names; knows nothing else of what they describe. Serves the
 * part of Arazzo that the document uses.
 */
export async function readWorkflows(url: string): Promise<Runner> {
  const document = (await send('GET', url)).body;
  const operations = new Map<string, Operation>();
  for (const source of document.sourceDescriptions) {
    const described = (await send('GET', source.url)).body;
    const server = described.servers[0].url;
    for (const [path, methods] of Object.entries<Record<string, { operationId: string }>>(described.paths)) {
      for (const [method, { operationId }] of Object.entries(methods)) {
        const name = `$sourceDescriptions.${source.name}.${operationId}`;
        operations.set(name, { url: `${server}${path}`, method: method.toUpperCase() });
      }
    }
  }
  const workflows: readonly Workflow[] = document.workflows;
  return {
    workflowIds: workflows.map(({ workflowId }) => workflowId),
    async run(workflowId, inputs) {
      const workflow = workflows.find((each) => each.workflowId === workflowId);
      assert.ok(workflow, workflowId);
      for (const name of workflow.inputs.required) assert.ok(name in inputs, `${workflowId} needs ${name}`);
      const steps: Record<string, { outputs: Outputs }> = {};
      for (const step of workflow.steps)
        steps[step.stepId] = { outputs: await runStep(step, operations, { inputs, steps }) };
      return evaluateAll(workflow.outputs, { inputs, steps });
    },
  };
}

/** What expressions can name. */
type Scope = {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly steps: Readonly<Record<string, { outputs: Outputs }>>;
  readonly answer?: Answer;
};

async function runStep(
  step: Step,
  operations: ReadonlyMap<string, Operation>,
  scope: Scope,
): Promise<Outputs> {
  const operation = operations.get(step.operationId);
  assert.ok(operation, step.operationId);
  for (let attempt = 0; ; attempt += 1) {
    const answer = await call(step, operation, scope);
    const seen = { ...scope, answer };
    const holds = ({ condition }: Criterion) => test(condition, seen);
    if (step.successCriteria.every(holds)) return evaluateAll(step.outputs, seen);
    const retry = step.onFailure?.find(({ criteria }) => criteria.every(holds));
    assert.ok(retry && attempt < retry.retryLimit, `${step.stepId}: ${answer.status} ${answer.text}`);
    await sleep(retry.retryAfter * 1_000);
  }
}

function call(step: Step, operation: Operation, scope: Scope): Promise<Answer> {
  const query = new URLSearchParams();
  let { url } = operation;
  for (const { name, in: place, value } of step.parameters ?? []) {
    const text = String(evaluate(value, scope));
    if (place === 'query') query.set(name, text);
    else url = url.replace(`{${name}}`, encodeURIComponent(text));
  }
  assert.doesNotMatch(url, /[{}]/, `${step.stepId} leaves a parameter out`);
  const { requestBody } = step;
  return requestBody === undefined
    ? send(operation.method, `${url}?${query}`)
    : send(operation.method, url, JSON.stringify(evaluateDeep(requestBody.payload, scope)), {
        'content-type': requestBody.contentType,
      });
}

function evaluateAll(expressions: Readonly<Record<string, string>>, scope: Scope): Outputs {
  return Object.fromEntries(Object.entries(expressions).map(([name, each]) => [name, evaluate(each, scope)]));
}

function evaluateDeep(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string') return evaluate(value, scope);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, evaluateDeep(each, scope)]));
}

/** Evaluates a runtime expression; any other text is itself. */
function evaluate(expression: string, { inputs, steps, answer }: Scope): unknown {
  if (!expression.startsWith('$')) return expression;
  if (expression === '$statusCode') return answer?.status;
  const [, pointer] = /^\$response\.body#(\/.*)$/.exec(expression) ?? [];
  if (pointer !== undefined)
    return pointer
      .slice(1)
      .split('/')
      .reduce((at, name) => Object(at)[name], answer?.body);
  const [, input] = /^\$inputs\.(\w+)$/.exec(expression) ?? [];
  if (input !== undefined) return inputs[input];
  const [, step = '', output = ''] = /^\$steps\.(\w+)\.outputs\.(\w+)$/.exec(expression) ?? [];
  assert.ok(step in steps, expression);
  return steps[step]?.outputs[output];
}

function test(condition: string, scope: Scope): boolean {
  const [, left = '', right = ''] =
    /^(\S+) == (?:'([^']*)'|(\d+))$/.exec(condition)?.filter((each) => each !== undefined) ?? [];
  assert.notEqual(left, '', condition);
  return String(evaluate(left, scope)) === right;
}
