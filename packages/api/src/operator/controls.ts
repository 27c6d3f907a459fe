import {
  ASSET_DECIMALS,
  formatAmount,
  isStrategyKey,
  STRATEGY_KEYS,
  type StrategyKey,
} from '@staking-agent/wire';
import { parseLimit, SPANS, type Span, STAKED_ASSETS } from '../builds/value-limits.ts';
import { createBuilds } from '../store/builds.ts';
import {
  createAuditLog,
  createStops,
  createValueLimitSettings,
  STOP_TARGETS,
  type StopTarget,
} from '../store/operator.ts';
import {
  type Command,
  type CommandGroup,
  type Context,
  formatTable,
  print,
  printTime,
  UsageError,
} from './commands.ts';

const REASON_LIMIT = 200;

function commandsFor(createCommand: (target: StopTarget) => Command): Readonly<Record<string, Command>> {
  return Object.fromEntries(STOP_TARGETS.map((target) => [target, createCommand(target)]));
}

const listStops: Command = {
  summary: 'List what is stopped.',
  async run(_input, context) {
    const all = await createStops(context.store).list();
    print(context, {
      json: all.map(({ target, reason, created_at }) => ({ target, reason, since: printTime(created_at) })),
      lines: formatTable(
        ['STOPPED', 'SINCE', 'REASON'],
        all.map(({ target, reason, created_at }) => [target, printTime(created_at), reason]),
      ),
    });
  },
};

/** Commands that stop something on all replicas at once. */
export const stop: CommandGroup = {
  summary:
    'Stop an upstream or a strategy: all replicas refuse it with 503 STOPPED_BY_OPERATOR within a second.',
  commands: {
    ...commandsFor((target) => ({
      summary: `Stop ${target}.`,
      options: {
        reason: { placeholder: 'text', summary: 'The reason, for other operators; callers never see it.' },
      },
      async run({ texts: { reason = '' } }, context) {
        if (reason.length > REASON_LIMIT)
          throw new UsageError(`--reason has at most ${REASON_LIMIT} characters.`);
        await createStops(context.store).add(target, reason);
        print(context, { json: { stopped: target }, lines: [`${target} is stopped.`] });
      },
    })),
    list: listStops,
  },
};

/** Commands that start it again. */
export const start: CommandGroup = {
  summary: 'Start what was stopped, on all replicas within a second.',
  commands: commandsFor((target) => ({
    summary: `Start ${target} again.`,
    async run(_input, context) {
      const wasStopped = await createStops(context.store).remove(target);
      const line = wasStopped ? `${target} is started.` : `${target} was not stopped.`;
      print(context, { json: { started: target, wasStopped }, lines: [line] });
    },
  })),
};

const NONE = 'none';
const OPTION_OF: Readonly<Record<Span, string>> = { transaction: 'per-transaction', hour: 'per-hour' };

/** Lists the limit of each strategy and span with its origin. */
async function listLimits({ store, valueLimits }: Context) {
  const rows = await createValueLimitSettings(store).list();
  const defaults = valueLimits();
  return STRATEGY_KEYS.flatMap((strategy) =>
    SPANS.map((span) => {
      const row = rows.find((each) => each.strategy === strategy && each.span === span);
      if (row === undefined) {
        return { strategy, span, limit: defaults[strategy][span], setBy: 'environment', since: null };
      }
      const limit = row.amount === null ? undefined : BigInt(row.amount);
      return { strategy, span, limit, setBy: 'operator', since: printTime(row.created_at) };
    }),
  );
}

const show: Command = {
  summary: 'Show the limits, how much of each hour is used, and who set them.',
  async run(_input, context) {
    const used = await createBuilds(context.store).readHours();
    const all = (await listLimits(context)).map(({ strategy, span, limit, setBy, since }) => ({
      strategy,
      span,
      limit: limit === undefined ? null : printAmount(strategy, limit),
      used: span === 'hour' && limit !== undefined ? printAmount(strategy, used.get(strategy) ?? 0n) : null,
      asset: STAKED_ASSETS[strategy],
      setBy,
      since,
    }));
    print(context, {
      json: all,
      lines: formatTable(
        ['STRATEGY', 'PER', 'LIMIT', 'TAKEN', 'ASSET', 'SET BY', 'SINCE'],
        all.map((row) => [
          row.strategy,
          row.span,
          row.limit ?? NONE,
          row.used ?? '',
          row.asset,
          row.setBy,
          row.since ?? '',
        ]),
      ),
    });
  },
};

