import type { LedgerApi } from '@staking-agent/chain/ledger';
import { accountMethods, getLargestAccounts, tokenAccountMethods } from './methods/accounts.ts';
import { blockMethods, confirmedBlockMethods } from './methods/blocks.ts';
import { feeMethods, leaderMethods, nodeMethods } from './methods/node.ts';
import { requestAirdrop, sendTransaction, simulateTransaction } from './methods/send-transaction.ts';
import { stakingMethods } from './methods/staking.ts';
import { getTransaction, signatureMethods } from './methods/transactions.ts';
import type { Method, NodeView } from './node-view.ts';
import { isConfig, type Params, parseJson, RPC_ERROR_CODES, RpcError } from './params.ts';

/** Every method a node answers; those the service needs are complete by type. */
const METHODS = {
  ...accountMethods,
  ...blockMethods,
  ...confirmedBlockMethods,
  ...feeMethods,
  ...leaderMethods,
  ...nodeMethods,
  ...signatureMethods,
  ...stakingMethods,
  ...tokenAccountMethods,
  getLargestAccounts,
  getTransaction,
  requestAirdrop,
  sendTransaction,
  simulateTransaction,
} satisfies Record<keyof LedgerApi, Method> & Record<string, Method>;

/** The same, where a name may be any text. */
const METHODS_BY_NAME = new Map<string, Method>(Object.entries(METHODS));

/** One answer of JSON-RPC 2.0. */
export type RpcResponse = {
  readonly jsonrpc: '2.0';
  readonly result?: unknown;
  readonly error?: RpcError;
  readonly id: unknown;
};

/** One request whose envelope has been checked. */
export type RpcRequest = { readonly method: string; readonly params: Params; readonly id: unknown };

/**
 * Answers a body of JSON-RPC 2.0: a request, a notification or a batch.
 *
 * @returns what to print, or undefined when the body was only notifications.
 */
export async function dispatch(
  body: string,
  node: NodeView,
): Promise<RpcResponse | RpcResponse[] | undefined> {
  const parsed = tryParse(body);
  if (parsed === undefined) return failure(null, new RpcError(RPC_ERROR_CODES.parse, 'Parse error'));
  if (!Array.isArray(parsed.value)) return answer(parsed.value, node);
  if (parsed.value.length === 0) return failure(null, invalidRequest());
  const answers = await Promise.all(parsed.value.map((member) => answer(member, node)));
  const spoken = answers.filter((response) => response !== undefined);
  return spoken.length === 0 ? undefined : spoken;
}

/** The names of the methods a body asks for, in order; none when it is no JSON. */
export function readMethods(body: string): string[] {
  const value = tryParse(body)?.value;
  return (Array.isArray(value) ? value : [value]).flatMap((member) => {
    const { method } = isConfig(member) ? member : {};
    return typeof method === 'string' ? [method] : [];
  });
}

/** Checks the envelope of a request; returns the error answer for an invalid one. */
export function readRequest(value: unknown): RpcRequest | RpcResponse {
  if (!isConfig(value) || Array.isArray(value)) return failure(null, invalidRequest());
  const { jsonrpc, method, id, ...rest } = value;
  // web3.js sends notifications with `params: null`.
  const params = rest['params'] ?? [];
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isId(id)) return failure(null, invalidRequest());
  if (!Array.isArray(params)) {
    const wrong = 'Invalid params: invalid type: map, expected a tuple.';
    return failure(id ?? null, new RpcError(RPC_ERROR_CODES.invalidParams, wrong));
  }
  return { method, params, id };
}

/** An answer that reports an error. */
export function failure(id: unknown, error: RpcError): RpcResponse {
  return { jsonrpc: '2.0', error, id };
}

async function answer(value: unknown, node: NodeView): Promise<RpcResponse | undefined> {
  const request = readRequest(value);
  if (!('method' in request)) return request;
  const { method, params, id } = request;
  const response = await call(method, params, id, node);
  return id === undefined ? undefined : response;
}

async function call(name: string, params: Params, id: unknown, node: NodeView): Promise<RpcResponse> {
  const method = METHODS_BY_NAME.get(name);
  if (method === undefined) {
    return failure(id, new RpcError(RPC_ERROR_CODES.methodNotFound, 'Method not found'));
  }
  try {
    return { jsonrpc: '2.0', result: await method(params, node), id };
  } catch (error) {
    if (error instanceof RpcError) return failure(id, error);
    const reason = error instanceof Error ? error.message : 'unknown';
    return failure(id, new RpcError(RPC_ERROR_CODES.internal, `Internal error: ${reason}`));
  }
}

function isId(id: unknown): boolean {
  return id === undefined || id === null || ['string', 'number', 'bigint'].includes(typeof id);
}

function invalidRequest(): RpcError {
  return new RpcError(RPC_ERROR_CODES.invalidRequest, 'Invalid request');
}

function tryParse(body: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseJson(body) };
  } catch {
    return undefined;
  }
}
