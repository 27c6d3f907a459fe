import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  formatAmount,
  NativeInstantAnswer,
  NativeQuoteAnswer,
  NativeStakeAnswer,
  parseAmount,
} from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { land } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { until } from '../until.ts';
import { advanceEpochs, createFundedWallet, startWorld } from '../world.ts';

const world = await startWorld({ after });

const parseLamports = (sol: string): bigint => {
  const amount = parseAmount(sol, 9);
  assert.ok(amount.ok);
  return amount.baseUnits;
};

/** Asserts that a quote was within 0.5 % of what came. */
function assertClose(quoted: bigint, received: bigint): void {
  const difference = quoted > received ? quoted - received : received - quoted;
  assert.ok(difference * 200n <= quoted, `quoted ${quoted}, received ${received}`);
}

test('an active native stake is handed to the router for SOL at once', async () => {
  const ledger = createLedgerClient(world);
  const wallet = await createFundedWallet(world, '20');
  const built = await world.post('/stake', {
    strategy: 'sol-native-stake',
    wallet: wallet.address,
    amount: '5',
  });
  assertOk(built, NativeStakeAnswer);
  await land(world, wallet, built.body);
  const { stakeAccount } = built.body;
  const party = { strategy: 'sol-native-stake', wallet: wallet.address, stakeAccount };

  // While it is still activating the router takes nothing
  const early = await world.post('/unstake', { ...party, kind: 'instant' });
  assertProblem(early, { slug: 'upstream_error', code: 'ROUTER_REFUSED', detail: /^The router refused: / });

  await advanceEpochs(world, 2);
  const whole = (await ledger.delegation(stakeAccount))?.lamports ?? 0n;
  const amount = formatAmount(whole, 9);

  const quote = await until('the service has heard of the epoch', async () => {
    const answer = await world.post('/quote', { ...party, amount });
    return answer.status === 200 && answer;
  });
  assertOk(quote, NativeQuoteAnswer);
  for (const wrong of ['2.5', '4', '5.1', '100']) {
    const refused = await world.post('/unstake', { ...party, kind: 'instant', amount: wrong });
    assertProblem(refused, {
      slug: 'invalid_request',
      code: 'AMOUNT_NOT_WHOLE',
      detail: new RegExp(`whole stake account, ${amount.replace('.', '\\.')} SOL`),
    });
    assertProblem(await world.post('/quote', { ...party, amount: wrong }), {
      slug: 'invalid_request',
      code: 'AMOUNT_NOT_WHOLE',
    });
  }

  const held = await ledger.balance(wallet.address);
  const given = await ledger.balance(stakeAccount);
  const exit = await world.post('/unstake', { ...party, kind: 'instant' });
  assertOk(exit, NativeInstantAnswer);
  await land(world, wallet, exit.body);
  // The Reserve takes the account over as it is, and pays from its own SOL.
  assert.equal(await ledger.balance(stakeAccount), given);
  assertClose(parseLamports(quote.body.outAmount), (await ledger.balance(wallet.address)) - held);
});
