import {
  type Decision,
  decide,
  decideReplace,
  decideSettle,
  type End,
  type Form,
  isOut,
} from '../store/decide.ts';

/**
 * The rules of sending, as a model of two replicas that share rows runs them. Each can be taken away, to see that the model
 * finds a caller who pays twice, or an untrue word, without it.
 */
export const RULES = {
  decide,
  decideReplace,
  decideSettle,
  /** Bytes are tried before they are sent; otherwise the answer to the send is believed. */
  tries: true,
  /** What is tried carries no signature. */
  triesUnsigned: true,
  /** Nodes that must say that a form failed, that it is dead, that it landed. */
  witnesses: { failed: 2, dead: 2, landed: 2 },
  /** A refusal is told only once the form is closed. */
  closesRefused: true,
  /** A send that no node takes is no refusal. */
  doubtsSends: true,
  /** A caller whose request of a form got no answer, or `unknown`, does not build anew after `unsent`. */
  heedsLostAnswers: true,
  /** A claim without an answer may have been committed. */
  doubtsLostClaims: true,
  /** What may have been sent before a break, and lost, is not refused, not called dead, and nothing takes its place. */
  heedsBreaks: { refusing: true, refreshing: true, expiring: true },
  /** A request from before a break claims nothing. */
  forgetsOldRequests: true,
  /** A refresh proves that nothing of the build landed, or can land. */
  proves: true,
  claimsFirst: true,
  /** A form is called dead only where nothing else of its build is out. */
  looksForOthers: true,
  /** A form is called dead or failed only once its row says so, also one that had none: no other one of its build is sent then. */
  closesDead: true,
};

export type Rules = typeof RULES;

/**
 * What a caller is told of one form. Only `rejected`, `expired`, `failed` and `ended` let it build anew, and `unsent`, which is
 * of one request, where every other one of the form was answered and sent nothing.
 */
export type Word =
  | 'rejected'
  | 'unsent'
  | 'expired'
  | 'failed'
  | 'ended'
  | 'landed'
  | 'taken'
  | 'unknown'
  | 'other'
  | 'replaced';

/** A form as its wallet holds it. */
export type Held = {
  readonly id: string;
  readonly buildId: string;
  readonly baseId: string;
  readonly height: bigint;
  /** The height that its token says; an edit may live longer. */
  readonly said: bigint;
};
export type Fate = 'landed' | 'failed' | 'absent' | 'dead' | 'unread';
export type Step<Result> = Generator<void, Result, void>;

/** A call to the store that may or may not have been committed. */
export class Away extends Error {}

export const LIFE = 12n;
export const MARGIN = 1n;

/** Returns numbers from 0 up to, and without, 1; the same ones for a seed (mulberry32). */
function createDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Ledger, two nodes of which one lies and the other lags, rows of two replicas, and one caller who wants to pay once. */
export class World {
  readonly rules: Rules;
  readonly roll: () => number;
  /** How soon bytes land, and how often parts break: shares of the steps. */
  readonly landing: number;
  readonly breaking: number;
  height = 100n;
  /** Executed messages, with the height and whether they paid. */
  readonly blocks = new Map<string, { at: bigint; paid: boolean; buildId: string }>();
  /** Signed bytes that any node holds. */
  readonly held = new Map<string, Held>();
  /** What the honest node has seen. */
  view = 100n;
  funded = true;
  rows = new Map<string, Form>();
  /** Rows after each commit, the last ones. */
  history: Map<string, Form>[] = [];
  breaks = 0;
  /** What was sent before the last break of the store is dead above it. */
  horizon = 0n;
  forms = 0;
  violation: string | undefined;
  /** Forms that were called dead, refused or replaced. */
  readonly buried = new Map<string, Word>();
  /** Forms whose rows a newer version wrote. */
  readonly foreign = new Set<string>();
  /** Forms that their wallet sent itself. */
  readonly sentAlone = new Set<string>();

  constructor(seed: number, rules: Rules) {
    this.rules = rules;
    this.roll = createDice(seed);
    this.landing = this.pick([0.02, 0.1, 0.4]);
    this.breaking = this.pick([0.01, 0.03]);
  }

