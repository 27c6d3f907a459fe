import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { findStrategyInitReceiptPda, findVaultIdleTokenAccount } from '@staking-agent/chain/vault';
import type { Wallet } from '@staking-agent/dev';
import { assertProblem } from '../assert-answer.ts';
import { changeData, changeVault, setTokens } from '../change-account.ts';
import { createOwner, holdToLedger } from '../hold-to-ledger.ts';
import { until } from '../until.ts';
import { createWaitingVault, names } from '../waiting-vault.ts';
import { createCleanup, DEPLOYMENT, type World } from '../world.ts';

const { usdcMint, usdcVault } = DEPLOYMENT;

const vault = createWaitingVault();
const { usdc, rausdc, unstake, land, build, wait, positions } = vault;
const cleanup = createCleanup();
let world: World;
let wallet: Wallet;

describe('a withdrawal of USDC that was requested', () => {
  before(async () => {
    world = await vault.start(cleanup);
  });
  beforeEach(async () => {
    wallet = await vault.renew();
  });

  test('a request is taken back as its position says, before and after its time, to the unit of its receipt', async () => {
    const owner = createOwner(world, wallet);
    for (const isDue of [false, true]) {
      const held = await rausdc();
      await land(await build({ amount: '300', step: 'request' }));
      const escrowed = held - (await rausdc());
      if (isDue) await wait();
      const waiting = await until('it is a position', async () =>
        (await positions()).find(({ state }) => state === (isDue ? 'claimable' : 'requested')),
      );
      const call = waiting.next.at(-1) ?? assert.fail();
      assert.deepEqual(
        waiting.next.map(({ body }) => (body as { step?: string }).step),
        isDue ? ['claim', 'cancel'] : ['cancel'],
      );
      const cancel = await owner.build('/unstake', { ...call.body, include: ['receipt', 'explanation'] });
      assert.deepEqual(names(cancel.body.transaction).slice(2), [
        'setLoadedAccountsDataSizeLimit',
        'createIdempotent',
        'cancel_request_withdraw_vault',
        'transfer',
      ]);
      const told = await holdToLedger(owner, wallet.address, cancel);
      assert.equal(told.receive?.expected.asset, 'raUSDC');
      assert.ok((await rausdc()) > held - escrowed);
      assert.ok(held - (await rausdc()) < 1_000n, 'nothing was gained since');
      assert.equal(await usdc(), 0n);
      await until('it is no position any more', async () => (await positions()).length === 1);
    }
  });

  test('what was gained since stays with the vault when a request is taken back', async () => {
    const held = await rausdc();
    await land(await build({ amount: '100', step: 'request' }));
    const escrowed = held - (await rausdc());
    let value = 0n;
    changeVault(world, usdcVault, (vault) => {
      value = vault.asset.totalValue;
      return { ...vault, asset: { ...vault.asset, totalValue: value * 2n } };
    });
    const cancel = await build({ step: 'cancel' });
    assert.match(cancel.notes ?? '', /stays with the vault/);
    await land(cancel);
    const kept = held - (await rausdc());
    assert.ok(kept > (escrowed * 49n) / 100n && kept < (escrowed * 51n) / 100n, `${kept} of ${escrowed}`);
    changeVault(world, usdcVault, (vault) => ({ ...vault, asset: { ...vault.asset, totalValue: value } }));
  });

  test('a claim too large for every payer is taken back, and asked for in parts', async () => {
    const idle = await findVaultIdleTokenAccount({ vault: usdcVault, assetMint: usdcMint });
    await land(await build({ amount: '600', step: 'request' }));
    await wait();
    await changeStrategies(400_000_000n);
    setTokens(world, idle, 5n);
    assertProblem(await unstake({ step: 'claim' }), { slug: 'upstream_error', code: 'VAULT_REFUSED' });
    await land(await build({ step: 'cancel' }));
    await land(await build({ amount: '399', step: 'request' }));
    await wait();
    assert.ok(names((await build({ step: 'claim' })).transaction).includes('direct_withdraw_strategy'));
  });
});

/** What the vault takes each of its strategies to hold, in base units: u64 at 104. */
async function changeStrategies(amount: bigint): Promise<void> {
  for (const { strategy } of DEPLOYMENT.usdcStrategies?.adaptors ?? []) {
    const [receipt] = await findStrategyInitReceiptPda({ vault: usdcVault, strategy });
    changeData(world, receipt, (data) => {
      new DataView(data.buffer).setBigUint64(104, amount, true);
      return data;
    });
  }
}
