import { PROBLEM_CODES, type ProblemCode } from '@staking-agent/wire';
import { Breach } from './breach.ts';
import { type Exchange, memberAt } from './exchange.ts';

/** Expects a value to equal the one that the contract requires; the message names the value. */
export function expectEqual(exchange: Exchange, what: string, actual: unknown, expected: unknown): void {
  if (Object.is(actual, expected)) return;
  throw new Breach(`${what} is ${print(actual)} and must be ${print(expected)}.`, exchange);
}

/** Expects a condition to be true. */
export function expectThat(exchange: Exchange, holds: boolean, message: string): void {
  if (!holds) throw new Breach(message, exchange);
}

/** Expects a successful answer. */
export function expectOk(exchange: Exchange): Exchange {
  expectEqual(exchange, 'The status', exchange.answer.status, 200);
  return exchange;
}

/**
 * Expects a refusal with this code. The laws of problems check status, slug and form of every answer.
 *
 * @param names - texts that the detail must have: the field that is at fault, values that would be right.
 */
export function expectRefusal(
  exchange: Exchange,
  codes: string | readonly string[],
  ...names: readonly string[]
): void {
  const { answer } = exchange;
  const allowed: readonly string[] = [codes].flat();
  expectThat(exchange, answer.status >= 400, `The status is ${answer.status} and must be that of a refusal.`);
  const code = memberAt(answer.body, 'code');
  expectThat(
    exchange,
    typeof code === 'string' && allowed.includes(code),
    `The code is ${print(code)} and must be ${allowed.join(' or ')}.`,
  );
  const detail = String(memberAt(answer.body, 'detail'));
  for (const name of names) {
    expectThat(exchange, detail.includes(name), `The detail must name ${print(name)}: ${print(detail)}`);
  }
}

/** Whether text is a code of the contract. */
export function isCode(text: unknown): text is ProblemCode {
  return typeof text === 'string' && Object.hasOwn(PROBLEM_CODES, text);
}

/** Returns a member of an answer that must be text. */
export function textAt(exchange: Exchange, ...path: readonly (string | number)[]): string {
  const value = memberAt(exchange.answer.body, ...path);
  if (typeof value === 'string') return value;
  throw new Breach(`${path.join('.')} is ${print(value)} and must be text.`, exchange);
}

/** Returns a member of an answer that must be a number. */
export function numberAt(exchange: Exchange, ...path: readonly (string | number)[]): number {
  const value = memberAt(exchange.answer.body, ...path);
  if (typeof value === 'number') return value;
  throw new Breach(`${path.join('.')} is ${print(value)} and must be a number.`, exchange);
}

/** Returns a member of an answer that must be a list. */
export function listAt(exchange: Exchange, ...path: readonly (string | number)[]): readonly unknown[] {
  const value = memberAt(exchange.answer.body, ...path);
  if (Array.isArray(value)) return value;
  throw new Breach(`${path.join('.')} is ${print(value)} and must be a list.`, exchange);
}

/** Prints a value for a message, cut where it is long. */
export function print(value: unknown): string {
  const text = printWhole(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function printWhole(value: unknown): string {
  if (value === undefined) return 'absent';
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}
