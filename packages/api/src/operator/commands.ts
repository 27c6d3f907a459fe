import { type OptionValues, Command as Program } from 'commander';
import type { PartnerKeySecret } from '../attribution/attribution.ts';
import type { ValueLimits } from '../builds/value-limits.ts';
import type { Store } from '../store/open.ts';

const NAME = 'npm run admin --';

const ENVIRONMENT = `
The commands open the store of the service, also while it runs. Set DATABASE_URL
or DATA_DIR, and PARTNER_KEY_SECRETS, as the service has them.

Exit codes: 0 done, 1 refused, 2 invalid command line.`;

/**
 * Carries out a command.
 *
 * @param words - behind the name of the command, in order.
 * @throws {UsageError} for input that makes no sense, before anything is done.
 * @throws {RefusedError} for what cannot be done.
 */
export type Run<Options extends OptionValues> = (
  context: Context,
  words: readonly string[],
  options: Options,
) => Promise<void>;

/** Makes the action of a command, which runs it on an open store. */
export type Act = <Options extends OptionValues>(run: Run<Options>) => (this: Program) => Promise<void>;

export type AddGroup = (program: Program, act: Act) => void;

/**
 * Makes the program that reads the command line of the operator.
 *
 * Its parsing throws CommanderError where it has printed a help or the fault of a line, with exit code 0 if a help was asked
 * for, and whatever the act throws.
 */
export function createAdminProgram(
  groups: readonly AddGroup[],
  output: { out(text: string): void; error(text: string): void },
  act: Act,
): Program {
  const program = new Program(NAME)
    .configureOutput({ writeOut: output.out, writeErr: output.error })
    .configureHelp({ visibleCommands: listLeaves, subcommandTerm: getTerm })
    .helpOption('-h, --help', 'Print this help.')
    .addHelpText('after', ENVIRONMENT)
    .showHelpAfterError()
    .exitOverride();
  for (const add of groups) add(program, act);
  for (const leaf of listLeaves(program)) leaf.option('--json', 'Print JSON.');
  return program;
}

/** Lists every command with its group, so that one help text shows all. */
export function listLeaves(node: Program): Program[] {
  return node.commands.flatMap((each) => (each.commands.length === 0 ? [each] : listLeaves(each)));
}

/** Names a command as it is typed: with its group and its parameters. */
function getTerm(node: Program): string {
  const places = node.registeredArguments.map((argument) => `<${argument.name()}>`);
  return [node.parent?.name(), node.name(), ...places].join(' ');
}

/** The store, the settings and the output of a command. */
export type Context = {
  readonly store: Store;
  /**
   * Returns the secrets that partner keys are hashed under.
   *
   * @throws {ConfigError} when it is not configured.
   */
  readonly secrets: () => readonly PartnerKeySecret[];
  /**
   * The limits of value that the environment sets.
   *
   * @throws {ConfigError} when they are faulty.
   */
  readonly valueLimits: () => ValueLimits;
  readonly isJson: boolean;
  /** Writes to the standard output. */
  readonly write: (text: string) => void;
  /** Writes a line for people, never among what a program reads. */
  readonly warn: (line: string) => void;
};

/** The command line makes no sense: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command was understood and cannot be done: exit code 1. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

type Cell = string | number | boolean | null | readonly string[];
type Result = Readonly<Record<string, Cell>>;

/** Prints a result: JSON on request; for people a list as a table and a single thing as lines, by the same names. */
export function print({ isJson, write }: Context, result: Result | readonly Result[]): void {
  if (isJson) write(`${JSON.stringify(result, null, 2)}\n`);
  else if (isList(result)) write(printTable(result));
  else write(printRows(Object.entries(result).map(([name, value]) => [name, printCell(value)])));
}

function isList(result: Result | readonly Result[]): result is readonly Result[] {
  return Array.isArray(result);
}

function printTable(rows: readonly Result[]): string {
  const [first] = rows;
  if (first === undefined) return 'none\n';
  return printRows([Object.keys(first), ...rows.map((row) => Object.values(row).map(printCell))]);
}

/** Aligns columns. */
function printRows(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, at) => rows.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), 0));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

function printCell(value: Cell): string {
  return String(value) === '' ? '-' : String(value ?? 'none');
}

/** Prints a time, in milliseconds since the epoch, as ISO 8601; none is null. */
export function printTime<At extends number | null>(milliseconds: At): string | (null & At) {
  return milliseconds === null ? (null as null & At) : new Date(milliseconds).toISOString();
}
