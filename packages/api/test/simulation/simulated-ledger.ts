import { base58 } from '@scure/base';
import type { SignedTransaction } from '../../src/transactions/signed-transaction.ts';
import { readSignedTransaction } from '../../src/transactions/signed-transaction.ts';
import type { Dice } from './dice.ts';
import type { Scheduler } from './scheduler.ts';

const SLOT_MILLISECONDS = 200;
const LIFETIME = 150;
const CONFIRMED_DEPTH = 2;
const FIRST_SLOT = 1_000;
/** A wallet may take a blockhash that is newer than the one the service knew: so many blocks. */
const NEWER_BLOCKS = 8;

/** A payment, as the ledger sees it; slots are heights here. */
export type Payment = {
  readonly transaction: SignedTransaction;
  readonly wallet: Wallet;
  /** The last height of what was built, and of what was signed. */
  readonly lastValidBlockHeight: number;
  readonly trueLastHeight: number;
  readonly contextSlot: number;
  landed?: { readonly slot: number; readonly isFailed: boolean };
};

/** A wallet that can pay from a slot on. */
export type Wallet = { readonly name: string; readonly fundedFrom: number };

/** The one truth of a history: which payments landed. */
export type SimulatedLedger = {
  slot(): number;
  build(wallet: Wallet): Payment;
  find(signature: string): Payment | undefined;
  /** Gives bytes to the leaders, who may lose them. */
  forward(base64: string, delay: number): void;
  /** What a node knows that is so many slots behind. */
  statusAt(signature: string, slot: number): object | null;
};

/** Makes a ledger without a history. */
export function createSimulatedLedger(scheduler: Scheduler, dice: Dice): SimulatedLedger {
  const payments = new Map<string, Payment>();
  const clock = scheduler.createClock(() => true);
  const slot = () => FIRST_SLOT + Math.floor(scheduler.now() / SLOT_MILLISECONDS);
  return {
    slot,
    find: (signature) => payments.get(signature),
    build(wallet) {
      const message = Buffer.concat([Buffer.of(1, 0, 0, 1), dice.bytes(32), dice.bytes(32), Buffer.of(0)]);
      const base64 = Buffer.concat([Buffer.of(1), dice.bytes(64), message]).toString('base64');
      const contextSlot = slot() - CONFIRMED_DEPTH;
      const payment = {
        transaction: readSignedTransaction(base64),
        wallet,
        contextSlot,
        lastValidBlockHeight: contextSlot + LIFETIME,
        trueLastHeight: contextSlot + LIFETIME + dice.between(0, NEWER_BLOCKS),
      };
      payments.set(payment.transaction.signature, payment);
      return payment;
    },
    forward(base64, delay) {
      const payment = payments.get(base58.encode(Buffer.from(base64, 'base64').subarray(1, 65)));
      if (payment === undefined || dice.chance(0.3)) return;
      // Some leaders are the worst there can be: they wait for the last block that may hold it.
      const isLast = dice.chance(0.3);
      const last = (payment.trueLastHeight - FIRST_SLOT) * SLOT_MILLISECONDS - scheduler.now();
      clock.after(isLast ? last : delay + dice.between(100, 900), () => {
        if (payment.landed || slot() > payment.trueLastHeight) return;
        // Who cannot pay the fee is in no block.
        if (slot() < payment.wallet.fundedFrom) return;
        payment.landed = { slot: slot(), isFailed: false };
      });
    },
    statusAt(signature, at) {
      const landed = payments.get(signature)?.landed;
      if (landed === undefined || landed.slot > at) return null;
      const isConfirmed = landed.slot <= at - CONFIRMED_DEPTH;
      return { err: null, confirmationStatus: isConfirmed ? 'confirmed' : 'processed' };
    },
  };
}
