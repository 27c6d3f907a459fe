import { type Built, sign, signUnchanged } from '../built.ts';
import type { Dice } from '../dice.ts';
import type { Payment } from '../simulated-ledger.ts';
import { CODES } from '../simulated-store.ts';
import { createWallet } from '../wallet.ts';
import { SOL } from '../world.ts';
import { ask, build, type CallerParts, readStatus, refresh, type Said } from './service-calls.ts';

/** Pays once, doing exactly what the answers say; notes all that is signed for it. */
export async function payOnce(name: string, parts: CallerParts, signed: Payment[]): Promise<void> {
  const { dice, wait, ledger } = parts;
  await wait(dice.between(500, 20_000));
  const fundedFrom = dice.chance(0.3) ? ledger.slot() + dice.between(5, 100) : 0;
  const wallet = createWallet(name, fundedFrom, dice);
  const route = dice.chance(0.4) ? 'router' : 'rpc';
  const isExclusive = route === 'rpc' && dice.chance(0.3);
  const code = dice.chance(0.5) ? dice.pick(CODES) : undefined;
  const amount = drawAmount(dice);
  let accounts = 0;
  const buildNew = () => {
    accounts += 1;
    const account = isExclusive ? `${name} ${accounts}` : undefined;
    return build({ wallet, route, account, code, amount }, parts);
  };
  let built = await buildNew();
  for (;;) {
    // Approvals may take longer than a blockhash lives.
    if (dice.chance(0.2)) await wait(dice.between(20_000, 50_000));
    const next = await broadcastUntilEnd(built, signed, parts);
    if (next === 'paid') return;
    built = next === 'dead' ? await buildNew() : next;
  }
}

/** Draws what a payment stakes, in base units. */
export function drawAmount(dice: Dice): bigint {
  return BigInt(dice.fork('amount').between(1, 3)) * SOL;
}

/** Broadcasts the same bytes until they landed, or the word is final, or a refresh is granted. */
async function broadcastUntilEnd(
  built: Built,
  signed: Payment[],
  parts: CallerParts,
): Promise<'paid' | 'dead' | Built> {
  const { dice, wait, witness } = parts;
  const early = dice.chance(0.1) ? await refresh(built, parts) : undefined;
  if (typeof early === 'object') return early;
  const payment = sign(built, parts.dice, parts.ledger);
  signed.push(payment);
  // Some post when it is nearly too late.
  await wait(dice.chance(0.4) ? dice.between(26_000, 29_800) : dice.between(100, 4_000));
  for (;;) {
    const said = await ask(built, payment, parts);
    const next = await goOn(built, payment, said, parts);
    if (said.word === 'ok' && payment.landed?.isFailed === false) return 'paid';
    if (next === undefined) continue;
    if (typeof next === 'object') witness.onWord(payment, 'replaced');
    return next;
  }
}

async function goOn(
  built: Built,
  payment: Payment,
  said: Said,
  parts: CallerParts,
): Promise<'paid' | 'dead' | Built | undefined> {
  const { word } = said;
  if (word === 'done') return 'paid';
  if (word === 'dead') return 'dead';
  if (parts.dice.chance(0.3)) {
    const status = await readStatus(built, payment, parts);
    if (status === 'landed') return 'paid';
    if (status !== undefined) return 'dead';
  }
  const next = await waitOrRefresh(built, said, parts);
  if (next === 'landed') return 'paid';
  if (typeof next === 'object') return next;
  return next === 'too late' && word === 'superseded' ? 'dead' : undefined;
}

/** What was taken can die all the same: asking again says so. Some come back when the blockhash is dead. */
async function waitOrRefresh(
  built: Built,
  { word, retryAfter }: Said,
  parts: CallerParts,
): Promise<Awaited<ReturnType<typeof refresh>>> {
  const { dice, wait } = parts;
  const isLate = dice.chance(0.15);
  await wait(isLate ? 33_000 : (retryAfter ?? dice.between(200, 2_000)));
  const isAsked = word === 'superseded' || (word !== 'ok' && dice.chance(0.3));
  return isAsked ? await refresh(built, parts) : undefined;
}

/**
 * Wants to pay once, brings what it signs to the ledger without the service, and builds anew when a status or a refresh says
 * that it may. Notes all that is signed.
 */
export async function payAlone(name: string, parts: CallerParts, signed: Payment[]): Promise<void> {
  const { dice, wait, ledger, witness } = parts;
  await wait(dice.between(500, 20_000));
  const wallet = createWallet(name, 0, dice);
  const code = dice.chance(0.5) ? dice.pick(CODES) : undefined;
  const asked = { wallet, route: 'rpc', account: undefined, amount: drawAmount(dice), code } as const;
  let built = await build(asked, parts);
  for (;;) {
    const payment = signUnchanged(built, parts.dice, parts.ledger);
    signed.push(payment);
    ledger.forward(payment.transaction.base64, dice.between(0, 5_000));
    let next: Awaited<ReturnType<typeof refresh>>;
    let status: Awaited<ReturnType<typeof readStatus>>;
    do {
      await wait(dice.between(1_000, 6_000));
      if (dice.chance(0.4)) status = await readStatus(built, payment, parts);
      else next = await refresh(built, parts);
      if (status === 'landed' || next === 'landed') return;
    } while (status === undefined && typeof next !== 'object');
    if (typeof next === 'object') witness.onWord(payment, 'replaced');
    built = typeof next === 'object' ? next : await build(asked, parts);
  }
}
