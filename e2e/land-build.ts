import assert from 'node:assert/strict';
import { BroadcastAnswer } from '@staking-agent/wire';
import { assertOk } from './assert-answer.ts';
import { createLedgerClient } from './ledger-client.ts';
import type { Answer, World } from './world.ts';

/** A wallet that signs what it is given, in its own way where it has several. */
type Signer<As> = { sign(transaction: string, as?: As): Promise<string> };

/** Signs a build of the service, and returns the body of its broadcast: with its order where the router made it. */
export async function signBuild<As = never>(
  wallet: Signer<As>,
  { transaction, service_token, route, routerKind, router_order }: Answer['body'],
  as?: As,
) {
  const signed_tx: string = await wallet.sign(transaction, as);
  return { signed_tx, service_token, ...(route === 'router' && { route, routerKind, router_order }) };
}

/** Signs the body of a build, broadcasts it, and fails unless it lands; returns the signature. */
export async function land(
  world: Pick<World, 'sandbox' | 'post'>,
  wallet: Signer<never>,
  built: Answer['body'],
): Promise<string> {
  const sent = await world.post('/broadcast', await signBuild(wallet, built));
  assertOk(sent, BroadcastAnswer);
  assert.equal(await createLedgerClient(world).outcome(sent.body.signature), null);
  return sent.body.signature;
}

/** Lands a build that must have been answered; returns its body. */
export async function landBuild(
  world: Pick<World, 'sandbox' | 'post'>,
  wallet: Signer<never>,
  built: Answer,
): Promise<Answer['body']> {
  assert.equal(built.status, 200, built.text);
  await land(world, wallet, built.body);
  return built.body;
}
