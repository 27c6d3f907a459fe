import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  LeveragedQuoteAnswer,
  LeveragedStakeAnswer,
  LiquidQuoteAnswer,
  LiquidStakeAnswer,
  NativeQuoteAnswer,
  NativeStakeAnswer,
  STRATEGY_KEYS,
  UsdcStakeAnswer,
} from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { landBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { startCounted } from '../lying-node.ts';
import { makeSandboxWallet, type SandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import { type Answer, advanceEpochs, DEPLOYMENT, startWorld } from '../world.ts';

// A fee that was never charged yet: no figure rests on a constant.
const world = await startWorld({ after }, {}, {}, { signatureFee: 8_000n });
const ledger = createLedgerClient(world);

const land = (wallet: SandboxWallet, built: Answer) => landBuild(world, wallet, built);

describe('max', () => {
  test('of a native stake leaves what an exit at once needs, and not only the slow one', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '7.123456789' });
    const asked = { strategy: 'sol-native-stake', wallet: wallet.address };
    const staked = await world.post('/stake', { ...asked, amount: 'max' });
    await land(wallet, staked);
    await advanceEpochs(world, 1);
    const { stakeAccount } = staked.body;
    await land(wallet, await world.post('/unstake', { ...asked, kind: 'instant', stakeAccount }));
    assert.ok((await ledger.balance(wallet.address)) > 7_000_000_000n);
  });

  test('of a wallet that holds nothing is refused by name', async () => {
    const { address: wallet } = await makeSandboxWallet(world, { sol: '0.001' });
    for (const strategy of STRATEGY_KEYS) {
      const staked = await world.post('/stake', { strategy, wallet, amount: 'max' });
      assertProblem(staked, { slug: 'upstream_error', code: 'INSUFFICIENT_FUNDS' });
    }
    for (const [strategy, kind] of [
      ['sol-liquid-stake', 'instant'],
      ['sol-liquid-stake', 'slow'],
      ['sol-leveraged-stake', 'instant'],
      ['usdc-earn', 'instant'],
    ]) {
      const left = await world.post('/unstake', { strategy, wallet, kind, amount: 'max' });
      assertProblem(left, { slug: 'upstream_error', code: 'INSUFFICIENT_FUNDS' });
    }
    for (const strategy of ['sol-liquid-stake', 'sol-leveraged-stake']) {
      const quoted = await world.post('/quote', { strategy, wallet, amount: 'max' });
      assertProblem(quoted, { slug: 'upstream_error', code: 'INSUFFICIENT_FUNDS' });
    }
  });

  test('is told as the amount that was used, in every stake', async () => {
    const { address: wallet } = await makeSandboxWallet(world, { sol: '5', usdc: '12.345678' });
    const answers = [NativeStakeAnswer, LiquidStakeAnswer, LeveragedStakeAnswer, UsdcStakeAnswer];
    for (const [index, strategy] of STRATEGY_KEYS.entries()) {
      const built = await world.post('/stake', { strategy, wallet, amount: 'max' });
      assertOk(built, answers[index] ?? assert.fail());
      if (strategy === 'usdc-earn') assert.equal(built.body.amount, '12.345678');
      if (strategy === 'sol-native-stake')
        assert.equal(BigInt(built.body.delegatedLamports), BigInt(Number(built.body.amount) * 1e9));
      const plain = await world.post('/stake', { strategy, wallet, amount: '1' });
      assert.equal(plain.body.amount, undefined);
    }
  });

  test('quotes and takes all that there is', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '20' });
    const body = { wallet: wallet.address };
    const staked = await world.post('/stake', { ...body, strategy: 'sol-native-stake', amount: '2' });
    await land(wallet, staked);
    await land(wallet, await world.post('/stake', { ...body, strategy: 'sol-liquid-stake', amount: '3' }));
    await land(wallet, await world.post('/stake', { ...body, strategy: 'sol-leveraged-stake', amount: '4' }));
    await advanceEpochs(world, 1);
    const { stakeAccount } = staked.body;
    const quotes = [
      ['sol-native-stake', NativeQuoteAnswer, await ledger.balance(stakeAccount)],
      ['sol-liquid-stake', LiquidQuoteAnswer, await ledger.tokens(wallet.address, DEPLOYMENT.rasolMint)],
      [
        'sol-leveraged-stake',
        LeveragedQuoteAnswer,
        await ledger.tokens(wallet.address, DEPLOYMENT.rasolMaxMint),
      ],
    ] as const;
    for (const [strategy, schema, held] of quotes) {
      const quote = await world.post('/quote', { ...body, strategy, stakeAccount, amount: 'max' });
      assertOk(quote, schema);
      assert.equal(BigInt(Math.round(Number(quote.body.inAmount) * 1e9)), held, quote.text);
    }
    const instant = { ...body, strategy: 'sol-native-stake', kind: 'instant', stakeAccount, amount: 'max' };
    await land(wallet, await world.post('/unstake', instant));
    assert.equal((await ledger.delegation(stakeAccount))?.authorized?.withdrawer === wallet.address, false);
    const slow = { ...body, strategy: 'sol-liquid-stake', kind: 'slow', amount: 'max' };
    await land(wallet, await world.post('/unstake', slow));
    assert.equal(await ledger.tokens(wallet.address, DEPLOYMENT.rasolMint), 0n);
  });

  test('leaves what a first exit through a flash loan takes, and the sale after it', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '3000' });
    const own = { wallet: wallet.address, amount: 'max' };
    await land(wallet, await world.post('/stake', { ...own, strategy: 'sol-leveraged-stake' }));
    // The vault's keeper lends out what came in.
    await advanceEpochs(world, 1);
    const burn = { ...own, strategy: 'sol-leveraged-stake', kind: 'instant' };
    const built = await until('the stake is confirmed', async () => {
      const answer = await world.post('/unstake', burn);
      return answer.status === 200 && answer;
    });
    assert.deepEqual([built.body.path, built.body.initializedLendingAccount], ['flash-bracket', true]);
    await land(wallet, built);
    assert.equal(await ledger.tokens(wallet.address, DEPLOYMENT.rasolMaxMint), 0n);
    const sell = { ...own, strategy: 'sol-liquid-stake', kind: 'slow' };
    const sold = await until('the exit is confirmed', async () => {
      const answer = await world.post('/unstake', sell);
      return answer.status === 200 && answer;
    });
    await land(wallet, sold);
    assert.equal(await ledger.tokens(wallet.address, DEPLOYMENT.rasolMint), 0n);
  });

  test('costs one read more, and only whoever asks for it', async (t) => {
    const counted = await startCounted(t, world);
    const { address: wallet } = await makeSandboxWallet(world, { sol: '9', usdc: '9' });
    const count = async (strategy: string, amount: string) => {
      const before = counted.calls.length;
      const built = await counted.post('/stake', { strategy, wallet, amount });
      assert.equal(built.status, 200, built.text);
      return counted.calls.slice(before).filter((call) => call.includes(`"${wallet}"`)).length;
    };
    assert.equal(await count('sol-native-stake', '2'), 0);
    assert.equal(await count('sol-native-stake', 'max'), 1);
    assert.equal(await count('usdc-earn', 'max'), 1 + (await count('usdc-earn', '2')));
  });
});