const set: Command = {
  summary: 'Limit the stakes of a strategy. Exits are never limited.',
  parameters: { strategy: `one of ${STRATEGY_KEYS.join(', ')}` },
  options: {
    [OPTION_OF.transaction]: {
      placeholder: 'amount',
      summary: 'The most in one transaction, in the asset of the strategy, or none.',
    },
    [OPTION_OF.hour]: {
      placeholder: 'amount',
      summary: 'The most in any hour, on all replicas together, or none.',
    },
  },
  async run({ parameters, texts }, context) {
    const strategy = readStrategy(parameters['strategy'] ?? '');
    const changes = SPANS.flatMap((span) => {
      const text = texts[OPTION_OF[span]];
      return text === undefined ? [] : [{ span, amount: readAmount(strategy, span, text) }];
    });
    if (changes.length === 0) throw new UsageError('Give --per-transaction, --per-hour or both.');
    const settings = createValueLimitSettings(context.store);
    for (const { span, amount } of changes) await settings.set({ strategy, span }, amount);
    const asset = STAKED_ASSETS[strategy];
    print(context, {
      json: changes.map(({ span, amount }) => ({
        strategy,
        span,
        limit: amount === undefined ? null : printAmount(strategy, amount),
        asset,
      })),
      lines: changes.map(({ span, amount }) =>
        amount === undefined
          ? `${strategy} has no limit per ${span}.`
          : `${strategy} takes at most ${printAmount(strategy, amount)} ${asset} per ${span}.`,
      ),
    });
  },
};

const clear: Command = {
  summary: 'Return to the limits of VALUE_LIMITS, for both spans unless an option is given.',
  parameters: { strategy: `one of ${STRATEGY_KEYS.join(', ')}` },
  options: {
    [OPTION_OF.transaction]: { summary: 'Only the limit of one transaction.' },
    [OPTION_OF.hour]: { summary: 'Only what is for an hour.' },
  },
  async run({ parameters, flags }, context) {
    const strategy = readStrategy(parameters['strategy'] ?? '');
    const named = SPANS.filter((span) => flags.has(OPTION_OF[span]));
    const settings = createValueLimitSettings(context.store);
    const cleared: Span[] = [];
    for (const span of named.length === 0 ? SPANS : named) {
      if (await settings.clear({ strategy, span })) cleared.push(span);
    }
    print(context, {
      json: { strategy, cleared },
      lines:
        cleared.length === 0
          ? [`${strategy} had no limit of yours.`]
          : cleared.map((span) => `The limit of ${strategy} per ${span} is that of VALUE_LIMITS again.`),
    });
  },
};

/** Commands about what may go into strategies. */
export const limits: CommandGroup = {
  summary: 'Limits of stakes, per transaction and per hour. A change reaches all replicas within a second.',
  commands: { show, set, clear },
};

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
      `--${OPTION_OF[span]} ${error instanceof Error ? error.message : 'is none'}; or it is ${NONE}.`,
    );
  }
}

function printAmount(strategy: StrategyKey, baseUnits: bigint): string {
  return formatAmount(baseUnits, ASSET_DECIMALS[STAKED_ASSETS[strategy]]);
}

const LINES = 1_000;

/** Commands about what operators have asked for. */
export const audit: CommandGroup = {
  summary: 'Every command is recorded before it runs. Records cannot be changed.',
  commands: {
    list: {
      summary: `List the last ${LINES} commands, oldest first.`,
      async run(_input, context) {
        const rows = await createAuditLog(context.store).list(LINES);
        const lines = rows.map((row) => ({ ...row, created_at: printTime(row.created_at) }));
        print(context, {
          json: lines,
          lines: formatTable(
            ['TIME', 'OPERATOR', 'COMMAND'],
            lines.map(({ created_at, operator, command }) => [created_at, operator, command]),
          ),
        });
      },
    },
  },
};
