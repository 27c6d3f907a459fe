import type { CallToolResult } from '@modelcontextprotocol/server';
import { isStakingError } from '@staking-agent/sdk';
import { Refusal } from './refusal.ts';
import type { Json } from './schemas/json.ts';

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
