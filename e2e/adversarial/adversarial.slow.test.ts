import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setImmediate as breathe } from 'node:timers/promises';
import { getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';
import { getMarketCodec, type Market } from '@staking-agent/chain/market';
import { STAKE_POOL_CODEC, type StakePool } from '@staking-agent/chain/stake-pool';
import type { SandboxLedger } from '@staking-agent/sandbox';
import { verify } from '@staking-agent/verify';
import { takeEverything } from './clones.ts';
import { collectHonestBuilds } from './honest-builds.ts';
import { createBaseEvidence, createVerifyJudge, type Question, withRehearsal } from './judge.ts';
import { rewrite } from './ledger-moves.ts';
import { findHarm } from './oracle.ts';
import { createHoles, findHoles } from './planted-holes.ts';
import { prepareTheatre } from './prepare-theatre.ts';
import { createMutant, readSettings, runCase, type Specimen } from './run-suite.ts';
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

/** What managers of the accounts that the deployment names, and other people's trades, can do to a price after its proof. */
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
