import type { Rehearsal, SandboxLedger } from '@staking-agent/sandbox';
import type { DeterministicKey } from '../../packages/sandbox/src/world/accounts.ts';
import { type Expectation, findLower } from './expectation.ts';
import type { HonestBuild, MaliciousBuild } from './honest-builds.ts';
import type { Judge, Objection } from './judge.ts';
import { type Material, MUTATIONS } from './mutations.ts';
import { type Circumstances, findHarm } from './oracle.ts';
import { createRandom, type Random } from './random.ts';
import { findChanges, landStaged, type Mutant, simulateStaged, stageMutant } from './stage.ts';
import type { TransactionDraft } from './transaction-draft.ts';

/** One honest build with all that a mutation of it needs. */
export type Specimen = {
  readonly build: HonestBuild;
  readonly draft: TransactionDraft;
  readonly circumstances: Circumstances;
  /** Prices the build by the ledger as it is when this is called. */
  readonly expect: () => Expectation;
  /** What malicious upstreams made of it. */
  readonly turned: readonly {
    readonly variant: string;
    readonly answer: MaliciousBuild['answer'];
    readonly draft: TransactionDraft;
  }[];
  readonly material: Omit<Material, 'random'>;
};

/** Where cases run; what was run once is remembered by its bytes. */
export type Theatre = {
  readonly memory: { readonly simulated: Memory; readonly landed: Memory };
  readonly ledger: SandboxLedger;
  readonly specimens: readonly Specimen[];
  readonly keys: ReadonlyMap<string, DeterministicKey>;
};

type Memory = Map<string, Rehearsal | undefined>;

/** How one case ended. */
export type CaseResult = {
  readonly seed: number;
  readonly build: string;
  readonly kinds: readonly string[];
  readonly end: 'refused' | 'harmless' | 'failed on the ledger' | 'not landed' | 'impossible' | 'HARMFUL';
  /** Why it was refused, or what it did. */
  readonly reasons: readonly string[];
  readonly rules: readonly string[];
};

const TURNED_PERCENT = 15;
const MOST_MUTATIONS = 3;
/** Landings and simulations kept; more than the honest builds and what is often made of them. */
const MOST_REMEMBERED = 2_000;
const KINDS = Object.keys(MUTATIONS);

/** Makes the mutant of a seed. */
export function createMutant(
  seed: number,
  specimens: readonly Specimen[],
): { readonly mutant: Mutant; readonly specimen: Specimen } {
  const random = createRandom(seed);
  const specimen = random.pick(specimens);
  const turned =
    random.chance(TURNED_PERCENT) && specimen.turned.length > 0 ? random.pick(specimen.turned) : undefined;
  let mutant: Mutant = {
    of: specimen.build,
    kinds: turned === undefined ? [] : [`turned: ${turned.variant}`],
    draft: turned?.draft ?? specimen.draft,
    answer: turned?.answer ?? specimen.build.answer,
    hidden: [],
    programWrites: [],
    meanwhile: [],
    rewrite: undefined,
  };
  const least = turned === undefined ? 1 : 0;
  for (let left = least + random.below(MOST_MUTATIONS); left > 0; left -= 1) {
    mutant = mutate(mutant, specimen, random);
  }
  return { mutant, specimen };
}

function mutate(mutant: Mutant, { material }: Specimen, random: Random): Mutant {
  const kind = random.pick(KINDS);
  const change = MUTATIONS[kind]?.(mutant, { ...material, random });
  return change === undefined ? mutant : { ...mutant, ...change, kinds: [...mutant.kinds, kind] };
}

/** Runs the case of a seed: mutate, judge, and hold the ledger to the oracle for whatever passes. */
export function runCase(seed: number, theatre: Theatre, judge: Judge): CaseResult {
  const { ledger, specimens, keys } = theatre;
  const { mutant, specimen } = createMutant(seed, specimens);
  const head = { seed, build: mutant.of.name, kinds: mutant.kinds };
  const end = (result: CaseResult['end'], objections: readonly Objection[] = []): CaseResult => ({
    ...head,
    end: result,
    reasons: objections.map(({ detail }) => detail),
    rules: objections.map(({ rule }) => rule),
  });
  const staged = stageMutant(mutant);
  if (staged === undefined) return end('impossible');
  const answer = { ...mutant.answer, transaction: Buffer.from(staged.shown).toString('base64') };
  const isPlain = mutant.meanwhile.length === 0 && mutant.programWrites.length === 0;
  const once = (memory: Memory, run: () => Rehearsal | undefined): Rehearsal | undefined =>
    isPlain ? remember(memory, staged.executed, run) : run();
  const { simulated, landed } = theatre.memory;
  const simulate = () => once(simulated, () => simulateStaged(staged, mutant, ledger));
  const objections = judge({ of: mutant.of, answer, staged, simulate });
  if (objections.length > 0) return end('refused', objections);
  let { circumstances } = specimen;
  const landing = once(landed, () =>
    landStaged(staged, mutant, ledger, keys, () => {
      if (!isExposed(mutant.of)) return;
      const expectation = findLower(circumstances.expectation, specimen.expect());
      circumstances = { ...circumstances, expectation };
    }),
  );
  const [how, ...harm] = describeLanding(landing, circumstances);
  return { ...end(how), reasons: harm };
}

/**
 * Whether nothing in the bytes holds a vault to its price: exits that the vault provider makes, and exits through a flash
 * loan that have no room for a balance requirement. Their bound is the lower of the vault's values at build and landing.
 */
function isExposed({ answer, isProvided, request }: HonestBuild): boolean {
  return (isProvided && request['strategy'] === 'usdc-earn') || answer['path'] === 'flash-bracket';
}

/** How a landing ended, and the harm it did. */
function describeLanding(
  landed: Rehearsal | undefined,
  circumstances: Circumstances,
): readonly [CaseResult['end'], ...string[]] {
  if (landed === undefined || landed.result.fee === 0n) return ['not landed'];
  const { err, fee } = landed.result;
  const harm = findHarm({ hasFailed: err !== null, fee, changes: findChanges(landed) }, circumstances);
  if (harm.length > 0) return ['HARMFUL', ...harm];
  return [err === null ? 'harmless' : 'failed on the ledger'];
}

function remember(
  memory: Memory,
  bytes: Uint8Array,
  run: () => Rehearsal | undefined,
): Rehearsal | undefined {
  const key = Buffer.from(bytes).toString('latin1');
  if (memory.has(key)) return memory.get(key);
  const rehearsal = run();
  if (memory.size < MOST_REMEMBERED) memory.set(key, rehearsal);
  return rehearsal;
}

/**
 * Reads ADVERSARIAL_SEED, the first seed, and ADVERSARIAL_CASES, how many follow it; so a case that failed runs again alone.
 *
 * @throws {RangeError} for what is no whole number.
 */
export function readSettings(usual: { first: number; cases: number }): { first: number; cases: number } {
  // biome-ignore lint/style/noProcessEnv: which cases run is a matter of whoever runs them.
  const { ADVERSARIAL_SEED, ADVERSARIAL_CASES } = process.env;
  const first = wholeNumber('ADVERSARIAL_SEED', ADVERSARIAL_SEED) ?? usual.first;
  const isAlone = ADVERSARIAL_SEED !== undefined && ADVERSARIAL_CASES === undefined;
  const cases = wholeNumber('ADVERSARIAL_CASES', ADVERSARIAL_CASES) ?? (isAlone ? 1 : usual.cases);
  return { first, cases };
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`${name} must be a whole number, not ${text}.`);
}
