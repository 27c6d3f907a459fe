import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createWallet } from '@staking-agent/dev';
import { createFundedWallet, fundUsdc, send, startWorld, type World } from '../world.ts';

/** More than opens a breaker, had the upstream failed. */
const TIMES = 25;
const PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

/** Requests that no upstream can do anything with, or only refuse. */
async function listMistakes(world: World): Promise<Readonly<Record<string, readonly [string, object]>>> {
  const { address: empty } = await createWallet();
  const { address: poor } = await createFundedWallet(world, '0.01');
  const { address: rich } = await createFundedWallet(world, '100');
  const { address: stranger } = await createWallet();
  const native = await world.post('/stake', { strategy: 'sol-native-stake', wallet: rich, amount: '1' });
  const { transaction, service_token } = native.body;
  const liquid = { strategy: 'sol-liquid-stake', wallet: rich, amount: '1' };
  const exit = { ...liquid, kind: 'instant' };
  const nativeExit = { strategy: 'sol-native-stake', kind: 'instant', amount: '1', stakeAccount: stranger };
  return {
    'a program as wallet stakes': ['/stake', { ...liquid, wallet: PROGRAM }],
    'a program as wallet leaves': ['/unstake', { ...exit, wallet: PROGRAM }],
    'a program as wallet asks for a quote': ['/quote', { ...liquid, wallet: PROGRAM }],
    'a wallet that the ledger does not know stakes': ['/stake', { ...liquid, wallet: empty }],
    'a wallet that has too little stakes': ['/stake', { ...liquid, wallet: poor }],
    'more than there is of anything': ['/stake', { ...liquid, amount: '9999999999' }],
    'a quote of more than the pool has': ['/quote', { ...liquid, amount: '900000000' }],
    'raSOL that the wallet does not have': ['/unstake', exit],
    'raSOL that the wallet does not have, slowly': ['/unstake', { ...exit, kind: 'slow' }],
    'a stake account that there is not': ['/unstake', { ...nativeExit, wallet: rich }],
    'a quote of a stake account that there is not': ['/quote', { ...nativeExit, wallet: rich }],
    'a withdrawal of what there is not': ['/withdraw', { wallet: rich, stakeAccount: stranger }],
    'raUSDC that the wallet does not have': [
      '/unstake',
      { strategy: 'usdc-earn', wallet: rich, kind: 'instant', amount: '1' },
    ],
    'all of no raUSDC': [
      '/unstake',
      { strategy: 'usdc-earn', wallet: rich, kind: 'instant', isWithdrawAll: true },
    ],
    'raSOL Max that the wallet does not have': [
      '/unstake',
      { strategy: 'sol-leveraged-stake', wallet: rich, kind: 'instant', amount: '1' },
    ],
    'a broadcast that is not signed': ['/broadcast', { signed_tx: transaction, service_token }],
    'a broadcast through the router of what it did not make': [
      '/broadcast',
      { signed_tx: transaction, service_token, route: 'router', routerKind: 'token', router_order: {} },
    ],
  };
}

describe('what callers do wrong', () => {
  test('is refused as such, however often, and no upstream is taken for down', async (t) => {
    const world = await startWorld(t, { ADMIN_PORT: '0' });
    for (const [name, [path, body]] of Object.entries(await listMistakes(world))) {
      const answers = await Promise.all(Array.from({ length: TIMES }, () => world.post(path, body)));
      for (const { status, body: told } of answers) {
        assert.ok(status >= 400, `${name}: ${status}`);
        if (told.code === 'OVERLOADED') continue;
        assert.doesNotMatch(`${told.code}`, /UNAVAILABLE|INTERNAL/, `${name}: ${told.detail}`);
      }
    }
    const { text } = await send('GET', `${world.service.adminUrl}/metrics`);
    const breakers = Array.from(text.matchAll(/^staking_upstream_breaker_open\{guard="([^"]+)"\} (\d)$/gm));
    assert.ok(breakers.length >= 3);
    for (const [, guard, isOpen] of breakers) assert.equal(isOpen, '0', `${guard}`);

    const wallet = await createFundedWallet(world, '10');
    await fundUsdc(world, wallet, '100');
    for (const strategy of ['sol-liquid-stake', 'sol-leveraged-stake', 'usdc-earn']) {
      const answer = await world.post('/stake', { strategy, wallet: wallet.address, amount: '1' });
      assert.equal(answer.status, 200, `${strategy}: ${answer.text}`);
    }
  });
});
