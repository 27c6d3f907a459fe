import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Wallet } from '@staking-agent/dev';
import { LiquidInstantAnswer, LiquidSlowAnswer, LiquidStakeAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { landBuild } from '../land-build.ts';
import { createCleanup, createFundedWallet, startWorld, type World } from '../world.ts';

let world: World;
let wallet: Wallet;
const cleanup = createCleanup();

describe('the least to receive', () => {
  before(async () => {
    world = await startWorld(cleanup);
    wallet = await createFundedWallet(world, '50');
    const staked = await post('/stake', { strategy: 'sol-liquid-stake', amount: '10' });
    await landBuild(world, wallet, staked);
  });

  const post = (path: string, body: object) => world.post(path, { wallet: wallet.address, ...body });
  const LIQUID = { strategy: 'sol-liquid-stake' };

  describe('minReceive', () => {
    // A SOL is worth 0.931 raSOL and a raSOL 1.073 SOL, less fees of the pool.
    const kinds = [
      ['stake', '/stake', { amount: '1' }, LiquidStakeAnswer, '0.92', '0.95', 'raSOL'],
      [
        'instant exit',
        '/unstake',
        { kind: 'instant', amount: '1' },
        LiquidInstantAnswer,
        '1.06',
        '1.08',
        'SOL',
      ],
      ['slow exit', '/unstake', { kind: 'slow', amount: '1' }, LiquidSlowAnswer, '1.06', '1.08', 'SOL'],
    ] as const;
    for (const [name, path, body, schema, little, much, asset] of kinds) {
      test(`that a ${name} can keep lets it pass`, async () => {
        assertOk(await post(path, { ...LIQUID, ...body, minReceive: little }), schema);
      });

      test(`that a ${name} cannot keep is refused, naming both figures`, async () => {
        const answer = await post(path, { ...LIQUID, ...body, minReceive: much });
        const figures = `could bring as little as [0-9.]+ ${asset}; at least ${much} ${asset} must arrive`;
        assertProblem(answer, {
          slug: 'upstream_error',
          code: 'PRICE_OUT_OF_BOUNDS',
          detail: new RegExp(figures),
        });
        assert.equal(answer.body.service_token, undefined);
      });
    }
  });

  test('is demanded by the bytes that are handed out', async () => {
    for (const [path, body, asset] of [
      ['/stake', { amount: '1' }, 'raSOL'],
      ['/unstake', { kind: 'instant', amount: '1' }, 'SOL'],
    ] as const) {
      const include = ['receipt'];
      const { body: told } = await post(path, { ...LIQUID, ...body, include, minReceive: '0.9' });
      assert.deepEqual(told.receipt.warnings, [], asset);
      assert.ok(BigInt(told.receipt.receive.atLeast.baseUnits) >= 900_000_000n, asset);
    }
  });

  test('without one the bound of the operator holds, and minReceive may loosen it for an instant exit alone', async (t) => {
    const strict = await startWorld(t, { INSTANT_EXIT_LOSS_LIMIT: '0' });
    const owner = await createFundedWallet(strict, '50');
    const ask = (path: string, body: object) =>
      strict.post(path, { ...LIQUID, wallet: owner.address, amount: '1', ...body });
    const staked = await ask('/stake', { amount: '10' });
    await landBuild(strict, owner, staked);
    const refused = { slug: 'upstream_error', code: 'PRICE_OUT_OF_BOUNDS' } as const;
    assertProblem(await ask('/unstake', { kind: 'instant' }), refused);
    assertOk(await ask('/unstake', { kind: 'instant', minReceive: '1' }), LiquidInstantAnswer);
  });
});
