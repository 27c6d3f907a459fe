import { ASSET_DECIMALS, parseAmount, STRATEGY_KEYS, type StrategyKey } from '@staking-agent/wire';
import { isJson } from '../schemas/json.ts';

/** The assets that go into strategies. */
export const CAPPED_ASSETS = ['SOL', 'USDC'] as const;

/** An asset that goes into strategies. */
export type CappedAsset = (typeof CAPPED_ASSETS)[number];

/** Most of each asset, base units; what is not named has no cap. */
export type Caps = Readonly<Partial<Record<CappedAsset, bigint>>>;

/** What an agent may have signed. Written by a person, read once at the start: nothing that an agent says changes it. */
export type AgentPolicy = {
  /** Wallets that may sign; every one unless given. */
  readonly wallets: readonly string[] | undefined;
  /** Strategies that money may go into. */
  readonly strategies: readonly StrategyKey[];
  readonly perTransaction: Caps;
  /** Of all that was signed within 24 hours and is not proved to be dead. */
  readonly perDay: Caps;
  /** Above it a person approves each transaction, outside of the conversation. */
  readonly confirmAbove: Caps;
  /** Whether money may come out of strategies that it may not go into. */
  readonly exitsAlwaysAllowed: boolean;
  /** The least that the proof of a transaction may rest on. */
  readonly require: 'exact' | 'bounded' | 'unproven';
  /** Nothing is signed. */
  readonly dryRun: boolean;
};

/** A policy that cannot be used. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';
}

const LEVELS = ['exact', 'bounded', 'unproven'] as const;
const MEMBERS = [
  'wallets',
  'strategies',
  'perTransaction',
  'perDay',
  'confirmAbove',
  'exitsAlwaysAllowed',
  'require',
  'dryRun',
];

/**
 * Reads a policy from the JSON of its file. A member that is not known is refused: a misspelt cap must not be no cap.
 *
 * @throws {PolicyError} naming the member and what would be right.
 */
export function parsePolicy(text: string): AgentPolicy {
  const policy = parse(text);
  for (const name of Object.keys(policy)) {
    if (!MEMBERS.includes(name))
      throw new PolicyError(`${name} is no member of a policy: ${MEMBERS.join(', ')}.`);
  }
  const strategies = (readList(policy['strategies'], 'strategies') ?? STRATEGY_KEYS).map((key) => {
    if (isOneOf(STRATEGY_KEYS, key)) return key;
    throw new PolicyError(`strategies may hold ${STRATEGY_KEYS.join(', ')}, not ${key}.`);
  });
  const require = policy['require'] ?? 'bounded';
  if (!isOneOf(LEVELS, require)) throw new PolicyError(`require is one of ${LEVELS.join(', ')}.`);
  return {
    wallets: readList(policy['wallets'], 'wallets'),
    strategies,
    perTransaction: readCaps(policy['perTransaction'], 'perTransaction'),
    perDay: readCaps(policy['perDay'], 'perDay'),
    confirmAbove: readCaps(policy['confirmAbove'], 'confirmAbove'),
    exitsAlwaysAllowed: readFlag(policy['exitsAlwaysAllowed'], 'exitsAlwaysAllowed', true),
    require,
    dryRun: readFlag(policy['dryRun'], 'dryRun', false),
  };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isJson(value)) return value;
  } catch {}
  throw new PolicyError('A policy is a JSON object.');
}

function readCaps(value: unknown, name: string): Caps {
  if (value === undefined) return {};
  if (!isJson(value)) throw new PolicyError(`${name} is an object, such as {"SOL":"5","USDC":"500"}.`);
  return Object.fromEntries(
    Object.entries(value).map(([asset, amount]) => {
      if (!isOneOf(CAPPED_ASSETS, asset))
        throw new PolicyError(`${name} names ${CAPPED_ASSETS.join(' and ')}, not ${asset}.`);
      if (amount === '0') return [asset, 0n];
      const cap = typeof amount === 'string' ? parseAmount(amount, ASSET_DECIMALS[asset]) : undefined;
      if (!cap?.ok) {
        throw new PolicyError(
          `${name}.${asset} is decimal text with at most ${ASSET_DECIMALS[asset]} places.`,
        );
      }
      return [asset, cap.baseUnits];
    }),
  );
}

function readList(value: unknown, name: string): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw new PolicyError(`${name} is a list of texts.`);
}

function readFlag(value: unknown, name: string, otherwise: boolean): boolean {
  if (value === undefined) return otherwise;
  if (typeof value === 'boolean') return value;
  throw new PolicyError(`${name} is true or false.`);
}

function isOneOf<const Word extends string>(words: readonly Word[], value: unknown): value is Word {
  return words.some((word) => word === value);
}
