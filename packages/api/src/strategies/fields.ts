import type { Address } from '@solana/kit';
import { PROGRAM_ADDRESSES, parseAddressBytes, toAddressBytes } from '@staking-agent/chain/address';
import {
  ASSET_DECIMALS,
  type ExitKindOf,
  formatAmount,
  MAX_BASE_UNITS,
  type Nearest,
  parseAmount,
  STRATEGY_ASSETS,
  type StrategyKey,
  type UnstakeKind,
} from '@staking-agent/wire';
import { tellsOfNoRoute, UpstreamRefusal } from '../problems/faults.ts';
import { problem } from '../problems/problem.ts';

/** An address in both forms: base58 text as the caller wrote it, and its 32 bytes. */
export type Key = { readonly text: Address; readonly bytes: Uint8Array };

/**
 * Reads an address field.
 *
 * @throws {ProblemError} `invalid_request` unless it is base58 of exactly 32 bytes, and for a program of the ledger, which
 *   no upstream can be asked to build for.
 */
export function requireAddress(text: string, field: string): Key {
  const bytes = parseAddressBytes(text);
  if (bytes === undefined) throw problem('ADDRESS_MALFORMED', { field });
  if (PROGRAM_ADDRESSES.has(text)) throw problem('ADDRESS_IS_PROGRAM', { field });
  return { text: text as Address, bytes };
}

/** Makes a {@link Key} of a trusted address. */
export function toKey(text: Address): Key {
  return { text, bytes: toAddressBytes(text) };
}

/** The amount that asks for as much as there is. */
export const MAX = 'max';

/** What a refusal of an amount can say beside the rule. */
export type AmountTerms = { readonly least?: bigint | undefined; readonly isMaxTaken?: boolean };

/**
 * Reads an amount field.
 *
 * @param decimals - of the asset; more digits are refused, never rounded.
 * @param terms.least - the known minimum, for the refusal to name.
 * @param terms.isMaxTaken - whether the field takes `max` as well.
 * @returns base units, above zero and at most 2^64 - 1.
 * @throws {ProblemError} `invalid_request` with the rule it breaks.
 */
export function requireAmount(
  text: string,
  field: string,
  decimals: number,
  { least, isMaxTaken = field === 'amount' }: AmountTerms = {},
): bigint {
  const amount = parseAmount(text, decimals);
  if (amount.ok) return amount.baseUnits;
  const { code, rule } = amount;
  const isMax = code === 'AMOUNT_MALFORMED' && isMaxTaken;
  throw problem(code, {
    field,
    rule: isMax ? `${rule}, or "${MAX}" for all that there is` : rule,
    nearest: field === 'amount' ? round(text, decimals, least) : undefined,
  });
}

/** Base units below which nothing is promised to be taken: it may be worth less than a base unit of what it is for. */
const DUST = 1_000n;

/**
 * Returns the accepted amounts around a text that has too many decimal places or is zero; undefined when they are unknown.
 */
function round(text: string, decimals: number, least?: bigint): Nearest | undefined {
  const [integer = '', fraction = ''] = text.split('.');
  const kept = fraction.slice(0, decimals);
  const cut = parseAmount(kept === '' ? integer : `${integer}.${kept}`, decimals);
  const below = cut.ok ? cut.baseUnits : cut.code === 'AMOUNT_ZERO' ? 0n : undefined;
  if (below === undefined) return undefined;
  const print = (units: bigint) => formatAmount(units, decimals);
  if (below < (least ?? DUST)) return least === undefined ? undefined : { lower: null, higher: print(least) };
  const isWhole = /^0*$/.test(fraction.slice(decimals));
  return { lower: print(below), higher: isWhole || below === MAX_BASE_UNITS ? null : print(below + 1n) };
}

type Action = 'stake' | UnstakeKind;
type Asset = keyof typeof ASSET_DECIMALS;

// Every action of every strategy says what it brings, or that its least cannot be asked for.
STRATEGY_ASSETS satisfies {
  readonly [Key in StrategyKey]: {
    readonly arrives: { readonly [Each in 'stake' | ExitKindOf<Key>]: Asset | null };
  };
};

/** Returns the asset that an action brings; undefined for an action without `minReceive` and for a missing one. */
export function findArriving(strategy: StrategyKey, action: Action): Asset | undefined {
  const arrives: Readonly<Partial<Record<Action, Asset | null>>> = STRATEGY_ASSETS[strategy].arrives;
  return arrives[action] ?? undefined;
}

/**
 * Checks the least that a caller wants to receive, where one is named.
 *
 * @returns base units of what arrives.
 * @throws {ProblemError} `invalid_request` when the text is no amount of it, or the action has no such bound.
 */
export function readMinReceive(
  text: string | undefined,
  strategy: StrategyKey,
  action: Action,
): bigint | undefined {
  if (text === undefined) return undefined;
  const asset = findArriving(strategy, action);
  if (asset !== undefined) return requireAmount(text, 'minReceive', ASSET_DECIMALS[asset]);
  throw problem('MIN_RECEIVE_NOT_OFFERED', { action, strategy });
}

/**
 * Waits for an order of the router; with `minReceive` only its sources that demand a minimum are asked for one.
 *
 * @throws {ProblemError} `MIN_RECEIVE_NOT_HELD` where none of these trades the amount.
 */
export async function orderHeld<Order>(
  order: Promise<Order>,
  minReceive: string | undefined,
): Promise<Order> {
  return order.catch((refusal: unknown) => {
    const isUnroutable = refusal instanceof UpstreamRefusal && tellsOfNoRoute(refusal.message);
    if (minReceive === undefined || !isUnroutable) throw refusal;
    throw problem('MIN_RECEIVE_NOT_HELD', { by: 'no market' }, { cause: refusal });
  });
}

/** Refuses a `step` for a strategy without steps; the strategy itself checks which steps exist. */
export function assertStepOffered(step: string | undefined, strategy: StrategyKey): void {
  if (step === undefined || STRATEGY_ASSETS[strategy].hasSteps) return;
  throw problem('STEP_NOT_OFFERED', { step, reason: `${strategy} is left without steps, leave step out` });
}
