import type { Address } from '@solana/kit';
import type { MissingHistory, StrategyKey } from '@staking-agent/wire';
import type { Listings } from './listings.ts';
import { getEnd, getEpoch, type Point, type Scene } from './places.ts';
import type { Rates, ReceiptKey } from './rates.ts';
import { listHolders, type WalletAccounts } from './transaction.ts';

/** Captures are made at finalized slots: of an epoch none comes once a tenth of the next one is over. */
const CAPTURED_WITHIN = 10n;

/** A receipt that a wallet held, or may have held where its units are not known. */
type Held = {
  readonly key: ReceiptKey;
  readonly account: Address;
  readonly units: bigint | undefined;
  /** Units beside them that a requested withdrawal holds. */
  readonly escrowed: bigint | undefined;
};

/** The gain of a receipt in its asset, below zero for a loss, and the change of its rate. */
export type Gain = {
  readonly key: ReceiptKey;
  readonly account: Address;
  readonly amount: bigint;
  readonly rate: string;
};

/** Lists the receipts at a point whose gains are wanted. */
export function listHeld({ held, slot }: Point, listings: Listings): readonly Held[] {
  const { rates, accounts } = listings.scene;
  return rates.keys
    .map((key) => holdingOf(key, held, accounts))
    .filter(({ account, units, escrowed }) => {
      const isUnknown = units === undefined || escrowed === undefined;
      const isNever = isUnknown && listings.between(account, 1n, slot)?.length === 0;
      return !(isNever || (units === 0n && escrowed === 0n));
    });
}

/** Lists what receipts gained while an epoch ran, and what is not known of it; `isAwaited` if it may be known later. */
export function listGains(all: readonly Held[], ended: bigint, scene: Scene) {
  const gains: Gain[] = [];
  const missing: MissingHistory[] = [];
  let isAwaited = false;
  for (const held of all) {
    const { key, account } = held;
    const amount = gainOf(held, ended, scene.rates);
    const rate = scene.rates.change(key, ended);
    if (amount !== undefined && rate !== undefined) {
      if (amount !== 0n) gains.push({ key, account, amount, rate });
      continue;
    }
    const mayCome = awaits(held, ended, scene);
    isAwaited ||= mayCome;
    const ofRates = rate ? 'the rate at which a withdrawal was requested' : 'the rates of both epochs';
    const lack = held.units === undefined ? 'what was held of it' : ofRates;
    const known = mayCome ? 'Not yet known' : 'Not known';
    missing.push({
      part: 'rates',
      slot: String(getEnd(ended, scene)),
      reason: `${known} is what ${key} gained by rate here, and maybe earlier, for lack of ${lack}.`,
    });
  }
  return { gains, missing, isAwaited };
}

function awaits({ key, units }: Held, ended: bigint, scene: Scene): boolean {
  if (units === undefined) return !scene.isHead;
  const isOver = getEpoch(scene.head - scene.slotsInEpoch / CAPTURED_WITHIN, scene) > ended + 1n;
  return scene.rates.awaits(key, ended, isOver);
}

/** Returns what a wallet has of a receipt by the units in each of its token accounts, in the order of {@link listHolders}. */
function holdingOf(key: ReceiptKey, held: Point['held'], accounts: WalletAccounts): Held {
  const holders = listHolders(accounts);
  const account = accounts.receipts[key];
  const escrowed = key === 'usdc-earn' ? held[holders.indexOf(accounts.escrow)] : 0n;
  return { key, account, units: held[holders.indexOf(account)], escrowed };
}

/**
 * Returns what a receipt gained while an epoch ran, below zero for a loss; undefined where it is not known.
 *
 * Units in escrow gain nothing: a claim pays what they were worth at the request, or what they are worth then, if that is
 * less. What they lose as the rate falls depends on the rate at the request, which no capture has.
 */
function gainOf({ key, units, escrowed }: Held, ended: bigint, rates: Rates): bigint | undefined {
  if (units === undefined) return undefined;
  const mayLose = escrowed !== 0n && (rates.change(key, ended)?.startsWith('-') ?? false);
  return mayLose ? undefined : rates.gain(key, units, ended);
}

/** Returns what each receipt gained while an epoch ran, by the units that a wallet held at its end; without those not known. */
export function findGains(
  held: Point['held'],
  accounts: WalletAccounts,
  ended: bigint,
  rates: Rates,
): ReadonlyMap<StrategyKey, bigint> {
  return new Map(
    rates.keys.flatMap((key) => {
      const gain = gainOf(holdingOf(key, held, accounts), ended, rates);
      return gain === undefined ? [] : [[key, gain] as const];
    }),
  );
}
