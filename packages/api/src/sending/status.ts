import type { Deployment } from '@staking-agent/chain/deployment';
import { MalformedMessage } from '@staking-agent/verify';
import { formatAmount, type TransactionAnswer } from '@staking-agent/wire';
import { explainFailure } from '../builds/failures.ts';
import { readMessageOf } from '../builds/message.ts';
import { StoreFault } from '../problems/faults.ts';
import { sleep } from '../runtime/clock.ts';
import { actForAll, currentCaller } from '../runtime/context.ts';
import type { Builds } from '../store/builds.ts';
import {
  type Executed,
  listBalanceChanges,
  readConfirmation,
  readExecuted,
  SOL_DECIMALS,
} from './executed.ts';
import {
  type Expiring,
  type Fate,
  type Horizon,
  type LandingPorts,
  NEVER,
  REMEMBERED_BLOCKS,
  readFates,
  readFatesSoon,
} from './landing.ts';
import type { FindOther, OtherForm } from './search.ts';

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

/** Store and ledger, as the status of transactions is read from them. */
export type StatusPorts = LandingPorts & {
  readonly builds: Builds;
  readonly findOther: FindOther;
  readonly horizon: Horizon;
};

/** Signatures of one call; no more wait at the same time, so that waiting costs two calls a second on a node at most. */
const SIGNATURES_OF_CALL = 256;
const MAX_WAITING = SIGNATURES_OF_CALL;
/** Of one caller, so that nobody takes the places of all others. */
const MAX_WAITING_OF_ONE = 32;
const LOOK_MILLISECONDS = 100;
const ROUND_MILLISECONDS = 1_000;
/** Blocks beyond those after which a broadcast calls a transaction dead: here nobody resends it. */
const FURTHER_MARGIN = 22n;

