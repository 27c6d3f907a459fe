import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import { type ErrorFacts, isStakingError, type StakingError } from '@staking-agent/sdk';
import { nameSigned, readSignature } from '@staking-agent/sdk/verify';
import { CODES, isRefusalCode, type RefusalCode } from './codes.ts';

/**
 * Turns an answer into the result of a tool: the object once, and beside it a text of a sentence or two.
 *
 * @param text - undefined for clients that read no object: they get its JSON as the text.
 */
export function toResult(answer: Json, text: string | undefined): CallToolResult {
  const structuredContent = cleanMembers(answer);
  const words = text === undefined ? JSON.stringify(structuredContent) : clean(text);
  return { content: [{ type: 'text', text: words }], structuredContent };
}

/**
 * Turns a refusal into the result of a tool: the problem as text and no object, because clients hold objects to the schema of
 * the answer.
 *
 * @param signed_tx - that the call was given, if any.
 * @throws the fault itself where it is none of the client's: a defect must not look like an answer.
 */
export async function toRefusal(fault: unknown, signed_tx?: unknown): Promise<CallToolResult> {
  if (!(fault instanceof Refusal) && !isStakingError(fault)) throw fault;
  const sent = await describeSent(signed_tx, fault instanceof Refusal ? {} : fault);
  const problem = cleanMembers({ ...printFault(fault), ...sent });
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(problem) }] };
}

/**
 * Describes what is known of signed bytes after a refusal of them: how the ledger names them, and their fate, which is unknown unless the
 * service tells it, because an earlier call may have sent them.
 *
 * @returns nothing of what is no transaction.
 */
export async function describeSent(
  signed_tx: unknown,
  { outcome = 'unknown', signature }: Partial<Sent>,
): Promise<Partial<Sent>> {
  if (readSignature(signed_tx) === undefined) return {};
  return { signature: await nameSigned(signed_tx, signature), outcome };
}

type Sent = { readonly signature: ErrorFacts['signature']; readonly outcome: ErrorFacts['outcome'] };

/** A question to the person behind the client. A class of its own: no answer of a service can pass for one. */
export class Question {
  readonly result: InputRequiredResult;

  constructor(result: InputRequiredResult) {
    this.result = result;
  }
}

/** Members that clients alone say: in the body of a problem they would speak for the client. */
const OURS = ['deadAfter', 'findings', 'goOn', 'isRepeat', 'note', 'ownNode', 'risk', 'verified'];

/** Prints a failure as JSON. A service that gives a code of ours would speak for the policy of the owner: it is not repeated. */
export function printFault(fault: Refusal | StakingError): Json {
  const told = {
    ...fault.toJSON(),
    ...Object.fromEntries(OURS.map((name) => [name, Reflect.get(fault, name)])),
  };
  const isOurs = !(fault instanceof Refusal) && isRefusalCode(fault.code);
  if (!isOurs) return told;
  return {
    ...told,
    code: 'ANSWER_MALFORMED',
    detail: 'The service refused with a code that is not its own.',
  };
}

/** A refusal by the policy or by the memory of this server, or of arguments: nothing was signed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode | 'FIELD_INVALID' | 'FIELD_MISSING';
  readonly retryable: boolean;

  constructor(code: Refusal['code'], detail: string) {
    super(detail);
    this.code = code;
    this.retryable = CODES.get(code)?.retryable === true;
  }

  toJSON(): object {
    return { code: this.code, detail: this.message, retryable: this.retryable };
  }
}

/** A JSON value that is an object: a schema, or a part of one. */
export type Json = { readonly [member: string]: unknown };

/** Checks whether a value is a JSON object. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Control characters, which move the cursor of a terminal, format characters, which hide words or turn their order, and what is
 * ignored where it is shown, such as variation selectors.
 */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Replaces what a person does not see by spaces. */
export function clean(text: string): string {
  return text.replace(UNSEEN, ' ');
}

/** Cleans every text of an answer, and every name of a member. */
function cleanMembers(answer: Json): Json {
  return Object.fromEntries(
    Object.entries(answer).map(([name, member]) => [clean(name), cleanValue(member)]),
  );
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map(cleanValue);
  return isJson(value) ? cleanMembers(value) : value;
}
