import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  INSTANT_WITHDRAW_VAULT_DISCRIMINATOR,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '@staking-agent/chain/vault';
import { signBuild } from '../land-build.ts';
import { startReplica } from '../replica.ts';
import { createFundedWallet, deployWith, fundUsdc, send, startWorld } from '../world.ts';

const VAULT = VOLTR_VAULT_PROGRAM_ADDRESS;
const world = await startWorld({ after });

/** Deploys the vault program anew, in a build that lacks an instruction. */
function deployVaultWithout(discriminator: ArrayLike<number>): void {
  const { bank } = world.sandbox.ledger;
  const model = bank.models.get(VAULT);
  assert.ok(model !== undefined);
  bank.upgrade({
    ...model,
    run(call) {
      const isMissing = Array.from(discriminator).every((byte, i) => call.data[i] === byte);
      model.run(isMissing ? { ...call, data: new Uint8Array(8) } : call);
    },
  });
}

/** The line of metrics on the vault program, once the service has looked at it. */
async function seenChange(service: { readonly adminUrl: string | undefined }): Promise<string> {
  for (;;) {
    const { text } = await send('GET', `${service.adminUrl}/metrics`);
    const line = text
      .split('\n')
      .find((each) => each.startsWith(`staking_program_changed{program="${VAULT}"}`));
    if (line !== undefined) return line.slice(line.lastIndexOf(' ') + 1);
  }
}

describe('a program upgraded under the running service', () => {
  test('is refused at build by name where it lacks the instruction, and nowhere else', async (t) => {
    const wallet = await createFundedWallet(world, '1');
    await fundUsdc(world, wallet, '100');
    const own = { strategy: 'usdc-earn', wallet: wallet.address };
    const built = await world.post('/stake', { ...own, amount: '50' });
    const sent = await world.post('/broadcast', await signBuild(wallet, built.body));
    assert.equal(sent.status, 200, sent.text);
    await world.get(`/transactions/${sent.body.signature}?wait=30`);
    const exit = { ...own, kind: 'instant', amount: '0.000001' };
    assert.equal((await world.post('/unstake', exit)).status, 200);

    const { bank } = world.sandbox.ledger;
    const before = bank.models.get(VAULT);
    deployVaultWithout(INSTANT_WITHDRAW_VAULT_DISCRIMINATOR);
    t.after(() => before && bank.upgrade(before));

    const refused = await world.post('/unstake', exit);
    assert.equal(refused.status, 502, refused.text);
    assert.equal(refused.body.code, 'PROGRAM_CHANGED');
    assert.match(
      refused.body.detail,
      new RegExp(`vault program at ${VAULT} would refuse .* with InstructionFallbackNotFound`),
    );
    assert.equal((await world.post('/stake', { ...own, amount: '1' })).status, 200);
  });

  test('is counted where the deployment records another version of it', async (t) => {
    const { openSlot } = world.sandbox.ledger.bank;
    const before = openSlot();
    deployVaultWithout([0xff]);
    const recorded = (deploySlot: bigint) =>
      deployWith(t, { programs: { [VAULT]: { deploySlot: String(deploySlot), upgradeAuthority: null } } });
    const changed = await startReplica(t, world.sandbox, { ...recorded(before - 1n), ADMIN_PORT: '0' });
    assert.equal(await seenChange(changed), '1');
    const unrecorded = await startReplica(t, world.sandbox, { ADMIN_PORT: '0' });
    assert.equal(await seenChange(unrecorded), '0');
  });
});
