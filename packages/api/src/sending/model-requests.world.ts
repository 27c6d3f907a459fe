import {
  baseOf,
  type Decision,
  type Form,
  findLastHeight,
  findNewest,
  findSuccessor,
  isOut,
} from '../store/decide.ts';
import { type Held, MARGIN, type Step, type Word, type World } from './model.world.ts';

/** Says what a decision lets a caller hear of a form, where it may not go. */
function* follow(world: World, form: Held, decision: Decision, mark: Mark): Step<Word> {
  if (decision.kind === 'other' || decision.kind === 'replaced') return decision.kind;
  const fate = yield* world.fate(form);
  if (fate === 'landed') return 'landed';
  if (decision.kind === 'failed' || fate === 'failed') return yield* tellDead(world, form, 'failed', mark);
  if (decision.kind === 'ended') return yield* tellDead(world, form, 'ended', mark);
  if (decision.kind !== 'closed') return decision.kind === 'landed' ? 'landed' : 'unknown';
  const { code } = decision.refusal;
  if (code === 'rejected')
    return findSuccessor(world.of(form.buildId), form.baseId) === undefined ? 'rejected' : 'replaced';
  return yield* tellDead(world, form, code as Dead, mark);
}

/** Words that are told of a form only where nothing else of its build is there. */
type Dead = 'expired' | 'failed' | 'ended';

/** Closes a form and says that it is dead, where nothing else of its build has landed or can. */
function* tellDead(world: World, form: Held, word: Dead, { breaks, mayBeLost }: Mark): Step<Word> {
  const { rules } = world;
  if (rules.heedsBreaks.expiring && mayBeLost) return 'unknown';
  yield;
  const forms = world.transact(() => world.of(form.buildId));
  if (findSuccessor(forms, form.baseId) !== undefined) return 'replaced';
  const other = rules.looksForOthers ? findOther(world, form, forms) : undefined;
  if (other !== undefined) return other;
  yield;
  if (!rules.closesDead) return word;
  if (rules.forgetsOldRequests && breaks !== world.breaks) return 'unknown';
  const decision = world.transact(() => world.decide(form, { state: 'closed', refusal: { code: word } }));
  if (findSuccessor(world.of(form.buildId), form.baseId) !== undefined) return 'replaced';
  if (decision.kind === 'other' || decision.kind === 'replaced') return decision.kind;
  if (decision.kind === 'sent' && (word === 'ended' || decision.form.state !== 'sent')) return 'unknown';
  return decision.kind === 'landed' ? 'unknown' : word;
}

/** What a request knows of the store when it begins: before it asks any node. */
type Mark = { readonly breaks: number; readonly mayBeLost: boolean };

/** Reads it as the request arrives; one that is held up on its way for longer than a fail-over takes is not foreseen. */
function readMark(world: World, form: Held): Mark {
  return { breaks: world.breaks, mayBeLost: world.mayBeLost(form.said) };
}

function* refuse(world: World, form: Held, mark: Mark): Step<Word> {
  const { rules } = world;
  const { breaks, mayBeLost } = mark;
  if (!rules.closesRefused) return 'rejected';
  if (rules.heedsBreaks.refusing && (breaks !== world.breaks || mayBeLost)) return 'unknown';
  const decision = world.transact(() =>
    world.decide(form, { state: 'closed', refusal: { code: 'rejected' } }),
  );
  const isClosed = decision.kind === 'free' || decision.kind === 'ended';
  return isClosed ? 'rejected' : yield* follow(world, form, decision, mark);
}

export function* broadcast(world: World, form: Held, mark = readMark(world, form)): Step<Word> {
  const { rules } = world;
  yield;
  const known = world.transact(() => world.rows.get(form.id));
  if (known?.state === 'closed')
    return yield* follow(world, form, rules.decide([known], form.id, form.baseId), mark);
  if (world.view > form.height) return yield* lookUp(world, form, mark);
  if (!rules.claimsFirst) yield* world.send(form);
  const verdict = rules.tries ? yield* world.trial(form) : 'passed';
  if (verdict === 'landed') return yield* lookUp(world, form, mark);
  const isHourFull = verdict === 'passed' && world.chance(0.05);
  if (verdict === 'unjudged' || isHourFull) return tellUnsent(world, form, mark);
  if (verdict === 'refused') return yield* refuse(world, form, mark);
  return yield* claim(world, form, mark);
}

/** Looks up what is too old to be sent, and keeps what is told of it. */
function* lookUp(world: World, form: Held, mark: Mark): Step<Word> {
  const height = world.transact(() => world.rows.get(form.id))?.lastValidBlockHeight ?? form.height;
  const fate = yield* world.fate({ ...form, height });
  if (fate !== 'landed' && fate !== 'failed' && fate !== 'dead') return 'unknown';
  const end = fate === 'dead' ? 'expired' : fate;
  world.transact(() => world.settle(form.id, end));
  return end === 'landed' ? 'landed' : yield* tellDead(world, form, end, mark);
}

/** Says of one request that it sent nothing, where no row says that another one did. */
function tellUnsent(world: World, { id }: Held, { mayBeLost }: Mark): Word {
  const row = world.transact(() => world.rows.get(id));
  return mayBeLost || (row !== undefined && isOut(row)) ? 'unknown' : 'unsent';
}

