import type { Finished } from '../../../api/src/builds/build.ts';
import type { ProblemError } from '../../../api/src/problems/problem.ts';
import type { Built, Purpose } from '../built.ts';
import type { Dice } from '../dice.ts';
import { heightOf, type Payment } from '../simulated-ledger.ts';
import { type BroadcastRequest, hashBroadcastKey, type SimulatedReplica } from '../simulated-replica.ts';
import type { KeyedRequest, Word } from '../witness.ts';
import type { World } from '../world.ts';

/** What a caller lives on. */
export type CallerParts = Pick<World, 'ledger' | 'replicas' | 'builds' | 'witness' | 'hour'> & {
  readonly dice: Dice;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Whether the database fails over to a copy that lacks commits. */
  readonly isSetBack: boolean;
  /** Counts refusals because the hour of its strategy is full. */
  readonly full: { times: number };
  /** Requests that a proxy carried a second time; a caller comes to its end after them. */
  readonly strays: Promise<void>[];
};

/** Ends a caller who was told often enough that the hour of its strategy is full. */
export class HourFull extends Error {}

const MOST_FULL = 3;

/** Sees what a caller is told of an error; of a full hour it may be told a few times before it gives up. */
function see(error: unknown, { witness, full }: CallerParts): ProblemError | undefined {
  const told = witness.onProblem(error);
  if (told?.code === 'VALUE_LIMIT_EXCEEDED') full.times += 1;
  return told;
}

function assertNotFull({ full }: CallerParts): void {
  if (full.times >= MOST_FULL) throw new HourFull();
}

/** A word, and the milliseconds after which it says to try again. */
export type Said = { readonly word: Word; readonly retryAfter?: number | undefined };

/** After so long without an answer a caller asks somebody else. */
const PATIENCE = { rpc: 20_000, router: 60_000 };
/** A request may come once more so much later. */
const STRAY = 35_000;
/** Nobody here waits longer for another try. */
const LONGEST = 60_000;
const UNKNOWN: Said = { word: 'unknown' };
const ORDER = {};

/** Builds, again and again until there is an answer; with a key, which then never gives another one. */
export async function build(purpose: Purpose, parts: CallerParts): Promise<Built> {
  const { dice, wait, witness, replicas, builds } = parts;
  const key = dice.chance(0.5) ? `key-${dice.bytes(12).toString('hex')}` : undefined;
  let advised = 0;
  const askOnce = async () => {
    const late = wait(PATIENCE.rpc).then(() => undefined);
    const asked = dice
      .pick(replicas)
      .build(purpose, key)
      .catch((error: unknown) => {
        advised = Math.max(advised, readRetryAfter(see(error, parts)) ?? 0);
        return undefined;
      });
    return await Promise.race([asked, late]);
  };
  for (;;) {
    advised = 0;
    // Some ask twice at once, and some know nothing of the first answer.
    const answers = await Promise.all(dice.chance(0.2) ? [askOnce(), askOnce()] : [askOnce()]);
    const [printed] = answers.filter((answer) => answer !== undefined);
    const keyed = { ask: (replica: SimulatedReplica) => replica.build(purpose, key), keyHash: undefined };
    for (const answer of answers)
      if (key !== undefined && answer !== undefined) witness.onKeyed(key, keyed, answer);
    const built = printed && builds.get((JSON.parse(printed) as Finished).transaction);
    if (built && !dice.chance(0.1)) return built;
    assertNotFull(parts);
    await wait(Math.max(dice.between(200, 2_000), advised));
  }
}

/** Broadcasts one signed payment of a build, and says what came of it. */
export async function ask(built: Built, payment: Payment, parts: CallerParts): Promise<Said> {
  const { dice, replicas, wait, witness, strays } = parts;
  const body = makeBody(built, payment, parts);
  const patience = PATIENCE[body.route === 'router' ? 'router' : 'rpc'];
  const key = dice.chance(0.2) ? `broadcast-${dice.bytes(12).toString('hex')}` : undefined;
  const askOnce = () => {
    const isOnly = beginAsking(payment);
    const answered = dice
      .pick(replicas)
      .broadcast(body, key)
      .then(
        (printed): Said => {
          if (key !== undefined) witness.onKeyed(key, keyedBroadcast(body, key), printed);
          return { word: 'ok' };
        },
        (error: unknown) => {
          const said = readWord(see(error, parts));
          if ((said.word === 'not_sent' || said.word === 'other') && isOnly() && payment.isOut)
            witness.violate(`${payment.transaction.signature.slice(0, 8)} was called unsent, and was out`);
          return said;
        },
      )
      .finally(() => {
        payment.asking -= 1;
      });
    return Promise.race([wait(patience).then(() => UNKNOWN), answered]);
  };
  // Some proxies carry a request twice, at once or long after the caller has gone on.
  if (dice.chance(0.25)) {
    const later = dice.chance(0.5) ? dice.between(1_000, STRAY) : 0;
    const stray = wait(later).then(askOnce);
    strays.push(stray.then(({ word }) => witness.onWord(payment, word)));
  }
  const said = await askOnce();
  witness.onWord(payment, said.word);
  assertNotFull(parts);
  return said;
}

