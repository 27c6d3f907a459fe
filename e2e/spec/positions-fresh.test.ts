import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { startWorld } from '../world.ts';

const world = await startWorld({ after });

describe('positions after a transaction that was seen to land', () => {
  test('are read anew, however lately they were read', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '9' });
    const list = async () => {
      const { body } = await world.get(`/wallets/${wallet.address}/positions`);
      return { count: body.positions.length, slot: BigInt(body.asOf.slot) };
    };
    for (const count of [1, 2, 3]) {
      const body = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1.5' };
      const built = (await world.post('/stake', body)).body;
      const sent = await world.post('/broadcast', {
        signed_tx: await wallet.sign(built.transaction),
        service_token: built.service_token,
      });
      // Remembered, and of a slot before the stake is confirmed or after it.
      await list();
      const query = `lastValidBlockHeight=${built.expiry.lastValidBlockHeight}&wait=20`;
      const landed = (await world.get(`/transactions/${sent.body.signature}?${query}`)).body;
      assert.equal(landed.status, 'landed');
      const now = await list();
      assert.equal(now.count, count);
      assert.ok(now.slot >= BigInt(landed.slot));
    }
  });
});
