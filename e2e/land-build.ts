import assert from 'node:assert/strict';
import { createLedgerClient } from './ledger-client.ts';
import type { SandboxWallet } from './sandbox-wallet.ts';
import type { Answer, World } from './world.ts';

/** Signs a build, broadcasts it, and fails unless it lands. */
export async function landBuild(world: World, wallet: SandboxWallet, built: Answer): Promise<void> {
  assert.equal(built.status, 200, built.text);
  const { transaction, service_token, route, routerKind, router_order } = built.body;
  const sent = await world.post('/broadcast', {
    signed_tx: await wallet.sign(transaction),
    service_token,
    ...(route === 'router' && { route, routerKind, router_order }),
  });
  assert.equal(sent.status, 200, sent.text);
  assert.equal(await createLedgerClient(world).outcome(sent.body.signature), null);
}
