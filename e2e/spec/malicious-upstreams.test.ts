import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Address } from '@solana/kit';
import { createWallet, type Wallet } from '@staking-agent/dev';
import {
  type Belongings,
  fitsOrder,
  giveBelongings,
  MALICIOUS_VARIANTS,
  type OrderName,
} from '@staking-agent/sandbox';
import { signBuild } from '../land-build.ts';
import {
  type Answer,
  advanceEpochs,
  fundUsdc,
  setRouterFault,
  setVaultFault,
  startWorld,
  withoutUsdcStrategies,
} from '../world.ts';

const LIQUID = { strategy: 'sol-liquid-stake' };
const CODES = [
  'ROUTER_TRANSACTION_REFUSED',
  'VAULT_TRANSACTION_REFUSED',
  'PRICE_OUT_OF_BOUNDS',
  'SIMULATION_FAILED',
  'TOKEN_REFUSED',
];

/** What a build orders of the router. */
const ORDERS: Readonly<Record<string, OrderName>> = {
  stake: 'SOL into raSOL',
  instant: 'raSOL into SOL',
  slow: 'raSOL into stake',
  'native instant': 'stake into SOL',
};
/** Variants that change nothing in a build of the vault provider. */
const NOT_OF_VAULT = ['minimum-zero', 'zero-order', 'no-deactivate', 'stranger-validator'];
type Variant = (typeof MALICIOUS_VARIANTS)[number] | 'drain-token';

function changes(variant: Variant, name: string): boolean {
  const order = ORDERS[name];
  if (order === undefined) return !NOT_OF_VAULT.includes(variant);
  return variant !== 'drain-token' && fitsOrder(variant, order);
}

const world = await startWorld({ after }, withoutUsdcStrategies({ after }));

describe('nothing that a malicious router or vault provider makes leaves the service', () => {
  let wallet: Wallet;
  let own: Belongings;

  const builds = (): Readonly<Record<string, () => Promise<Answer>>> => {
    const post = (path: string, body: object) => world.post(path, { wallet: wallet.address, ...body });
    const { stakeAccount } = own;
    return {
      stake: () => post('/stake', { ...LIQUID, amount: '2' }),
      instant: () => post('/unstake', { ...LIQUID, kind: 'instant', amount: '2' }),
      slow: () => post('/unstake', { ...LIQUID, kind: 'slow', amount: '2' }),
      'native instant': () =>
        post('/unstake', { strategy: 'sol-native-stake', kind: 'instant', stakeAccount }),
      'usdc exit': () => post('/unstake', { strategy: 'usdc-earn', kind: 'instant', amount: '12000000' }),
    };
  };

  before(async () => {
    wallet = await createWallet();
    const { ledger } = world.sandbox;
    ledger.fund(wallet.address as Address, 300_000_000_000n);
    own = await giveBelongings(ledger, wallet.address as Address);
    await fundUsdc(world, wallet, '50000000');
    const body = { strategy: 'usdc-earn', wallet: wallet.address, amount: '40000000' };
    const signed = await signBuild(wallet, (await world.post('/stake', body)).body);
    const sent = await world.post('/broadcast', signed);
    assert.equal(sent.status, 200, sent.text);
    // The manager puts the deposit to work, so that an exit needs the provider.
    await advanceEpochs(world, 1);
  });

  test('while honest ones do', async () => {
    for (const [name, build] of Object.entries(builds())) {
      const answer = await build();
      assert.equal(answer.status, 200, `${name}: ${answer.text}`);
    }
  });

  for (const [turn, variant] of ([...MALICIOUS_VARIANTS, 'drain-token'] as const).entries()) {
    test(`${variant}: 502, no transaction and no token`, async () => {
      if (variant !== 'drain-token') await setRouterFault(world, { mode: 'malicious', variant });
      await setVaultFault(world, { mode: 'malicious', variant });
      // Of one build in turn: that the verifier finds each variant in each of them is tested beside it.
      const changed = Object.entries(builds()).filter(([name]) => changes(variant, name));
      const [name, build] = changed[turn % changed.length] ?? assert.fail(`${variant} changes a build`);
      const { status, body, text } = await build();
      assert.equal(status, 502, `${name}: ${text}`);
      assert.ok(CODES.includes(body.code), `${name}: ${text}`);
      assert.equal(body.transaction, undefined);
      assert.equal(body.service_token, undefined);
    });
  }
});
