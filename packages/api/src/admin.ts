import { existsSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { type Command, CommanderError, type OptionValues } from 'commander';
import { ConfigError, loadAdminConfig } from './config/config.ts';
import { type Act, createAdminProgram, RefusedError, type Run, UsageError } from './operator/commands.ts';
import { addAudit, addLimits, addStops } from './operator/controls.ts';
import { addAttributions, addPartners, addReferrals } from './operator/partners.ts';
import { StoreFault } from './problems/faults.ts';
import { isProblemError } from './problems/problem.ts';
import { OPERATOR_LIMITS } from './store/driver.ts';
import { openStore, SQLITE_FILE, type Store, type StoreLocation, StoreOpenError } from './store/open.ts';
import { createAuditLog } from './store/operator.ts';

/** The commands of the operator. */
export const GROUPS = [addPartners, addReferrals, addAttributions, addStops, addLimits, addAudit];

/** Commands that change nothing, and are not written down. */
const READS: ReadonlySet<string> = new Set(['list', 'show']);

/** Done, refused (nothing was changed), or not understood. */
export type ExitCode = 0 | 1 | 2;

/** The output of a command. */
export type Streams = { out(text: string): void; error(text: string): void };

/**
 * Runs one operator command.
 *
 * @param argv - after the name of the program.
 * @param environment - of the service: where the store is and what keys are hashed under.
 * @param open - opens the store, which is closed when the command has ended.
 */
export async function runAdmin(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  streams: Streams,
  open = (location: StoreLocation): Promise<Store> => openStore(location, { limits: OPERATOR_LIMITS }),
): Promise<ExitCode> {
  const act: Act = <Options extends OptionValues>(run: Run<Options>) =>
    async function (this: Command) {
      const { secrets, valueLimits, ...location } = loadAdminConfig(environment);
      const isThere = storeExists(location);
      const store = await open(location);
      if (!isThere) {
        streams.error(
          `Created a new database in ${location.dataDirectory}. Is that the service's DATA_DIR?\n`,
        );
      }
      try {
        if (!READS.has(this.name())) await createAuditLog(store).append(operatorName(), argv.join(' '));
        const warn = (line: string) => streams.error(`${line}\n`);
        const isJson = this.opts()['json'] === true;
        const context = { store, secrets, valueLimits, write: streams.out, warn, isJson };
        await run(context, this.args, this.opts<Options>());
      } finally {
        await store.close();
      }
    };
  const program = createAdminProgram(GROUPS, streams, act);
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

if (import.meta.main) {
  // biome-ignore lint/style/noProcessEnv: the entry of the process hands the environment to the configuration.
  process.exitCode = await runAdmin(process.argv.slice(2), process.env, {
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
  });
}
