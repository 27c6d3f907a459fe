import { Away, type Held, LIFE, RULES, type Rules, type Step, type Word, World } from './model.world.ts';
import { broadcast, refresh, resend, status } from './model-requests.world.ts';

const NEGATIVE: readonly Word[] = ['rejected', 'unsent', 'expired', 'failed', 'ended'];
/** Words of a broadcast that are of the whole build: the service sends no other signing of it. */
const OF_BUILD: readonly Word[] = ['rejected', 'expired', 'failed', 'ended'];
const STEPS = 500;

/** The seed of the first history; another one is set by `SEED`. */
// biome-ignore lint/style/noProcessEnv: the person who runs the tests chooses it.
export const FIRST_SEED = Number(process.env['SEED'] ?? 1);

/** A request, or the loop of a replica, that is under way. */
type Asked = {
  readonly replica: number;
  readonly run: Generator<void, unknown, void>;
  readonly isLoop: boolean;
  /** Hangs, and goes on long after. */
  readonly isSlow: boolean;
  /** What the caller does with the answer; nothing once it has given the request up. */
  done: ((answer: unknown) => void) | undefined;
};

/** One caller who wants to pay once and does what it is told, in its own way. */
class Caller {
  readonly world: World;
  /** Signs a build as it was and edited; only where no commit is lost. */
  readonly signsTwo: boolean;
  readonly isLossless: boolean;
  readonly sendsAlone: boolean;
  readonly edits: boolean;
  /** The share of its requests that are broadcasts. */
  readonly eager: number;
  /** Sends another form by itself than it brings here: it may pay twice, and no row may break. */
  readonly isReckless: boolean;
  /** Builds anew as soon as one of its signings was refused, and goes on bringing the others. */
  readonly isHasty: boolean;
  /** Signings of builds that it has given up. */
  stale: Held[] = [];
  isRefused = false;
  /** Forms of the build that it has signed, the newest builds of it too; a second device may know the old ones only. */
  all: Held[] = [];
  builds = 0;
  buildIds = new Set<string>();
  /** The newest form that was handed out. */
  base: Held;
  signed: Held[] = [];
  words = new Map<string, Word>();
  /** Forms of which a request got no answer, or may have sent them. */
  doubted = new Set<string>();
  waiting: Asked | undefined;
  isDone = false;

  constructor(world: World, isLossless: boolean) {
    this.world = world;
    this.isLossless = isLossless;
    this.signsTwo = isLossless && world.chance(0.4);
    this.isReckless = this.signsTwo && world.chance(0.2);
    this.sendsAlone = this.isReckless || (!this.signsTwo && world.chance(0.2));
    this.isHasty = isLossless && !this.sendsAlone && world.chance(0.4);
    this.edits = world.chance(0.6);
    this.eager = world.pick([0.3, 0.6, 0.9]);
    this.base = this.build();
  }

  build(): Held {
    const id = this.world.name();
    this.builds += 1;
    this.buildIds.add(id);
    this.stale = this.isRefused ? this.signed : [];
    this.isRefused = false;
    this.signed = [];
    this.all = [];
    this.words = new Map();
    this.base = { id, buildId: id, baseId: id, ...this.world.life() };
    return this.base;
  }

  sign(): void {
    const { world, base } = this;
    const isEdited = this.edits && world.chance(0.6);
    if (!isEdited || this.signsTwo) this.signed.push(base);
    if (!isEdited) return void this.all.push(base);
    // With the blockhash of the build, or a newer one; whoever sends alone keeps to the height that the service knows.
    const height = this.sendsAlone || world.chance(0.5) ? base.height : world.life().height;
    this.signed.push({ ...base, id: world.name(), baseId: base.id, height });
    this.all.push(...this.signed);
  }

  /** A word on a form; buried is what the service promised never to land. */
  hear(form: Held, word: Word): void {
    // A negative word stays, whatever is said later; `unsent` is of its request alone.
    const before = this.words.get(form.id) ?? 'unknown';
    if (before === 'unsent' || !NEGATIVE.includes(before)) this.words.set(form.id, word);
    this.judge(form, word);
  }

  judge(form: Held, word: Word): void {
    const { world } = this;
    if (word === 'landed' && world.blocks.get(form.id)?.paid !== true) world.fail('landed is untrue');
    if (word === 'failed' && world.blocks.get(form.id)?.paid !== false) world.fail('failed is untrue');
    if (word === 'landed') this.isDone = true;
    const isAlone = world.sentAlone.has(form.id);
    const isOurs = word === 'rejected' || word === 'ended';
    if (word === 'expired' || (isOurs && !isAlone)) world.bury(form, word);
    const isSent = world.held.has(form.id) || world.blocks.has(form.id);
    if (word === 'unsent' && isSent && !isAlone && !this.doubted.has(form.id))
      world.fail('unsent, but it was sent');
  }

