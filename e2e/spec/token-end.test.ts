import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertProblem } from '../assert-answer.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import { DEPLOYMENT, startWorld } from '../world.ts';

/** Ahead of the system's clock by so many milliseconds. */
let jump = 0;
const world = await startWorld(
  { after },
  {},
  { now: () => Date.now() + jump },
  {
    slotMilliseconds: 40,
  },
);
const ledger = createLedgerClient(world);

for (const as of ['restamp', 'android', undefined] as const) {
  test(`nothing is sent from tokenExpiresAt on, and all before: ${as ?? 'as it was built'}`, async () => {
    const wallet = await makeSandboxWallet(world, { sol: '10', usdc: '10' });
    const ask = { strategy: 'usdc-earn', wallet: wallet.address, amount: '2' };
    const usdc = () => ledger.tokens(wallet.address, DEPLOYMENT.usdcMint);
    const { body: built } = await world.post('/stake', ask);
    // Else the newest blockhash may still be the one that was built with.
    world.sandbox.ledger.advanceSlots(3);
    const { transaction, service_token, expiry } = built;
    const signed_tx = await wallet.sign(transaction, as);
    const broadcast = () =>
      world.post('/broadcast', { signed_tx, service_token, built_transaction: transaction });
    try {
      jump = Date.parse(expiry.tokenExpiresAt) - Date.now();
      assertProblem(await broadcast(), { slug: 'forbidden', code: 'TOKEN_EXPIRED', outcome: 'not_sent' });
      assert.equal(await usdc(), 10_000_000n);
      jump -= 5_000;
      const sent = await broadcast();
      assert.equal(sent.status, 200, sent.text);
      await until('it landed', async () => (await usdc()) === 8_000_000n);
    } finally {
      jump = 0;
    }
  });
}
