import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Address } from '@solana/kit';
import { nothingAt, type Rehearsal } from '@staking-agent/sandbox';
import { verify } from '@staking-agent/verify';
import { findProgramAccount, seedLookupTable } from '../../packages/sandbox/src/world/accounts.ts';
import { copyFor } from './clones.ts';
import { collectHonestBuilds } from './honest-builds.ts';
import { createBaseEvidence, createVerifyJudge, type Judge } from './judge.ts';
import { findHarm } from './oracle.ts';
import { STRANGER } from './palette.ts';
import { prepareTheatre } from './prepare-theatre.ts';
import type { Specimen, Theatre } from './run-suite.ts';
import { createPlainMutant, findChanges, landStaged, simulateStaged, stageMutant } from './stage.ts';
import type { TransactionDraft } from './transaction-draft.ts';

const DERIVED = 'the program derives its address from accounts that are held';
const RECORDED = 'the program compares it with what an account records that is held';
const CONSTANT = 'the program compares it with a constant, or invokes it by one';
const MINIMUM = 'whatever the market does, the bytes demand the minimum, paid into an account that is held';
const SEED = 'the System Program derives its address from the wallet and the seed in the bytes';
const OWN = 'the wallet can deactivate its own stake only, and the new account must be deactivated at last';
const FROZEN = 'a table only grows, and is never made again at its address: the bytes go on naming the same';

/** Places of orders that may hold a clone, by instruction, and why the wallet gets the same nevertheless. */
const OPEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  StakeWrappedSol: {
    'bridge of wrapped SOL': DERIVED,
    'bridge of SOL': DERIVED,
    'fee account': DERIVED,
    'mint of wrapped SOL': CONSTANT,
    'system program': CONSTANT,
    'withdraw authority': DERIVED,
    reserve: RECORDED,
    'manager fee account': RECORDED,
  },
  WithdrawWrappedSol: {
    'fee account': DERIVED,
    'mint of wrapped SOL': CONSTANT,
    'withdraw authority': DERIVED,
    reserve: RECORDED,
    'manager fee account': RECORDED,
    clock: CONSTANT,
    'stake history': CONSTANT,
    'stake program': CONSTANT,
  },
  DepositStake: {
    'fee account': DERIVED,
    'mint out': CONSTANT,
    'protocol fee destination': RECORDED,
    clock: CONSTANT,
    'system program': CONSTANT,
    'token program': CONSTANT,
  },
  PrefundWithdrawStake: {
    prefunder: DERIVED,
    'protocol fee destination': RECORDED,
    clock: CONSTANT,
    'clock, everywhere': CONSTANT,
    'system program': CONSTANT,
    'system program, everywhere': CONSTANT,
    'validator list': RECORDED,
    'withdraw authority': DERIVED,
    'validator stake account': DERIVED,
    'manager fee account': RECORDED,
    'clock of the pool': CONSTANT,
    'system program of the pool': CONSTANT,
  },
  Swap: { market: MINIMUM, 'vault in': MINIMUM, 'vault out': MINIMUM },
  DepositStakeWithSlippage: {
    'validator list': RECORDED,
    'deposit authority': RECORDED,
    'withdraw authority': DERIVED,
    'validator stake account': DERIVED,
    reserve: RECORDED,
    'manager fee account': RECORDED,
    'pool mint': RECORDED,
    clock: CONSTANT,
    'stake history': CONSTANT,
    'stake program': CONSTANT,
  },
  WithdrawStakeWithSlippage: {
    'validator list': RECORDED,
    'withdraw authority': DERIVED,
    'validator stake account': DERIVED,
    'manager fee account': RECORDED,
    'pool mint': RECORDED,
    clock: CONSTANT,
    'stake program': CONSTANT,
  },
  CreateAccountWithSeed: { 'new account': SEED, 'new account, everywhere': SEED },
  Deactivate: { 'stake account': OWN },
  order: { 'lookup table': FROZEN },
};

