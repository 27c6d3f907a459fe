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

/** Adds a group of commands to the program. */
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

/** Prints a result: JSON on request, otherwise lines for people. */
export function print({ isJson, write }: Context, result: { json: unknown; lines: readonly string[] }): void {
  write(
    isJson ? `${JSON.stringify(result.json, null, 2)}\n` : result.lines.map((line) => `${line}\n`).join(''),
  );
}

/** Prints rows as aligned columns under their headings, for people. */
export function formatTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Prints a time, in milliseconds since the epoch, as ISO 8601. */
export function printTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
