import { base58 } from '@scure/base';
import type { SignedTransaction } from '../../api/src/builds/message.ts';
import type { Dice } from './dice.ts';
import type { OwnClock } from './scheduler.ts';
import type { Wallet } from './wallet.ts';

/** Milliseconds of a slot while nothing is wrong. */
export const SLOT_MILLISECONDS = 200;
/** Blocks a blockhash lives. */
export const LIFETIME = 150;
/** The last block that may hold a payment is one later: its own blockhash is not in the queue yet that ages are counted in. */
const LAST_BLOCK = LIFETIME + 1;
/** Slots from processed to confirmed. */
export const CONFIRMED_DEPTH = 2;
const FIRST_SLOT = 1_000;
/** Slots before the first one that have no block: heights are not slots. */
const SKIPPED_SLOTS = 300;
const FIRST_EPOCH = 7;

/** Shares of the transactions that leaders lose, and that they put into the last block that may hold them. */
const LOST = 0.25;
const LATEST = 0.5;

/** A branch of the ledger that is given up; blocks of it are never confirmed. */
export type Fork = { readonly since: number };

/** What is in a block. */
export type Landed = { readonly slot: number; readonly isFailed: boolean };

/** As much of the ledger as a node knows: up to a slot, and perhaps on a branch of its own. */
export type View = { readonly slot: number; readonly fork: Fork | undefined };

/** A signed payment, as the ledger sees it. */
export type Payment = {
  readonly transaction: SignedTransaction;
  readonly wallet: Wallet;
  /** The slot of its blockhash; it can be in no block more than 150 later. */
  readonly blockhashSlot: number;
  /** Of all payments that need the same account, one lands without an error. */
  readonly account: string | undefined;
  /** The referral code of the build that was signed. */
  readonly code: string | undefined;
  /** What it stakes, in base units of the asset. */
  readonly amount: bigint;
  /** Names the build that it is a form of, as the first of all that its refreshes came of. */
  readonly root: string;
  /** It fails on the ledger, though no preflight says so. */
  readonly isDoomed: boolean;
  /** Whether anybody ever took it. */
  isOut?: boolean;
  /** How often the service was asked to broadcast it, and how many of these it has not answered. */
  asked: number;
  asking: number;
  /** In a block for good. */
  landed?: Landed;
  /** In a block of a branch that is given up. */
  orphaned?: Landed & { readonly fork: Fork };
};

/** The one truth of a history: which payments landed. */
export type SimulatedLedger = {
  slot(): number;
  epoch(): number;
  /** The blockhash of a slot; 32 bytes, and base58. */
  blockhashOf(slot: number): Uint8Array;
  textOfBlockhash(slot: number): string;
  slotOfBlockhash(text: string): number | undefined;
  /** Makes a signed payment known, so that it can be sent; the same one where these bytes are known. */
  register(payment: Payment): Payment;
  find(signature: string): Payment | undefined;
  /** Finds what has the message of a transaction, whatever stands in place of its signature. */
  findByMessage(base64: string): Payment | undefined;
  /** Finds where a message was executed: once, however often it is signed. */
  findExecuted(payment: Payment, view: View): Landed | undefined;
  /** Gives bytes to the leaders, who may lose them; on a branch it may land there, or in both. */
  forward(base64: string, delay: number, fork?: Fork): void;
  /** Whether the account that a payment makes is there. */
  isAccountTaken(payment: Payment, view: View): boolean;
  /** What a wallet has signed and is in a block, newest first. */
  listLanded(address: string, view: View): readonly Payment[];
  /** Every payment that was ever signed. */
  readonly payments: ReadonlyMap<string, Payment>;
  /** Changes the pace of slots. */
  setPace(milliseconds: number): void;
  turnEpoch(): void;
};

/** The height of the block in a slot. */
export function heightOf(slot: number): number {
  return slot - SKIPPED_SLOTS;
}

/** Where a node finds a payment, if it does. */
export function findLanded({ landed, orphaned }: Payment, { slot, fork }: View): Landed | undefined {
  const until = fork === undefined ? slot : Math.min(slot, fork.since);
  if (landed !== undefined && landed.slot <= until) return landed;
  return fork !== undefined && orphaned?.fork === fork && orphaned.slot <= slot ? orphaned : undefined;
}

/** Whether a payment that is out landed without an error, or still can land at a slot. */
export function isLive({ landed, blockhashSlot }: Payment, slot: number): boolean {
  return landed === undefined ? slot <= blockhashSlot + LAST_BLOCK : !landed.isFailed;
}

/**
 * Makes a ledger without a history.
 *
 * @param onOut - told of each payment when it is taken for the first time.
 */
