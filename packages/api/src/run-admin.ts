import { existsSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { loadAdminConfig } from './config/admin-config.ts';
import { ConfigError } from './config/config.ts';
import {
  type CommandGroup,
  type Context,
  createAdminProgram,
  RefusedError,
  UsageError,
} from './operator/admin.ts';
import { attributions } from './operator/commands/attributions.ts';
import { audit } from './operator/commands/audit.ts';
import { limits } from './operator/commands/limits.ts';
import { partners } from './operator/commands/partners.ts';
import { referrals } from './operator/commands/referrals.ts';
import { start, stop } from './operator/commands/stops.ts';
import { isProblemError } from './problems/problem.ts';
import { StoreFault } from './problems/store-fault.ts';
import { OPERATOR_LIMITS } from './store/driver.ts';
import { openStore, SQLITE_FILE, type Store, type StoreLocation, StoreOpenError } from './store/open.ts';
import { createAuditLog } from './store/operator.ts';

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

/** Variables of the environment. */
type Environment = Readonly<Record<string, string | undefined>>;

function openForOperator(location: StoreLocation): Promise<Store> {
  return openStore(location, { limits: OPERATOR_LIMITS });
}

/**
 * Runs one operator command.
 *
 * @param argv - after the name of the program.
 * @param environment - of the service: where the store is and what keys are hashed under.
 * @param open - opens the store, which is closed when the command has ended.
 */
export async function runAdmin(
  argv: readonly string[],
  environment: Environment,
  streams: Streams,
  open: (location: StoreLocation) => Promise<Store> = openForOperator,
): Promise<ExitCode> {
  const program = createAdminProgram(GROUPS, streams, (name, command, input) =>
    withStore({ environment, streams, open }, async (context) => {
      if (!READS.has(name)) await createAuditLog(context.store).append(operatorName(), argv.join(' '));
      await command.run(input, { ...context, isJson: input.flags.has('json') });
    }),
  );
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return 0;
  } catch (error) {
    // It has printed a help, which was asked for or not.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof UsageError || isProblemError(error)) {
      streams.error(`${error.message}\n`);
      return 2;
    }
    streams.error(`${explain(error)}\n`);
    return 1;
  }
}

type StoreUse = {
  readonly environment: Environment;
  readonly streams: Streams;
  readonly open: (location: StoreLocation) => Promise<Store>;
};

async function withStore(
  { environment, streams: { out, error }, open }: StoreUse,
  work: (context: Omit<Context, 'isJson'>) => Promise<void>,
): Promise<void> {
  const { store: location, secrets, valueLimits } = loadAdminConfig(environment);
  const isThere = storeExists(location);
  const store = await open(location);
  if (!isThere) {
    error(`Created a new database in ${location.dataDirectory}. Is that the service's DATA_DIR?\n`);
  }
  try {
    await work({ store, secrets, valueLimits, write: out, warn: (line) => error(`${line}\n`) });
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

function explain(error: unknown): string {
  const isExpected =
    error instanceof RefusedError ||
    error instanceof ConfigError ||
    error instanceof StoreOpenError ||
    error instanceof StoreFault;
  return isExpected ? error.message : `The command failed: ${String(error)}`;
}