/** Those that the sandbox's programs, other than the true ones, do not look at; and the table. All others fail. */
const HARMLESS: readonly string[] = [
  'PrefundWithdrawStake: clock of the pool',
  'PrefundWithdrawStake: system program of the pool',
  'order: lookup table',
];

const POOL = ['stake pool program', 'stake pool'];
const AFTER = ['clock', 'stake history', 'stake program', 'token program'];
/** What the router's program calls the accounts behind those that every pool has. */
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  StakeWrappedSol: [...POOL, 'withdraw authority', 'reserve', 'manager fee account'],
  WithdrawWrappedSol: [...POOL, 'withdraw authority', 'reserve', 'manager fee account', ...AFTER],
  DepositStake: [
    ...['reserve program', 'reserve', 'SOL of the reserve', 'fee of the reserve', 'stake record'],
    ...['protocol fee', 'protocol fee destination', 'clock', 'stake program', 'system program'],
    'token program',
  ],
  PrefundWithdrawStake: [
    ...[...POOL, 'validator list', 'withdraw authority', 'validator stake account', 'manager fee account'],
    ...['clock of the pool', 'token program', 'stake program of the pool', 'system program of the pool'],
  ],
};

const EVERYWHERE = 'everywhere';
const TABLE = 'order: lookup table';

let theatre: Theatre;
let judge: Judge;
before(async () => {
  theatre = await prepareTheatre(await collectHonestBuilds([]));
  judge = createVerifyJudge(theatre.ledger);
});

test('an account of an order may be a clone only where the ledger itself sees to it', async () => {
  const open = new Map<string, Set<string>>();
  for (const specimen of listShapes()) {
    await new Promise((resolve) => setImmediate(resolve));
    const perform = rehearseClones(specimen);
    for (const clone of listClones(specimen)) {
      for (const end of [perform(clone, undefined), perform(clone, STRANGER.address)]) {
        if (end === undefined) continue;
        open.set(clone.place, (open.get(clone.place) ?? new Set()).add(end));
      }
    }
  }
  const due = Object.entries(OPEN).flatMap(([name, roles]) =>
    Object.keys(roles).map((role) => `${name}: ${role}`),
  );
  assert.deepEqual([...open.keys()].sort(), due.sort());
  const harmless = [...open].filter(([, ends]) => ends.has('harmless')).map(([place]) => place);
  assert.deepEqual(harmless.sort(), [...HARMLESS].sort());
});

/** One order of the router of each shape: the same instructions of the same programs. */
function listShapes(): readonly Specimen[] {
  const ordered = theatre.specimens.filter(({ build }) => build.answer['route'] === 'router');
  const shapes = new Map(
    ordered.map((each) => [
      each.draft.instructions.map(({ program, data }) => `${program} ${data[0]}`).join(),
      each,
    ]),
  );
  return [...shapes.values()];
}

/** A draft with a clone in the place of an account, at one place or wherever it stands. */
type Clone = {
  readonly place: string;
  readonly draft: TransactionDraft;
  readonly honest: string;
  readonly address: string;
};

function listClones({ build, draft }: Specimen): readonly Clone[] {
  const { deployment } = theatre.ledger;
  const { explanation } = verify(
    build.operation,
    build.request,
    build.answer,
    deployment,
    createBaseEvidence(theatre.ledger),
  );
  const places = draft.instructions.flatMap(({ program, accounts }, at) => {
    const { name, accounts: told = [] } = explanation[at] ?? {};
    const listed = told.filter(({ role }) => role !== 'further account').length;
    return [program, ...accounts.map(({ address }) => address)].map((honest, index) => {
      const further = FURTHER[String(name)]?.[index - 1 - listed];
      const role = index > listed ? further : told[index - 1]?.role;
      return { place: `${name}: ${index === 0 ? 'program' : role}`, honest, at, index };
    });
  });
  const single = places.map(({ place, honest, at, index }) => ({
    place,
    ...replace(draft, honest, (instruction, each) => instruction === at && each === index),
  }));
  const whole = [...new Set(places.map(({ honest }) => honest))].flatMap((honest) => {
    const named = places.filter((each) => each.honest === honest);
    const place = `${named[0]?.place}, ${EVERYWHERE}`;
    return named.length > 1 ? [{ place, ...replace(draft, honest, () => true) }] : [];
  });
  return [...single, ...whole, loadFromTable(draft)];
}

