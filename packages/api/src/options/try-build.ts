import {
  type AmountAsset,
  type AnswerOf,
  ASSET_DECIMALS,
  formatAmount,
  type Receipt,
  type ReceiptCost,
} from '@staking-agent/wire';
import { fromUpstreamFailure } from '../problems/from-fault.ts';
import { isProblemError, type ProblemError } from '../problems/problem-error.ts';
import type { MakeBuild } from '../routes/prepare-build.ts';
import type { FieldsOf } from '../strategies/strategy.ts';
import { type FinishPorts, finishBuild } from '../transactions/finish-build.ts';

/** A build that was made and proved to be looked at, and thrown away. */
export type TriedBuild = {
  readonly receipt: Receipt;
  /** Who makes or pays it, for people. */
  readonly via: string;
  /** What `max` came to, where it was asked for. */
  readonly amount: string | undefined;
};

const RECEIPT = new Set(['receipt'] as const);

/**
 * Makes a build as its operation would, for what the proof says of it.
 *
 * @throws {ProblemError} as the operation does.
 */
export async function tryBuild<Id extends 'stake' | 'unstake'>(
  make: MakeBuild<Id>,
  services: FinishPorts,
): Promise<TriedBuild> {
  const answer = await finishBuild<FieldsOf<AnswerOf<Id>>>(await make(), services, { include: RECEIPT });
  const { receipt } = answer;
  if (receipt === undefined) throw new Error('A build was asked for its receipt and has none.');
  const { amount } = answer as { amount?: string };
  return { receipt, via: nameVia(answer), amount };
}

function nameVia(answer: object): string {
  const { route, routerKind, path } = answer as { route?: string; routerKind?: string; path?: string };
  if (route === 'router') return `router ${routerKind}`;
  return path ?? route ?? 'stake program';
}

/** What became of an attempt: what it brought, or the refusal that a caller would be answered. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | ProblemError> {
  try {
    return await work();
  } catch (error) {
    const refusal = fromUpstreamFailure(error);
    if (isProblemError(refusal)) return refusal;
    throw error;
  }
}

/** Part of what a transaction makes sure of that its call makes sure of a moment later: markets move meanwhile. */
const SAID = { numerator: 999n, denominator: 1_000n };

/** What arrives of a build in base units, before costs; `least` as far as a later build of the same can be held to it. */
export function readReceived({ receive }: Receipt): { expected: bigint; least: bigint | undefined } {
  if (receive === null) throw new Error('Nothing arrives of this build.');
  const { expected, atLeast } = receive;
  return {
    expected: BigInt(expected.baseUnits),
    least: atLeast === null ? undefined : sayLeast(BigInt(atLeast.baseUnits)),
  };
}

/** What can be said of a minimum: a little less than a transaction of this moment makes sure of. */
export function sayLeast(minimum: bigint): bigint {
  return (minimum * SAID.numerator) / SAID.denominator;
}

/** Lamports that a transaction takes, all rent included. */
export function sumCosts(costs: readonly ReceiptCost[]): bigint {
  return costs.reduce((sum, { baseUnits }) => sum + BigInt(baseUnits), 0n);
}

/** An amount less costs, at least nothing. */
export function less(amount: bigint, costs: bigint): bigint {
  return amount > costs ? amount - costs : 0n;
}

/** Prints base units as `amount` of a body. */
export function print(asset: AmountAsset, baseUnits: bigint): string {
  return formatAmount(baseUnits, ASSET_DECIMALS[asset]);
}