  /** Tells whether every form that it signed can be called dead, so that it may build anew. */
  mayBuild(isAlone: boolean): boolean {
    if (this.isHasty && this.isRefused) return true;
    // `expired` is a word on the whole build, where no request of it is under way.
    if (isAlone && !this.sendsAlone && this.all.some(({ id }) => this.words.get(id) === 'expired'))
      return true;
    const ends: readonly Word[] = this.sendsAlone ? ['expired', 'failed'] : NEGATIVE;
    const isOver = ({ id }: Held) => {
      const word = this.words.get(id) ?? 'unknown';
      const isDoubted = this.world.rules.heedsLostAnswers && this.doubted.has(id);
      return ends.includes(word) && !(word === 'unsent' && isDoubted);
    };
    return this.signed.length > 0 && this.signed.every(isOver);
  }

  ask<Answer>(run: Step<Answer>, done: (answer: Answer) => void): Asked {
    const { world } = this;
    const replica = Math.floor(world.roll() * 2);
    const asked: Asked = { replica, run, done: undefined, isLoop: false, isSlow: world.chance(0.3) };
    asked.done = (answer) => {
      this.waiting = undefined;
      done(answer as Answer);
    };
    this.waiting = asked;
    return asked;
  }

  refresh(): Asked {
    const { world, base } = this;
    return this.ask(refresh(world, base), (next) => {
      if (next === 'unknown' || next.id === base.id) return;
      // From here on nothing else of the build may land, unless its wallet sends it.
      for (const form of this.signed) if (!this.sendsAlone) world.bury(form, 'replaced');
      this.base = next;
      this.signed = [];
      this.isRefused = false;
      // What it heard before is of a time without this form.
      this.words.clear();
    });
  }

  act(isAlone: boolean): Asked | undefined {
    const { world } = this;
    if (this.isDone) return undefined;
    if (this.mayBuild(isAlone) && this.builds < 3 && world.chance(0.7)) {
      this.build();
      return undefined;
    }
    if (this.isHasty && this.stale.length > 0 && world.chance(0.4)) return this.bringStale();
    if (this.signed.length === 0 && world.chance(0.3)) this.sign();
    if (this.signed.length === 0) return this.refresh();
    const form = world.pick(this.signed);
    if (this.sendsAlone && world.chance(0.3)) {
      world.sentAlone.add(form.id);
      world.held.set(form.id, form);
      return undefined;
    }
    return this.askOf(form);
  }

  broadcast(form: Held): Asked {
    const { doubted } = this;
    const isFirst = !doubted.has(form.id);
    doubted.add(form.id);
    return this.ask(broadcast(this.world, form), (word) => {
      if (isFirst && word !== 'unknown' && word !== 'taken') doubted.delete(form.id);
      if (form.baseId === this.base.id && OF_BUILD.includes(word)) this.isRefused = true;
      this.hear(form, word);
    });
  }

  /** Another device brings what this one gave up, or signs it once more, edited. */
  bringStale(): Asked {
    const { world } = this;
    const form = world.pick(this.stale);
    return this.broadcast(
      world.chance(0.5) ? form : { ...form, id: world.name(), height: world.life().height },
    );
  }

  askOf(form: Held): Asked {
    const { world } = this;
    // Where commits are lost, so is a refusal; what was refused is not brought again.
    const said = this.words.get(form.id) ?? 'unknown';
    const isOver = said === 'expired' || (!this.isLossless && NEGATIVE.includes(said));
    const dice = world.roll();
    if (dice < this.eager && !isOver) return this.broadcast(form);
    if (dice < this.eager + (1 - this.eager) / 2) {
      const shown = world.pick(this.all);
      return this.ask(status(world, shown), (word) => this.hear(shown, word));
    }
    return this.refresh();
  }
}

/** What may go wrong in one history; a swarm: each draws its own. */
type Faults = { readonly kills: boolean; readonly loses: boolean; readonly renames: boolean };

