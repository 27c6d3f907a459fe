import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { getMarketCodec } from '@staking-agent/chain/market';
import { MALICIOUS_VARIANTS } from '@staking-agent/sandbox';
import { ATTACKS } from './attack-instructions.ts';
import { collectHonestBuilds } from './honest-builds.ts';
import { createVerifyJudge } from './judge.ts';
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
import type { TransactionDraft } from './transaction-draft.ts';

/** Variants that cost a wallet nothing by themselves, and why they are refused nevertheless. */
const HARMLESS_ALONE: Readonly<Record<string, string>> = {
  signer: 'somebody else signs: the transaction is theirs to hold back',
  payer: 'somebody else pays: the transaction is theirs to hold back',
  nonce: 'a nonce keeps it alive for ever; the sandbox has no nonce account of the stranger',
  close: 'an account that still holds tokens cannot be closed',
};

/** Runs from a random start, which is printed; adversarial.slow.test.ts runs 60,000. */
const CASES = 300;

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
