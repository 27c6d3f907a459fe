import { existsSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '../config/config.ts';
import { isProblemError } from '../problems/problem-error.ts';
import { createAuditLog } from '../store/audit-log.ts';
import { openStore, SQLITE_FILE, StoreFault, type StoreLocation, StoreOpenError } from '../store/index.ts';
import { loadAdminConfig } from './admin-config.ts';
import { type Command, type CommandGroup, type Input, RefusedError, UsageError } from './command.ts';
import { attributions } from './commands/attributions.ts';
import { audit } from './commands/audit.ts';
import { limits } from './commands/limits.ts';
import { partners } from './commands/partners.ts';
import { referrals } from './commands/referrals.ts';
import { start, stop } from './commands/stops.ts';
import { commandHelp, groupHelp, topHelp } from './help.ts';

/** What the operator can do, by group and name. */
export const GROUPS: Readonly<Record<string, CommandGroup>> = {
  partners,
  referrals,
  attributions,
  stop,
  start,
  limits,
  audit,
};

/** Commands that change nothing, and are not written down. */
const READS: ReadonlySet<string> = new Set(['list', 'show']);

/** Done, refused (nothing was changed), or not understood. */
export type ExitCode = 0 | 1 | 2;

/** Where a command writes. */
export type Streams = { out(text: string): void; error(text: string): void };

/**
 * Runs one command of the operator's.
 *
 * @param argv - after the name of the program.
 * @param environment - of the service: where the store is and what keys are hashed under.
 */
export async function runAdmin(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  streams: Streams,
): Promise<ExitCode> {
  try {
    await run(argv, environment, streams);
    return 0;
  } catch (error) {
    if (error instanceof UsageError || isProblemError(error)) {
      streams.error(`${error.message}\n`);
      return 2;
    }
    streams.error(`${explain(error)}\n`);
    return 1;
  }
}

async function run(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  { out, error }: Streams,
): Promise<void> {
  const [groupName, ...afterGroup] = argv;
  if (groupName === undefined) throw new UsageError(topHelp(GROUPS));
  if (isHelp(groupName)) return out(`${topHelp(GROUPS)}\n`);
  const group = find(GROUPS, groupName, 'command');
  const [commandName, ...rest] = afterGroup;
  if (commandName === undefined) throw new UsageError(groupHelp(groupName, group));
  if (isHelp(commandName)) return out(`${groupHelp(groupName, group)}\n`);
  const command = find(group.commands, commandName, `command of ${groupName}`);
  const name = `${groupName} ${commandName}`;
  const input = readInput(name, command, rest);
  if (input.flags.has('help')) return out(`${commandHelp(name, command)}\n`);

  const config = loadAdminConfig(environment);
  const isThere = storeExists(config.store);
  const store = await openStore(config.store);
  if (!isThere) {
    error(`Created a new database in ${config.store.dataDirectory}. Is that the service's DATA_DIR?\n`);
  }
  try {
    const context = {
      store,
      secrets: config.secrets,
      valueLimits: config.valueLimits,
      isJson: input.flags.has('json'),
      write: out,
      warn: (line: string) => error(`${line}\n`),
    };
    if (!READS.has(commandName)) await createAuditLog(store).append(operatorName(), argv.join(' '));
    await command.run(input, context);
  } finally {
    await store.close();
  }
}

// Who it was, as far as the machine knows.
function operatorName(): string {
  return `${userInfo().username}@${hostname()}`;
}

// A mistyped directory would look like a service without partners.
function storeExists({ databaseUrl, dataDirectory }: StoreLocation): boolean {
  return databaseUrl !== undefined || existsSync(join(dataDirectory, SQLITE_FILE));
}

function find<Found>(among: Readonly<Record<string, Found>>, name: string, what: string): Found {
  const found = Object.hasOwn(among, name) ? among[name] : undefined;
  if (found !== undefined) return found;
  throw new UsageError(`There is no ${what} "${name}". Choose one of: ${Object.keys(among).join(', ')}.`);
}

function isHelp(text: string): boolean {
  return text === '--help' || text === '-h' || text === 'help';
}

function readInput(name: string, { parameters = {}, options = {} }: Command, argv: readonly string[]): Input {
  const { values, positionals } = parse(name, options, argv);
  const flags = new Set(Object.keys(values).filter((key) => values[key] === true));
  const names = Object.keys(parameters);
  if (!flags.has('help') && positionals.length !== names.length) {
    const due = names.map((each) => `<${each}>`).join(' ') || 'no further words';
    throw new UsageError(`"${name}" takes ${due}. See: npm run admin -- ${name} --help`);
  }
  return {
    parameters: Object.fromEntries(names.map((each, i) => [each, positionals[i] ?? ''])),
    texts: Object.fromEntries(
      Object.entries(values).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
    ),
    flags,
  };
}

function parse(
  name: string,
  options: NonNullable<Command['options']>,
  argv: readonly string[],
): { values: Readonly<Record<string, unknown>>; positionals: readonly string[] } {
  const own = Object.entries(options).map(
    ([key, { placeholder }]) => [key, { type: placeholder === undefined ? 'boolean' : 'string' }] as const,
  );
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        ...Object.fromEntries(own),
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : '').split('. ');
    throw new UsageError(`${sentence}. See: npm run admin -- ${name} --help`);
  }
}

function explain(error: unknown): string {
  const isExpected =
    error instanceof RefusedError ||
    error instanceof ConfigError ||
    error instanceof StoreOpenError ||
    error instanceof StoreFault;
  return isExpected ? error.message : `The command failed: ${String(error)}`;
}
