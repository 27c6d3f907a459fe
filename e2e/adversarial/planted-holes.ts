import type { SandboxLedger } from '@staking-agent/sandbox';
import type { LedgerAccount } from '@staking-agent/verify';
import type { Judge, Objection, Question } from './judge.ts';
import { createVerifyJudge } from './judge.ts';
import { TOKEN } from './palette.ts';
import type { Theatre } from './run-suite.ts';
import { runCase } from './run-suite.ts';

/** A verifier with a hole: what it overlooks, though the whole one objects to it. */
export type Hole = {
  readonly name: string;
  overlooks(objection: Objection, question: Question): boolean;
  /** Judges in the place of the whole verifier, once it has objected to nothing but what is overlooked. */
  readonly judge?: Judge;
  /** The case to begin at, where many before it do not show the hole. */
  readonly first?: number;
};

/** When a hole was found: the first seed whose transaction passed it and hurt its wallet. */
export type Find = { readonly hole: string; readonly seed: number | undefined; readonly told: string };

const overlooking =
  (...rules: readonly string[]) =>
  ({ rule }: Objection): boolean =>
    rules.includes(rule);

const onlyWhere =
  (isProvided: boolean, ...rules: readonly string[]) =>
  ({ rule }: Objection, { of }: Question): boolean =>
    of.isProvided === isProvided && rules.includes(rule);

/**
 * Holes that are planted into the verifier, one at a time.
 *
 * A harm that two rules forbid is let through only where both are gone, so some overlook two.
 */
export function createHoles(ledger: SandboxLedger): readonly Hole[] {
  return [
    { name: 'no pattern of instructions, made by others', overlooks: onlyWhere(true, 'shape') },
    { name: 'no pattern of instructions, made by us', overlooks: onlyWhere(false, 'shape') },
    { name: 'any accounts, made by us', overlooks: onlyWhere(false, 'account') },
    { name: 'other accounts of the wallet unwatched', overlooks: onlyWhere(true, 'account', 'conservation') },
    {
      name: 'any Reserve pool of the program',
      overlooks: ({ rule, detail }) => rule === 'account' && /reserve|stake record/i.test(detail),
    },
    { name: 'any fee', overlooks: overlooking('fee') },
    { name: 'new accounts unnamed', overlooks: overlooking('new-account', 'conservation') },
    { name: 'value not conserved', overlooks: overlooking('conservation', 'price') },
    { name: 'the price of the order believed', overlooks: overlooking('price') },
    { name: 'no minimum in the bytes', overlooks: overlooking('minimum') },
    { name: 'inner instructions unread', overlooks: overlooking('inner-instruction', 'account') },
    {
      name: 'wrapped SOL that others may spend counted',
      overlooks: onlyWhere(true, 'price', 'conservation'),
      judge: createVerifyJudge(ledger, { show: hideDelegate }),
      first: 17_000,
    },
  ];
}

/** Shows token accounts as if nobody but their owner could spend from them. */
function hideDelegate(account: LedgerAccount): LedgerAccount {
  if (account.owner !== TOKEN || account.data.length !== TOKEN_ACCOUNT_SIZE) return account;
  const data = Uint8Array.from(account.data);
  for (const [from, end] of SHARING_FIELDS) data.fill(0, from, end);
  return { ...account, data };
}

const TOKEN_ACCOUNT_SIZE = 165;
/** Delegate; what it may spend, and who may close the account. */
const SHARING_FIELDS = [
  [72, 108],
  [121, 165],
] as const;

/** Runs cases until every hole has been found, or none are left; no hole is tried again once it is found. */
export function findHoles(theatre: Theatre, judge: Judge, holes: readonly Hole[], cases: number): Find[] {
  const finds = new Map<string, Find>();
  const missing = (): Hole[] => holes.filter(({ name }) => !finds.has(name));
  for (let seed = 1, left = cases; left > 0 && missing().length > 0; seed += 1, left -= 1) {
    seed = Math.max(seed, Math.min(...missing().map(({ first = 1 }) => first)));
    // All holes that are left see the same case; it is judged and landed once.
    let objections: readonly Objection[] | undefined;
    let asked: Question | undefined;
    const result = runCase(seed, theatre, (question) => {
      asked = question;
      objections = judge(question);
      const passes = missing().some((hole) => isThrough(hole, objections ?? [], question));
      return passes ? [] : objections;
    });
    if (result.end !== 'HARMFUL' || asked === undefined) continue;
    for (const hole of missing()) {
      if (!isThrough(hole, objections ?? [], asked)) continue;
      const told = `${result.build}, ${result.kinds.join(' + ')}: ${result.reasons.join(' ')}`;
      finds.set(hole.name, { hole: hole.name, seed, told });
    }
  }
  return holes.map(({ name }) => finds.get(name) ?? { hole: name, seed: undefined, told: 'not found' });
}

/** Whether a hole lets something through that the whole verifier refuses. */
function isThrough(hole: Hole, objections: readonly Objection[], question: Question): boolean {
  if (objections.length === 0 || !objections.every((each) => hole.overlooks(each, question))) return false;
  return hole.judge === undefined || hole.judge(question).length === 0;
}
