import type { Address } from '@solana/kit';
import type { MissingHistory } from '@staking-agent/wire';
import type { Listings } from './listings.ts';
import { getEnd, getEpoch, type Point, type Scene } from './places.ts';
import type { ReceiptKey } from './rates.ts';
import { listHolders, type WalletAccounts } from './transaction.ts';

/** Captures are made at finalized slots: of an epoch none comes once a tenth of the next one is over. */
const CAPTURED_WITHIN = 10n;

/** A receipt that a wallet held, or may have held where its units are not known. */
type Held = { readonly key: ReceiptKey; readonly account: Address; readonly units: bigint | undefined };

/** The gain of a receipt in its asset, below zero for a loss, and the change of its rate. */
export type Gain = {
  readonly key: ReceiptKey;
  readonly account: Address;
  readonly amount: bigint;
  readonly rate: string;
};

/** The gains of a wallet's receipts with the ends of epochs, on the way into the past. */
export class Gains {
  readonly #scene: Scene;
  readonly #listings: Listings;
  /** Receipts of which a lack was told: it has a line once, not for every epoch. */
  readonly #told = new Set<ReceiptKey>();

  constructor(scene: Scene, listings: Listings) {
    this.#scene = scene;
    this.#listings = listings;
  }

  /** Lists the receipts at a point whose gains are wanted. */
  listHeld({ held, slot }: Point): readonly Held[] {
    const { rates, accounts } = this.#scene;
    return (rates?.keys ?? []).flatMap((key) => {
      const account = accounts.receipts[key];
      const units = sumHeld(key, held, accounts);
      const isNever = units === undefined && this.#listings.between(account, 1n, slot)?.length === 0;
      return units === 0n || isNever ? [] : [{ key, account, units }];
    });
  }

  /** Lists what receipts gained while an epoch ran, and what is not known of it; `isAwaited` if it may be known later. */
  list(point: Point, ended: bigint) {
    const gains: Gain[] = [];
    const missing: MissingHistory[] = [];
    let isAwaited = false;
    for (const held of this.listHeld(point)) {
      const gain = this.#find(held, ended);
      if (gain !== undefined) {
        if (gain.amount !== 0n) gains.push(gain);
        continue;
      }
      const mayCome = this.#awaits(held, ended);
      isAwaited ||= mayCome;
      if (!this.#told.has(held.key)) missing.push(this.#describeLack(held, ended, mayCome));
      this.#told.add(held.key);
    }
    return { gains, missing, isAwaited };
  }

  #find({ key, account, units }: Held, ended: bigint): Gain | undefined {
    const { rates } = this.#scene;
    const amount = units === undefined ? undefined : rates?.gain(key, units, ended);
    const rate = rates?.change(key, ended);
    return amount === undefined || rate === undefined ? undefined : { key, account, amount, rate };
  }

  #awaits({ key, units }: Held, ended: bigint): boolean {
    const { rates, head, slotsInEpoch, isHead } = this.#scene;
    if (units === undefined) return !isHead;
    const isOver = getEpoch(head - slotsInEpoch / CAPTURED_WITHIN, this.#scene) > ended + 1n;
    return rates?.awaits(key, ended, isOver) ?? false;
  }

  #describeLack({ key, units }: Held, ended: bigint, mayCome: boolean): MissingHistory {
    const known = mayCome ? 'Not yet known' : 'Not known';
    const lack = units === undefined ? 'what was held of it' : 'the rates of both epochs';
    return {
      part: 'rates',
      slot: String(getEnd(ended, this.#scene)),
      reason: `${known} is what ${key} gained by rate here, and maybe earlier, for lack of ${lack}.`,
    };
  }
}

/** Adds up what a wallet has of a receipt in its token accounts; undefined where one is not known. */
function sumHeld(key: ReceiptKey, held: Point['held'], accounts: WalletAccounts): bigint | undefined {
  const own: readonly string[] = [accounts.receipts[key], ...(key === 'usdc-earn' ? [accounts.escrow] : [])];
  return listHolders(accounts).reduce<bigint | undefined>((sum, account, i) => {
    if (!own.includes(account)) return sum;
    const units = held[i];
    return sum === undefined || units === undefined ? undefined : sum + units;
  }, 0n);
}