/** Notes that a broadcast is asked for; what it returns tells whether no other one was under way meanwhile. */
function beginAsking(payment: Payment): () => boolean {
  payment.asking += 1;
  payment.asked += 1;
  const { asking, asked } = payment;
  return () => asking === 1 && payment.asked === asked;
}

function keyedBroadcast(body: BroadcastRequest, key: string): KeyedRequest {
  return { ask: (replica) => replica.broadcast(body, key), keyHash: hashBroadcastKey(key, body) };
}

function isEdited(built: Built, { transaction }: Payment): boolean {
  return !Buffer.from(transaction.message).equals(Buffer.from(built.transaction.message));
}

function makeBody(built: Built, payment: Payment, { dice }: CallerParts): BroadcastRequest {
  const isOther = isEdited(built, payment);
  const body = {
    signed_tx: payment.transaction.base64,
    service_token: built.token,
    ...(isOther && { built_transaction: built.transaction.base64 }),
  };
  // The router does not take what it has not built; some callers go past it, now and then.
  const goesPast = dice.fork(built.wallet.address).chance(0.5) && dice.chance(0.2);
  if (built.route === 'rpc' || isOther || goesPast) return body;
  return { ...body, route: 'router', routerKind: 'token', router_order: ORDER };
}

function readWord(error: ProblemError | undefined): Said {
  // The process died meanwhile.
  if (error === undefined) return UNKNOWN;
  return { word: toWord(error), retryAfter: readRetryAfter(error) };
}

/** Milliseconds. */
function readRetryAfter(error: ProblemError | undefined): number | undefined {
  const seconds = error?.headers['Retry-After'];
  return seconds === undefined ? undefined : Math.min(Number(seconds) * 1_000, LONGEST);
}

function toWord({ code, outcome }: ProblemError): Word {
  if (code === 'STAKE_ACCOUNT_EXISTS' || code === 'OTHER_FORM_LANDED') return 'done';
  if (code === 'BUILD_REPLACED') return 'superseded';
  const isOver = code === 'TOKEN_EXPIRED' || code === 'BUILD_ENDED';
  const isRefused = outcome === 'rejected' || (isOver && outcome === 'not_sent');
  if (isRefused || outcome === 'expired') return 'dead';
  if (outcome === 'not_sent' && code === 'OTHER_FORM_SENT') return 'other';
  return outcome === 'not_sent' ? 'not_sent' : 'unknown';
}

/** Asks for the same build anew; undefined where that is not granted at present. */
export async function refresh(
  built: Built,
  { dice, replicas, wait, witness, ledger }: CallerParts,
): Promise<Built | 'landed' | 'too late' | undefined> {
  const late = wait(PATIENCE.rpc).then(() => undefined);
  const granted = dice
    .pick(replicas)
    .refresh(built)
    .then((successor) => {
      witness.onSuccessor(successor, heightOf(ledger.slot()));
      return successor;
    })
    .catch((error: unknown) => {
      const refusal = witness.onProblem(error);
      if (refusal?.code === 'REFRESH_TOO_LATE') return 'too late' as const;
      return refusal?.code.endsWith('TRANSACTION_LANDED') ? ('landed' as const) : undefined;
    });
  return await Promise.race([granted, late]);
}

/** Asks for the status of a payment; undefined where nothing final is said. */
export async function readStatus(
  built: Built,
  payment: Payment,
  { dice, replicas, wait, witness }: CallerParts,
): Promise<'landed' | 'failed' | 'expired' | undefined> {
  const late = wait(PATIENCE.rpc).then(() => undefined);
  // Bytes that the wallet gave another blockhash live longer than the build says.
  const height = isEdited(built, payment) ? undefined : built.lastValidBlockHeight;
  const asked = dice
    .pick(replicas)
    .status(payment.transaction.signature, height)
    .then(
      ({ status, otherForm }) =>
        status === 'landed' || ((status === 'failed' || status === 'expired') && otherForm === undefined)
          ? status
          : undefined,
      (error: unknown) => void witness.onProblem(error),
    );
  const status = await Promise.race([asked, late]);
  if (status !== undefined) witness.onWord(payment, status);
  return status;
}
