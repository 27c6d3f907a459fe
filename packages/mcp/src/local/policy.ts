import type { BuildId, Checked } from '@staking-agent/sdk';
import { LEVELS, LEVERAGE_RISK } from '@staking-agent/sdk/verify';
import {
  ASSET_DECIMALS,
  formatAmount,
  isStrategyKey,
  parseAmount,
  STRATEGY_ASSETS,
  STRATEGY_KEYS,
  type StrategyKey,
} from '@staking-agent/wire';
import { clean, isJson, type Json, Refusal } from '../result.ts';

/** The assets that go into strategies. */
export const CAPPED_ASSETS = ['SOL', 'USDC'] as const;

/** An asset that goes into strategies. */
export type CappedAsset = (typeof CAPPED_ASSETS)[number];

/** Most of each asset, base units; what is not named has no cap. */
export type Caps = Readonly<Partial<Record<CappedAsset, bigint>>>;

/** Limits of what an agent may have signed. Written by a person, read once at the start: nothing that an agent says changes it. */
export type AgentPolicy = {
  /** Wallets that may sign. */
  readonly wallets: readonly string[];
  /** Strategies that money may go into. */
  readonly strategies: readonly StrategyKey[];
  readonly perTransaction: Caps;
  /** Caps of all that was signed within 24 hours and is not proved dead. */
  readonly perDay: Caps;
  /** Above it a person approves each transaction, outside of the conversation. */
  readonly confirmAbove: Caps;
  /** Most that an instant exit may be worth less than the value of the pool, in hundredths of a percent. */
  readonly exitLossBps: number;
  /** True if money may come out of strategies that it may not go into. */
  readonly exitsAlwaysAllowed: boolean;
  /** The least that the proof of a transaction may rest on. */
  readonly require: Checked['level'];
  /** Nothing is signed. */
  readonly dryRun: boolean;
};

/** A policy that cannot be used. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';
}

const RISKS = ['standard', 'leveraged'] as const;
const MEMBERS = [
  'wallets',
  'strategies',
  'perTransaction',
  'perDay',
  'confirmAbove',
  'risk',
  'exitLossBps',
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
  const strategies = readList(policy['strategies'], 'strategies').map((key) => {
    if (isOneOf(STRATEGY_KEYS, key)) return key;
    throw new PolicyError(`strategies may hold ${STRATEGY_KEYS.join(', ')}, not ${key}.`);
  });
  const { risk = 'standard' } = policy;
  if (!isOneOf(RISKS, risk)) throw new PolicyError(`risk is one of ${RISKS.join(', ')}.`);
  if (strategies.includes('sol-leveraged-stake') && risk !== 'leveraged')
    throw new PolicyError(
      'strategies names sol-leveraged-stake, which borrows and can be liquidated. Accept that with "risk": "leveraged".',
    );
  const require = policy['require'] ?? 'bounded';
  if (!isOneOf(LEVELS, require)) throw new PolicyError(`require is one of ${LEVELS.join(', ')}.`);
  return {
    wallets: readList(policy['wallets'], 'wallets'),
    strategies,
    perTransaction: readCaps(policy['perTransaction'], 'perTransaction'),
    perDay: readCaps(policy['perDay'], 'perDay'),
    confirmAbove: readCaps(policy['confirmAbove'], 'confirmAbove'),
    exitLossBps: readBps(policy['exitLossBps'] ?? 300, 'exitLossBps'),
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

function readList(value: unknown, name: string): readonly string[] {
  if (value === undefined) throw new PolicyError(`${name} is missing: a policy names what it allows.`);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw new PolicyError(`${name} is a list of texts.`);
}

function readBps(value: unknown, name: string): number {
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 10_000) return Number(value);
  throw new PolicyError(`${name} is a whole number of hundredths of a percent, 0 to 10000.`);
}

function readFlag(value: unknown, name: string, otherwise: boolean): boolean {
  if (value === undefined) return otherwise;
  if (typeof value === 'boolean') return value;
  throw new PolicyError(`${name} is true or false.`);
}

function isOneOf<const Word extends string>(words: readonly Word[], value: unknown): value is Word {
  return words.some((word) => word === value);
}

/** An amount that goes into a strategy. */
export type Spend = { readonly asset: CappedAsset /** Base units. */; readonly baseUnits: bigint };

/** The tools whose transactions can be signed here, with the operations behind them. */
export const SIGNABLE = {
  build_stake: 'stake',
  build_unstake: 'unstake',
  build_withdraw: 'withdraw',
  build_split: 'split',
  build_merge: 'merge',
} as const satisfies { readonly [Id in BuildId as `build_${Id}`]: Id };

/** A tool whose transactions can be signed here. */
export type Signable = keyof typeof SIGNABLE;

/** Checks whether a tool builds what can be signed here. */
export function isSignable(tool: unknown): tool is Signable {
  return typeof tool === 'string' && Object.hasOwn(SIGNABLE, tool);
}

/**
 * Checks the arguments of a build against the policy, before anything is built.
 *
 * @returns what the wallet puts in; undefined for builds that only take out.
 * @throws {Refusal}
 */