/** Runs one history. @returns the rule that it broke, or undefined. */
export function runModel(seed: number, rules: Rules = RULES): string | undefined {
  const world = new World(seed, rules);
  const faults: Faults = { kills: world.chance(0.5), loses: world.chance(0.5), renames: world.chance(0.2) };
  const caller = new Caller(world, !faults.loses);
  let running: Asked[] = [];
  for (let step = 0; step < STEPS && world.violation === undefined; step += 1) {
    const dice = world.roll();
    if (dice < 0.2) running.push(...goOn(caller, running));
    else if (dice < 0.23) running.push(loopOn(world));
    else if (dice < 0.4) passTime(world, caller);
    else if (dice < 0.4 + world.breaking) running = breakParts(world, faults, running, caller);
    else {
      const asked = pickStep(world, running);
      if (asked !== undefined && advance(asked)) running = running.filter((each) => each !== asked);
    }
  }
  return world.violation;
}

/** The caller asks, or gives the request up that it waits for: its answer is lost, and it goes on. */
function goOn(caller: Caller, running: readonly Asked[]): readonly Asked[] {
  const { waiting, world } = caller;
  if (waiting === undefined) {
    const asked = caller.act(running.every(({ isLoop }) => isLoop));
    return asked === undefined ? [] : [asked];
  }
  if (world.chance(waiting.isSlow ? 0.8 : 0.3)) {
    waiting.done = undefined;
    caller.waiting = undefined;
  }
  return [];
}

function loopOn(world: World): Asked {
  const replica = Math.floor(world.roll() * 2);
  return { replica, run: resend(world), done: undefined, isLoop: true, isSlow: false };
}

/** Picks the request that goes on; slow ones rarely. */
function pickStep(world: World, running: readonly Asked[]): Asked | undefined {
  if (running.length === 0) return undefined;
  const quick = world.chance(0.05) ? [] : running.filter(({ isSlow }) => !isSlow);
  const asked = world.pick(quick.length > 0 ? quick : running);
  return quick.length === 0 && !world.chance(0.3) ? undefined : asked;
}

/** Makes one step of a request. @returns whether it is over. */
function advance(asked: Asked): boolean {
  try {
    const { done, value } = asked.run.next();
    if (done === true) asked.done?.(value);
    return done === true;
  } catch (error) {
    if (!(error instanceof Away)) throw error;
    // A store that is away is 503 `unknown` to every request.
    asked.done?.('unknown');
    return true;
  }
}

function passTime(world: World, caller: Caller): void {
  const dice = world.roll();
  if (dice < 0.4) world.height += world.pick([1n, 2n]);
  else if (dice < 0.7) world.view += world.pick([0n, 1n, 4n, 20n]);
  else if (dice < 0.8) world.funded = !world.funded;
  if (world.view > world.height) world.view = world.height;
  // A node that is further behind is not asked.
  if (world.view < world.height - LIFE) world.view = world.height - LIFE;
  if (world.held.size > 0 && world.chance(world.landing)) land(world, caller);
}

/** Puts signed bytes that a node holds into a block, where they can still land. */
function land(world: World, caller: Caller): void {
  const form = world.pick([...world.held.values()]);
  if (world.height > form.height || world.blocks.has(form.id)) return;
  const word = world.buried.get(form.id);
  // The word on what was not sent is of this service, not of the wallet.
  const isOurs = word === 'expired' || word === 'replaced' || !world.sentAlone.has(form.id);
  if (word !== undefined && isOurs) world.fail(`lands, and was called ${word}`);
  world.blocks.set(form.id, { at: world.height, paid: world.funded, buildId: form.buildId });
  const paid = [...world.blocks.values()].filter((block) => block.paid && caller.buildIds.has(block.buildId));
  if (paid.length > 1 && !caller.isReckless) world.fail('the caller pays twice');
}

function breakParts(world: World, faults: Faults, running: Asked[], caller: Caller): Asked[] {
  if (faults.loses && world.chance(0.5)) loseRows(world);
  else if (faults.renames && world.chance(0.5)) renameRows(world);
  else if (faults.kills) {
    const replica = Math.floor(world.roll() * 2);
    if (caller.waiting?.replica === replica) caller.waiting = undefined;
    return running.filter((asked) => asked.replica !== replica);
  }
  return running;
}

/** A fail-over loses the newest commits, or all, and breaks every connection. */
function loseRows(world: World): void {
  world.rows = new Map(world.pick([new Map(), ...world.history]));
  world.foreign.clear();
  for (const { id, state } of world.rows.values()) if (state === 'unknown') world.foreign.add(id);
  world.history = [];
  world.breaks += 1;
  world.horizon = world.height + LIFE;
}

/** A replica of a newer version writes what this one does not know. */
function renameRows(world: World): void {
  for (const [id, form] of world.rows) {
    if (form.state !== 'sent') continue;
    world.rows.set(id, { ...form, state: 'unknown' });
    world.foreign.add(id);
  }
}
