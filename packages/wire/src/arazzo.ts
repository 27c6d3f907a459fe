import type { TSchema } from 'typebox';
import { API_VERSION, MEDIA_TYPES } from './http.ts';
import type { Json } from './openapi.ts';
import type { ExampleRequest, Operation } from './operation.ts';
import { MAX_WAIT_SECONDS } from './operations/get-transaction.ts';
import { OPERATION_IDS, OPERATIONS, type OperationId } from './operations/index.ts';
import { OPERATION_GROUPS } from './problems/definition.ts';

const SIGN_OPERATION_ID = 'sign';

const TEXT = { type: 'string' } as const;

/**
 * Prints the OpenAPI document of the signer that workflows call: a program of the caller, with the caller's key.
 *
 * Its server is the local sandbox, which can sign; elsewhere, callers provide a signer of their own.
 *
 * @param sandboxUrl - where the sandbox of the deployment is controlled, with its path.
 */
function printSignerApi(sandboxUrl = 'http://127.0.0.1:8899/sandbox'): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Signer',
      version: '1',
      description:
        "What signs for the workflows: a program of the caller's own, with the caller's key. No deployment has one; the sandbox does.",
      contact: { name: 'Whoever runs it' },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: sandboxUrl, description: 'The sandbox on this machine' }],
    security: [],
    paths: {
      '/sign': {
        post: {
          operationId: SIGN_OPERATION_ID,
          summary: 'Sign a transaction',
          description: 'Signs in the slot of the wallet, and changes nothing else.',
          tags: ['signer'],
          requestBody: {
            required: true,
            content: {
              [MEDIA_TYPES.json]: {
                schema: closed({
                  wallet: { ...TEXT, description: 'Base58 address of the wallet.' },
                  transaction: { ...TEXT, description: 'Base64 of the transaction to sign.' },
                }),
              },
            },
          },
          responses: {
            '200': {
              description: 'Signed',
              content: {
                [MEDIA_TYPES.json]: {
                  schema: closed({
                    signed_tx: { ...TEXT, description: 'Base64 of the signed transaction.' },
                    signature: { ...TEXT, description: 'Its first signature, base58.' },
                  }),
                },
              },
            },
            '400': { description: 'The wallet does not sign this' },
          },
        },
      },
    },
    tags: [{ name: 'signer', description: 'What signs' }],
  };
}