export function createSimulatedLedger(
  clock: OwnClock,
  dice: Dice,
  note: (text: string) => void,
  onOut: (payment: Payment) => void = () => undefined,
): SimulatedLedger {
  const index = createIndex();
  const { payments, findExecuted, isAccountTaken } = index;
  const blockhashes = createBlockhashes(dice.fork('blockhashes'));
  const slots = createSlots(clock);
  let epoch = FIRST_EPOCH;
  const takeOut = (payment: Payment) => {
    const isFirst = payment.isOut !== true;
    payment.isOut = true;
    if (isFirst) onOut(payment);
  };
  const land = (payment: Payment, fork: Fork | undefined) => {
    const slot = slots.now();
    if (findExecuted(payment, { slot, fork: undefined }) || slot > payment.blockhashSlot + LAST_BLOCK) return;
    // Who cannot pay the fee is in no block.
    if (slot < payment.wallet.fundedFrom) return;
    const landed = { slot, isFailed: payment.isDoomed || isAccountTaken(payment, { slot, fork }) };
    if (fork === undefined) payment.landed = landed;
    else payment.orphaned = { ...landed, fork };
    const where = fork === undefined ? 'lands' : 'is in a block that is given up';
    note(`${nameOf(payment)} ${where}${landed.isFailed ? ', and fails' : ''}`);
  };
  return {
    slot: slots.now,
    epoch: () => epoch,
    ...blockhashes,
    ...index,
    forward(base64, delay, fork) {
      const payment = payments.get(readSignature(base64));
      if (payment === undefined) return;
      takeOut(payment);
      if (dice.chance(LOST)) return;
      if (fork !== undefined) {
        if (dice.chance(0.7)) clock.after(delay + dice.between(50, 400), () => land(payment, fork));
        if (dice.chance(0.5)) return;
      }
      // Some leaders are the worst there can be: they wait for the last block that may hold it.
      const last = slots.until(payment.blockhashSlot + LAST_BLOCK);
      const wait = dice.chance(LATEST) ? last : delay + dice.between(100, 900);
      clock.after(wait, () => land(payment, undefined));
    },
    setPace: slots.setPace,
    turnEpoch() {
      epoch += 1;
    },
  };
}

/** Every payment that was signed, by what it is looked for. */
function createIndex(): Pick<
  SimulatedLedger,
  'payments' | 'register' | 'find' | 'findByMessage' | 'findExecuted' | 'isAccountTaken' | 'listLanded'
> {
  const payments = new Map<string, Payment>();
  const byWallet = new Map<string, Payment[]>();
  const byAccount = new Map<string, Payment[]>();
  const byMessage = new Map<string, Payment[]>();
  return {
    payments,
    register(payment) {
      const { signature, base64 } = payment.transaction;
      const known = payments.get(signature);
      if (known !== undefined) return known;
      payments.set(signature, payment);
      push(byWallet, payment.wallet.address, payment);
      push(byMessage, readMessage(base64), payment);
      if (payment.account !== undefined) push(byAccount, payment.account, payment);
      return payment;
    },
    find: (signature) => payments.get(signature),
    findByMessage: (base64) => byMessage.get(readMessage(base64))?.[0],
    findExecuted: ({ transaction }, view) =>
      (byMessage.get(readMessage(transaction.base64)) ?? [])
        .map((each) => findLanded(each, view))
        .find((landed) => landed !== undefined),
    isAccountTaken: ({ account, transaction }, view) =>
      (account === undefined ? [] : (byAccount.get(account) ?? [])).some(
        (other) =>
          other.transaction.signature !== transaction.signature &&
          findLanded(other, view)?.isFailed === false,
      ),
    listLanded: (address, view) =>
      (byWallet.get(address) ?? [])
        .filter((payment) => findLanded(payment, view) !== undefined)
        .sort((a, b) => (findLanded(b, view)?.slot ?? 0) - (findLanded(a, view)?.slot ?? 0)),
  };
}

/** Names a payment, for people. */
export function nameOf({ transaction, wallet }: Payment): string {
  return `${transaction.signature.slice(0, 8)} of ${wallet.name}`;
}

/** Reads the first signature of a transaction. */
export function readSignature(base64: string): string {
  return base58.encode(Buffer.from(base64, 'base64').subarray(1, 65));
}

function readMessage(base64: string): string {
  return Buffer.from(base64, 'base64').subarray(65).toString('base64');
}

function push<Key>(map: Map<Key, Payment[]>, key: Key, payment: Payment): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [payment]);
  else list.push(payment);
}

function createBlockhashes(
  dice: Dice,
): Pick<SimulatedLedger, 'blockhashOf' | 'textOfBlockhash' | 'slotOfBlockhash'> {
  const ofAll = dice.bytes(28);
  const bySlot = new Map<number, { readonly bytes: Uint8Array; readonly text: string }>();
  const slots = new Map<string, number>();
  const find = (slot: number) => {
    const known = bySlot.get(slot);
    if (known !== undefined) return known;
    const bytes = Buffer.concat([ofAll, Buffer.of(slot >>> 24, slot >>> 16, slot >>> 8, slot)]);
    const made = { bytes, text: base58.encode(bytes) };
    bySlot.set(slot, made);
    slots.set(made.text, slot);
    return made;
  };
  return {
    blockhashOf: (slot) => find(slot).bytes,
    textOfBlockhash: (slot) => find(slot).text,
    slotOfBlockhash: (text) => slots.get(text),
  };
}

/** Slots of a pace that may change. */
function createSlots(clock: Pick<OwnClock, 'elapsed'>) {
  let since = { slot: FIRST_SLOT, at: 0, milliseconds: SLOT_MILLISECONDS };
  const exact = () => since.slot + (clock.elapsed() - since.at) / since.milliseconds;
  return {
    now: () => Math.floor(exact()),
    /** Milliseconds until the beginning of a slot, at the present pace. */
    until: (slot: number) => since.at + (slot - since.slot) * since.milliseconds - clock.elapsed(),
    setPace(milliseconds: number) {
      since = { slot: exact(), at: clock.elapsed(), milliseconds };
    },
  };
}
