import { BoundedCache } from '@staking-agent/chain/address';
import {
  CANCEL_REQUEST_WITHDRAW_VAULT_DISCRIMINATOR,
  DIRECT_WITHDRAW_STRATEGY_DISCRIMINATOR,
  decodeRequestEvent,
  REQUEST_WITHDRAW_VAULT_DISCRIMINATOR,
  VOLTR_VAULT_PROGRAM_ADDRESS,
  WITHDRAW_VAULT_DISCRIMINATOR,
} from '@staking-agent/chain/vault';
import type { MissingHistory } from '@staking-agent/wire';
import type { Executed } from '../sending/executed.ts';
import type { LedgerClient } from '../upstreams/ledger/client.ts';
import { findFirstBlock } from './first-block.ts';
import type { Listings } from './listings.ts';
import type { Block, Point } from './places.ts';
import { listHolders, readSeen, type WalletAccounts } from './transaction.ts';

/** `direct_withdraw_strategy_with_tolerance`, of which there is no client. */
const WITH_TOLERANCE: Uint8Array = Uint8Array.from([207, 51, 234, 8, 76, 164, 10, 250]);

/** The instructions that open or end a request, and where they name its account. */
const STEPS = [
  { begin: REQUEST_WITHDRAW_VAULT_DISCRIMINATOR, place: 7, isRequest: true },
  { begin: CANCEL_REQUEST_WITHDRAW_VAULT_DISCRIMINATOR, place: 6, isRequest: false },
  { begin: WITHDRAW_VAULT_DISCRIMINATOR, place: 9, isRequest: false },
  { begin: DIRECT_WITHDRAW_STRATEGY_DISCRIMINATOR, place: 13, isRequest: false },
  { begin: WITH_TOLERANCE, place: 13, isRequest: false },
];

/** The state in which a transaction leaves the request of a wallet. */
export type RequestStep =
  | { readonly isOpen: false }
  /** `from`: Unix seconds from which it can be claimed; undefined where the log does not say it. */
  | { readonly isOpen: true; readonly from: bigint | undefined };

/**
 * Reads what a transaction did to the request of a wallet; undefined where it did nothing.
 *
 * The date is in the event of the request alone. A request for nothing, which no claim can be for, counts as none.
 *
 * @throws {MalformedMessage} when the node's bytes are no transaction.
 */
export function readRequestStep(
  executed: Executed,
  { request, escrow }: WalletAccounts,
): RequestStep | undefined {
  if (executed.meta.err !== null) return undefined;
  const { instructions, keys, tokens } = readSeen(executed);
  const steps = instructions.flatMap(({ program, accounts, data }) => {
    if (program !== VOLTR_VAULT_PROGRAM_ADDRESS) return [];
    return STEPS.filter(
      ({ begin, place }) => accounts[place] === request && begin.every((byte, i) => data[i] === byte),
    );
  });
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  const escrowed = tokens.after.find(({ index }) => keys[index] === escrow)?.units ?? 0n;
  if (!last.isRequest || escrowed === 0n) return { isOpen: false };
  const events = listEvents(executed.meta.logMessages ?? [])
    .map(decodeRequestEvent)
    .filter((event) => event?.requestWithdrawVaultReceipt === request);
  // Of a log that was cut off, the last event may be that of an earlier request.
  const isWhole = events.length === steps.filter(({ isRequest }) => isRequest).length;
  const event = isWhole ? events.at(-1) : undefined;
  return event?.amountLpEscrowed === 0n
    ? { isOpen: false }
    : { isOpen: true, from: event?.withdrawableFromTs };
}

const CALLED = /^Program (\w+) (invoke|success$|failed:)/;
const LOGGED = 'Program data: ';

/** Lists what the vault's program itself logged as events: any other program may log the same bytes. */
function listEvents(logs: readonly string[]): Uint8Array[] {
  const callers: string[] = [];
  return logs.flatMap((line) => {
    const [, program, what] = CALLED.exec(line) ?? [];
    if (program !== undefined && what === 'invoke') callers.push(program);
    else if (program !== undefined) callers.pop();
    const isOwn = callers.at(-1) === VOLTR_VAULT_PROGRAM_ADDRESS && line.startsWith(LOGGED);
    return isOwn ? [Uint8Array.from(Buffer.from(line.slice(LOGGED.length), 'base64'))] : [];
  });
}