function closed(properties: Json): Json {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

export { printSignerApi };

/** Where a deployment serves the document that the workflows need besides its own. */
export const SIGNER_PATH = '/signer.json';

/**
 * Prints a workflow for every variant of every build, as an Arazzo document: build, sign, broadcast, wait.
 *
 * Of version 1.0, the newest that both linters read (docs/adr/0045).
 *
 * @param deployment - whose operations they call.
 */
export function printArazzo({ siteOrigin }: { readonly siteOrigin: string }): Json {
  return {
    arazzo: '1.0.1',
    info: {
      title: 'Staking workflows',
      summary: 'Into and out of every strategy, from the request to what the ledger moved.',
      description:
        'Each workflow builds a transaction, has it signed, submits it and waits until it has landed. The signer is yours: give a tool its address in place of the one in its document.',
      version: API_VERSION,
    },
    sourceDescriptions: [
      { name: SOURCES.api, url: `${siteOrigin}/openapi.json`, type: 'openapi' },
      { name: SOURCES.signer, url: `${siteOrigin}${SIGNER_PATH}`, type: 'openapi' },
    ],
    workflows: OPERATION_IDS.filter(isBuild).flatMap(printWorkflows),
  };
}

/**
 * Checks whether an operation builds from fields; one that starts from an earlier build, such as a refresh, begins no
 * workflow.
 */
function isBuild(id: OperationId): boolean {
  const operation: Operation = OPERATIONS[id];
  return OPERATION_GROUPS.builds(operation) && 'wallet' in (operation.body?.properties ?? {});
}

function printWorkflows(id: OperationId): Json[] {
  const { examples }: Operation = OPERATIONS[id];
  return Object.entries(examples).map(([variant, [example]]) => printWorkflow(id, variant, example));
}

/** Names of the two descriptions that hold the operations of the workflows. */
const SOURCES = { api: 'stakingAgent', signer: 'signer' } as const;

/** Refers to an operation of ours. */
function operationOf(id: OperationId): string {
  return `$sourceDescriptions.${SOURCES.api}.${OPERATIONS[id].id}`;
}

/** The criterion of a step that must be answered with 200. */
const ANSWERED = { condition: '$statusCode == 200' } as const;

function bodyOf(payload: Json): Json {
  return { contentType: MEDIA_TYPES.json, payload };
}

/**
 * Prints the steps that land a build: sign, broadcast, wait.
 *
 * @param build - the step that built it: `order` where the router did, whose members go back to it. Steps of one name have
 *   the same outputs in all workflows, because linters do not tell workflows apart.
 */
function printLandingSteps(build: string): Json[] {
  return [signStep(build), broadcastStep(build), statusStep(build)];
}

function signStep(build: string): Json {
  return {
    stepId: 'sign',
    description: 'The wallet signs the transaction as it is.',
    operationId: `$sourceDescriptions.${SOURCES.signer}.${SIGN_OPERATION_ID}`,
    requestBody: bodyOf({ wallet: '$inputs.wallet', transaction: `$steps.${build}.outputs.transaction` }),
    successCriteria: [ANSWERED],
    outputs: { signedTransaction: '$response.body#/signed_tx' },
  };
}

function broadcastStep(build: string): Json {
  const routed = {
    route: 'router',
    routerKind: `$steps.${build}.outputs.routerKind`,
    router_order: `$steps.${build}.outputs.routerOrder`,
  };
  return {
    stepId: 'broadcast',
    description:
      'Submits the signed transaction. While it is not known what became of it, the same bytes are sent again, which is harmless.',
    operationId: operationOf('broadcast'),
    requestBody: bodyOf({
      signed_tx: '$steps.sign.outputs.signedTransaction',
      service_token: `$steps.${build}.outputs.serviceToken`,
      ...(build === 'order' && routed),
    }),
    successCriteria: [ANSWERED],
    onFailure: [retry('sendAgain', "$response.body#/outcome == 'unknown'", 2)],
    outputs: { signature: '$response.body#/signature', explorer: '$response.body#/explorer' },
  };
}

function statusStep(build: string): Json {
  return {
    stepId: 'status',
    description: 'Waits until the ledger has executed the transaction, and reads what it moved.',
    operationId: operationOf('getTransaction'),
    parameters: [
      { name: 'signature', in: 'path', value: '$steps.broadcast.outputs.signature' },
      { name: 'lastValidBlockHeight', in: 'query', value: `$steps.${build}.outputs.lastValidBlockHeight` },
      { name: 'wait', in: 'query', value: String(MAX_WAIT_SECONDS) },
    ],
    successCriteria: [ANSWERED, { condition: "$response.body#/status == 'landed'" }],
    onFailure: [
      retry('whilePending', "$response.body#/status == 'pending'", 1),
      retry('whileUnknown', "$response.body#/status == 'unknown'", 1),
    ],
    outputs: { changes: '$response.body#/changes', slot: '$response.body#/slot' },
  };
}

function retry(name: string, condition: string, seconds: number): Json {
  return { name, type: 'retry', retryAfter: seconds, retryLimit: 5, criteria: [{ condition }] };
}

/** Members of a body that make it the build of its variant. */
const FIXED: ReadonlySet<string> = new Set(['strategy', 'kind', 'isWithdrawAll', 'outputAsset']);

/** Names of the steps whose outputs differ from those of other builds. */
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
function printWorkflow(id: OperationId, variant: string, example: ExampleRequest): Json {
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
