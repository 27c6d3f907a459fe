import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { findModule, MODULE_NAMES, type Module } from './modules.ts';

/** What the command line asks for. */
export type Options = {
  readonly modules: readonly Module[];
  /** How many mutants of a module; undefined for as many as the gate tries. */
  readonly size: number | undefined;
  /** Only of files whose path has it in it. */
  readonly part: string;
  readonly seed: number;
  readonly processes: number;
};

/** The command line cannot be read; the message says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws {UsageError} for anything that the command does not know. */
export function readOptions(args: readonly string[]): Options {
  const { module: names, part, all, size, seed, processes } = parseValues(args);
  if (all && size !== undefined) throw new UsageError('--all and --size exclude each other.');
  const unknown = names.find((name) => !MODULE_NAMES.includes(name));
  if (unknown !== undefined) throw new UsageError(`--module must be one of: ${MODULE_NAMES.join(', ')}.`);
  const modules = names.map(findModule).filter(({ files }) => files.some((file) => file.includes(part)));
  if (modules.length === 0) {
    throw new UsageError(
      `--part must be in the path of a file of ${names.join(', ')}; "${part}" is in none.`,
    );
  }
  return {
    modules,
    size: all ? Number.POSITIVE_INFINITY : findCount('size', size),
    part,
    seed: readCount('seed', seed),
    processes: findCount('processes', processes) ?? availableParallelism(),
  };
}

function parseValues(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        module: { type: 'string', multiple: true, default: MODULE_NAMES },
        part: { type: 'string', default: '' },
        all: { type: 'boolean', default: false },
        size: { type: 'string' },
        seed: { type: 'string', default: '1' },
        processes: { type: 'string' },
      },
    }).values;
  } catch (error) {
    const [fault = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    const known = 'Use --module, --part, --all or --size, --seed, --processes; see CONTRIBUTING.md.';
    throw new UsageError(`${fault.replace(/\.$/, '')}. ${known}`);
  }
}

function findCount(name: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : readCount(name, text);
}

function readCount(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${name} must be a whole number from 1 on.`);
  return Number(text);
}
