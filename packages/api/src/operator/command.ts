import type { PartnerKeySecret } from '../attribution/partner-key.ts';
import type { ValueLimits } from '../builds/value-limits.ts';
import type { Store } from '../store/open.ts';

/** One thing an operator can do. */
export type Command = {
  readonly summary: string;
  /** What must follow the name of the command, in order: name → what it is. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, Option>>;
  /**
   * @throws {UsageError} for input that makes no sense, before anything is done.
   * @throws {RefusedError} for what cannot be done.
   */
  run(input: Input, context: Context): Promise<void>;
};

/** An option; without a placeholder it is a flag. */
export type Option = { readonly placeholder?: string; readonly summary: string };

/** Commands that belong together. */
export type CommandGroup = { readonly summary: string; readonly commands: Readonly<Record<string, Command>> };

/** What was typed, by the names of the command's parameters and options. */
export type Input = {
  readonly parameters: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, string | undefined>>;
  readonly flags: ReadonlySet<string>;
};

/** What a command works with. */
export type Context = {
  readonly store: Store;
  /**
   * What partner keys are hashed under.
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