/** Claims a form, once more where the other form of its build has come to its end, and sends it. */
function* claim(world: World, form: Held, mark: Mark): Step<Word> {
  const { rules } = world;
  for (let turn = 0; turn < 2; turn += 1) {
    yield;
    if (rules.forgetsOldRequests && mark.breaks !== world.breaks) return 'unknown';
    const decision = claimOnce(world, form);
    if (decision === undefined) return 'unsent';
    yield;
    if (decision.kind === 'free' || (decision.kind === 'sent' && decision.form.state === 'sent')) {
      return yield* sendClaimed(world, form);
    }
    if (decision.kind !== 'other') return yield* follow(world, form, decision, mark);
    if (!(yield* settleDead(world, decision.other))) return 'other';
  }
  return 'other';
}

function claimOnce(world: World, form: Held): Decision | undefined {
  try {
    return world.transact(() => world.decide(form, { state: 'sent' }));
  } catch (error) {
    if (world.rules.doubtsLostClaims) throw error;
    return undefined;
  }
}

/** Settles a form that can land no more. @returns whether it is one. */
function* settleDead(world: World, form: Form): Step<boolean> {
  const fate = yield* world.fate(toHeld(form));
  if (fate !== 'dead' && fate !== 'failed') return false;
  world.transact(() => world.settle(form.id, fate === 'dead' ? 'expired' : 'failed'));
  return true;
}

function* sendClaimed(world: World, form: Held): Step<Word> {
  if (yield* world.send(form)) {
    const row = world.rows.get(form.id);
    if (row?.state === 'sent') world.transact(() => world.write(form, { isTaken: true }));
    return 'taken';
  }
  if (!world.rules.tries && world.chance(0.5)) return 'rejected';
  return world.rules.doubtsSends ? 'unknown' : 'unsent';
}

function toHeld(form: Form): Held {
  const { id, buildId, lastValidBlockHeight: height } = form;
  return { id, buildId, baseId: baseOf(form), height, said: height };
}

export function* status(world: World, form: Held): Step<Word> {
  // The caller knows the height of the build only; the row knows that of the form.
  const height = world.transact(() => world.rows.get(form.id))?.lastValidBlockHeight ?? form.said;
  const mayBeLost = world.rules.heedsBreaks.expiring && world.mayBeLost(form.said);
  const fate = yield* world.fate({ ...form, height });
  if (fate === 'landed' || fate === 'failed') {
    world.transact(() => world.settle(form.id, fate));
    return fate;
  }
  if (fate !== 'dead' || mayBeLost) return 'unknown';
  yield;
  const forms = world.transact(() => world.of(form.buildId));
  const own = forms.find(({ id }) => id === form.id);
  if (own?.state === 'unknown' || (own?.lastValidBlockHeight ?? 0n) > height) return 'unknown';
  const other = world.rules.looksForOthers ? findOther(world, form, forms) : undefined;
  if (other !== undefined) return other;
  world.transact(() => world.settle(form.id, 'expired'));
  return 'expired';
}

/** Says what else of a build is out, has landed, or can land. */
function findOther(world: World, { id, buildId, baseId }: Held, forms: readonly Form[]): Word | undefined {
  if (forms.some((each) => each.id !== id && isOut(each))) return 'other';
  const newest = findNewest(forms, baseId);
  const canLand = newest !== undefined && world.view <= newest.lastValidBlockHeight + MARGIN;
  if (canLand && newest.id !== id) return 'replaced';
  return world.finds(buildId) ? 'other' : undefined;
}

/** Returns the form to sign next, or the word why there is none. */
export function* refresh(
  world: World,
  asked: Held,
  { breaks } = readMark(world, asked),
): Step<Held | 'unknown'> {
  const { rules } = world;
  yield;
  const first = world.transact(() => world.of(asked.buildId));
  const newest = findNewest(first, asked.baseId);
  if (newest !== undefined && world.view <= newest.lastValidBlockHeight) return toHeld(newest);
  const base = newest === undefined ? { ...asked, id: asked.baseId } : toHeld(newest);
  yield;
  if (rules.heedsBreaks.refreshing && world.mayBeLost(base.said)) return 'unknown';
  if (rules.proves && !(yield* prove(world, base, first))) return 'unknown';
  yield;
  if (rules.forgetsOldRequests && breaks !== world.breaks) return 'unknown';
  const id = world.name();
  const next: Held = { id, buildId: asked.buildId, baseId: id, ...world.life() };
  const answer = world.transact(() => {
    const replacement = rules.decideReplace(world.of(asked.buildId), base.id);
    if (replacement.kind === 'free') {
      world.write(next, { kind: 'refreshed', baseId: base.id, answer: id });
      if (world.of(asked.buildId).some(isOut)) world.fail('a form was replaced beside one that is out');
    }
    return replacement;
  });
  if (answer.kind === 'out') return 'unknown';
  if (answer.kind === 'newer') return toHeld(answer.form);
  return next;
}

/** Proves that nothing of a build has landed, or can land. */
function* prove(world: World, base: Held, forms: readonly Form[]): Step<boolean> {
  for (const out of forms.filter(isOut)) {
    if (!(yield* settleDead(world, out))) return false;
  }
  const height = findLastHeight(forms, base.height);
  yield;
  return world.view > height + MARGIN && !world.finds(base.buildId);
}

/** The loop of one replica, once: looks up what was sent, and sends the rest again. */
export function* resend(world: World): Step<void> {
  const due = world.transact(() => [...world.rows.values()].filter(({ state }) => state === 'sent'));
  for (const form of due) {
    const fate = yield* world.fate(toHeld(form));
    if (fate === 'landed' || fate === 'failed') world.transact(() => world.settle(form.id, fate));
    else if (fate === 'dead') world.transact(() => world.settle(form.id, 'expired'));
    else if (world.view <= form.lastValidBlockHeight) yield* world.send(toHeld(form));
  }
}
