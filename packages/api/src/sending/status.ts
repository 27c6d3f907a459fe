import type { Deployment } from '@staking-agent/chain/deployment';
import { MalformedMessage } from '@staking-agent/verify';
import type { TransactionAnswer } from '@staking-agent/wire';
import { explainFailure } from '../builds/failures.ts';
import { readMessageOf } from '../builds/message.ts';
import { StoreFault } from '../problems/faults.ts';
import { actForAll, createPlaces } from '../runtime/callers.ts';
import { toQuantity } from '../runtime/json.ts';
import type { FoundBuild } from '../store/builds.ts';
import { decideSettle, type Form, printStates } from '../store/decide.ts';
import type { TransactionFault } from '../upstreams/ledger/answers.ts';
import { type Executed, listBalanceChanges, readExecuted } from './executed.ts';
import {
  type Execution,
  type Expiring,
  type Fate,
  isEnd,
  NEVER,
  REMEMBERED_BLOCKS,
  readFatesSoon,
  readOldLanding,
  type Sending,
} from './landing.ts';
import { toEnd } from './resend.ts';
import type { FindOther, OtherForm } from './search.ts';

/** The state of a transaction; only the first three are final words. */
export type Standing =
  | (Execution & {
      readonly status: 'landed' | 'failed';
      /** undefined where no node shows it any more. */
      readonly executed: Executed | undefined;
      /** Why it failed, where a node says so. */
      readonly fault: TransactionFault | undefined;
      /** The other form of its build that landed or can, where it failed. */
      readonly other?: OtherForm;
    })
  | {
      readonly status: 'expired' | 'pending' | 'unknown';
      /** The other form of its build that landed or can, where it is dead. */
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

type StatusPorts = Sending & { readonly findOther: FindOther };

/** Signatures of one call; no more wait at the same time, so that waiting costs one call a slot on a node at most. */
const SIGNATURES_OF_CALL = 256;
/** The places of one caller, so that none takes those of all others. */
const MAX_WAITING_OF_ONE = 32;
/** Bounds of the pause between two readings, which is a slot; the longest one where nodes have little to spare. */
const PAUSE_MILLISECONDS = { least: 100, usual: 400, most: 1_000 } as const;
/** Share of a node's calls that waiting leaves to sends and feeds. */
const RESERVE = 0.5;
/** Blocks beyond those after which a broadcast calls a transaction dead: here nobody resends it. */
const FURTHER_MARGIN = 22n;

/** Opens the status of transactions of one process. */
export function createTransactionStatus(ports: StatusPorts): TransactionStatus {
  const reads = createReads(ports);
  const places = createPlaces({ all: SIGNATURES_OF_CALL, ofOne: MAX_WAITING_OF_ONE });
  return {
    async find(asked, seconds, isGone = () => false) {
      const { clock } = ports;
      const expiring = toExpiring(asked);
      const until = clock.elapsed() + seconds * 1_000;
      let fate = await reads.read(expiring);
      let seen = await judge(asked, fate, await readRow(asked, ports), ports);
      const mayWait = () => !isLast(seen.standing) && clock.elapsed() < until && !isGone();
      const leave = mayWait() ? places.take() : undefined;
      if (leave === undefined) return seen.standing;
      try {
        while (mayWait()) {
          const next = await reads.readAgain(expiring);
          if (next === undefined) break;
          fate = next;
          // While nothing has ended, who waits does not ask the store.
          const row = isEnd(fate) ? await readRow(asked, ports) : seen.row;
          seen = await judge(asked, fate, row, ports);
        }
        // Another replica may have stored meanwhile what no node shows this one.
        if (!isLast(seen.standing)) seen = await judge(asked, fate, await readRow(asked, ports), ports);
      } finally {
        leave();
      }
      return seen.standing;
    },
    newestSlot() {
      const slots = ports.ledger.byHealth().map(({ slot }) => slot);
      const newest = slots.reduce((best, slot) => (slot > best ? slot : best), 0n);
      return newest === 0n ? undefined : newest;
    },
    close: reads.close,
  };
}

function isLast(standing: Standing): boolean {
  const { status } = standing;
  if ('other' in standing && standing.other?.kind === 'landed') return true;
  return status === 'landed' || status === 'failed' || status === 'expired';
}

function toExpiring({ signature, lastValidBlockHeight }: Asked): Expiring {
  const last = lastValidBlockHeight === undefined ? NEVER : lastValidBlockHeight + FURTHER_MARGIN;
  return { signature, lastValidBlockHeight: last };
}

type Reading = { readonly expiring: Expiring; readonly told: PromiseWithResolvers<Fate | undefined> };

/**
 * Reads statuses for all callers in shared calls: the first at once, then one a slot, so that the load on a node does not grow
 * with callers. Calls that are only for callers who wait are made once a second while nodes have no calls to spare.
 */
function createReads(ports: StatusPorts) {
  const { clock, blockhash, ledger } = ports;
  let isOpen = true;
  let readAt = Number.NEGATIVE_INFINITY;
  let isDue = false;
  let first: Reading[] = [];
  let again: Reading[] = [];
  const pause = () => {
    const { least, usual, most } = PAUSE_MILLISECONDS;
    return Math.min(Math.max(blockhash.slotMilliseconds() ?? usual, least), most);
  };
  const tell = (part: readonly Reading[]) => {
    const expiring = part.map((each) => each.expiring);
    for (const [i, fate] of actForAll(() => readFatesSoon(expiring, ports)).entries())
      fate.then(part[i]?.told.resolve, part[i]?.told.reject);
  };
  const readAll = () => {
    isDue = false;
    const mayRest = first.length === 0 && clock.elapsed() - readAt < PAUSE_MILLISECONDS.most;
    if (mayRest && !ledger.nodes.every(({ pace }) => pace.allows(RESERVE))) return plan(pause());
    readAt = clock.elapsed();
    const all = [...first, ...again];
    first = [];
    again = [];
    for (let from = 0; from < all.length; from += SIGNATURES_OF_CALL)
      tell(all.slice(from, from + SIGNATURES_OF_CALL));
  };
  const plan = (milliseconds: number) => {
    if (isDue) return;
    isDue = true;
    clock.after(Math.max(0, milliseconds), readAll);
  };
  const join = async (those: Reading[], expiring: Expiring) => {
    const told = Promise.withResolvers<Fate | undefined>();
    those.push({ expiring, told });
    plan(readAt + pause() - clock.elapsed());
    return await told.promise;
  };
  return {
    read: async (expiring: Expiring): Promise<Fate> => (await join(first, expiring)) ?? { kind: 'unread' },
    /** Reads for a caller who waits, whom a reading that fails does not end. @returns undefined once the process ends. */
    readAgain: async (expiring: Expiring): Promise<Fate | undefined> =>
      isOpen ? await join(again, expiring).catch(() => ({ kind: 'unread' }) as const) : undefined,
    close() {
      isOpen = false;
      for (const { told } of again) told.resolve(undefined);
      again = [];
    },
  };
}

/** Holds what the store has of a transaction; nothing while it is away. */
type Row = {
  readonly isAway?: true;
  readonly found?: FoundBuild | undefined;
  readonly own?: Form | undefined;
};

async function readRow({ signature }: Asked, { builds }: StatusPorts): Promise<Row> {
  try {
    const found = await builds.find({ signature });
    return { found, own: found?.forms.find((form) => form.signature === signature) };
  } catch (error) {
    if (error instanceof StoreFault) return { isAway: true };
    throw error;
  }
}

function isSame(one: Row, other: Row): boolean {
  const print = ({ found }: Row) => printStates(found?.forms ?? []);
  return one.isAway === other.isAway && print(one) === print(other);
}

/** Joins a standing to the row that it rests on. */
type Judged = { readonly standing: Standing; readonly row: Row };

/**
 * Judges a transaction by its fate and its row. Who is told that it has expired or failed builds again, so that is told only where the
 * row, read again after all else, is still the same: a refresh or a landing may have been stored meanwhile.
 */
async function judge(asked: Asked, fate: Fate, row: Row, ports: StatusPorts): Promise<Judged> {
  const standing = await addOther(await judgeOnce(asked, fate, row, ports), asked, row, ports);
  if ((standing.status !== 'failed' && standing.status !== 'expired') || standing.other !== undefined)
    return { standing, row };
  const last = await readRow(asked, ports);
  return isSame(row, last) ? { standing, row } : await judge(asked, fate, last, ports);
}

/** Names what else of its build has landed or can, where one form of it failed: who is told of a failure builds again. */
async function addOther(
  standing: Standing,
  { signature }: Asked,
  { found, isAway }: Row,
  ports: StatusPorts,
): Promise<Standing> {
  if (standing.status !== 'failed') return standing;
  if (isAway) return { ...standing, other: { kind: 'unread' } };
  const other = found && (await ports.findOther(found, signature));
  return other === undefined ? standing : { ...standing, other };
}

async function judgeOnce(asked: Asked, fate: Fate, row: Row, ports: StatusPorts): Promise<Standing> {
  const { own } = row;
  if (own?.state === 'landed' && fate.kind !== 'landed') return await recall(asked, own, ports);
  switch (fate.kind) {
    case 'landed':
    case 'failed': {
      const { kind: status, slot, isFinal } = fate;
      const [executed] = await Promise.all([readExecution(asked, status, ports), storeEnd(row, fate, ports)]);
      return { status, slot, isFinal, executed, fault: fate.kind === 'failed' ? fate.fault : undefined };
    }
    default:
      if (own?.state === 'failed') return await recall(asked, own, ports);
      if (fate.kind === 'seen') return await judgeSeen(asked, fate.isFinal, row, ports);
      if (fate.kind === 'dead' || hasExpired(own)) return await judgeDead(asked, row, ports);
      return await judgeAbsent(asked, fate, row, ports);
  }
}

/** Judges a transaction that is not proved: without a row it may be so old that not every node remembers it. */
async function judgeSeen(asked: Asked, isFinal: boolean, row: Row, ports: StatusPorts): Promise<Standing> {
  const isOwn = row.isAway === true || row.own !== undefined;
  const landed = isFinal && !isOwn ? await readOldLanding(asked, ports) : undefined;
  if (landed === undefined) return { status: 'pending' };
  const executed = await readExecution(asked, 'landed', ports);
  return { status: 'landed', ...landed, executed, fault: undefined };
}

/** Blocks above one that no fork undoes any more (MAX_LOCKOUT_HISTORY). */
const ROOTED_BLOCKS = 32n;

/** Tells an end that the store has, whatever nodes say now: its caller may have been told before, and builds on it. */
async function recall(
  asked: Asked,
  { state, lastValidBlockHeight }: Form,
  ports: StatusPorts,
): Promise<Standing> {
  const height = ports.blockhash.blockHeight();
  const status = state === 'landed' ? state : 'failed';
  const executed = await readExecution(asked, status, ports);
  return {
    status,
    slot: executed?.slot,
    isFinal: height !== undefined && height > lastValidBlockHeight + ROOTED_BLOCKS,
    executed,
    fault: executed?.meta.err ?? undefined,
  };
}

/** Reads how a transaction was executed; undefined where no node shows it, or where one shows what two others do not. */
async function readExecution({ signature }: Asked, status: 'landed' | 'failed', ports: StatusPorts) {
  const executed = await readExecuted(signature, ports);
  return (executed?.meta.err === null) === (status === 'landed') ? executed : undefined;
}

/** Writes an end before it is told, where its row takes it, so that no later word takes it back. */
async function storeEnd({ found, own }: Row, fate: Fate, { builds, onSettled, log }: StatusPorts) {
  const end = own && toEnd(own.id, fate);
  if (found === undefined || end === undefined) return;
  if (decideSettle(found.forms, end.id, end.end) === undefined) return;
  await builds.settle([end]).then(onSettled, (fault: unknown) => {
    log.warn({ form: end.id, fault: String(fault) }, 'end of a transaction not kept');
  });
}

/**
 * Judges a transaction that no node shows by the height that its caller names. Where there is none, its row says how long it
 * can land, though no absence proves it dead; where the nodes did not answer, it may have landed long ago.
 */
async function judgeAbsent(
  { signature, lastValidBlockHeight }: Asked,
  { kind }: Fate,
  row: Row,
  ports: StatusPorts,
): Promise<Standing> {
  if (lastValidBlockHeight !== undefined) {
    const isLost = kind === 'absent' && isForgotten(lastValidBlockHeight, ports);
    return { status: isLost ? 'unknown' : 'pending' };
  }
  if (row.own === undefined || kind === 'unread') return { status: 'unknown' };
  return (await judgeRow(signature, row, ports)) ?? { status: 'unknown' };
}

/** Judges a transaction that is dead by the height that its caller names. */
async function judgeDead(
  { signature, lastValidBlockHeight = 0n }: Asked,
  row: Row,
  ports: StatusPorts,
): Promise<Standing> {
  if (row.isAway) return { status: 'unknown' };
  const mayBeLost = ports.horizon.mayBeLost(lastValidBlockHeight);
  return (await judgeRow(signature, row, ports)) ?? { status: mayBeLost ? 'unknown' : 'expired' };
}

/** Judges a transaction by its build; undefined where that says nothing of it. */
async function judgeRow(
  signature: string,
  { found, own }: Row,
  ports: StatusPorts,
): Promise<Standing | undefined> {
  // A wallet may have edited it, and so given it a longer life than the build had that the caller speaks of.
  if (own !== undefined && mayLand(own, ports)) return { status: 'pending' };
  const other = found && (await ports.findOther(found, signature));
  return other && { status: 'unknown', other };
}

/** Checks whether the ledger has proved before that a transaction is dead. */
function hasExpired(own: Form | undefined): boolean {
  return own?.state === 'closed' && own.refusal?.code === 'BLOCKHASH_EXPIRED';
}

/** Checks whether nodes may have forgotten a transaction, so that they prove nothing of it any more. */
function isForgotten(lastValidBlockHeight: bigint, { blockhash }: StatusPorts): boolean {
  const height = blockhash.blockHeight();
  return height !== undefined && height > lastValidBlockHeight + REMEMBERED_BLOCKS;
}

function mayLand({ lastValidBlockHeight }: Form, { blockhash }: StatusPorts): boolean {
  const height = blockhash.blockHeight();
  return height === undefined || height <= lastValidBlockHeight + FURTHER_MARGIN;
}

type Described = Pick<
  TransactionAnswer,
  'otherForm' | 'isFinal' | 'slot' | 'blockTime' | 'fee' | 'changes' | 'failure'
>;

/** Prints a standing as the answer's status. */
export function describeStanding(standing: Standing, deployment: Deployment): Described {
  const { status, other } = standing;
  const { isFinal, slot, executed, fault } =
    'executed' in standing ? standing : { isFinal: status === 'expired' };
  const cause = executed === undefined ? fault : executed.meta.err;
  const message = executed && readMessageOf(executed.transaction);
  return {
    isFinal,
    slot: (slot ?? executed?.slot)?.toString() ?? null,
    blockTime:
      executed?.blockTime === undefined ? null : new Date(Number(executed.blockTime) * 1_000).toISOString(),
    fee: executed === undefined ? null : toQuantity('SOL', BigInt(executed.meta.fee)),
    changes: executed === undefined ? null : listChanges(executed, deployment),
    failure: cause == null ? null : explainFailure(cause, executed?.meta.logMessages ?? null, message),
    ...(other !== undefined && { otherForm: describeOther(other) }),
  };
}

function describeOther(other: OtherForm): NonNullable<Described['otherForm']> {
  if (other.kind === 'replaced' || other.kind === 'unread') return { signature: null, outcome: 'unknown' };
  return { signature: other.signature, outcome: other.kind === 'landed' ? 'landed' : 'unknown' };
}

function listChanges(executed: Executed, mints: Deployment): TransactionAnswer['changes'] {
  try {
    return listBalanceChanges(executed, mints);
  } catch (error) {
    if (error instanceof MalformedMessage) return null;
    throw error;
  }
}