/** A request that a wallet made, the Unix seconds from which it can be claimed, and the block of that once it is searched for. */
type Request = {
  readonly signature: string;
  readonly made: Block;
  readonly from: bigint;
  date?: Promise<Block | undefined>;
};

/** Tells what a transaction did to the account of the request: nothing, or left it with a request, or without. */
type Read = { readonly isStep: boolean; readonly request?: Request | undefined };

/** Counts transactions that are read, each once, and searches for a block. */
export type Spend = (signatures: readonly string[], searches?: number) => void;

/** Transactions that a walk reads at most to find requests that are pending: others can name their account too. */
const MOST_READ = 100;
/** Seconds after its date in which the block of a request may be found that was not found at first. */
const SETTLES_WITHIN = 600n;
/** Seconds after its date in which a node that lags may miss the block: each look reads it again. */
const LAGS_WITHIN = 30n;
/** Slots after which no block is taken back: those to the root, with a reserve. */
const FINAL = 64n;
const REMEMBERED = 2_000;

/** The blocks from which requests can be claimed, by signature: facts of the ledger, once they are final. */
const FOUND = new WeakMap<LedgerClient, BoundedCache<Block>>();

/** The dates of requested withdrawals, on the way into the past. */
export class Claims {
  readonly #listings: Listings;
  readonly #spend: Spend;
  /** Each is read once in a walk: the next slot asks for nearly the same ones. */
  readonly #read = new Map<string, Promise<Read | undefined>>();
  readonly #missing = new Map<string, MissingHistory>();
  /** Unix seconds from which the pending request can be claimed, where that is to come. */
  dueAt: bigint | undefined;
  /** The first slot that may have a date which is not known yet. */
  unsettledFrom: bigint | undefined;

  constructor(listings: Listings, spend: Spend) {
    this.#listings = listings;
    this.#spend = spend;
  }

