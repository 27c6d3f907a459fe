import type { TSchema } from 'typebox';
import type { Json } from '../openapi/schemas.ts';
import type { ExampleRequest, Operation } from '../operation.ts';
import { OPERATIONS, type OperationId } from '../operations/index.ts';
import { ANSWERED, bodyOf, operationOf, printLandingSteps } from './landing-steps.ts';

/** Members of a body that make it the build of its variant. */
const FIXED: ReadonlySet<string> = new Set(['strategy', 'kind', 'isWithdrawAll', 'outputAsset']);

/** What steps are called whose outputs are others than those of other builds. */
const STEPS: Readonly<Partial<Record<OperationId, string>>> = { split: 'split', merge: 'merge' };

/** Members that say how an answer is told, or who is credited. */
const BESIDE: ReadonlySet<string> = new Set([
  'include',
  'referral_code',
  'partner_api_key',
  'stakeAccountForm',
]);

/**
 * Prints the workflow of one variant of a build: build, sign, broadcast, wait.
 *
 * @param example - whose body it posts, with an input for every member that its caller decides.
 */
export function printWorkflow(id: OperationId, variant: string, example: ExampleRequest): Json {
  const operation: Operation = OPERATIONS[id];
  const properties = getProperties(operation.responses[variant]);
  const members = listMembers(operation, example);
  const inputs = members.filter((name) => !FIXED.has(name));
  const payload = members.map((name) => [
    name,
    FIXED.has(name) ? Object(example.body)[name] : `$inputs.${name}`,
  ]);
  const outputs = listOutputs(properties);
  const stepId = isRouted(properties) ? 'order' : (STEPS[id] ?? 'build');
  return {
    workflowId: `${id}-${variant.replaceAll('.', '-')}`,
    summary: `${id[0]?.toUpperCase()}${id.slice(1)}: ${variant.replaceAll('.', ', ')}`,
    description: describe(id, properties),
    inputs: {
      type: 'object',
      properties: Object.fromEntries(inputs.map((name) => [name, printInput(operation, name)])),
      required: inputs,
    },
    steps: [
      {
        stepId,
        description: operation.summary,
        operationId: operationOf(id),
        requestBody: bodyOf(Object.fromEntries(payload)),
        successCriteria: [ANSWERED],
        outputs,
      },
      ...printLandingSteps(stepId),
    ],
    outputs: {
      signature: '$steps.broadcast.outputs.signature',
      explorer: '$steps.broadcast.outputs.explorer',
      changes: '$steps.status.outputs.changes',
      ...('stakeAccount' in outputs && { stakeAccount: `$steps.${stepId}.outputs.stakeAccount` }),
      ...('newStakeAccount' in outputs && { newStakeAccount: `$steps.${stepId}.outputs.newStakeAccount` }),
    },
  };
}

function listMembers({ body }: Operation, example: ExampleRequest): string[] {
  const members = Object.keys(example.body ?? {}).filter((name) => !BESIDE.has(name));
  const required: readonly string[] = body?.required ?? [];
  // What takes a whole stake account needs no amount: that would only repeat what the account holds.
  const isWhole = members.includes('stakeAccount') && !required.includes('amount');
  return members.filter((name) => !(isWhole && name === 'amount'));
}

function printInput({ body }: Operation, name: string): Json {
  const { type, description, items }: Json = Object(body?.properties[name]);
  return { type, description, ...(items !== undefined && { items: { type: Object(items).type } }) };
}

type Properties = Readonly<Record<string, TSchema>>;

function getProperties(answer: TSchema | undefined): Properties {
  return Object(answer).properties ?? {};
}

function isRouted({ route }: Properties): boolean {
  const { const: constant }: { readonly const?: unknown } = Object(route);
  return constant === 'router';
}

function listOutputs(properties: Properties): Json {
  return {
    transaction: '$response.body#/transaction',
    serviceToken: '$response.body#/service_token',
    lastValidBlockHeight: '$response.body#/expiry/lastValidBlockHeight',
    ...(isRouted(properties) && {
      routerKind: '$response.body#/routerKind',
      routerOrder: '$response.body#/router_order',
    }),
    ...('stakeAccount' in properties && { stakeAccount: '$response.body#/stakeAccount' }),
    ...('newStakeAccount' in properties && { newStakeAccount: '$response.body#/newStakeAccount' }),
  };
}

function describe(id: OperationId, properties: Properties): string {
  const sentences = ['Builds the transaction, has it signed, submits it and waits until it has landed.'];
  if (id === 'stake') {
    sentences.push(
      'GET /wallets/{wallet}/positions has the position afterwards, with the calls that end it.',
    );
  }
  if ('stakeAccount' in properties && id === 'stake')
    sentences.push('Keep stakeAccount: the exits ask for it.');
  if ('outputAsset' in properties) {
    sentences.push(
      'It pays raSOL; run unstake-sol-liquid-stake-instant with the amount that changes shows to have SOL.',
    );
  }
  return sentences.join(' ');
}
