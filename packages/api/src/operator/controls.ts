import {
  ASSET_DECIMALS,
  formatAmount,
  isStrategyKey,
  STRATEGY_KEYS,
  type StrategyKey,
} from '@staking-agent/wire';
import { parseLimit, SPANS, type Span, STAKED_ASSETS } from '../builds/value-limits.ts';
import { createBuilds } from '../store/builds.ts';
import { createAuditLog, createStops, createValueLimitSettings, STOP_TARGETS } from '../store/operator.ts';
import { type AddGroup, type Context, print, printTime, UsageError } from './commands.ts';

const REASON_LIMIT = 200;

/** Adds the commands that stop something on all replicas at once, and start it again. */
export const addStops: AddGroup = (program, act) => {
  const stop = program
    .command('stop')
    .description(
      'Stop an upstream or a strategy: all replicas refuse it with 503 STOPPED_BY_OPERATOR within a second.',
    );
  const start = program
    .command('start')
    .description('Start what was stopped, on all replicas within a second.');
  for (const target of STOP_TARGETS) {
    stop
      .command(target)
      .description(`Stop ${target}.`)
      .option('--reason <text>', 'The reason, for other operators; callers never see it.')
      .action(
        act<{ reason?: string }>(async (context, _, { reason = '' }) => {
          if (reason.length > REASON_LIMIT)
            throw new UsageError(`--reason has at most ${REASON_LIMIT} characters.`);
          await createStops(context.store).add(target, reason);
          print(context, { stopped: target });
        }),
      );
    start
      .command(target)
      .description(`Start ${target} again.`)
      .action(
        act(async (context) => {
          const wasStopped = await createStops(context.store).remove(target);
          print(context, { started: target, wasStopped });
        }),
      );
  }
  stop.command('list').description('List what is stopped.').action(act(listStops));
};

async function listStops(context: Context): Promise<void> {
  const rows = await createStops(context.store).list();
  print(
    context,
    rows.map(({ target, reason, created_at }) => ({ target, reason, since: printTime(created_at) })),
  );
}

const NONE = 'none';
const OPTION_OF: Readonly<Record<Span, 'perTransaction' | 'perHour'>> = {
  transaction: 'perTransaction',
  hour: 'perHour',
};

/** Adds the commands about what may go into strategies. */
export const addLimits: AddGroup = (program, act) => {
  const group = program
    .command('limits')
    .description(
      'Limits of stakes, per transaction and per hour. A change reaches all replicas within a second.',
    );
  const strategies = `one of ${STRATEGY_KEYS.join(', ')}`;
  group
    .command('show')
    .description('Show the limits, how much of each hour is used, and who set them.')
    .action(act(showLimits));
  group
    .command('set')
    .description('Limit the stakes of a strategy. Exits are never limited.')
    .argument('<strategy>', strategies)
    .option(
      '--per-transaction <amount>',
      'The most in one transaction, in the asset of the strategy, or none.',
    )
    .option('--per-hour <amount>', 'The most in any hour, on all replicas together, or none.')
    .action(act(setLimits));
  group
    .command('clear')
    .description('Return to the limits of VALUE_LIMITS, for both spans unless an option is given.')
    .argument('<strategy>', strategies)
    .option('--per-transaction', 'Only the limit of one transaction.')
    .option('--per-hour', 'Only what is for an hour.')
    .action(act(clearLimits));
};

async function showLimits(context: Context): Promise<void> {
  const rows = await createValueLimitSettings(context.store).list();
  const used = await createBuilds(context.store).readHours();
  const defaults = context.valueLimits();
  const describe = (strategy: StrategyKey, span: Span) => {
    const row = rows.find((each) => each.strategy === strategy && each.span === span);
    const set = row?.amount == null ? undefined : BigInt(row.amount);
    const limit = row === undefined ? defaults[strategy][span] : set;
    const isCounted = span === 'hour' && limit !== undefined;
    return {
      strategy,
      span,
      limit: limit === undefined ? null : printAmount(strategy, limit),
      used: isCounted ? printAmount(strategy, used.get(strategy) ?? 0n) : null,
      asset: STAKED_ASSETS[strategy],
      setBy: row === undefined ? 'environment' : 'operator',
      since: row === undefined ? null : printTime(row.created_at),
    };
  };
  print(
    context,
    STRATEGY_KEYS.flatMap((strategy) => SPANS.map((span) => describe(strategy, span))),
  );
}

async function setLimits(
  context: Context,
  [name = '']: readonly string[],
  options: { perTransaction?: string; perHour?: string },
): Promise<void> {
  const strategy = readStrategy(name);
  const changes = SPANS.flatMap((span) => {
    const text = options[OPTION_OF[span]];
    return text === undefined ? [] : [{ span, amount: readAmount(strategy, span, text) }];
  });
  if (changes.length === 0) throw new UsageError('Give --per-transaction, --per-hour or both.');
  const settings = createValueLimitSettings(context.store);
  for (const { span, amount } of changes) await settings.set({ strategy, span }, amount);
  const asset = STAKED_ASSETS[strategy];
  print(
    context,
    changes.map(({ span, amount }) => ({
      strategy,
      span,
      limit: amount === undefined ? null : printAmount(strategy, amount),
      asset,
    })),
  );
}

async function clearLimits(
  context: Context,
  [name = '']: readonly string[],
  options: { perTransaction?: true; perHour?: true },
): Promise<void> {
  const strategy = readStrategy(name);
  const named = SPANS.filter((span) => options[OPTION_OF[span]]);
  const settings = createValueLimitSettings(context.store);
  const cleared: Span[] = [];
  for (const span of named.length === 0 ? SPANS : named) {
    if (await settings.clear({ strategy, span })) cleared.push(span);
  }
  print(context, { strategy, cleared });
}

function readStrategy(text: string): StrategyKey {
  if (isStrategyKey(text)) return text;
  throw new UsageError(`There is no strategy "${text}". Choose one of: ${STRATEGY_KEYS.join(', ')}.`);
}

function readAmount(strategy: StrategyKey, span: Span, text: string): bigint | undefined {
  if (text === NONE) return undefined;
  try {
    return parseLimit(strategy, text);
  } catch (error) {
    throw new UsageError(
      `--per-${span} ${error instanceof Error ? error.message : 'is none'}; or it is ${NONE}.`,
    );
  }
}

function printAmount(strategy: StrategyKey, baseUnits: bigint): string {
  return formatAmount(baseUnits, ASSET_DECIMALS[STAKED_ASSETS[strategy]]);
}

const LINES = 1_000;

/** Adds the commands about what operators have asked for. */
export const addAudit: AddGroup = (program, act) => {
  program
    .command('audit')
    .description('Every command is recorded before it runs. Records cannot be changed.')
    .command('list')
    .description(`List the last ${LINES} commands, oldest first.`)
    .action(act(listCommands));
};

async function listCommands(context: Context): Promise<void> {
  const rows = await createAuditLog(context.store).list(LINES);
  print(
    context,
    rows.map((row) => ({ ...row, created_at: printTime(row.created_at) })),
  );
}