/** Opens the status of transactions of one process. */
export function createTransactionStatus(ports: StatusPorts): TransactionStatus {
  const rounds = createRounds(ports);
  const look = createLooks(ports);
  return {
    async find(asked, seconds, isGone = () => false) {
      const { clock } = ports;
      const expiring = toExpiring(asked);
      const until = clock.elapsed() + seconds * 1_000;
      let standing = await judge(asked, await look(expiring), ports);
      while (!isEnd(standing) && clock.elapsed() < until && !isGone()) {
        const fate = await rounds.join(expiring);
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

function toExpiring({ signature, lastValidBlockHeight }: Asked): Expiring {
  const last = lastValidBlockHeight === undefined ? NEVER : lastValidBlockHeight + FURTHER_MARGIN;
  return { signature, lastValidBlockHeight: last };
}

/**
 * Reads statuses for all callers: the first at once, then ten times a second in shared calls, so that the load on a node
 * does not grow with callers and leaves the sending budget alone.
 */
function createLooks(ports: StatusPorts) {
  const { clock } = ports;
  let asked: { readonly expiring: Expiring; readonly told: PromiseWithResolvers<Fate> }[] = [];
  let nextAt = Number.NEGATIVE_INFINITY;
  const readAll = () => {
    nextAt = clock.elapsed() + LOOK_MILLISECONDS;
    const all = asked;
    asked = [];
    for (let from = 0; from < all.length; from += SIGNATURES_OF_CALL) {
      const part = all.slice(from, from + SIGNATURES_OF_CALL);
      const fates = actForAll(() =>
        readFatesSoon(
          part.map(({ expiring }) => expiring),
          ports,
        ),
      );
      for (const [i, fate] of fates.entries()) fate.then(part[i]?.told.resolve, part[i]?.told.reject);
    }
  };
  return (expiring: Expiring): Promise<Fate> => {
    const told = Promise.withResolvers<Fate>();
    asked.push({ expiring, told });
    // The first of a batch sees to it; those who come until then join.
    if (asked.length === 1) clock.after(Math.max(0, nextAt - clock.elapsed()), readAll);
    return told.promise;
  };
}

/** Reads the statuses of all waiting transactions once a second, in one call. */
function createRounds(ports: StatusPorts) {
  let waiting = new Map<Expiring, (fate: Fate | undefined) => void>();
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
    join(expiring: Expiring): Promise<Fate | undefined> {
      const caller = currentCaller() ?? '';
      const count = counts.get(caller) ?? 0;
      if (!isOpen || waiting.size >= MAX_WAITING || count >= MAX_WAITING_OF_ONE) {
        return Promise.resolve(undefined);
      }
      counts.set(caller, count + 1);
      const { promise, resolve } = Promise.withResolvers<Fate | undefined>();
      waiting.set(expiring, resolve);
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
  const { signature } = asked;
  switch (fate.kind) {
    case 'landed':
    case 'failed': {
      const [executed, confirmation] = await Promise.all([
        readExecuted(signature, ports),
        readConfirmation(signature, ports),
      ]);
      // One node shows it, and it may say what two others do not.
      const isTrue = (executed?.meta.err === null) === (fate.kind === 'landed');
      return {
        status: fate.kind,
        isFinal: confirmation === 'finalized',
        executed: isTrue ? executed : undefined,
        fate,
      };
    }
    case 'seen':
      return { status: 'pending' };
    default:
      return await judgeAbsent(asked, fate, ports).catch((error: unknown): Standing => {
        if (error instanceof StoreFault) return { status: fate.kind === 'dead' ? 'unknown' : isDated(asked) };
        throw error;
      });
  }
}

/** Judges a transaction that no node shows, by the later one of its heights: from the caller, and from its row. */
async function judgeAbsent(asked: Asked, fate: Fate, ports: StatusPorts): Promise<Standing> {
  const { signature } = asked;
  const isDead = fate.kind === 'dead';
  const mayBeLost = ports.horizon.mayBeLost(asked.lastValidBlockHeight ?? 0n);
  if (!isDead && asked.lastValidBlockHeight !== undefined) {
    const isLost = fate.kind === 'absent' && isForgotten(asked.lastValidBlockHeight, ports);
    return { status: isLost ? 'unknown' : 'pending' };
  }
  const found = await ports.builds.find({ signature });
  const own = found?.forms.find((form) => form.signature === signature);
  if (!isDead) return { status: own === undefined ? 'unknown' : 'pending' };
  // A wallet may have edited it, and so given it a longer life than the build had that the caller speaks of.
  if (own !== undefined && mayLand(own, ports)) return { status: 'pending' };
  const other = found && (await ports.findOther(found, signature));
  if (other !== undefined) return { status: 'unknown', other };
  return { status: mayBeLost ? 'unknown' : 'expired' };
}

/** Checks whether nodes may have forgotten a transaction, so that they prove nothing of it any more. */
function isForgotten(lastValidBlockHeight: bigint, { blockhash }: StatusPorts): boolean {
  const height = blockhash.blockHeight();
  return height !== undefined && height > lastValidBlockHeight + REMEMBERED_BLOCKS;
}

function isDated({ lastValidBlockHeight }: Asked): 'pending' | 'unknown' {
  return lastValidBlockHeight === undefined ? 'unknown' : 'pending';
}

function mayLand(
  { lastValidBlockHeight }: Pick<Expiring, 'lastValidBlockHeight'>,
  { blockhash }: StatusPorts,
) {
  const height = blockhash.blockHeight();
  return height === undefined || height <= lastValidBlockHeight + FURTHER_MARGIN;
}

type Described = Pick<
  TransactionAnswer,
  'otherForm' | 'isFinal' | 'slot' | 'blockTime' | 'fee' | 'changes' | 'failure'
>;

const ABSENT: Omit<Described, 'isFinal'> = {
  slot: null,
  blockTime: null,
  fee: null,
  changes: null,
  failure: null,
};

/** Prints a standing as the answer's status. */
export function describeStanding(standing: Standing, deployment: Deployment): Described {
  if (!('executed' in standing)) {
    return { ...ABSENT, isFinal: standing.status === 'expired', ...describeOther(standing.other) };
  }
  const { executed, fate, isFinal } = standing;
  const fault = executed === undefined ? findFault(fate) : executed.meta.err;
  const message = executed && readMessageOf(executed.transaction);
  const failure = fault === null ? null : explainFailure(fault, executed?.meta.logMessages ?? null, message);
  if (executed === undefined) return { ...ABSENT, isFinal, failure };
  const { slot, blockTime, meta } = executed;
  const fee = BigInt(meta.fee);
  return {
    isFinal,
    slot: slot.toString(),
    blockTime: blockTime === undefined ? null : new Date(Number(blockTime) * 1_000).toISOString(),
    fee: { asset: 'SOL', amount: formatAmount(fee, SOL_DECIMALS), baseUnits: fee.toString() },
    changes: listChanges(executed, deployment),
    failure,
  };
}

function describeOther(other: OtherForm | undefined): Pick<Described, 'otherForm'> {
  if (other === undefined || other.kind === 'unread') return {};
  if (other.kind === 'replaced') return { otherForm: { signature: null, outcome: 'unknown' } };
  const outcome = other.kind === 'landed' ? 'landed' : 'unknown';
  return { otherForm: { signature: other.signature, outcome } };
}

function findFault(fate: Extract<Standing, { fate: unknown }>['fate']) {
  return fate.kind === 'failed' ? fate.fault : null;
}

function listChanges(executed: Executed, mints: Deployment): TransactionAnswer['changes'] {
  try {
    return listBalanceChanges(executed, mints);
  } catch (error) {
    if (error instanceof MalformedMessage) return null;
    throw error;
  }
}
