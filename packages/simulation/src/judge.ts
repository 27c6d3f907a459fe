import type { Finished } from '../../api/src/builds/build.ts';
import { sleep } from '../../api/src/runtime/clock.ts';
import { type Built, type Purpose, signUnchanged } from './built.ts';
import { listChanged } from './next-version.ts';
import type { Payment } from './simulated-ledger.ts';
import { createWallet } from './wallet.ts';
import type { KeyedRequest } from './witness.ts';
import { SOL, sumStaked, type World } from './world.ts';

/** What one caller signed, whether it signed all that it could get, and whether it gave up as the hour was full. */
export type Paid = {
  readonly signed: readonly Payment[];
  readonly isGreedy: boolean;
  readonly isFull: boolean;
};

/** What a history is judged by. */
export type Judged = {
  readonly world: World;
  /** What callers signed, by their names; only of those who came to an end. */
  readonly paid: ReadonlyMap<string, Paid>;
  readonly callers: readonly number[];
  /** Whether the database failed over to a copy that lacks commits. */
  readonly isSetBack: boolean;
};

/** Holds a history that has ended to what the service promises. */
export function judge(judged: Judged): void {
  judgeWords(judged);
  judgePayments(judged);
  judgeCredits(judged);
  judgeLeftovers(judged);
}

/** Every word that binds was true at the end of time. */
function judgeWords({ world: { ledger, witness } }: Judged): void {
  for (const { signature, word } of witness.words)
    judgeWord(signature, word, ledger.find(signature)?.landed, witness.violate);
}

/**
 * Who wants to pay once pays once. A build that was signed both edited and as it was may land twice where the database
 * has lost commits.
 */
function judgePayments({ paid, callers, isSetBack, world: { witness } }: Judged): void {
  for (const [name, { signed, isGreedy, isFull }] of paid) {
    const { size } = new Set(signed.filter(({ landed }) => landed?.isFailed === false));
    const most = isGreedy && isSetBack ? signed.length : 1;
    if (size < (isFull ? 0 : 1) || size > most) witness.violate(`${name} paid ${size} times`);
  }
  if (paid.size < callers.length)
    witness.violate(`${callers.length - paid.size} callers never came to an end`);
}

/** A credit is that of the build whose payment landed, and none is without one. */
function judgeCredits({ world: { store, ledger, witness } }: Judged): void {
  for (const { wallet, signature, referral_code: code } of store.look('select * from attributions')) {
    const payment = ledger.find(String(signature));
    if (payment?.landed?.isFailed !== false) witness.violate(`${wallet} is credited without a payment`);
    else if (payment.code !== code) witness.violate(`${wallet} is credited to ${code}, not ${payment.code}`);
  }
}

/** Events and rows that a quiet service may have. */
const MOST = { events: 20 };

/** Once nothing goes wrong any more, all is settled and answered, and nothing is left that would grow. */
function judgeLeftovers({ world: { store, scheduler, replicas, answers, witness } }: Judged): void {
  answers.judgeOpen();
  if (store.isOfNextVersion) for (const changed of listChanged(store)) witness.violate(changed);
  for (const row of store.listOpen())
    witness.violate(`${String(row['signature']).slice(0, 8)} is still ${row['state']}`);
  for (const { owner, number } of replicas) {
    const events = scheduler.countEvents(owner);
    if (events > MOST.events) witness.violate(`${events} events wait for replica ${number}`);
  }
}

/**
 * Holds a word that binds to what was true of its transaction at the end of time. Any word but `landed`, `failed` and
 * `expired` promises only that it did not land.
 *
 * @param landing - undefined where it never came into a block.
 */
export function judgeWord(
  signature: string,
  word: string,
  landing: { readonly isFailed: boolean } | undefined,
  onViolation: (sentence: string) => void,
): void {
  const truth = landing === undefined ? 'never landed' : landing.isFailed ? 'failed' : 'landed';
  const isTrue =
    word === 'landed' || word === 'failed'
      ? truth === word
      : word === 'expired'
        ? truth === 'never landed'
        : truth !== 'landed';
  if (!isTrue) onViolation(`${signature.slice(0, 8)} was ${word} and ${truth}`);
}

/** What forms that ended may still count, once all is settled, and how long one that may be sent is tried. */
const PATIENCE = 30_000;
const PAUSE = 1_000;

/**
 * An hour's limit is kept, and holds nothing back that it has room for: of what landed in the hour, what is left can be
 * staked, and no more. Forms that failed or expired take nothing of it.
 */
export async function judgeHour(world: World): Promise<void> {
  const { ledger, scheduler, hour, witness } = world;
  const { limit } = hour;
  if (limit === undefined) return;
  if (hour.most > limit) witness.violate(`${hour.most} were out at a time, of ${limit} in an hour`);
  let isOver = false;
  const probe = async () => {
    const room = limit - sumStaked(ledger);
    const refused = room > 0n ? await stake('room', room, true, world) : undefined;
    if (refused !== undefined) witness.violate(`${room} of ${limit} are free, and refused: ${refused}`);
    else if ((await stake('no room', SOL, false, world)) === undefined)
      witness.violate(`more than ${limit} were sent in an hour`);
    isOver = true;
  };
  probe().catch((error: unknown) => witness.violate(`no stake was answered: ${String(error)}`));
  await scheduler.run(scheduler.now() + 8 * PATIENCE, () => isOver);
  if (!isOver) witness.violate('no stake was answered');
}

const FULL = 'VALUE_LIMIT_EXCEEDED';

