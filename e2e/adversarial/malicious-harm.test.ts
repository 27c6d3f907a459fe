import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { getMarketCodec } from '@staking-agent/chain/leverage';
import { MALICIOUS_VARIANTS } from '@staking-agent/sandbox';
import { type Change, type Effects, verify } from '@staking-agent/verify';
import { explainTransaction } from '@staking-agent/verify/explain';
import { type Changed, readTokens } from '../../packages/sandbox/malicious/holdings.ts';
import { ATTACKS } from './attack-instructions.ts';
import { collectHonestBuilds } from './honest-builds.ts';
import { createBaseEvidence, createVerifyJudge, withRehearsal } from './judge.ts';
import { findHarm } from './oracle.ts';
import { prepareTheatre } from './prepare-theatre.ts';
import { createRandom } from './random.ts';
import { readSettings, runCase, type Specimen, type Theatre } from './run-suite.ts';
import {
  type AccountWrite,
  createPlainMutant,
  findChanges,
  landStaged,
  simulateStaged,
  stageMutant,
} from './stage.ts';
import { type TransactionDraft, toHex } from './transaction-draft.ts';

/** Variants that cost a wallet nothing by themselves, and why they are refused nevertheless. */
const HARMLESS_ALONE: Readonly<Record<string, string>> = {
  signer: 'somebody else signs: the transaction is theirs to hold back',
  payer: 'somebody else pays: the transaction is theirs to hold back',
  nonce: 'a nonce keeps it alive for ever; the sandbox has no nonce account of the stranger',
  close: 'an account that still holds tokens cannot be closed',
};

/** Runs from a random start, which is printed; adversarial.slow.test.ts runs 60,000. */
const CASES = 300;

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n);
const sumOf = (changes: readonly Change[], asset: string): bigint =>
  sum(changes.flatMap((each) => (each.asset === asset ? [each.amount] : [])));

/** Reads the base units of a mint in the token account of a wallet. */
function amountOf(account: Parameters<typeof readTokens>[0], mint: string, wallet: string): bigint {
  const held = readTokens(account);
  return held?.mint === toHex(mint) && held.owner === toHex(wallet) ? held.amount : 0n;
}

/** Lets whatever else runs in this process have its turn. */
const breathe = () => new Promise((resolve) => setImmediate(resolve));

