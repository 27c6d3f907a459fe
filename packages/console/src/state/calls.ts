import type { SuggestedCall } from '@staking-agent/sdk';
import { formatAmount } from '@staking-agent/wire/assets';
import {
  type AmountAsset,
  ASSET_DECIMALS,
  ASSET_SYMBOLS,
  isStrategyKey,
  STRATEGY_ASSETS,
  type StrategyAssets,
} from '@staking-agent/wire/light';

/** The operations that make transactions. */
export type Operation = 'stake' | 'unstake' | 'withdraw' | 'split' | 'merge';

const OPERATIONS: readonly Operation[] = ['stake', 'unstake', 'withdraw', 'split', 'merge'];

/** The operation that a suggested call is of; undefined where this page knows none. */
export function findOperation({ endpoint }: Pick<SuggestedCall, 'endpoint'>): Operation | undefined {
  const name = endpoint.slice(endpoint.lastIndexOf('/') + 1);
  return OPERATIONS.find((each) => each === name);
}

const EXITS: Readonly<Record<string, string>> = {
  deactivate: 'Deactivate',
  instant: 'Exit at once',
  slow: 'Exit slowly',
};

const STEPS: Readonly<Record<string, string>> = {
  request: 'Request the exit',
  claim: 'Claim',
  cancel: 'Cancel the request',
};

/** Returns a suggested call in few words, with its amount, for the button that makes it. */
export function nameCall(call: SuggestedCall): string {
  const { kind, step, strategy } = call.body;
  const operation = findOperation(call);
  const amount = readAmount(call.body);
  const sum = amount === undefined ? '' : ` – ${amount} ${nameAsset(operation, strategy)}`;
  if (operation === 'withdraw') return nameWithdrawal(call.body['lamports']);
  if (operation === 'split') return `Split off${sum.replace(' –', '')}`;
  if (operation === 'merge') return 'Merge';
  if (operation === 'stake') return `Stake${sum}`;
  return `${STEPS[String(step)] ?? EXITS[String(kind)] ?? 'Take out'}${sum}`;
}

/** The amount that counts: everything whatever else is named, and none where a whole account leaves or a request ends. */
function readAmount({ kind, step, amount, isWithdrawAll }: SuggestedCall['body']): string | undefined {
  if (kind === 'deactivate' || step === 'claim' || step === 'cancel') return undefined;
  if (isWithdrawAll === true) return 'max';
  return typeof amount === 'string' ? amount : undefined;
}

function nameWithdrawal(lamports: unknown): string {
  return Number.isSafeInteger(lamports)
    ? `Withdraw – ${sayLamports(BigInt(Number(lamports)))}`
    : 'Withdraw everything';
}

function nameAsset(operation: Operation | undefined, strategy: unknown): string {
  const assets = findAssets(strategy);
  const asset = operation === 'unstake' ? assets?.exit : assets?.input;
  return showAsset(asset ?? 'SOL').symbol;
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
  operation: Operation,
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

/** Writes lamports as decimal text with the unit. */
export const sayLamports = (lamports: bigint) => `${formatAmount(lamports, 9)} SOL`;

/** Adds amounts of one asset, exactly; those of several assets are listed. */
export function addAmounts(
  amounts: readonly { readonly asset: string; readonly amount: string; readonly baseUnits: string }[],
): string {
  if (amounts.length === 0) return 'none';
  const isSol = amounts.every(({ asset }) => asset === 'SOL');
  if (isSol) return sayLamports(amounts.reduce((sum, { baseUnits }) => sum + BigInt(baseUnits), 0n));
  return amounts.map(({ amount, asset }) => `${amount} ${asset}`).join(', ');
}

/** Decimal text as the service takes it: no sign, no exponent, no leading zeros. */
const DECIMAL = /^(0|[1-9][0-9]*)(\.[0-9]+)?$/;

/** Says what is wrong with an amount before anybody is asked; undefined for one that can be sent, or none yet. */
export function findAmountFault(amount: string, decimals: number): string | undefined {
  if (amount === '' || amount === 'max') return undefined;
  if (!DECIMAL.test(amount)) return 'Write a decimal number with a point, such as 1.5, or max.';
  const [, places = ''] = amount.split('.');
  if (places.length > decimals) return `At most ${decimals} places after the point.`;
  return /[1-9]/.test(amount) ? undefined : 'Must be above 0.';
}