/** Builds, signs and broadcasts until that is taken. @returns the code of the last refusal where it never was. */
async function stake(
  name: string,
  amount: bigint,
  isFree: boolean,
  { ledger, dice, clock, replicas, builds, witness }: World,
): Promise<string | undefined> {
  const wallet = createWallet(name, 0, dice.fork(name));
  const until = clock.elapsed() + PATIENCE;
  const purpose: Purpose = { wallet, route: 'rpc', account: undefined, code: undefined, amount };
  let refused: string | undefined;
  const ask = async <Answer>(work: (replica: (typeof replicas)[number]) => Promise<Answer>) => {
    try {
      const alive = replicas.filter(({ owner }) => owner.isAlive);
      return alive.length === 0 ? undefined : await work(dice.pick(alive));
    } catch (error) {
      refused = witness.onProblem(error)?.code ?? refused;
      return undefined;
    }
  };
  let built: Built | undefined;
  do {
    if (built === undefined) {
      const printed = await ask((replica) => replica.build(purpose, undefined));
      built = printed === undefined ? undefined : builds.get((JSON.parse(printed) as Finished).transaction);
    }
    if (built !== undefined) {
      const { transaction } = signUnchanged(built, dice, ledger);
      const body = { signed_tx: transaction.base64, service_token: built.token };
      if ((await ask((replica) => replica.broadcast(body, undefined))) !== undefined) return undefined;
    }
    if (refused === FULL && !isFree) return refused;
    await sleep(clock, PAUSE);
  } while (clock.elapsed() < until);
  return refused ?? 'no answer';
}

const DAY = 24 * 60 * 60 * 1_000;
/** Every replica looks for what is old once a minute. */
const ROUND = 65_000;

/** Tables that have no row a day after the last request. */
const EMPTY = ['builds', 'forms', 'keys'];
/** Entries that the maps of a quiet replica may have more than those of a new one: of which none grows with use. */
const MOST_ENTRIES = 16;

/** A day later nothing is left of what was asked for: no row that is not kept for good, and nothing in memory. */
export async function judgeDayAfter({ scheduler, clock, store, replicas, witness }: World): Promise<void> {
  // What the looks at keys and limits have sent comes to its end first.
  await scheduler.run(scheduler.now() + ROUND, () => false);
  scheduler.skip(DAY + ROUND);
  let isOver = false;
  const look = async () => {
    await sleep(clock, ROUND);
    await Promise.all(replicas.map((replica) => replica.purge()));
    await sleep(clock, ROUND);
    isOver = true;
  };
  look().catch((error: unknown) => witness.violate(`nothing was deleted: ${String(error)}`));
  await scheduler.run(scheduler.now() + 3 * ROUND, () => isOver);
  for (const table of EMPTY) {
    const [{ count = 0 } = {}] = store.look(`select count(*) as count from ${table}`);
    if (Number(count) > 0) witness.violate(`${count} rows of ${table} are left a day after`);
  }
  for (const { number, countEntries, newEntries } of replicas) {
    const more = countEntries() - newEntries;
    if (more > MOST_ENTRIES) witness.violate(`the maps of replica ${number} have ${more} entries more`);
  }
}

const LEEWAY = 60_000;
/** Longer than any answer takes, also where the replica that was asked is deployed anew meanwhile. */
const KEY_PATIENCE = 120_000;

/**
 * Asks for every build and broadcast with a key again: a minute before the day of the oldest key ends the answer is the
 * same, byte for byte, and a minute after that of the newest one a build is another.
 */
export async function replayKeys(world: World): Promise<void> {
  const { store, scheduler, clock, witness } = world;
  const [kept = {}] = store.look(
    'select min(created_at) as oldest, max(created_at) as newest from keys where status = 200',
  );
  if (witness.keyed.size === 0 || typeof kept['oldest'] !== 'number') return;
  // The answer to a broadcast is given although it cannot be kept.
  const isKept = ({ keyHash }: KeyedRequest) =>
    keyHash === undefined ||
    store.look('select 1 from keys where key_hash = ? and status = 200', keyHash).length > 0;
  const lost = new Set([...witness.keyed].filter(([, each]) => !isKept(each)).map(([key]) => key));
  scheduler.skip(kept['oldest'] + DAY - LEEWAY - clock.now());
  await askAll(world, (key, again, { printed }) => {
    if (!lost.has(key) && again !== printed)
      witness.violate(`${key} was answered differently within its day`);
  });
  scheduler.skip(Number(kept['newest']) + DAY + LEEWAY - clock.now());
  await askAll(world, (key, again, { printed, keyHash }) => {
    if (keyHash === undefined && (again === undefined || again === printed))
      witness.violate(`${key} is not free after its day`);
  });
}

type Answered = KeyedRequest & { readonly printed: string };
type Told = (key: string, again: string | undefined, first: Answered) => void;

async function askAll(world: World, onAnswer: Told): Promise<void> {
  const { scheduler, witness } = world;
  const open = new Set(witness.keyed.keys());
  for (const [key, first] of witness.keyed) {
    void askAgain(first, world).then((again) => {
      open.delete(key);
      onAnswer(key, again, first);
    });
  }
  await scheduler.run(scheduler.now() + KEY_PATIENCE, () => open.size === 0);
  for (const key of open) witness.violate(`${key} was not answered`);
}

/** Asks once more where the process died meanwhile: an operator may still be deploying one replica after the other. */
async function askAgain(
  { ask }: KeyedRequest,
  { replicas, dice, clock, witness }: World,
): Promise<string | undefined> {
  for (;;) {
    const alive = replicas.filter(({ owner }) => owner.isAlive);
    try {
      if (alive.length > 0) return await ask(dice.pick(alive));
    } catch (error) {
      if (error !== undefined) {
        witness.onProblem(error);
        return undefined;
      }
    }
    await sleep(clock, PAUSE);
  }
}