  chance(share: number): boolean {
    return this.roll() < share;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.roll() * items.length)] as Item;
  }

  /** Notes that a form is promised not to land. */
  bury(form: Held, word: Word): void {
    const block = this.blocks.get(form.id);
    if (word === 'replaced' ? block?.paid : block) this.fail(`${word}, but it landed`);
    if (!block && this.held.has(form.id) && this.height <= form.height) this.fail(`${word}, but it can land`);
    this.buried.set(form.id, word);
  }

  fail(what: string): void {
    this.violation ??= what;
  }

  name(): string {
    this.forms += 1;
    return `m${this.forms}`;
  }

  /** The heights of a message with the newest blockhash. */
  life(): Pick<Held, 'height' | 'said'> {
    const height = this.height + LIFE;
    return { height, said: height };
  }

  of(buildId: string): Form[] {
    return [...this.rows.values()].filter((form) => form.buildId === buildId);
  }

  /** Runs a transaction; its answer may be lost before or after the commit. */
  transact<Result>(work: () => Result): Result {
    if (this.chance(0.02)) throw new Away();
    const result = work();
    this.history.push(new Map(this.rows));
    if (this.history.length > 4) this.history.shift();
    this.judgeRows();
    if (this.chance(0.03)) throw new Away();
    return result;
  }

  judgeRows(): void {
    const places = new Set<string>();
    const builds = new Set<string>();
    for (const form of this.rows.values()) {
      if (isOut(form) && builds.has(form.buildId)) this.fail('two forms of a build are out');
      if (isOut(form)) builds.add(form.buildId);
      if (form.kind !== 'refreshed' || form.baseId === undefined) continue;
      if (places.has(form.baseId)) this.fail('a form has two successors');
      places.add(form.baseId);
    }
    for (const id of this.foreign) {
      const state = this.rows.get(id)?.state;
      if (state !== undefined && state !== 'unknown') this.fail('a row of a newer version was changed');
    }
  }

  write(form: Held, change: Partial<Form>): void {
    const row: Form = {
      id: form.id,
      buildId: form.buildId,
      kind: form.id === form.buildId ? 'built' : form.id === form.baseId ? 'refreshed' : 'edited',
      baseId: form.id === form.baseId ? undefined : form.baseId,
      state: 'offered',
      lastValidBlockHeight: form.height,
      signature: form.id,
      signedTransaction: form.id,
      channel: 'ledger',
      isTaken: false,
      wasSent: false,
      answer: undefined,
      refusal: undefined,
      claim: undefined,
      ...this.rows.get(form.id),
      ...change,
    };
    this.rows.set(form.id, row);
  }

  /** Decides, and writes what follows; without a place the form stays offered. What has ended may be closed. */
  decide(form: Held, change: Partial<Form>): Decision {
    const decision = this.rules.decide(this.of(form.buildId), form.id, form.baseId);
    const isWritten = decision.kind === 'free' || (decision.kind === 'ended' && change.state === 'closed');
    if (isWritten) this.write(form, change);
    else if (decision.kind === 'other' || decision.kind === 'replaced') this.write(form, {});
    return decision;
  }

  settle(id: string, end: End): void {
    const row = this.rows.get(id);
    if (row === undefined) return;
    const state = this.rules.decideSettle(this.of(row.buildId), id, end);
    if (state === undefined) return;
    const refusal = state === 'closed' ? { code: 'expired' } : row.refusal;
    this.rows.set(id, { ...row, state, refusal });
  }

  /** Tells whether a form may have been sent, and the row of it lost; by the height of its token. */
  mayBeLost(said: bigint): boolean {
    return said <= this.horizon && this.view <= this.horizon + MARGIN;
  }

  /** A node that lies answers anything; the other one what it saw. */
  honest(form: Held): Fate {
    const block = this.blocks.get(form.id);
    if (block !== undefined && block.at <= this.view) return block.paid ? 'landed' : 'failed';
    return this.view > form.height + MARGIN ? 'dead' : 'absent';
  }

  *fate(form: Held): Step<Fate> {
    yield;
    const said = [this.chance(0.1) ? 'unread' : this.honest(form)];
    yield;
    // More often what costs the caller most.
    said.push(this.pick(['landed', 'failed', 'failed', 'absent', 'dead', 'dead', 'unread']));
    const count = (fate: Fate) => said.filter((each) => each === fate).length;
    const { witnesses } = this.rules;
    if (count('landed') >= witnesses.landed) return 'landed';
    if (count('failed') >= witnesses.failed) return 'failed';
    if (count('dead') >= witnesses.dead) return 'dead';
    return count('absent') + count('dead') === 2 ? 'absent' : 'unread';
  }

  /** Tells whether the ledger shows a form of a build, as far as the honest node has seen; the other one hides it. */
  finds(buildId: string): boolean {
    return [...this.blocks.values()].some(
      (block) => block.buildId === buildId && block.paid && block.at <= this.view,
    );
  }

  /** Bytes reach the nodes one after the other. @returns whether one said that it took them. */
  *send(form: Held): Step<boolean> {
    let isTaken = false;
    for (const isLiar of [true, false]) {
      if (isLiar ? this.chance(0.8) : this.chance(0.7)) {
        this.held.set(form.id, form);
        isTaken ||= isLiar ? this.chance(0.3) : this.chance(0.8);
      }
      yield;
    }
    return isTaken;
  }

  *trial(form: Held): Step<'passed' | 'refused' | 'unjudged' | 'landed'> {
    const said: boolean[] = [];
    if (this.chance(0.6)) {
      if (!this.rules.triesUnsigned) this.held.set(form.id, form);
      said.push(this.chance(0.3));
    }
    yield;
    if (this.chance(0.7)) {
      if (this.honest(form) === 'landed') return 'landed';
      // What paid once leaves too little for a second time, often.
      said.push(this.funded && !(this.finds(form.buildId) && this.chance(0.5)));
    }
    yield;
    if (said.length === 0) return 'unjudged';
    return said.includes(true) ? 'passed' : 'refused';
  }
}
