import { accountMethods } from './methods/accounts.ts';
import { blockMethods } from './methods/blocks.ts';
import { nodeMethods } from './methods/node.ts';
import { providerMethods } from './methods/providers.ts';
import { transactionMethods } from './methods/transactions.ts';
import type { Method, NodeView } from './node-view.ts';
import { isObject, Params, parseJson, RPC_ERROR_CODES, RpcError } from './params.ts';

/** Every method a node answers. */
const METHODS = {
  ...accountMethods,
  ...blockMethods,
  ...nodeMethods,
  ...providerMethods,
  ...transactionMethods,
} satisfies Record<string, Method>;

const METHODS_BY_NAME = new Map<string, Method>(Object.entries(METHODS));

/** One answer of JSON-RPC 2.0. */
type RpcResponse = {
  readonly jsonrpc: '2.0';
  readonly result?: unknown;
  readonly error?: RpcError;
  readonly id: unknown;
};

/** Answers a method with its parameters. @throws {RpcError} to answer with an error. */
export type AnswerMethod = (name: string, params: Params) => unknown;

/** Answers all methods of a node. */
export function answerAs(node: NodeView): AnswerMethod {
  return (name, params) => {
    const method = METHODS_BY_NAME.get(name);
    if (method === undefined) throw new RpcError(RPC_ERROR_CODES.methodNotFound, 'Method not found');
    return method(params, node);
  };
}

/**
 * Answers a body of JSON-RPC 2.0: a request, a notification or a batch.
 *
 * @returns the answer to print; undefined when the body was only notifications.
 */
export function dispatch(body: string, answer: AnswerMethod): RpcResponse | RpcResponse[] | undefined {
  const value = tryParse(body);
  if (value === undefined) return failure(null, new RpcError(RPC_ERROR_CODES.parse, 'Parse error'));
  if (!Array.isArray(value)) return answerRequest(value, answer);
  if (value.length === 0) return failure(null, invalidRequest());
  const spoken = value.flatMap((member) => answerRequest(member, answer) ?? []);
  return spoken.length === 0 ? undefined : spoken;
}

/** Lists the methods that a body asks for, in order; none when it is no JSON. */
export function readMethods(body: string): string[] {
  const value = tryParse(body);
  return (Array.isArray(value) ? value : [value]).flatMap((member) => {
    const { method } = isObject(member) ? member : {};
    return typeof method === 'string' ? [method] : [];
  });
}

function answerRequest(value: unknown, answer: AnswerMethod): RpcResponse | undefined {
  if (!isObject(value) || Array.isArray(value)) return failure(null, invalidRequest());
  const { jsonrpc, method, id, ...rest } = value;
  // web3.js sends notifications with `params: null`.
  const params = rest['params'] ?? [];
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isId(id)) return failure(null, invalidRequest());
  if (!Array.isArray(params)) {
    const wrong = 'Invalid params: invalid type: map, expected a tuple.';
    return failure(id ?? null, new RpcError(RPC_ERROR_CODES.invalidParams, wrong));
  }
  const response = answerMethod(method, params, id, answer);
  return id === undefined ? undefined : response;
}

function answerMethod(
  method: string,
  params: readonly unknown[],
  id: unknown,
  answer: AnswerMethod,
): RpcResponse {
  try {
    return { jsonrpc: '2.0', result: answer(method, new Params(params)), id };
  } catch (error) {
    if (error instanceof RpcError) return failure(id, error);
    const reason = error instanceof Error ? error.message : 'unknown';
    return failure(id, new RpcError(RPC_ERROR_CODES.internal, `Internal error: ${reason}`));
  }
}

function failure(id: unknown, error: RpcError): RpcResponse {
  return { jsonrpc: '2.0', error, id };
}

function isId(id: unknown): boolean {
  return id === undefined || id === null || ['string', 'number', 'bigint'].includes(typeof id);
}

function invalidRequest(): RpcError {
  return new RpcError(RPC_ERROR_CODES.invalidRequest, 'Invalid request');
}

/** Parses a body; JSON never says undefined. */
function tryParse(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}
