import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Address, createAddressWithSeed, type KeyPairSigner } from '@solana/kit';
import { describeAttacks } from './attack-suite.ts';
import {
  type AttackWorld,
  assertRefused,
  KINDS,
  listRules,
  MARKET,
  STAKEDEX,
  setAmount,
  u64,
} from './attack-world.ts';
import { type BoundedWorld, DEPLOYMENT, SOL } from './bounded-world.ts';
import { SYSTEM, TOKEN, tokenData } from './edit-evidence.ts';
import { declare, withAccount } from './edit-transaction.ts';

const { solMint, rasolMint } = DEPLOYMENT;
const POOL = DEPLOYMENT.stakePool.program;

describeAttacks('transactions that take more, or give less', (getKit) => {
  let kit: AttackWorld;
  let world: BoundedWorld;
  let wallet: KeyPairSigner;
  let stranger: Address;
  before(() => {
    kit = getKit();
    ({ world, wallet, stranger } = kit);
  });

  test('the honest orders themselves pass', async () => {
    for (const kind of KINDS) assert.deepEqual(listRules(await world.subject(kit.createAsk(kind))), [], kind);
  });
  describe('parked SOL', () => {
    for (const kind of KINDS) {
      test(`${kind}: a seeded account with SOL that nobody has initialised`, async () => {
        const subject = await world.subject(kit.createAsk(kind));
        const parked = await createAddressWithSeed({
          baseAddress: wallet.address,
          seed: 'parked',
          programAddress: TOKEN as Address,
        });
        const seed = new TextEncoder().encode('parked');
        const data = Uint8Array.from([
          ...[3, 0, 0, 0],
          ...subject.wallet,
          ...u64(BigInt(seed.length)),
          ...seed,
          ...u64(40n * SOL),
          ...u64(165n),
          ...tokenData(TOKEN, TOKEN, 0n).subarray(0, 32),
        ]);
        const create = declare(
          SYSTEM,
          [
            ['ws', wallet.address],
            ['w', parked],
          ],
          data,
        );
        const attacked = await kit.editInstructions(kit.createAsk(kind), (all) => [...all, create]);
        assertRefused(await world.subject(attacked), 'shape');
      });
    }

    test('wrapped SOL that stays open holds its rent and no more', async () => {
      const opened = await kit.editInstructions(kit.createAsk('market stake'), (all) => all.slice(0, -1));
      const subject = await world.subject(opened);
      assert.deepEqual(listRules(subject), []);
      const more = await kit.editOne(kit.createAsk('market stake'), SYSTEM, setAmount(4, 2n * SOL + 1n));
      assertRefused(
        await world.subject(await kit.editInstructions(more, (all) => all.slice(0, -1))),
        'shape',
      );
    });
  });

  describe('zero order and minimum zero', () => {
    test('the output goes to a stranger', async () => {
      const token = await world.createTokenAccount(stranger, rasolMint);
      const wrapped = await world.createTokenAccount(stranger, solMint);
      for (const [kind, program, place, to] of [
        ['stake', STAKEDEX, 2, token],
        ['pool stake', POOL, 4, token],
        ['market stake', MARKET, 3, token],
        ['exit', STAKEDEX, 2, wrapped],
        ['pool exit', POOL, 5, stranger],
        ['market exit', MARKET, 3, wrapped],
        ['stake exit', STAKEDEX, 2, wrapped],
        ['market stake exit', MARKET, 3, wrapped],
      ] as const) {
        const subject = await world.subject(
          await kit.editOne(kit.createAsk(kind), program, (one) => withAccount(one, place, to)),
        );
        assertRefused(subject, 'minimum', kind);
        assertRefused(subject, 'price', kind);
      }
    });

    test('the minimum is missing or too low', async () => {
      for (const [kind, program, offset] of [
        ['pool stake', POOL, 9],
        ['market stake', MARKET, 9],
        ['pool exit', POOL, 9],
        ['market exit', MARKET, 9],
        ['slow exit', POOL, 9],
        ['market stake exit', MARKET, 9],
      ] as const) {
        for (const minimum of [0n, 1n, SOL]) {
          const subject = await world.subject(
            await kit.editOne(kit.createAsk(kind), program, setAmount(offset, minimum)),
          );
          assertRefused(subject, 'minimum', `${kind} ${minimum}`);
        }
      }
    });

    test('stake that may bring less raSOL than is sold for it, where the wallet holds raSOL of its own', async () => {
      const edited = await kit.editOne(kit.createAsk('market stake exit'), POOL, setAmount(1, 0n));
      assertRefused(await world.subject(edited), 'minimum');
    });

    test('more is asked of the programs than of the service', async () => {
      for (const [kind, program] of [
        ['pool stake', POOL],
        ['exit', STAKEDEX],
        ['pool exit', POOL],
        ['market exit', MARKET],
        ['slow exit', POOL],
      ] as const) {
        const subject = await world.subject(
          await kit.editOne(kit.createAsk(kind), program, setAmount(1, 4n * SOL)),
        );
        assertRefused(subject, 'minimum', kind);
        assertRefused(subject, 'conservation', kind);
      }
      const everything = await kit.editOne(
        kit.createAsk('market exit'),
        MARKET,
        setAmount(1, 2n ** 64n - 1n),
      );
      assertRefused(await world.subject(everything), 'minimum');
      const asset = await world.subject({
        ...kit.createAsk('vault exit'),
        request: { ...kit.createAsk('vault exit').request, amount: '99' },
      });
      assertRefused(asset, 'minimum');
    });
  });
});
