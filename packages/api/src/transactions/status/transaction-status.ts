import { type Clock, sleep } from '../../background/clock.ts';
import { actForAll, currentCaller } from '../../callers/caller-context.ts';
import { type Fate, type LandingPorts, readFates, readFatesSoon } from '../landing.ts';
import type { OtherForm, OtherForms } from '../other-forms.ts';
import type { Outbox } from '../outbox.ts';
import type { Resender } from '../resender.ts';
import { type Executed, readConfirmation, readExecuted } from './read-executed.ts';

/** What is known of a transaction; only the first three are final words. */
export type Standing =
  | {
      readonly status: 'landed' | 'failed';
      readonly isFinal: boolean;
      /** undefined where no node shows it any more. */
      readonly executed: Executed | undefined;
      readonly fate: Fate;
    }
  | {
      readonly status: 'expired' | 'pending' | 'unknown';
      /** Of one that is dead: what else of its build landed or can. */
      readonly other?: OtherForm;
    };

/** Which transaction is asked for, and until when it can land, as the caller says. */
export type Asked = { readonly signature: string; readonly lastValidBlockHeight: bigint | undefined };

/** Looks transactions up, and waits for their end. */
export type TransactionStatus = {
  /**
   * @param seconds - how long to wait for a final word; 0 answers what is known now.
   * @param isGone - whether nobody is there any more who waits: a place among those who do is free then.
   */
  find(asked: Asked, seconds: number, isGone?: () => boolean): Promise<Standing>;
  /** Newest slot that a node has shown lately. */
  newestSlot(): bigint | undefined;
  /** Ends every wait. */
  close(): void;
};

/** What the status of transactions is read with. */
export type StatusPorts = LandingPorts & {
  readonly outbox: Pick<Outbox, 'isKnown' | 'readHeight'>;
  readonly otherForms: Pick<OtherForms, 'findBySignature'>;
  readonly resender: Pick<Resender, 'getState'>;
  readonly clock: Clock;
};

/** Signatures of one call; no more wait at the same time, so that waiting costs two calls a second on a node at most. */
const SIGNATURES_OF_CALL = 256;
const MAX_WAITING = SIGNATURES_OF_CALL;
/** Of one caller, so that nobody takes the places of all others. */
const MAX_WAITING_OF_ONE = 32;
const LOOK_MILLISECONDS = 100;
const ROUND_MILLISECONDS = 1_000;
const NEVER = 2n ** 64n;
/** Blocks beyond those after which a broadcast calls a transaction dead: here nobody resends it. */
const FURTHER_MARGIN = 22n;
/** Blocks after which a node may have forgotten what it executed, so that absence proves nothing. */
const REMEMBERED_BLOCKS = 100_000n;

/** Opens the status of transactions of one process. */
export function createTransactionStatus(ports: StatusPorts): TransactionStatus {
  const rounds = createRounds(ports);
  const look = createLooks(ports);
  return {
    async find(asked, seconds, isGone = () => false) {
      const { clock } = ports;
      const mortal = toMortal(asked);
      const until = clock.elapsed() + seconds * 1_000;
      let standing = await judge(asked, await look(mortal), ports);
      while (!isEnd(standing) && clock.elapsed() < until && !isGone()) {
        const fate = await rounds.join(mortal);
        if (fate === undefined) break;
        standing = await judge(asked, fate, ports);
      }
      return standing;
    },
    newestSlot() {
      const slots = ports.ledger.byHealth().map(({ slot }) => slot);
      const newest = slots.reduce((best, slot) => (slot > best ? slot : best), 0n);
      return newest === 0n ? undefined : newest;
    },
    close: rounds.close,
  };
}

function isEnd(standing: Standing): boolean {
  const { status } = standing;
  if ('other' in standing && standing.other?.kind === 'landed') return true;
  return status === 'landed' || status === 'failed' || status === 'expired';
}

function toMortal({ signature, lastValidBlockHeight }: Asked) {
  const last = lastValidBlockHeight === undefined ? NEVER : lastValidBlockHeight + FURTHER_MARGIN;
  return { signature, lastValidBlockHeight: last };
}

type Mortal = ReturnType<typeof toMortal>;

/**
 * Reads statuses for all callers: the first at once, then ten times a second in shared calls, so that the load on a node
 * does not grow with callers and leaves the sending budget alone.
 */