let theatre: Theatre;
describe('malicious variants', () => {
  before(async () => {
    theatre = await prepareTheatre(await collectHonestBuilds());
  });

  function land(
    specimen: Specimen,
    draft: TransactionDraft,
    meanwhile: readonly AccountWrite[] = [],
  ): string[] {
    const of = specimen.build;
    const mutant = { ...createPlainMutant(of, draft), meanwhile };
    const staged = stageMutant(mutant);
    const landed = staged && landStaged(staged, mutant, theatre.ledger, theatre.keys);
    assert.ok(landed, `${of.name} cannot be read`);
    const { err, fee } = landed.result;
    return findHarm({ hasFailed: err !== null, fee, changes: findChanges(landed) }, specimen.circumstances);
  }

  /** The market loses half of its SOL between the check and the landing. */
  const halved = (): AccountWrite => ({
    address: theatre.ledger.pool.market,
    write: (account) => {
      const codec = getMarketCodec();
      const market = account && codec.decode(Uint8Array.from(account.data));
      if (account === undefined || market === undefined) return account;
      const data = codec.encode({ ...market, virtualLamports: market.virtualLamports / 2n });
      return { ...account, data: Uint8Array.from(data) };
    },
  });

  describe('the oracle finds', () => {
    test('no harm in any honest build', async () => {
      assert.ok(theatre.specimens.length >= 18);
      for (const specimen of theatre.specimens) {
        await breathe();
        assert.deepEqual(land(specimen, specimen.draft), [], specimen.build.name);
      }
    });

    for (const variant of MALICIOUS_VARIANTS.filter((each) => HARMLESS_ALONE[each] === undefined)) {
      test(`that ${variant} hurts a wallet that signs blindly`, async () => {
        const meanwhile = variant === 'minimum-zero' ? [halved()] : [];
        const harms: string[] = [];
        for (const specimen of theatre.specimens) {
          await breathe();
          const turned = specimen.turned.filter((each) => each.variant === variant);
          harms.push(...turned.flatMap(({ draft }) => land(specimen, draft, meanwhile)));
          if (harms.length > 0) break;
        }
        assert.notDeepEqual(harms, []);
      });
    }

    test('what one lamport, one base unit or one byte too many is', () => {
      const specimen = theatre.specimens.find(({ build }) => build.name === 'liquid stake') ?? assert.fail();
      const mutant = createPlainMutant(specimen.build, specimen.draft);
      const staged = stageMutant(mutant) ?? assert.fail();
      const landed = landStaged(staged, mutant, theatre.ledger, theatre.keys) ?? assert.fail();
      const { fee } = landed.result;
      const { wallet } = specimen.circumstances.expectation;
      const changes = findChanges(landed);
      const judge = (spoil: (bytes: Uint8Array, address: string) => Uint8Array, taken = 0n): string[] => {
        const spoiled = changes.map((change) => {
          const { after, address } = change;
          if (after === undefined) return change;
          const lamports = (
            address === wallet ? after.lamports - taken : after.lamports
          ) as typeof after.lamports;
          return {
            ...change,
            after: { ...after, lamports, data: spoil(Uint8Array.from(after.data), address) },
          };
        });
        return findHarm({ hasFailed: false, fee, changes: spoiled }, specimen.circumstances);
      };
      assert.deepEqual(
        judge((data) => data),
        [],
      );
      assert.equal(judge((data) => data, 1n).length, 1);
      const delegate = (data: Uint8Array): Uint8Array => (data.length === 165 ? data.fill(1, 72, 73) : data);
      assert.notDeepEqual(judge(delegate), []);
    });
  });

  /** Proves an honest build as the service does. */
  function prove({ build, draft }: Specimen) {
    const { ledger } = theatre;
    const mutant = createPlainMutant(build, draft);
    const staged = stageMutant(mutant) ?? assert.fail(build.name);
    const rehearsal = simulateStaged(staged, mutant, ledger) ?? assert.fail(build.name);
    const answer = { ...build.answer, transaction: Buffer.from(staged.shown).toString('base64') };
    const base = createBaseEvidence(ledger);
    const evidence = build.isProvided ? withRehearsal(base, rehearsal, staged) : base;
    const { findings, effects } = verify(build.operation, build.request, answer, ledger.deployment, evidence);
    assert.deepEqual(findings, [], build.name);
    for (const { name, sentence } of explainTransaction(
      answer.transaction,
      ledger.deployment,
      base.lookupTables,
    )) {
      assert.ok(name, sentence);
      assert.doesNotMatch(sentence, /[{}]|not known|\bno \w/);
    }
    const land = () => findChanges(landStaged(staged, mutant, ledger, theatre.keys) ?? assert.fail());
    return { effects, land };
  }

  /** Holds what is told of a build to what it does, to the lamport. */
  function holdToLanding(specimen: Specimen, { arrives, leaves, rent, fee }: Effects, landed: Changed[]) {
    const { name } = specimen.build;
    const { solMint, mints, expectation } = specimen.circumstances;
    const { wallet } = expectation;
    const told = (asset: string) => sumOf(arrives, asset) - sumOf(leaves, asset);
    for (const mint of mints) {
      const moved = landed.map(
        ({ before, after }) => amountOf(after, mint, wallet) - amountOf(before, mint, wallet),
      );
      assert.equal(sum(moved), mint === solMint ? 0n : told(mint), `${name}: ${mint}`);
    }
    const { before, after } = landed.find(({ address }) => address === wallet) ?? assert.fail(name);
    const costs = sum(rent.map(({ lamports }) => lamports)) + fee.signatures + fee.priority;
    assert.equal((after?.lamports ?? 0n) - (before?.lamports ?? 0n), told(solMint) - costs, name);
  }

  test('each honest build is proved, and what is told of it is what happens, to the lamport', async () => {
    const arrived = new Map<string, Change | undefined>();
    for (const specimen of theatre.specimens) {
      await breathe();
      const { effects, land } = prove(specimen);
      arrived.set(specimen.build.name, effects.arrives[0]);
      // Effects of own builds are held by e2e/spec/receipts.test.ts.
      if (specimen.build.isProvided) holdToLanding(specimen, effects, land());
    }
    // The pool's rate stands within an epoch, the market's does not.
    const [atPool, atMarket] = ['liquid stake', 'liquid stake over the market'].map((of) => arrived.get(of));
    assert.equal(atPool?.least, atPool?.amount);
    assert.ok(atMarket?.least !== undefined && atMarket.least < atMarket.amount);
  });

  test('each instruction that reaches for things of the wallet is refused in every build, or costs nothing', async () => {
    const judge = createVerifyJudge(theatre.ledger);
    let refused = 0;
    for (const specimen of theatre.specimens) {
      for (const [i, attack] of ATTACKS.entries()) {
        await breathe();
        const added = attack(specimen.material.palette, createRandom(i));
        const draft = { ...specimen.draft, instructions: [...specimen.draft.instructions, added] };
        const mutant = createPlainMutant(specimen.build, draft);
        const staged = stageMutant(mutant);
        if (staged === undefined) continue;
        const answer = { ...mutant.answer, transaction: Buffer.from(staged.shown).toString('base64') };
        const simulate = () => simulateStaged(staged, mutant, theatre.ledger);
        if (judge({ of: mutant.of, answer, staged, simulate }).length > 0) refused += 1;
        else assert.deepEqual(land(specimen, draft), [], `${specimen.build.name}, attack ${i}`);
      }
    }
    assert.ok(refused > ATTACKS.length * 10);
  });

  test('no mutant of an honest build passes and hurts its wallet', async (t) => {
    const { first, cases } = readSettings({ first: randomInt(2 ** 31), cases: CASES });
    t.diagnostic(`seeds ${first} to ${first + cases - 1}`);
    const judge = createVerifyJudge(theatre.ledger);
    const ends = new Set<string>();
    for (let seed = first; seed < first + cases; seed += 1) {
      await breathe();
      const { end, build, kinds, reasons } = runCase(seed, theatre, judge);
      assert.notEqual(end, 'HARMFUL', `seed ${seed}: ${build}, ${kinds.join(' + ')}: ${reasons.join(' ')}`);
      ends.add(end);
    }
    if (cases === CASES) assert.ok(ends.has('refused') && ends.has('harmless'), [...ends].join(', '));
  });
});
