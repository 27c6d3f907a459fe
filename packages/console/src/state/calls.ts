import type { BuildId, StrategyFactsAnswer, SuggestedCall } from '@staking-agent/sdk';
import { formatAmount } from '@staking-agent/wire/assets';
import {
  type AmountAsset,
  ASSET_DECIMALS,
  ASSET_SYMBOLS,
  isStrategyKey,
  STRATEGY_ASSETS,
  type StrategyAssets,
  type StrategyKey,
} from '@staking-agent/wire/light';
import { callWords } from '../words/actions.ts';
import { commonWords } from '../words/page.ts';
import { compareWords } from '../words/strategies.ts';
import { type Amount, sayAmount } from './figures.ts';

/** The operations that make transactions; a page does not load the verifier for their names. */
const OPERATIONS: readonly BuildId[] = ['stake', 'unstake', 'withdraw', 'split', 'merge'];

/** The operation that a suggested call is of; undefined where this page knows none. */
export function findOperation({ endpoint }: Pick<SuggestedCall, 'endpoint'>): BuildId | undefined {
  const name = endpoint.slice(endpoint.lastIndexOf('/') + 1);
  return OPERATIONS.find((each) => each === name);
}

/** Returns a suggested call in few words, with its amount, for the button that makes it. */
export function nameCall(call: SuggestedCall): string {
  const action = findAction(call);
  const { strategy, lamports } = call.body;
  const amount = readAmount(call.body);
  const asset = nameAsset(findOperation(call), strategy);
  // To the last digit: a button promises no other amount than the one that is taken.
  const said = amount === 'max' ? callWords.everything(asset) : `${amount} ${asset}`;
  const sum = amount === undefined ? '' : said;
  switch (action) {
    case 'withdraw':
      return Number.isSafeInteger(lamports)
        ? callWords.withdraw(sayAmount(toSol(BigInt(Number(lamports))), 'not'))
        : callWords.withdrawAll;
    case 'split':
      return callWords.splitOff(sum);
    case 'stake':
    case 'slow':
    case 'request':
      return callWords[action](sum);
    case 'instant':
      return sum === '' ? callWords.instantAll : callWords.instant(sum);
    case 'takeOut':
      return callWords.takeOut;
    default:
      return callWords[action];
  }
}

/** Says what a suggested call does, in a sentence. */
export function describeCall(call: SuggestedCall): string {
  const action = findAction(call);
  const isWhole = action === 'withdraw' && !('lamports' in call.body);
  return callWords.about[isWhole ? 'withdrawAll' : action] ?? call.description;
}

/** Strategies that pay, or let go, when an epoch ends. */
const BOUND_TO_EPOCHS: readonly StrategyKey[] = ['sol-native-stake', 'sol-liquid-stake'];

/** Checks whether the end of an epoch matters to a way out of a strategy. */
export const isBoundToEpochs = (key: StrategyKey) => BOUND_TO_EPOCHS.includes(key);

const ACTIONS = ['request', 'claim', 'cancel', 'deactivate', 'instant', 'slow'] as const;

function findAction(call: SuggestedCall): Exclude<BuildId, 'unstake'> | (typeof ACTIONS)[number] | 'takeOut' {
  const operation = findOperation(call);
  if (operation !== undefined && operation !== 'unstake') return operation;
  const { kind, step } = call.body;
  return ACTIONS.find((each) => each === step) ?? ACTIONS.find((each) => each === kind) ?? 'takeOut';
}

/** The amount that counts: everything whatever else is named, and none where a whole account leaves or a request ends. */
function readAmount({ kind, step, amount, isWithdrawAll }: SuggestedCall['body']): string | undefined {
  if (kind === 'deactivate' || step === 'claim' || step === 'cancel') return undefined;
  if (isWithdrawAll === true) return 'max';
  return typeof amount === 'string' ? amount : undefined;
}

function nameAsset(operation: BuildId | undefined, strategy: unknown): string {
  const assets = findAssets(strategy);
  const asset = operation === 'unstake' ? assets?.exit : assets?.input;
  return showAsset(asset ?? 'SOL').symbol;
}

/** The key of a strategy; undefined for anything else. */
export function findStrategy(key: unknown): StrategyKey | undefined {
  return typeof key === 'string' && isStrategyKey(key) ? key : undefined;
}

type FeeFact = StrategyFactsAnswer['fees'][number];

/** Says a fee of a strategy in a sentence. */
export function sayStrategyFee({ kind, percent, of }: FeeFact): string {
  return compareWords.fee[kind]?.(percent) ?? compareWords.otherFee(kind, percent, of);
}

/** An asset as people read and write amounts of it. */
export type Shown = { readonly symbol: string; readonly decimals: number };

/** The assets of a strategy; undefined for a text that is no key, as in an address that somebody typed. */
export function findAssets(strategy: unknown): StrategyAssets | undefined {
  return typeof strategy === 'string' && isStrategyKey(strategy) ? STRATEGY_ASSETS[strategy] : undefined;
}

/** Returns the asset of a request's `minReceive`; undefined where it takes none. */
export function findArrival(
  request: Readonly<Record<string, unknown>>,
  operation: BuildId,
): AmountAsset | undefined {
  const { strategy, kind, step } = request;
  const arrives = findAssets(strategy)?.arrives;
  const action = operation === 'unstake' ? kind : operation;
  // Steps that pay nothing yet bring nothing.
  if (arrives === undefined || step === 'request' || step === 'cancel') return undefined;
  return Object.entries(arrives).find(([name]) => name === action)?.[1] ?? undefined;
}

/** Says how amounts of an asset are shown. */
export function showAsset(asset: AmountAsset): Shown {
  return { symbol: ASSET_SYMBOLS[asset], decimals: ASSET_DECIMALS[asset] };
}

/** Base units as an amount of an asset. */
export function toAmount(baseUnits: bigint, asset: AmountAsset): Amount {
  const { symbol, decimals } = showAsset(asset);
  return { amount: formatAmount(baseUnits, decimals), asset: symbol };
}

/** Lamports as an amount of SOL. */
export const toSol = (lamports: bigint) => toAmount(lamports, 'SOL');

/** Adds costs, which all are in SOL. */
export function addCosts(costs: readonly { readonly baseUnits: string }[]) {
  return toSol(costs.reduce((sum, { baseUnits }) => sum + BigInt(baseUnits), 0n));
}

/** Decimal text as the service takes it: no sign, no exponent, no leading zeros. */
const DECIMAL = /^(0|[1-9][0-9]*)(\.[0-9]+)?$/;

/** Says what is wrong with an amount before anybody is asked; undefined for one that can be sent, or none yet. */
export function findAmountFault(amount: string, decimals: number): string | undefined {
  if (amount === '' || amount === 'max') return undefined;
  if (!DECIMAL.test(amount)) return commonWords.amountFault;
  const [, places = ''] = amount.split('.');
  if (places.length > decimals) return commonWords.places(decimals);
  return /[1-9]/.test(amount) ? undefined : commonWords.aboveZero;
}
