import { type Built, edit, signUnchanged } from '../built.ts';
import type { Payment } from '../simulated-ledger.ts';
import { CODES } from '../simulated-store.ts';
import { createWallet } from '../wallet.ts';
import type { Word } from '../witness.ts';
import { drawAmount } from './obedient-caller.ts';
import { ask, build, type CallerParts, HourFull, readStatus, refresh } from './service-calls.ts';

const MOST = 3;
/** Milliseconds after which another device brings what was given up, at the latest. */
const LATEST = 20_000;

type Form = { readonly built: Built; readonly payment: Payment };

/**
 * Wants to pay once, and signs and broadcasts all that it can get for it: several edits of a build, of every build that
 * several refreshes at once give. Builds anew when every word says that it may, or as soon as one does, and still brings the
 * rest. Notes all that is signed.
 */
export async function payGreedily(name: string, parts: CallerParts, signed: Payment[]): Promise<void> {
  const { dice, wait } = parts;
  await wait(dice.between(500, 20_000));
  const wallet = createWallet(name, 0, dice);
  const asked = {
    wallet,
    route: dice.chance(0.3) ? 'router' : 'rpc',
    account: undefined,
    amount: drawAmount(dice),
  } as const;
  const code = dice.chance(0.5) ? dice.pick(CODES) : undefined;
  const buildNew = () => build({ ...asked, code }, parts);
  let builts: readonly Built[] = [await buildNew()];
  for (;;) {
    // Approvals may take longer than a blockhash lives; what is signed then lives longer than what was built.
    if (dice.chance(0.4)) {
      await wait(dice.between(20_000, 50_000));
      const newer = dice.chance(0.5) ? await refreshSeveral(builts, [], parts) : undefined;
      if (typeof newer === 'object') builts = await moveOn(builts, newer, signed, parts);
    }
    const forms = builts.flatMap((built) => signSeveral(built, parts));
    signed.push(...forms.map(({ payment }) => payment));
    const next = await broadcastAll(builts, forms, signed, parts);
    if (next === 'paid') return;
    builts = next === 'dead' ? [await buildNew()] : await moveOn(builts, next, signed, parts);
  }
}

/** Goes on with what was granted. Some sign what it replaced all the same, who find an old prompt of the wallet. */
async function moveOn(
  builts: readonly Built[],
  granted: readonly Built[],
  signed: Payment[],
  parts: CallerParts,
): Promise<readonly Built[]> {
  const [built] = builts.filter((each) => !granted.includes(each));
  // What a fail-over has lost it can promise nothing of.
  if (built === undefined || parts.isSetBack || !parts.dice.chance(0.5)) return granted;
  const payment = edit(built, parts.dice, parts.ledger);
  signed.push(payment);
  parts.witness.onWord(payment, 'replaced');
  await ask(built, payment, parts);
  return granted;
}

/** Signs several edits, of which those of one slot are the same, and perhaps what was built. */
function signSeveral(built: Built, parts: CallerParts): readonly Form[] {
  const { dice } = parts;
  const signed = Array.from({ length: dice.between(1, MOST) }, () => edit(built, parts.dice, parts.ledger));
  if (dice.chance(0.4)) signed.push(signUnchanged(built, parts.dice, parts.ledger));
  return [...new Set(signed)].map((payment) => ({ built, payment }));
}

/** Broadcasts all forms at once, again and again, until one landed, or all are dead, or refreshes are granted. */
async function broadcastAll(
  builts: readonly Built[],
  forms: readonly Form[],
  signed: Payment[],
  parts: CallerParts,
): Promise<'paid' | 'dead' | readonly Built[]> {
  const { dice, wait } = parts;
  let open = forms;
  let isSuperseded = false;
  for (;;) {
    await wait(dice.between(200, 5_000));
    const said = await askAll(open, parts);
    if (said.isPaid) return 'paid';
    isSuperseded ||= said.isSuperseded;
    open = said.open;
    if (!isSuperseded && (open.length === 0 || givesUp(builts, said, signed, parts))) return 'dead';
    if (!isSuperseded && dice.chance(0.15)) open = [...open, ...signAnother(builts, signed, parts)];
    if (!isSuperseded && !dice.chance(0.3)) continue;
    const next = await refreshSeveral(builts, open, parts);
    if (next !== undefined) return next;
  }
}