/** @param isHere - told the instruction, and 0 for its program or the number of its account. */
function replace(
  draft: TransactionDraft,
  honest: string,
  isHere: (instruction: number, index: number) => boolean,
): Omit<Clone, 'place'> {
  const address = findProgramAccount(`clone of ${honest}`);
  const instructions = draft.instructions.map(({ program, accounts, data }, at) => ({
    program: program === honest && isHere(at, 0) ? address : program,
    accounts: accounts.map((each, index) =>
      each.address === honest && isHere(at, index + 1) ? { ...each, address } : each,
    ),
    data,
  }));
  return { draft: { ...draft, instructions }, honest, address };
}

/** Takes all that can be taken from a table out of one of the stranger's. */
function loadFromTable(draft: TransactionDraft): Clone {
  const address = findProgramAccount('table of an order');
  const addresses = [
    ...new Set(draft.instructions.flatMap(({ accounts }) => accounts.map((each) => each.address))),
  ];
  seedLookupTable(theatre.ledger.bank, address, addresses as Address[]);
  const loaded = { ...draft, version: 0 as const, tables: [{ address, addresses }] };
  return { place: TABLE, draft: loaded, honest: address, address };
}

/**
 * Prepares to put clones into one order: each is shown with what the honest transaction does, as if every program took it for
 * the honest account; what passes is landed.
 *
 * @returns undefined where the verifier refuses it, else how the landing ends.
 */
function rehearseClones(specimen: Specimen): (clone: Clone, owner: string | undefined) => string | undefined {
  const { ledger, keys } = theatre;
  const { build } = specimen;
  const honestly = createPlainMutant(build, specimen.draft);
  const rehearsal = simulateStaged(stageMutant(honestly) ?? assert.fail(), honestly, ledger) ?? assert.fail();
  return ({ draft, honest, address }, owner) => {
    const held = ledger.findAccount(honest as Address);
    const copy = (account: typeof held) => account && copyFor(account, address, build.request.wallet, owner);
    const made = held?.executable || honest === address ? undefined : copy(held);
    if (made !== undefined) ledger.bank.setAccount(made);
    const accounts = rehearsal.accounts.flatMap((each) => {
      if (each.address !== honest) return [each];
      return [{ ...each, address: address as Address, before: copy(each.before), after: copy(each.after) }];
    });
    const others = rehearsal.accounts.filter((each) => each.address === honest && names(draft, honest));
    const shown: Rehearsal = { ...rehearsal, accounts: [...accounts, ...others] };
    const mutant = createPlainMutant(build, draft);
    const staged = stageMutant(mutant) ?? assert.fail();
    const answer = { ...build.answer, transaction: Buffer.from(staged.shown).toString('base64') };
    const isOpen = judge({ of: build, answer, staged, simulate: () => shown }).length === 0;
    const landed = isOpen ? landStaged(staged, mutant, ledger, keys) : undefined;
    if (made !== undefined) ledger.bank.setAccount(nothingAt(address as Address));
    if (!isOpen) return undefined;
    assert.ok(landed);
    const { err, fee } = landed.result;
    const landing = { hasFailed: err !== null, fee, changes: findChanges(landed) };
    assert.deepEqual(findHarm(landing, specimen.circumstances), []);
    return err === null ? 'harmless' : 'fails';
  };
}

function names({ instructions }: TransactionDraft, address: string): boolean {
  return instructions.some(
    ({ program, accounts }) => program === address || accounts.some((each) => each.address === address),
  );
}
