import assert from 'node:assert/strict';
import { toAddress } from '@staking-agent/chain/address';
import { PositionsAnswer, type StakePosition } from '@staking-agent/wire';
import { assertOk } from './assert-answer.ts';
import { createLedgerClient } from './ledger-client.ts';
import type { SandboxWallet } from './sandbox-wallet.ts';
import type { Answer, World } from './world.ts';

/** Asks for positions, and follows the calls that they name. */
export function createPositionsClient(world: World): {
  ask(wallet: string, query?: string): Promise<Answer>;
  land(wallet: SandboxWallet, endpoint: string, body: object): Promise<void>;
} {
  const ledger = createLedgerClient(world);
  // A wallet is remembered for two seconds, and its stake accounts by name are another question.
  let asked = 0;
  return {
    async ask(wallet, query = '') {
      asked += 1;
      const fresh = `stakeAccounts=${toAddress(Buffer.alloc(32, `${asked} of many`))}`;
      const answer = await world.get(`/wallets/${wallet}/positions?${query || fresh}`);
      assertOk(answer, PositionsAnswer);
      return answer;
    },
    async land(wallet, endpoint, body) {
      const built = await world.post(endpoint.replace('/api/v1', ''), body);
      assert.equal(built.status, 200, built.text);
      const { transaction, service_token, route, routerKind, router_order } = built.body;
      const sent = await world.post('/broadcast', {
        signed_tx: await wallet.sign(transaction),
        service_token,
        ...(route === 'router' && { route, routerKind, router_order }),
      });
      assert.equal(sent.status, 200, sent.text);
      assert.equal(await ledger.outcome(sent.body.signature), null);
    },
  };
}

/** The position of a stake account; fails where there is none. */
export function findPosition({ body }: Answer, stakeAccount: string): StakePosition {
  const found = body.positions.find(({ id }: { id: string }) => id === stakeAccount);
  assert.ok(found, `${stakeAccount} is among ${body.positions.length}`);
  return found;
}
