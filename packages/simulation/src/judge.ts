import { judgeWord } from './judge-word.ts';
import { listChanged } from './next-version.ts';
import type { Payment } from './simulated-ledger.ts';
import type { Testimony, Witness } from './witness.ts';
import type { World } from './world.ts';

/** What one caller signed, whether it signed all that it could get, and whether it gave up as the hour was full. */
export type Paid = {
  readonly signed: readonly Payment[];
  readonly isGreedy: boolean;
  readonly isFull: boolean;
};

/** What a history is judged by. */
export type Judged = {
  readonly world: World;
  readonly testimony: Testimony;
  readonly witness: Witness;
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
function judgeWords({ testimony, witness }: Judged): void {
  for (const { payment, word } of testimony.words)
    judgeWord(payment.transaction.signature, word, payment.landed, witness.onViolation);
}

/**
 * Who wants to pay once pays once. A build that was signed both edited and as it was may land twice where the database
 * has lost commits.
 */
function judgePayments({ paid, callers, isSetBack, witness }: Judged): void {
  for (const [name, { signed, isGreedy, isFull }] of paid) {
    const { size } = new Set(signed.filter(({ landed }) => landed?.isFailed === false));
    const most = isGreedy && isSetBack ? signed.length : 1;
    if (size < (isFull ? 0 : 1) || size > most) witness.onViolation(`${name} paid ${size} times`);
  }
  if (paid.size < callers.length)
    witness.onViolation(`${callers.length - paid.size} callers never came to an end`);
}

/** A credit is that of the build whose payment landed, and none is without one. */
function judgeCredits({ world, witness }: Judged): void {
  const { store, ledger } = world;
  for (const { wallet, signature, referral_code: code } of store.look('select * from attributions')) {
    const payment = ledger.find(String(signature));
    if (payment?.landed?.isFailed !== false) witness.onViolation(`${wallet} is credited without a payment`);
    else if (payment.code !== code)
      witness.onViolation(`${wallet} is credited to ${code}, not ${payment.code}`);
  }
}

/** Forms that have come to no end, in SQL. */
export const OUT = "state not in ('offered', 'closed', 'landed', 'failed')";

/** Events and rows that a quiet service may have. */
const MOST = { events: 20 };

/** Once nothing goes wrong any more, all is settled and answered, and nothing is left that would grow. */
function judgeLeftovers({ world, witness }: Judged): void {
  const { store, scheduler, replicas, answers } = world;
  answers.judgeOpen();
  if (store.isOfNextVersion) for (const changed of listChanged(store)) witness.onViolation(changed);
  for (const row of store.look(`select * from forms where ${OUT}`))
    witness.onViolation(`${String(row['signature']).slice(0, 8)} is still ${row['state']}`);
  for (const { owner, number } of replicas) {
    const events = scheduler.countEvents(owner);
    if (events > MOST.events) witness.onViolation(`${events} events wait for replica ${number}`);
  }
}
