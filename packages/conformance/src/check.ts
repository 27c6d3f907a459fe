import { PROBLEM_CODES, type ProblemCode } from '@staking-agent/wire';
import { Breach, type Exchange, memberAt } from './client.ts';
import type { Subject } from './subject.ts';

/** Subjects of checks, in the order in which they run. */
export const GROUPS = [
  'headers',
  'problems',
  'reads',
  'bad-input',
  'builds',
  'broadcast',
  'idempotency',
  'attribution',
  'lifecycle',
] as const;

/** The subject of a check; the first part of its id. */
export type Group = (typeof GROUPS)[number];

/**
 * Permissions of a run on a deployment; each includes those before it.
 *
 * - `read`: reads, and `POST /quote`.
 * - `build`: builds for wallets that hold nothing, and broadcasts that are refused.
 * - `funded`: lands transactions of a wallet that holds something.
 */
export const LEVELS = ['read', 'build', 'funded'] as const;

export type Level = (typeof LEVELS)[number];

/** A check or a law by name. */
export type Named = {
  /** `group.subject`, with further parts where they help; it stays as it is, so that reports can be compared. */
  readonly id: `${Group}.${string}`;
  /** One sentence of the contract. */
  readonly proves: string;
  /** Where the contract says so: an operation such as `POST /stake`, or a chapter such as `Errors`. */
  readonly section: string;
};

/** One rule of the contract, and the requests that prove it. */
export type Check = Named & {
  /** The least level at which it runs. */
  readonly level: Level;
  /**
   * Sends the requests and looks at the answers.
   *
   * @throws {Breach} when the contract is broken.
   * @throws {Skipped} when the deployment or the options lack what it needs.
   */
  readonly run: (subject: Subject) => Promise<void>;
};

/** Makes the checks of one level that prove one chapter, from their names within the group. */
export function checks(
  group: Group,
  level: Level,
  section: string,
  named: Readonly<Record<string, { readonly proves: string; readonly run: Check['run'] }>>,
): readonly Check[] {
  return Object.entries(named).map(([name, check]) => ({ id: `${group}.${name}`, level, section, ...check }));
}

/** One rule that all answers are held to, whatever was asked: it looks at every exchange of a run. */
export type Law = Named & {
  /**
   * @throws {Breach} for the first exchange that breaks it.
   * @throws {Skipped} when no exchange is one that it is about.
   */
  readonly run: (exchanges: readonly Exchange[]) => void;
};

/** Returns the group of a check or a law. */
export function groupOf({ id }: Named): Group {
  const [first] = id.split('.');
  const group = GROUPS.find((each) => each === first);
  if (group === undefined) throw new TypeError(`${id} names no group.`);
  return group;
}

/** Expects a value to equal the one that the contract requires; the message names the value. */
export function expectEqual(exchange: Exchange, what: string, actual: unknown, expected: unknown): void {
  if (Object.is(actual, expected)) return;
  throw new Breach(`${what} is ${print(actual)} and must be ${print(expected)}.`, exchange);
}

/** Expects a member of an answer to have a value; names within names with dots between. */
export function expectMember(exchange: Exchange, path: string, expected: unknown): void {
  expectEqual(exchange, path, memberAt(exchange.answer.body, ...path.split('.')), expected);
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

/** Checks whether text is a code of the contract. */
export function isCode(text: unknown): text is ProblemCode {
  return typeof text === 'string' && Object.hasOwn(PROBLEM_CODES, text);
}

/** Makes a reader of members of an answer that must be of one kind. */
function memberOf<Kind>(kind: string, is: (value: unknown) => value is Kind) {
  return (exchange: Exchange, ...path: readonly (string | number)[]): Kind => {
    const value = memberAt(exchange.answer.body, ...path);
    if (is(value)) return value;
    throw new Breach(`${path.join('.')} is ${print(value)} and must be ${kind}.`, exchange);
  };
}

export const textAt = memberOf('text', (value) => typeof value === 'string');
export const numberAt = memberOf('a number', (value) => typeof value === 'number');
export const listAt = memberOf('a list', (value): value is readonly unknown[] => Array.isArray(value));

/** Prints a value for a message, cut where it is long. */
export function print(value: unknown): string {
  const text = printWhole(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function printWhole(value: unknown): string {
  if (value === undefined) return 'absent';
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}
