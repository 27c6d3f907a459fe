import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertProblem } from '../assert-answer.ts';
import { changeVault } from '../change-account.ts';
import { createOwner } from '../hold-to-ledger.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { makeSandboxWallet, type SandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import {
  type Answer,
  advanceEpochs,
  DEPLOYMENT,
  startWorld,
  type World,
  withoutUsdcStrategies,
} from '../world.ts';

const EARN = { strategy: 'usdc-earn', kind: 'instant', isWithdrawAll: true };
const INCLUDE = { include: ['receipt', 'explanation'] };

describe('minReceive of what has no minimum in its bytes', () => {
  let world: World;
  const stops: (() => Promise<void>)[] = [];
  before(async () => {
    world = await startWorld(
      { after: (stop) => stops.push(stop) },
      withoutUsdcStrategies({ after: (stop) => stops.push(stop) }),
    );
  });
  after(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  const ownerOf = (wallet: SandboxWallet) => createOwner(world, wallet);

  async function broadcast(wallet: SandboxWallet, { body }: Answer): Promise<Answer> {
    const { transaction, service_token } = body;
    const signed_tx = await wallet.sign(transaction);
    return world.post('/broadcast', { signed_tx, service_token, built_transaction: transaction });
  }

  /** Builds twice: the second time for a share of what the first one says that arrives. */
  async function buildFor(wallet: SandboxWallet, ask: object, thousandths: bigint) {
    const told = await ownerOf(wallet).build('/unstake', { ...ask, ...INCLUDE });
    assert.equal(told.status, 200, told.text);
    const { amount, baseUnits } = told.body.receipt.receive.expected;
    const decimals = amount.split('.')[1]?.length ?? 0;
    const least = (BigInt(baseUnits) * thousandths) / 1_000n;
    const scale = baseUnits.length - amount.replace('.', '').replace(/^0+/, '').length + decimals;
    const minReceive = `${least / 10n ** BigInt(scale)}.${String(least % 10n ** BigInt(scale)).padStart(scale, '0')}`;
    const built = await ownerOf(wallet).build('/unstake', { ...ask, minReceive });
    assert.equal(built.status, 200, built.text);
    return { built, least, minReceive };
  }

  describe('of an exit of everything that the vault provider builds', () => {
    test('is held when it is broadcast', async () => {
      const wallet = await makeSandboxWallet(world, { sol: '10', usdc: '15000000' });
      const others = await makeSandboxWallet(world, { sol: '10', usdc: '50000000' });
      for (const [saver, amount] of [
        [wallet, '15000000'],
        [others, '40000000'],
      ] as const) {
        const owner = ownerOf(saver);
        await owner.broadcast(await owner.build('/stake', { strategy: 'usdc-earn', amount }));
      }
      await advanceEpochs(world, 1);
      const { built, minReceive } = await buildFor(wallet, EARN, 999n);
      changeVault(world, DEPLOYMENT.usdcVault, (vault) => ({
        ...vault,
        asset: { ...vault.asset, totalValue: (vault.asset.totalValue * 990n) / 1_000n },
      }));
      const refused = await broadcast(wallet, built);
      assertProblem(refused, {
        slug: 'upstream_error',
        code: 'PRICE_OUT_OF_BOUNDS',
        outcome: 'not_sent',
        detail: new RegExp(`at least ${minReceive.replace(/0+$/, '')}`),
      });
      const usdc = () => createLedgerClient(world).tokens(wallet.address, DEPLOYMENT.usdcMint);
      const lower = await buildFor(wallet, EARN, 1_000n);
      const before = await usdc();
      assert.equal((await broadcast(wallet, lower.built)).status, 200);
      await until('it landed', async () => (await usdc()) >= before + lower.least);
    });
  });
});
