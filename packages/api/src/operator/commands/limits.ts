import {
  ASSET_DECIMALS,
  formatAmount,
  isStrategyKey,
  STRATEGY_KEYS,
  type StrategyKey,
} from '@staking-agent/wire';
import { parseLimit, SPANS, type Span, STAKED_ASSETS } from '../../builds/value-limits.ts';
import { createBuilds } from '../../store/builds.ts';
import { createValueLimitSettings } from '../../store/operator.ts';
import { type Command, type CommandGroup, type Context, formatTable, print, UsageError } from '../admin.ts';

const NONE = 'none';
const OPTION_OF: Readonly<Record<Span, string>> = { transaction: 'per-transaction', hour: 'per-hour' };

/** What holds for one strategy and span, and who says so. */
type Holding = {
  readonly strategy: StrategyKey;
  readonly span: Span;
  readonly limit: bigint | undefined;
  readonly setBy: 'operator' | 'environment';
  readonly since: string | undefined;
};

async function holdings({
  store,
  valueLimits,
}: Pick<Context, 'store' | 'valueLimits'>): Promise<readonly Holding[]> {
  const rows = await createValueLimitSettings(store).list();
  const defaults = valueLimits();
  return STRATEGY_KEYS.flatMap((strategy) =>
    SPANS.map((span) => {
      const row = rows.find((each) => each.strategy === strategy && each.span === span);
      if (row === undefined) {
        return {
          strategy,
          span,
          limit: defaults[strategy][span],
          setBy: 'environment',
          since: undefined,
        } as const;
      }
      const limit = row.amount === null ? undefined : BigInt(row.amount);
      return {
        strategy,
        span,
        limit,
        setBy: 'operator',
        since: new Date(row.created_at).toISOString(),
      } as const;
    }),
  );
}

const show: Command = {
  summary: 'Show the limits, how much of each hour is used, and who set them.',
  async run(_input, context) {
    const used = await createBuilds(context.store).readHours();
    const all = (await holdings(context)).map(({ strategy, span, limit, setBy, since }) => ({
      strategy,
      span,
      limit: limit === undefined ? null : printAmount(strategy, limit),
      used: span === 'hour' && limit !== undefined ? printAmount(strategy, used.get(strategy) ?? 0n) : null,
      asset: STAKED_ASSETS[strategy],
      setBy,
      since: since ?? null,
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
