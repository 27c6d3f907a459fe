import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setImmediate as breathe } from 'node:timers/promises';
import { getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';
import { getMarketCodec, type Market } from '@staking-agent/chain/leverage';
import { STAKE_POOL_CODEC, type StakePool } from '@staking-agent/chain/stake-pool';
import type { SandboxLedger } from '@staking-agent/sandbox';
import { type LedgerAccount, verify } from '@staking-agent/verify';
import { takeEverything } from './clones.ts';
import { collectHonestBuilds } from './honest-builds.ts';
import {
  createBaseEvidence,
  createVerifyJudge,
  type Judge,
  type Objection,
  type Question,
  withRehearsal,
} from './judge.ts';
import { rewrite } from './ledger-moves.ts';
import { findHarm } from './oracle.ts';
import { TOKEN } from './palette.ts';
import { prepareTheatre } from './prepare-theatre.ts';
import { createMutant, readSettings, runCase, type Specimen, type Theatre } from './run-suite.ts';
import {
  type AccountWrite,
  createPlainMutant,
  findChanges,
  landStaged,
  type Mutant,
  simulateStaged,
  stageMutant,
} from './stage.ts';

/** 3 ms of a core each, others in every run; `ADVERSARIAL_CASES=200000` runs more, `ADVERSARIAL_SEED=N` repeats one. */
const CASES = 60_000;
/** More than the rarest hole needs. */
const HOLE_CASES = 60_000;
/** One case in so many is judged with and without the simulation that a refusal by bytes alone saves. */
const CHECKED_EVERY = 50;
/** Harmful cases that are told; more add nothing. */
const MOST_TOLD = 10;

/** Cases between two turns of the event loop, in which Node gives back what the VM has handed out. */
const CASES_PER_TURN = 50;

const { first, cases } = readSettings({ first: randomInt(2 ** 31), cases: CASES });
const theatre = await prepareTheatre(await collectHonestBuilds());
const judge = createVerifyJudge(theatre.ledger);

test('no honest build is refused', () => {
  for (const { build, draft } of theatre.specimens)
    assert.deepEqual(judge(findQuestion(createPlainMutant(build, draft)) ?? assert.fail()), [], build.name);
});

test(`none of ${cases} mutants of honest builds passes and hurts its wallet`, async (t) => {
  t.diagnostic(`seeds ${first} to ${first + cases - 1}`);
  const ends: Record<string, number> = {};
  const harmful: string[] = [];
  for (let seed = first; seed < first + cases; seed += 1) {
    if (seed % CASES_PER_TURN === 0) await breathe();
    const { end, build, kinds, reasons } = runCase(seed, theatre, judge);
    ends[end] = (ends[end] ?? 0) + 1;
    if (end === 'HARMFUL')
      harmful.push(`ADVERSARIAL_SEED=${seed}: ${build}, ${kinds.join(' + ')}: ${reasons.join(' ')}`);
  }
  t.diagnostic(JSON.stringify(ends));
  assert.deepEqual(harmful.slice(0, MOST_TOLD), [], `${harmful.length} cases passed and hurt the wallet`);
  if (cases < 1_000) return;
  // A suite that refuses everything, or mutates nothing, proves nothing.
  assert.ok((ends['refused'] ?? 0) > cases / 3);
  assert.ok((ends['harmless'] ?? 0) > cases / 50);
});

test('none is refused without its simulation only', async () => {
  const thorough = createVerifyJudge(theatre.ledger, { isThorough: true });
  for (let seed = first; seed < first + cases; seed += CHECKED_EVERY) {
    await breathe();
    const question = findQuestion(createMutant(seed, theatre.specimens).mutant);
    if (question === undefined || judge(question).length === 0) continue;
    assert.notDeepEqual(thorough(question), [], `ADVERSARIAL_SEED=${seed}`);
  }
});

test('each hole that is planted into the verifier is found', (t) => {
  const finds = findHoles(theatre, judge, createHoles(theatre.ledger), HOLE_CASES);
  for (const { hole, seed, told } of finds) t.diagnostic(`${hole}: case ${seed}: ${told}`);
  const missed = finds.filter(({ seed }) => seed === undefined).map(({ hole }) => hole);
  assert.deepEqual(missed, [], `not found within ${HOLE_CASES} cases`);
});

function findQuestion(mutant: Mutant): Question | undefined {
  const staged = stageMutant(mutant);
  if (staged === undefined) return undefined;
  const answer = { ...mutant.answer, transaction: Buffer.from(staged.shown).toString('base64') };
  return { of: mutant.of, answer, staged, simulate: () => simulateStaged(staged, mutant, theatre.ledger) };
}

const HALF = { numerator: 1n, denominator: 2n };

/** The changes of a price after its proof, by managers of the accounts that the deployment names and by trades of others. */
async function listMoves({
  deployment,
  pool,
}: SandboxLedger): Promise<Readonly<Record<string, AccountWrite>>> {
  const ofPool = (change: Partial<StakePool>) =>
    rewrite(pool.stakePool, (data) =>
      Uint8Array.from(STAKE_POOL_CODEC.encode({ ...STAKE_POOL_CODEC.decode(data), ...change })),
    );
  const ofMarket = (change: (market: Market) => Partial<Market>) =>
    rewrite(pool.market, (data) => {
      const market = getMarketCodec().decode(data);
      return Uint8Array.from(getMarketCodec().encode({ ...market, ...change(market) }));
    });
  const { reserve } = deployment;
  assert.ok(reserve);
  const seeds = [getAddressEncoder().encode(reserve.address), 'fee'];
  const [fee] = await getProgramDerivedAddress({ programAddress: reserve.program, seeds });
  return {
    'fee of the Reserve': { address: fee, write: takeEverything },
    'fee on SOL deposits': ofPool({ solDepositFee: HALF }),
    'fee on SOL withdrawals': ofPool({ solWithdrawalFee: HALF }),
    'fee on stake deposits': ofPool({ stakeDepositFee: HALF }),
    'fee on stake withdrawals': ofPool({ stakeWithdrawalFee: HALF }),
    'SOL of the market': ofMarket(({ virtualLamports }) => ({ virtualLamports: virtualLamports / 2n })),
    'raSOL of the market': ofMarket(({ virtualTokens }) => ({ virtualTokens: virtualTokens / 2n })),
  };
}

/**
 * The builds that may bring less than their bound, by what moves, and what their effects promise. With `minReceive`
 * none of them is handed out.
 */
const OPEN: Readonly<Record<string, 'no minimum' | 'at the rate'>> = {
  'native instant: fee of the Reserve': 'no minimum',
  'native instant, plain: fee of the Reserve': 'no minimum',
  'native instant, sharing: fee of the Reserve': 'no minimum',
  'liquid slow, prefunded: fee on stake withdrawals': 'no minimum',
  'liquid stake: fee on SOL deposits': 'at the rate',
  'liquid stake, plain: fee on SOL deposits': 'at the rate',
  'liquid stake, sharing: fee on SOL deposits': 'at the rate',
  'liquid instant over the pool: fee on SOL withdrawals': 'at the rate',
};

test('an order brings its minimum whatever moves after the proof, or says that nothing is sure', async () => {
  const open: Record<string, string> = {};
  for (const [what, move] of Object.entries(await listMoves(theatre.ledger))) {
    for (const specimen of theatre.specimens.filter(({ build }) => build.isProvided)) {
      await new Promise((resolve) => setImmediate(resolve));
      if (land(specimen, move).length > 0) open[`${specimen.build.name}: ${what}`] = readPromise(specimen);
    }
  }
  assert.deepEqual(open, OPEN);
});

function land({ build, draft, circumstances }: Specimen, move: AccountWrite): readonly string[] {
  const { ledger, keys } = theatre;
  const mutant = { ...createPlainMutant(build, draft), meanwhile: [move] };
  const landed = landStaged(stageMutant(mutant) ?? assert.fail(), mutant, ledger, keys) ?? assert.fail();
  const { err, fee } = landed.result;
  return findHarm({ hasFailed: err !== null, fee, changes: findChanges(landed) }, circumstances);
}

function readPromise({ build, draft }: Specimen): string {
  const { ledger } = theatre;
  const mutant = createPlainMutant(build, draft);
  const staged = stageMutant(mutant) ?? assert.fail();
  const shown = simulateStaged(staged, mutant, ledger) ?? assert.fail();
  const evidence = withRehearsal(createBaseEvidence(ledger), shown, staged);
  const { operation, request, answer } = build;
  const { effects, findings } = verify(operation, request, answer, ledger.deployment, evidence);
  assert.deepEqual(findings, []);
  const [arriving] = effects.arrives;
  if (arriving?.least === undefined) return 'no minimum';
  return arriving.isAtRate ? 'at the rate' : `at least ${arriving.least}`;
}

/** A verifier with a hole: what it overlooks, though the whole one objects to it. */
type Hole = {
  readonly name: string;
  overlooks(objection: Objection, question: Question): boolean;
  /** Judges in the place of the whole verifier, once it has objected to nothing but what is overlooked. */
  readonly judge?: Judge;
  /** The case to begin at, where many before it do not show the hole. */
  readonly first?: number;
};

/** When a hole was found: the first seed whose transaction passed it and hurt its wallet. */
type Find = { readonly hole: string; readonly seed: number | undefined; readonly told: string };

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
function createHoles(ledger: SandboxLedger): readonly Hole[] {
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

/** Hides the delegates and closers of token accounts. */
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
function findHoles(theatre: Theatre, judge: Judge, holes: readonly Hole[], cases: number): Find[] {
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

/** Checks that a hole passes a transaction that the whole verifier refuses. */
function isThrough(hole: Hole, objections: readonly Objection[], question: Question): boolean {
  if (objections.length === 0 || !objections.every((each) => hole.overlooks(each, question))) return false;
  return hole.judge === undefined || hole.judge(question).length === 0;
}
