import { isProblemError } from '../../src/problems/problem-error.ts';
import { type Built, build, sign } from './built.ts';
import type { Dice } from './dice.ts';
import type { Payment, SimulatedLedger } from './simulated-ledger.ts';
import type { BroadcastRequest, SimulatedReplica } from './simulated-replica.ts';
import { createWallet } from './wallet.ts';

/** What a caller lives on. */
export type CallerParts = {
  readonly dice: Dice;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly ledger: SimulatedLedger;
  readonly replicas: readonly SimulatedReplica[];
  /** Told of every word of the service. */
  readonly onWord: (payment: Payment, word: Word) => void;
};

/** What the service said, as far as a caller acts on it. */
export type Word = 'ok' | 'dead' | 'replaced' | 'done' | 'unknown' | 'not_sent';

/** After so long without an answer a caller asks somebody else. */
const PATIENCE = { rpc: 20_000, router: 60_000 };
const ORDER = {};

/** Pays once, doing exactly what the answers say; returns all that was signed for it. */
export async function payOnce(name: string, parts: CallerParts): Promise<readonly Payment[]> {
  const { dice, wait, ledger } = parts;
  await wait(dice.between(500, 20_000));
  const fundedFrom = dice.chance(0.3) ? ledger.slot() + dice.between(5, 100) : 0;
  const wallet = createWallet(name, fundedFrom, dice);
  const route = dice.chance(0.4) ? 'router' : 'rpc';
  const isExclusive = route === 'rpc' && dice.chance(0.3);
  const signed: Payment[] = [];
  let accounts = 0;
  const buildNew = () => {
    accounts += 1;
    return build({ wallet, route, account: isExclusive ? `${name} ${accounts}` : undefined }, parts);
  };
  let built = buildNew();
  for (;;) {
    // Approvals may take longer than a blockhash lives.
    if (dice.chance(0.2)) await wait(dice.between(20_000, 50_000));
    const next = await broadcastUntilEnd(built, signed, parts);
    if (next === 'paid') return signed;
    built = next === 'dead' ? buildNew() : next;
  }
}

/** Broadcasts the same bytes until they landed, or the word is final, or a refresh is granted. */
async function broadcastUntilEnd(
  built: Built,
  signed: Payment[],
  parts: CallerParts,
): Promise<'paid' | 'dead' | Built> {
  const { dice, wait, onWord } = parts;
  const early = dice.chance(0.1) ? await refresh(built, parts) : undefined;
  if (early !== undefined) return early;
  const payment = sign(built, parts);
  signed.push(payment);
  // Some post when it is nearly too late.
  await wait(dice.chance(0.4) ? dice.between(26_000, 29_800) : dice.between(100, 4_000));
  for (;;) {
    const word = await ask(makeBody(built, payment, parts), parts);
    onWord(payment, word);
    if (word === 'done') return 'paid';
    if (word === 'dead') return 'dead';
    const next = await waitOrRefresh(built, word, parts);
    if (word === 'ok' && payment.landed?.isFailed === false) return 'paid';
    if (next === undefined) continue;
    onWord(payment, 'replaced');
    return next;
  }
}

/** What was taken can die all the same: asking again says so. Some come back when the blockhash is dead. */
async function waitOrRefresh(built: Built, word: Word, parts: CallerParts): Promise<Built | undefined> {
  const { dice, wait } = parts;
  await wait(dice.chance(0.15) ? 33_000 : dice.between(200, 2_000));
  return word !== 'ok' && dice.chance(0.3) ? await refresh(built, parts) : undefined;
}

function makeBody(built: Built, { transaction }: Payment, { dice }: CallerParts): BroadcastRequest {
  const isEdited = !Buffer.from(transaction.message).equals(Buffer.from(built.transaction.message));
  const body = {
    signed_tx: transaction.base64,
    service_token: built.token,
    ...(isEdited && { built_transaction: built.transaction.base64 }),
  };
  // The router does not take what it has not built; some go past it when it refuses.
  if (built.route === 'rpc' || isEdited || dice.chance(0.2)) return body;
  return { ...body, route: 'router', routerKind: 'token', router_order: ORDER };
}

async function ask(body: BroadcastRequest, { dice, replicas, wait }: CallerParts): Promise<Word> {
  const patience = wait(PATIENCE[body.route === 'router' ? 'router' : 'rpc']).then(() => 'unknown' as const);
  const answered = dice
    .pick(replicas)
    .broadcast(body)
    .then(() => 'ok' as const, readWord);
  return await Promise.race([answered, patience]);
}

function readWord(error: unknown): Word {
  // The process died meanwhile.
  if (error === undefined) return 'unknown';
  if (!isProblemError(error)) throw error;
  if (error.code === 'STAKE_ACCOUNT_EXISTS') return 'done';
  if (error.code === 'TOKEN_EXPIRED') return error.outcome === 'unknown' ? 'unknown' : 'dead';
  if (error.outcome === 'rejected' || error.outcome === 'expired') return 'dead';
  return error.outcome === 'not_sent' ? 'not_sent' : 'unknown';
}

/** Asks for the same build anew; undefined where that is not granted. */
async function refresh(built: Built, parts: CallerParts): Promise<Built | undefined> {
  const { dice, replicas, wait } = parts;
  const late = wait(PATIENCE.rpc).then(() => undefined);
  const granted = dice
    .pick(replicas)
    .refresh(built, () => build(built, parts))
    .catch((error: unknown) => {
      if (error !== undefined && !(error instanceof Error)) throw error;
      return undefined;
    });
  return await Promise.race([granted, late]);
}
