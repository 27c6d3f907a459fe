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

for (const as of ['restamp', undefined] as const) {
  test(`nothing is sent from tokenExpiresAt on, and all before: ${as ?? 'as it was built'}`, async () => {
    const wallet = await makeSandboxWallet(world, { sol: '10', usdc: '10' });
    const ask = { strategy: 'usdc-earn', wallet: wallet.address, amount: '2' };
    const usdc = () => ledger.tokens(wallet.address, DEPLOYMENT.usdcMint);
    const make = async () => {
      const { body: built } = await world.post('/stake', ask);
      // Else the newest blockhash may still be the one that was built with.
      world.sandbox.ledger.advanceSlots(3);
      const { transaction, service_token, expiry } = built;
      const signed_tx = await wallet.sign(transaction, as);
      const body = { signed_tx, service_token, built_transaction: transaction };
      return { end: Date.parse(expiry.tokenExpiresAt), broadcast: () => world.post('/broadcast', body) };
    };
    try {
      const late = await make();
      jump = late.end - Date.now();
      const expired = { slug: 'forbidden', code: 'TOKEN_EXPIRED', outcome: 'not_sent' } as const;
      assertProblem(await late.broadcast(), expired);
      jump -= 5_000;
      // A caller who was told so builds anew: no clock brings these bytes back.
      assertProblem(await late.broadcast(), expired);
      assert.equal(await usdc(), 10_000_000n);

      jump = 0;
      const early = await make();
      jump = early.end - Date.now() - 5_000;
      const sent = await early.broadcast();
      assert.equal(sent.status, 200, sent.text);
      await until('it landed', async () => (await usdc()) === 8_000_000n);
    } finally {
      jump = 0;
    }
  });
}
