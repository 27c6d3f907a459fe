import assert from 'node:assert/strict';
import type { MALICIOUS_VARIANTS } from '@staking-agent/sandbox';
import { LeveragedInstantAnswer } from '@staking-agent/wire';
import { assertOk } from './assert-answer.ts';
import type { RouterMarket } from './router-market.ts';
import { setRouterFault } from './world.ts';

/** Fees, and the rent of the accounts that a first exit opens. */
const MOST_SPENT = 20_000_000n;

/** Asserts that an exit whose router turns malicious is refused, or pays what it says and costs no more than fees. */
export async function assertRefusedOrHarmless(
  at: RouterMarket,
  variant: (typeof MALICIOUS_VARIANTS)[number],
): Promise<void> {
  await setRouterFault(at.world, { mode: 'malicious', variant });
  const [lamports, held] = [await at.ledger.balance(at.wallet.address), await at.rasol()];
  const exit = await at.unstake('10');
  await setRouterFault(at.world, { mode: 'none' });
  if (exit.status !== 200) return assert.equal(exit.status, 502, exit.text);
  assertOk(exit, LeveragedInstantAnswer);
  await at.land(exit.body);
  assert.equal(await at.rasol(), held + BigInt(exit.body.expectedPayoutRasolLamports));
  assert.ok((await at.ledger.balance(at.wallet.address)) > lamports - MOST_SPENT);
}