export function checkArguments(
  policy: AgentPolicy,
  tool: Signable,
  args: Json,
  wallet: string,
): Spend | undefined {
  if (!policy.wallets.includes(wallet)) {
    throw new Refusal('WALLET_NOT_ALLOWED', `The policy lets no transaction of ${wallet} be signed.`);
  }
  const isStrategys = tool === 'build_stake' || tool === 'build_unstake';
  const strategy = isStrategys ? args['strategy'] : 'sol-native-stake';
  // What no strategy is, the service refuses in its own words.
  const isListed = !isKey(strategy) || policy.strategies.some((key) => key === strategy);
  if (!isListed && (tool === 'build_stake' || !policy.exitsAlwaysAllowed)) {
    throw new Refusal(
      'STRATEGY_NOT_ALLOWED',
      `The policy allows ${policy.strategies.join(', ') || 'no strategy'}.`,
    );
  }
  if (tool !== 'build_stake') return undefined;
  const spend = readSpend(strategy, args['amount']);
  const cap = policy.perTransaction[spend.asset];
  if (cap !== undefined && spend.baseUnits > cap) {
    throw new Refusal(
      'TRANSACTION_LIMIT_EXCEEDED',
      `The policy allows at most ${print(spend.asset, cap)} in one transaction.`,
    );
  }
  return spend;
}

/** Checks whether a value is the key of a strategy: an agent may give any JSON. */
function isKey(value: unknown): value is StrategyKey {
  return typeof value === 'string' && isStrategyKey(value);
}

function readSpend(strategy: unknown, amount: unknown): Spend {
  const asset = isKey(strategy) ? STRATEGY_ASSETS[strategy].input : 'SOL';
  const parsed = typeof amount === 'string' ? parseAmount(amount, ASSET_DECIMALS[asset]) : undefined;
  if (!parsed?.ok) {
    throw new Refusal(
      'AMOUNT_UNREADABLE',
      `Name the amount as decimal text with at most ${ASSET_DECIMALS[asset]} places: max cannot be held to a policy before it is built.`,
    );
  }
  return { asset, baseUnits: parsed.baseUnits };
}

/** Words on the risk of each strategy and the loss at worst, for the person who is asked to approve or to sign. */
export const RISKS_IN_WORDS: Readonly<Record<StrategyKey, string>> = {
  'sol-native-stake':
    'The SOL stays in a stake account of the wallet. It comes back at the end of an epoch; an instant exit costs a discount. At worst the validator earns nothing.',
  'sol-liquid-stake':
    'The SOL becomes raSOL. Its price in SOL can fall when many sell, and a fault in the pool program can take all of it.',
  'sol-leveraged-stake': LEVERAGE_RISK,
  'usdc-earn':
    'The vault lends the USDC. It may not all be there at once when it is wanted back, and a bad loan or a fault in a program can take part or all of it.',
};

/** Describes a call for the person who is asked to approve it, in a terminal: amount, strategy, risk and the loss at worst. */
export function describeCall(tool: Signable, args: Json, wallet: string): string {
  const { strategy } = args;
  if (tool !== 'build_stake' || !isKey(strategy))
    return clean(`${tool.replace('build_', '')} by ${wallet}: ${JSON.stringify(args)}.`);
  const { input } = STRATEGY_ASSETS[strategy];
  return `Stake ${String(args['amount'])} ${input} of ${wallet} into ${strategy}. ${RISKS_IN_WORDS[strategy]}`;
}

/** Checks whether a person must approve the amount. */
export function needsApproval({ confirmAbove }: AgentPolicy, spend: Spend | undefined): boolean {
  const limit = spend && confirmAbove[spend.asset];
  return limit !== undefined && spend !== undefined && spend.baseUnits > limit;
}

/** Base58 mints; that of wrapped SOL stands for SOL. */
export type Mints = Readonly<Record<CappedAsset, string>>;

/**
 * Checks the effects of the bytes before they are signed: at most the requested SOL and USDC, rent and fee may leave the
 * wallet. This is independent of the verification.
 *
 * @returns fees, tips and rents in lamports, which count against the caps of the day; 0 where nothing could be proved.
 * @throws {Refusal}
 */
export function checkEffects(checked: Checked | undefined, spend: Spend | undefined, mints: Mints): bigint {
  const effects = checked?.effects;
  // The policy allows what cannot be proved, and then there is nothing to hold.
  if (effects === undefined) return 0n;
  const { fee, rent } = effects;
  const fees = fee.signatures + fee.priority + (fee.tip ?? 0n);
  const lamports = rent.reduce((sum, each) => sum + each.lamports, fees);
  for (const asset of CAPPED_ASSETS) {
    const leaving = effects.leaves.filter((change) => change.asset === mints[asset]);
    const amount = leaving.reduce((sum, change) => sum + change.amount, 0n);
    const asked = spend?.asset === asset ? spend.baseUnits : 0n;
    if (amount > asked + (asset === 'SOL' ? lamports : 0n)) {
      throw new Refusal(
        'EFFECTS_EXCEED_POLICY',
        `${print(asset, amount)} would leave the wallet, and ${print(asset, asked)} was asked for.`,
      );
    }
  }
  return lamports;
}

/** Checks the sum of what was signed within a day against the policy. @throws {Refusal} */
export function checkDay(perDay: Caps, { asset, baseUnits }: Spend, spent: bigint): void {
  const cap = perDay[asset];
  if (cap === undefined || spent + baseUnits <= cap) return;
  const left = cap > spent ? cap - spent : 0n;
  throw new Refusal(
    'DAY_LIMIT_REACHED',
    `The policy allows ${print(asset, cap)} in 24 hours; ${print(asset, left)} of it is left.`,
  );
}

function print(asset: CappedAsset, baseUnits: bigint): string {
  return `${formatAmount(baseUnits, ASSET_DECIMALS[asset])} ${asset}`;
}