  /** Lists what could not be read. */
  get missing(): readonly MissingHistory[] {
    return [...this.#missing.values()];
  }

  /**
   * Finds the block from which the request that is pending at a point could be claimed.
   *
   * @param until - Unix seconds that the slot is not after, or a transaction of a later slot, of which they are read where a
   *   request is pending: a later date is not searched for.
   * @returns undefined where none is pending, the block is after the slot of the point, or it is not known.
   */
  async find(held: Point['held'], slot: bigint, until?: bigint | string): Promise<Block | undefined> {
    const { claims, accounts } = this.#listings.scene;
    if (claims === undefined || held[listHolders(accounts).indexOf(accounts.escrow)] === 0n) return undefined;
    const request = await this.#findPending(slot);
    if (request === undefined) return undefined;
    const ended = typeof until === 'string' ? await this.#readTime(until) : until;
    if (ended !== undefined && ended < request.from) return undefined;
    request.date ??= this.#search(request, slot);
    const date = await request.date;
    return date !== undefined && date.slot <= slot ? date : undefined;
  }

  /** Reads the time of the block of a transaction. */
  async #readTime(signature: string): Promise<bigint | undefined> {
    this.#spend([signature]);
    return (await this.#listings.fetch(signature))?.blockTime;
  }

  /** Finds the request that is pending before the transactions that were passed, after those of a slot. */
  async #findPending(slot: bigint): Promise<Request | undefined> {
    const { accounts } = this.#listings.scene;
    for (const signature of this.#listings.leftOf(accounts.request)) {
      if (this.#read.size >= MOST_READ && !this.#read.has(signature)) {
        this.#miss(
          'many',
          slot,
          'Too much happened to the account of the request to say from when it could be claimed.',
        );
        return undefined;
      }
      const reading = this.#read.get(signature) ?? this.#readStep(signature, slot);
      this.#read.set(signature, reading);
      const read = await reading;
      if (read === undefined) {
        this.#miss(signature, slot, `No node shows if transaction ${signature} requested a withdrawal.`);
        return undefined;
      }
      if (read.isStep) return read.request;
    }
    return undefined;
  }

  async #readStep(signature: string, last: bigint): Promise<Read | undefined> {
    this.#spend([signature]);
    const executed = await this.#listings.fetch(signature);
    return executed && (await this.#interpret(signature, executed, last));
  }

  /** Returns the block of a transaction that requested a withdrawal which could be claimed at once; undefined for any other. */
  async findAtOnce(signature: string, executed: Executed): Promise<Block | undefined> {
    if (this.#listings.scene.claims === undefined) return undefined;
    const known = await this.#read.get(signature);
    const { request } = known ?? (await this.#interpret(signature, executed, executed.slot));
    return request !== undefined && request.from <= request.made.time ? request.made : undefined;
  }

  /** Reads what a transaction requested, from the account of the request what its log does not say. */
  async #interpret(signature: string, executed: Executed, last: bigint): Promise<Read> {
    const step = readRequestStep(executed, this.#listings.scene.accounts);
    if (!step?.isOpen) return { isStep: step !== undefined };
    const { slot, blockTime: time } = executed;
    const from = step.from ?? (await this.#readPending(signature));
    if (from !== undefined && time !== undefined)
      return { isStep: true, request: { signature, made: { slot, time }, from } };
    const reason = `No node shows from when the withdrawal requested in slot ${slot} could be claimed.`;
    this.#miss(signature, last, reason);
    return { isStep: true };
  }

  /** Reads the date of the request that the vault has now, if no later transaction can have made it. */
  async #readPending(signature: string): Promise<bigint | undefined> {
    const { claims, accounts, services, head } = this.#listings.scene;
    if (claims?.pendingFrom === undefined) return undefined;
    const options = { until: signature, commitment: 'confirmed', minContextSlot: Number(head) };
    const later = await services.ledger.read('getSignaturesForAddress', [accounts.request, options]);
    return later.every(({ err }) => err !== null) ? claims.pendingFrom : undefined;
  }

  /** Finds the first block in which a request could be claimed, where it is not that of the request itself. */
  async #search({ signature, made, from }: Request, last: bigint): Promise<Block | undefined> {
    const { claims, head, isHead, services } = this.#listings.scene;
    if (claims === undefined || from <= made.time) return undefined;
    if (from > claims.now) {
      this.dueAt = from;
      return undefined;
    }
    const found = FOUND.get(services.ledger) ?? new BoundedCache<Block>(REMEMBERED);
    FOUND.set(services.ledger, found);
    const known = found.get(signature);
    if (known !== undefined) return known;
    this.#spend([], 1);
    const date = await findFirstBlock(from, made, { slot: head, time: claims.now }, services.ledger);
    // The clock may be that of a later block, which then is the one that is looked for.
    if (date === 'later' || (!('after' in date) && date.slot === head && !isHead)) {
      this.dueAt = from;
      return undefined;
    }
    if ('after' in date) {
      this.#hold({ signature, made, from }, date.after, claims.now, last);
      return undefined;
    }
    if (head - date.slot > FINAL) found.set(signature, date);
    return date;
  }

  /** Notes that the block of a date is not found, and lets rows wait for it while it may be soon. */
  #hold({ signature, made, from }: Request, after: Block, now: bigint, last: bigint): void {
    const held = now - from < SETTLES_WITHIN ? after.slot + 1n : undefined;
    this.unsettledFrom = held ?? this.unsettledFrom;
    if (now - from < LAGS_WITHIN) this.dueAt = from;
    const reason = `No node shows the block from which the withdrawal requested in slot ${made.slot} could be claimed, or the ledger stood still then.`;
    this.#miss(signature, held ?? last, reason);
  }

  /**
   * Notes that a date could not be read, once, and the same in every reading.
   *
   * @param last - the last slot that the date can have: that of what ended the request. A request that is still pending has
   *   none, so that readers whose place is after the request are told as well.
   */
  #miss(key: string, last: bigint, reason: string): void {
    if (this.#missing.has(key)) return;
    const slot = last < this.#listings.scene.head ? String(last) : null;
    this.#missing.set(key, { part: 'dates', slot, reason });
  }
}
