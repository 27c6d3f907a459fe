import { MEDIA_TYPES } from '../headers.ts';
import type { Json } from '../openapi/schemas.ts';
import { MAX_WAIT_SECONDS } from '../operations/get-transaction.ts';
import { OPERATIONS, type OperationId } from '../operations/index.ts';
import { SIGN_OPERATION_ID } from './signer.ts';

/** What the workflows call the two descriptions that their operations are in. */
export const SOURCES = { api: 'stakingAgent', signer: 'signer' } as const;

/** Refers to an operation of ours. */
export function operationOf(id: OperationId): string {
  return `$sourceDescriptions.${SOURCES.api}.${OPERATIONS[id].id}`;
}

/** The criterion of a step that must be answered with 200. */
export const ANSWERED = { condition: '$statusCode == 200' } as const;

/** Prints a JSON body. */
export function bodyOf(payload: Json): Json {
  return { contentType: MEDIA_TYPES.json, payload };
}

/**
 * Prints the steps that land a build: sign, broadcast, wait.
 *
 * @param build - the step that built it: `order` where the router did, whose members go back to it. Steps of one name have
 *   the same outputs in all workflows, because linters do not tell workflows apart.
 */
export function printLandingSteps(build: string): Json[] {
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
