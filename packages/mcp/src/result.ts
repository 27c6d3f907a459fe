import type { CallToolResult } from '@modelcontextprotocol/server';
import { isStakingError } from '@staking-agent/sdk';

/** Turns an answer into the result of a tool: the object, and the same as text, with the receipt first where there is one. */
export function toResult(answer: Json): CallToolResult {
  const { receipt, ...rest } = answer;
  const text = JSON.stringify(receipt === undefined ? rest : { receipt, ...rest });
  return { content: [{ type: 'text', text }], structuredContent: answer };
}

/**
 * Turns a refusal into the result of a tool: the problem as text and no object, because clients hold objects to the schema of
 * the answer.
 *
 * @throws the fault itself where it is none of the client's: a defect must not look like an answer.
 */
export function toRefusal(fault: unknown): CallToolResult {
  if (fault instanceof Refusal) return refuse(fault.code, fault.message, fault.retryable);
  if (!isStakingError(fault)) throw fault;
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(fault) }] };
}

/** Creates a refusal by this server itself. */
export function refuse(code: string, detail: string, retryable = false): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ code, detail, retryable }) }] };
}

/** Codes of what this server itself refuses. */
export type RefusalCode =
  | 'AMOUNT_UNREADABLE'
  | 'ARGUMENT_UNKNOWN'
  | 'CONFIRMATION_DECLINED'
  | 'CONFIRMATION_REQUIRED'
  | 'DAY_LIMIT_REACHED'
  | 'DRY_RUN'
  | 'EFFECTS_EXCEED_POLICY'
  | 'IN_PROGRESS'
  | 'STRATEGY_NOT_ALLOWED'
  | 'TRANSACTION_LIMIT_EXCEEDED'
  | 'WALLET_NOT_ALLOWED';

/** A refusal by the policy or by the memory of this server: nothing was signed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly retryable: boolean;

  constructor(code: RefusalCode, detail: string, retryable = false) {
    super(detail);
    this.code = code;
    this.retryable = retryable;
  }
}

/** A JSON value that is an object: a schema, or a part of one. */
export type Json = { readonly [member: string]: unknown };

/** Checks whether a value is a JSON object. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
