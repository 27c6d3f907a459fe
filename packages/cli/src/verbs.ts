import { firstSentence } from '@staking-agent/mcp/local';
import {
  OPERATION_GROUPS,
  OPERATION_IDS,
  OPERATIONS,
  type Operation,
  type OperationId,
} from '@staking-agent/wire';
import { Argument, type Command, Option } from 'commander';
import { UsageError } from './session.ts';

/** A command that calls one operation. */
type Verb = {
  readonly name: string;
  readonly operation: OperationId;
  /** The members that are given by place; all others are options. */
  readonly places: readonly string[];
};

/** The commands that only ask and have a name of their own, in the order of the help. */
const NAMED: readonly Verb[] = [
  { name: 'strategies', operation: 'listStrategies', places: [] },
  { name: 'strategy', operation: 'getStrategy', places: ['key'] },
  { name: 'facts', operation: 'getStrategyFacts', places: ['key'] },
  { name: 'apy', operation: 'apyHistory', places: ['strategy'] },
  { name: 'limits', operation: 'getLimits', places: [] },
  { name: 'positions', operation: 'listPositions', places: ['wallet'] },
  { name: 'history', operation: 'walletHistory', places: ['wallet'] },
  { name: 'entry', operation: 'entryOptions', places: ['asset', 'amount'] },
  { name: 'exit', operation: 'exitOptions', places: ['strategy'] },
  { name: 'quote', operation: 'quote', places: ['strategy', 'amount'] },
  { name: 'status', operation: 'getTransaction', places: ['signature'] },
  { name: 'service', operation: 'status', places: [] },
  { name: 'health', operation: 'health', places: [] },
];

/** The commands that build a transaction, and land it where somebody signs. */
export const BUILDS = [
  { name: 'stake', operation: 'stake', places: ['strategy', 'amount'] },
  { name: 'unstake', operation: 'unstake', places: ['strategy', 'kind'] },
  { name: 'withdraw', operation: 'withdraw', places: ['stakeAccount'] },
  { name: 'split', operation: 'split', places: ['stakeAccount', 'amount'] },
  { name: 'merge', operation: 'merge', places: ['into', 'from'] },
] as const satisfies readonly Verb[];

/** A command that builds. */
export type BuildVerb = (typeof BUILDS)[number];

/** Operations that commands of their own call. */
export const OTHERS: readonly OperationId[] = ['broadcast', 'refresh'];

/** The commands that only ask: those with a name, then every further operation by its id, its path parameters by place. */
export const READS: readonly Verb[] = [...NAMED, ...OPERATION_IDS.flatMap(nameRead)];

function nameRead(id: OperationId): Verb[] {
  const operation: Operation = OPERATIONS[id];
  const isListed = OTHERS.includes(id) || NAMED.some((verb) => verb.operation === id);
  if (isListed || OPERATION_GROUPS.builds(operation)) return [];
  return [{ name: toKebab(id), operation: id, places: Object.keys(operation.params?.properties ?? {}) }];
}

type Schema = {
  readonly type?: string;
  readonly description?: string;
  readonly 'x-values'?: readonly string[];
  readonly properties?: object;
  readonly anyOf?: readonly Schema[];
};

/** Members that are no option: a secret, which would be seen in the list of processes, and what the command line asks for by itself. */
const WITHHELD = ['partner_api_key', 'include'];

/** Adds the members of an operation to a command: positional arguments in order, and an option for each other member. */
export function addMembers(
  command: Command,
  { operation, places }: Verb,
  withheld: readonly string[] = [],
): Command {
  const members = listMembers(operation);
  command.description(`${OPERATIONS[operation].summary}.`);
  for (const name of places) {
    const { description = '' } = members.get(name) ?? {};
    const values = members.get(name)?.['x-values'];
    const argument = new Argument(`<${toKebab(name)}>`, firstSentence(description));
    command.addArgument(values === undefined ? argument : argument.choices(values));
  }
  for (const [name, { type, description = '', 'x-values': values }] of members) {
    if (places.includes(name) || WITHHELD.includes(name) || withheld.includes(name)) continue;
    const flag =
      type === 'boolean' ? `--${toKebab(name)}` : `--${toKebab(name)} <${type === 'integer' ? 'n' : 'text'}>`;
    const option = new Option(flag, firstSentence(description));
    command.addOption(values === undefined ? option : option.choices(values));
  }
  return command;
}

/** Collects arguments and options into the request of an operation. @throws {UsageError} for an invalid number. */
export function readMembers(
  { operation, places }: Verb,
  args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const request: Record<string, unknown> = {};
  for (const [name, schema] of listMembers(operation)) {
    const given = places.includes(name) ? args[places.indexOf(name)] : options[toCamel(name)];
    if (given !== undefined) request[name] = readValue(name, schema, given);
  }
  return request;
}

function readValue(name: string, { type, anyOf = [], properties }: Schema, given: unknown): unknown {
  if (type === 'integer') return readInteger(name, String(given));
  if (type === 'array') return String(given).split(',');
  // The one member of an object is given for it, such as the lamports of a tip; a word beside it is none.
  const [member] = Object.keys(properties ?? (/^\d/.test(String(given)) ? findObject(anyOf) : {}));
  return member === undefined ? given : { [member]: given };
}

function findObject(variants: readonly Schema[]): object {
  return variants.find(({ type }) => type === 'object')?.properties ?? {};
}

function readInteger(name: string, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new UsageError(`--${toKebab(name)} is a whole number, at most ${Number.MAX_SAFE_INTEGER}.`);
  return value;
}

function listMembers(id: Verb['operation']): ReadonlyMap<string, Schema> {
  const { params, query, body }: Operation = OPERATIONS[id];
  const parts = [params, query, body].flatMap((part) => Object.entries(part?.properties ?? {}));
  return new Map<string, Schema>(parts);
}

function toKebab(name: string): string {
  return name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function toCamel(name: string): string {
  return toKebab(name).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
