import type { Checked } from '@staking-agent/sdk';
import {
  ASSET_DECIMALS,
  formatAmount,
  isStrategyKey,
  parseAmount,
  STRATEGY_ASSETS,
} from '@staking-agent/wire';
import { Refusal } from '../refusal.ts';
import type { Json } from '../schemas/json.ts';
import type { ToolName } from '../tools/tools.ts';
import { type AgentPolicy, CAPPED_ASSETS, type CappedAsset, type Caps } from './policy.ts';

/** What goes into a strategy. */
export type Spend = { readonly asset: CappedAsset /** Base units. */; readonly baseUnits: bigint };

/** The tools whose transactions can be signed here. */
export const SIGNABLE = [
  'build_stake',
  'build_unstake',
  'build_withdraw',
  'build_split',
  'build_merge',
] as const satisfies readonly ToolName[];

/** A tool whose transactions can be signed here. */
export type Signable = (typeof SIGNABLE)[number];

/** Whether a tool builds what can be signed here. */
export function isSignable(tool: unknown): tool is Signable {
  return SIGNABLE.some((name) => name === tool);
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
  if (policy.wallets !== undefined && !policy.wallets.includes(wallet)) {
    throw new Refusal('WALLET_NOT_ALLOWED', `The policy lets no transaction of ${wallet} be signed.`);
  }
  const isStrategys = tool === 'build_stake' || tool === 'build_unstake';
  const strategy = isStrategys ? args['strategy'] : 'sol-native-stake';
  // What no strategy is, the service refuses in its own words.
  const isListed = !isStrategyKey(String(strategy)) || policy.strategies.some((key) => key === strategy);
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

function readSpend(strategy: unknown, amount: unknown): Spend {
  const asset =
    typeof strategy === 'string' && isStrategyKey(strategy) ? STRATEGY_ASSETS[strategy].input : 'SOL';
  const parsed = typeof amount === 'string' ? parseAmount(amount, ASSET_DECIMALS[asset]) : undefined;
  if (!parsed?.ok) {
    throw new Refusal(
      'AMOUNT_UNREADABLE',
      'Name the amount as decimal text: max cannot be held to a policy before it is built.',
    );
  }
  return { asset, baseUnits: parsed.baseUnits };
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
 * @throws {Refusal}
 */
export function checkEffects(checked: Checked | undefined, spend: Spend | undefined, mints: Mints): void {
  const effects = checked?.effects;
  // The policy allows what cannot be proved, and then there is nothing to hold.
  if (effects === undefined) return;
  const { fee, rent } = effects;
  const lamports = rent.reduce((sum, each) => sum + each.lamports, fee.signatures + fee.priority);
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