function createLooks(ports: StatusPorts) {
  const { clock } = ports;
  let asked: { readonly mortal: Mortal; readonly told: PromiseWithResolvers<Fate> }[] = [];
  let nextAt = Number.NEGATIVE_INFINITY;
  const readAll = () => {
    nextAt = clock.elapsed() + LOOK_MILLISECONDS;
    const all = asked;
    asked = [];
    for (let from = 0; from < all.length; from += SIGNATURES_OF_CALL) {
      const part = all.slice(from, from + SIGNATURES_OF_CALL);
      const fates = actForAll(() =>
        readFatesSoon(
          part.map(({ mortal }) => mortal),
          ports,
        ),
      );
      for (const [i, fate] of fates.entries()) fate.then(part[i]?.told.resolve, part[i]?.told.reject);
    }
  };
  return (mortal: Mortal): Promise<Fate> => {
    const told = Promise.withResolvers<Fate>();
    asked.push({ mortal, told });
    // The first of a batch sees to it; those who come until then join.
    if (asked.length === 1) clock.after(Math.max(0, nextAt - clock.elapsed()), readAll);
    return told.promise;
  };
}

/** Reads the statuses of all waiting transactions once a second, in one call. */
function createRounds(ports: StatusPorts) {
  let waiting = new Map<Mortal, (fate: Fate | undefined) => void>();
  const counts = new Map<string, number>();
  let isOpen = true;
  const read = async () => {
    await sleep(ports.clock, ROUND_MILLISECONDS);
    const round = waiting;
    waiting = new Map();
    counts.clear();
    const fates = await readFates([...round.keys()], ports).catch(() => []);
    for (const [i, resolve] of [...round.values()].entries()) resolve(fates[i] ?? { kind: 'unread' });
  };
  return {
    /** @returns undefined, at once, when too many wait, of all or of this caller, or the process ends. */
    join(mortal: Mortal): Promise<Fate | undefined> {
      const caller = currentCaller() ?? '';
      const count = counts.get(caller) ?? 0;
      if (!isOpen || waiting.size >= MAX_WAITING || count >= MAX_WAITING_OF_ONE) {
        return Promise.resolve(undefined);
      }
      counts.set(caller, count + 1);
      const { promise, resolve } = Promise.withResolvers<Fate | undefined>();
      waiting.set(mortal, resolve);
      if (waiting.size === 1) void read();
      return promise;
    },
    close() {
      isOpen = false;
      for (const resolve of waiting.values()) resolve(undefined);
    },
  };
}

async function judge(asked: Asked, fate: Fate, ports: StatusPorts): Promise<Standing> {
  const { signature, lastValidBlockHeight } = asked;
  switch (fate.kind) {
    case 'landed':
    case 'failed': {
      const [executed, confirmation] = await Promise.all([
        readExecuted(signature, ports),
        readConfirmation(signature, ports),
      ]);
      // Another fork may still be the one that stays.
      if (executed === undefined && confirmation === 'processed') return { status: 'pending' };
      const isFailed = executed === undefined ? fate.kind === 'failed' : executed.meta.err !== null;
      return {
        status: isFailed ? 'failed' : 'landed',
        isFinal: confirmation === 'finalized',
        executed,
        fate,
      };
    }
    case 'dead':
      return await judgeDead(asked, ports);
    default: {
      const isOurs =
        lastValidBlockHeight !== undefined ||
        ports.resender.getState(signature) !== undefined ||
        (await ports.outbox.isKnown(signature));
      return { status: isOurs ? 'pending' : 'unknown' };
    }
  }
}

/** Judges a transaction that no node shows by the last valid height from the caller: pending, expired or unknown. */
async function judgeDead({ signature, lastValidBlockHeight }: Asked, ports: StatusPorts): Promise<Standing> {
  // A wallet may have edited it, and so given it a longer life than the build had that the caller speaks of.
  if (await canStillLand(signature, ports)) return { status: 'pending' };
  const height = ports.blockhash.blockHeight();
  const isForgotten =
    lastValidBlockHeight !== undefined &&
    height !== undefined &&
    height > lastValidBlockHeight + REMEMBERED_BLOCKS;
  if (isForgotten) return { status: 'unknown' };
  const other = await ports.otherForms.findBySignature(signature);
  return other === undefined ? { status: 'expired' } : { status: 'unknown', other };
}

/** Checks whether the service still sends the transaction, whatever height the caller gave. */
async function canStillLand(
  signature: string,
  { outbox, resender, blockhash }: StatusPorts,
): Promise<boolean> {
  const last = await outbox.readHeight(signature);
  if (last === undefined) return resender.getState(signature) !== undefined;
  const height = blockhash.blockHeight();
  return height === undefined || height <= last + FURTHER_MARGIN;
}
