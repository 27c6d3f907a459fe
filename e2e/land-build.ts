import assert from 'node:assert/strict';
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

/** Signs a build, broadcasts it, and fails unless it lands; returns the build. */
export async function landBuild(
  world: Pick<World, 'sandbox' | 'post'>,
  wallet: Signer<never>,
  built: Answer,
): Promise<Answer['body']> {
  assert.equal(built.status, 200, built.text);
  const sent = await world.post('/broadcast', await signBuild(wallet, built.body));
  assert.equal(sent.status, 200, sent.text);
  assert.equal(await createLedgerClient(world).outcome(sent.body.signature), null);
  return built.body;
}