/** Some build anew after one word, and another device of the wallet brings the rest, and signs once more. */
function givesUp(
  builts: readonly Built[],
  { isDead, open }: { readonly isDead: boolean; readonly open: readonly Form[] },
  signed: Payment[],
  parts: CallerParts,
): boolean {
  const { dice, wait, strays, isSetBack } = parts;
  // Where commits were lost, so may be a word that was told of one signing.
  if (!isDead || isSetBack || !dice.chance(0.5)) return false;
  for (const { built, payment } of [...open, ...signAnother(builts, signed, parts)]) {
    const brought = wait(dice.between(0, LATEST)).then(() => ask(built, payment, parts));
    strays.push(
      brought.then(
        () => undefined,
        (error: unknown) => {
          if (!(error instanceof HourFull)) throw error;
        },
      ),
    );
  }
  return true;
}

/** Signs once more, with the newest blockhash, beside what is on its way. */
function signAnother(builts: readonly Built[], signed: Payment[], parts: CallerParts): readonly Form[] {
  const built = parts.dice.pick(builts);
  const payment = edit(built, parts.dice, parts.ledger);
  signed.push(payment);
  return [{ built, payment }];
}

/** Broadcasts forms at once; `open` are those of which nothing final was said. */
async function askAll(forms: readonly Form[], parts: CallerParts) {
  const words = await Promise.all(forms.map((form) => askOne(form, parts)));
  return {
    isPaid: forms.some((form, i) => isPaid(form, words[i])),
    isSuperseded: words.includes('superseded'),
    isDead: words.includes('dead'),
    open: forgetSome(
      forms.filter((_, i) => words[i] !== 'dead' && words[i] !== 'superseded'),
      new Set(forms.filter((_, i) => words[i] === 'ok')),
      parts,
    ),
  };
}

/** Asks for one form; some ask for its status where another one was sent in its place. */
async function askOne({ built, payment }: Form, parts: CallerParts): Promise<Word> {
  const { word } = await ask(built, payment, parts);
  if (word !== 'other' || !parts.dice.chance(0.3)) return word;
  const status = await readStatus(built, payment, parts);
  return status === 'expired' || status === 'failed' ? 'dead' : word;
}

/** Some forget one of several that the service has taken; a word on the others tells them if it is in the way. */
function forgetSome(open: readonly Form[], taken: ReadonlySet<Form>, { dice }: CallerParts): readonly Form[] {
  const [forgotten] = open.length > 1 && dice.chance(0.15) ? open.filter((form) => taken.has(form)) : [];
  return open.filter((form) => form !== forgotten);
}

function isPaid({ payment }: Form, word: Word | undefined): boolean {
  return word === 'done' || (word === 'ok' && payment.landed?.isFailed === false);
}

/** Asks several replicas at once for builds anew, and returns all that are granted; undefined while none is. */
async function refreshSeveral(
  builts: readonly Built[],
  open: readonly Form[],
  parts: CallerParts,
): Promise<'paid' | 'dead' | readonly Built[] | undefined> {
  const { dice, witness } = parts;
  const asked = Array.from({ length: dice.between(1, MOST) }, () => refresh(dice.pick(builts), parts));
  const answers = await Promise.all(asked);
  if (answers.includes('landed')) return 'paid';
  const granted = new Set(answers.filter((one) => typeof one === 'object'));
  if (granted.size > 0) {
    for (const { payment } of open) witness.onWord(payment, 'replaced');
    return [...granted];
  }
  return answers.includes('too late') && open.length === 0 ? 'dead' : undefined;
}
