import { base58 } from '@scure/base';
import type { SignedTransaction } from '../../src/transactions/signed-transaction.ts';
import type { Dice } from './dice.ts';
import type { Scheduler } from './scheduler.ts';
import type { Wallet } from './wallet.ts';

const SLOT_MILLISECONDS = 200;
/** Blocks a blockhash lives. */
export const LIFETIME = 150;
/** Slots from processed to confirmed. */
export const CONFIRMED_DEPTH = 2;
const FIRST_SLOT = 1_000;

/** A signed payment, as the ledger sees it; slots are heights here. */
export type Payment = {
  readonly transaction: SignedTransaction;
  readonly wallet: Wallet;
  /** The slot of its blockhash; it can be in no block more than 150 later. */
  readonly blockhashSlot: number;
  /** Of all payments that need the same account, one lands without an error. */
  readonly account: string | undefined;
  /** It fails on the ledger, though no preflight says so. */
  readonly isDoomed: boolean;
  landed?: { readonly slot: number; readonly isFailed: boolean };
};

/** The one truth of a history: which payments landed. */
export type SimulatedLedger = {
  slot(): number;
  /** Makes a blockhash of a slot; 32 bytes. */
  makeBlockhash(slot: number): Uint8Array;
  slotOfBlockhash(text: string): number | undefined;
  /** Makes a signed payment known, so that it can be sent. */
  register(payment: Payment): void;
  find(signature: string): Payment | undefined;
  /** Gives bytes to the leaders, who may lose them. */
  forward(base64: string, delay: number): void;
  /** Whether the account that a payment makes is there, as of a slot. */
  isAccountTaken(payment: Payment, slot: number): boolean;
  /** What a wallet has signed and was in a block up to a slot, newest first. */
  listLanded(address: string, slot: number): readonly Payment[];
};

/** Makes a ledger without a history. */
export function createSimulatedLedger(scheduler: Scheduler, dice: Dice): SimulatedLedger {
  const payments = new Map<string, Payment>();
  const blockhashes = new Map<string, number>();
  const clock = scheduler.createClock({ isAlive: true, frozenUntil: 0, ahead: 0 });
  const slot = () => FIRST_SLOT + Math.floor(scheduler.now() / SLOT_MILLISECONDS);
  const isAccountTaken = ({ account, transaction }: Payment, at: number) =>
    account !== undefined &&
    [...payments.values()].some(
      (other) =>
        other.account === account &&
        other.transaction.signature !== transaction.signature &&
        other.landed?.isFailed === false &&
        other.landed.slot <= at,
    );
  return {
    slot,
    makeBlockhash(of) {
      const blockhash = dice.bytes(32);
      blockhashes.set(base58.encode(blockhash), of);
      return blockhash;
    },
    slotOfBlockhash: (text) => blockhashes.get(text),
    register: (payment) => void payments.set(payment.transaction.signature, payment),
    find: (signature) => payments.get(signature),
    isAccountTaken,
    forward(base64, delay) {
      const payment = payments.get(base58.encode(Buffer.from(base64, 'base64').subarray(1, 65)));
      if (payment === undefined || dice.chance(0.3)) return;
      // Some leaders are the worst there can be: they wait for the last block that may hold it.
      const isLast = dice.chance(0.3);
      const lastSlot = payment.blockhashSlot + LIFETIME;
      const last = (lastSlot - FIRST_SLOT) * SLOT_MILLISECONDS - scheduler.now();
      clock.after(isLast ? last : delay + dice.between(100, 900), () => {
        if (payment.landed || slot() > lastSlot) return;
        // Who cannot pay the fee is in no block.
        if (slot() < payment.wallet.fundedFrom) return;
        payment.landed = { slot: slot(), isFailed: payment.isDoomed || isAccountTaken(payment, slot()) };
      });
    },
    listLanded: (address, at) =>
      [...payments.values()]
        .filter(({ wallet, landed }) => wallet.address === address && landed && landed.slot <= at)
        .sort((a, b) => (b.landed?.slot ?? 0) - (a.landed?.slot ?? 0)),
  };
}
