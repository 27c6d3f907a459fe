import assert from 'node:assert/strict';
import { assertUnharmed } from './assert-unharmed.ts';
import { collectHonestBuilds } from './honest-builds.ts';
import type { Question } from './judge.ts';
import { createVerifyJudge } from './judge-by-verify.ts';
import { createPlainMutant, type Mutant } from './mutant.ts';
import { createHoles, findHoles } from './planted-holes.ts';
import { prepareTheatre } from './prepare-theatre.ts';
import { readSettings } from './read-settings.ts';
import { createMutant, type Theatre } from './run-suite.ts';
import { simulateStaged, stageMutant } from './stage.ts';

/*
 * Runs the adversarial suite in this process: `mutants [cases] [first seed]` or `holes [cases] [first seed]`.
 * A process of its own, because it computes without a pause. Exits with 1 where something passed that hurts a wallet, or
 * where a planted hole was not found.
 */

/** One case in so many is judged with and without the simulation that a refusal by bytes alone saves. */
const CHECKED_EVERY = 50;

const [command = 'mutants', cases = '5000', first = '1'] = process.argv.slice(2);
const settings = readSettings({ first: Number(first), cases: Number(cases) });
const theatre = await prepareTheatre(await collectHonestBuilds());

if (command === 'mutants') runMutants(theatre);
else if (command === 'holes') runHoles(theatre);
else throw new RangeError(`There is no command ${command}: mutants or holes.`);
process.exit(0);

function runMutants(world: Theatre): void {
  const judge = createVerifyJudge(world.ledger);
  for (const { build, draft } of world.specimens) {
    const question = findQuestion(createPlainMutant(build, draft), world);
    assert.ok(question);
    assert.deepEqual(judge(question), [], `the honest ${build.name} is refused`);
  }
  const tally = assertUnharmed(world, judge, settings, print);
  const thorough = createVerifyJudge(world.ledger, { isThorough: true });
  for (let seed = settings.first; seed < settings.first + settings.cases; seed += CHECKED_EVERY) {
    const question = findQuestion(createMutant(seed, world.specimens).mutant, world);
    if (question === undefined || judge(question).length === 0) continue;
    assert.notDeepEqual(
      thorough(question),
      [],
      `ADVERSARIAL_SEED=${seed} is refused without a simulation only`,
    );
  }
  if (settings.cases < 1_000) return;
  // A suite that refuses everything, or mutates nothing, proves nothing.
  assert.ok(tally.count('refused') > settings.cases / 3);
  assert.ok(tally.count('harmless') > settings.cases / 50);
}

function runHoles(world: Theatre): void {
  const judge = createVerifyJudge(world.ledger);
  const finds = findHoles(world, judge, createHoles(world.ledger), settings);
  for (const { hole, seed, told } of finds) {
    print(`${hole.padEnd(44)} ${seed === undefined ? '' : `case ${seed - settings.first + 1}: `}${told}`);
  }
  const missed = finds.filter(({ seed }) => seed === undefined).map(({ hole }) => hole);
  assert.deepEqual(missed, [], `not found within ${settings.cases} cases`);
}

function findQuestion(mutant: Mutant, { ledger }: Theatre): Question | undefined {
  const staged = stageMutant(mutant);
  if (staged === undefined) return undefined;
  const answer = { ...mutant.answer, transaction: Buffer.from(staged.shown).toString('base64') };
  return { of: mutant.of, answer, staged, simulate: () => simulateStaged(staged, mutant, ledger) };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
