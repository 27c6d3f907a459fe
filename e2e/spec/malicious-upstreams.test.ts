import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Address } from '@solana/kit';
import { createWallet, type Wallet } from '@staking-agent/dev';
import { type Belongings, giveBelongings, MALICIOUS_VARIANTS } from '@staking-agent/sandbox';
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
];

/**
 * Variants that change nothing in a build: it swaps nothing, makes no stake account, has no amount to double, or goes over
 * instructions of the router's program, which have no minimum.
 */
const DO_NOT_FIT: Readonly<Record<string, readonly string[]>> = {
  stake: ['minimum-zero', 'no-deactivate', 'stranger-validator'],
  instant: ['no-deactivate', 'stranger-validator'],
  slow: [],
  'native instant': ['amount', 'minimum-zero', 'no-deactivate', 'stranger-validator'],
  'usdc exit': ['minimum-zero', 'zero-order', 'no-deactivate', 'stranger-validator'],
};

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
    const { transaction, service_token } = (await world.post('/stake', body)).body;
    const sent = await world.post('/broadcast', { signed_tx: await wallet.sign(transaction), service_token });
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

  for (const variant of [...MALICIOUS_VARIANTS, 'drain-token']) {
    test(`${variant}: 502, no transaction and no token`, async () => {
      if (variant !== 'drain-token') await setRouterFault(world, { mode: 'malicious', variant });
      await setVaultFault(world, { mode: 'malicious', variant });
      for (const [name, build] of Object.entries(builds())) {
        const isOfRouter = name !== 'usdc exit';
        if ((variant === 'drain-token' && isOfRouter) || DO_NOT_FIT[name]?.includes(variant)) continue;
        const { status, body, text } = await build();
        assert.equal(status, 502, `${name}: ${text}`);
        assert.ok(CODES.includes(body.code), `${name}: ${text}`);
        assert.equal(body.transaction, undefined);
        assert.equal(body.service_token, undefined);
      }
    });
  }
});
