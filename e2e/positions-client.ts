import assert from 'node:assert/strict';
import { toAddress } from '@staking-agent/chain/address';
import { PositionsAnswer, type StakePosition } from '@staking-agent/wire';
import { assertOk } from './assert-answer.ts';
import { landBuild } from './land-build.ts';
import type { SandboxWallet } from './sandbox-wallet.ts';
import type { Answer, World } from './world.ts';

/** Asks for positions, and follows the calls that they name. */
export function createPositionsClient(world: World): {
  ask(wallet: string, query?: string): Promise<Answer>;
  land(wallet: SandboxWallet, endpoint: string, body: object): Promise<void>;
} {
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
      await landBuild(world, wallet, await world.post(endpoint.replace('/api/v1', ''), body));
    },
  };
}

/** The position of a stake account; fails where there is none. */
export function findPosition({ body }: Answer, stakeAccount: string): StakePosition {
  const found = body.positions.find(({ id }: { id: string }) => id === stakeAccount);
  assert.ok(found, `${stakeAccount} is among ${body.positions.length}`);
  return found;
}
