import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/ledger';
import { priceSwap } from '@staking-agent/chain/leverage';
import { previewDepositSol, previewWithdrawSol } from '@staking-agent/chain/stake-pool';
import { readPool } from '../src/stand-ins/router/pool-view.ts';
import { order, read } from './ask-router.ts';
import { listImplementations } from './implementations.ts';
import { META_RESERVE } from './pool-steps.ts';
import { run } from './run-order.ts';
import { startPoolSandbox } from './start-pool-sandbox.ts';
import { DEPLOYMENT, SOL } from './start-test-sandbox.ts';

const { solMint: WSOL, rasolMint: RASOL } = DEPLOYMENT;
const PRICE_OF_UNITS = 20_000n;

const BINARIES = ['spl_stake_pool.so', 'stakedex.so', 'unstake.so'];

for (const { name, directory, skip } of listImplementations(...BINARIES)) {
  describe(`router orders, ${name}`, { skip }, () => {
    test('SOL into raSOL over the pool: as quoted, as previewed, as received', async (t) => {
      const world = await startPoolSandbox(t, directory);
      const wallet = await world.createWallet();
      const pool = world.pool();
      const expected = previewDepositSol(pool, {
        lamports: 1_500_000_000n,
        epoch: world.ledger.epoch(),
        feeRounding: world.ledger.feeRounding,
      });
      assert.ok(expected.ok);
      const parameters = { inp: WSOL, out: RASOL, amt: '1500000000' };
      const quote = await order(world.sandbox, 'token', parameters);

      const { answer, gained, fee } = await run(world, wallet, 'token', parameters);

      const { tx, ...rest } = answer;
      assert.deepEqual(quote.body, rest);
      const { numerator, denominator } = pool.solDepositFee;
      const rate = Number(numerator) / Number(denominator);
      const amount = `${expected.managerTokens}`;
      assert.deepEqual(rest, {
        inp: WSOL,
        out: RASOL,
        mode: 'ExactIn',
        inpAmt: '1500000000',
        outAmt: expected.userTokens.toString(),
        swapSrcData: {
          swapSrc: 'SanctumRouter',
          data: { fees: [{ code: 'StakePoolDepositSol', rate, amount, mint: RASOL }] },
        },
      });
      assert.equal(gained, -1_500_000_000n - 1_488_440n);
      assert.equal(world.tokens(await world.findAta(wallet.address)), expected.userTokens);
      const { message, signatures } = read(tx);
      assert.equal(message.version, 0);
      assert.equal(message.header.numSignerAccounts, 1);
      assert.equal(message.staticAccounts[0], wallet.address);
      assert.deepEqual(signatures, [undefined]);
      assert.equal(fee, 5_000n + (200_000n * PRICE_OF_UNITS) / 1_000_000n);
    });

    test('raSOL into SOL over the market: unwrapped, temporary account closed, impact told', async (t) => {
      const world = await startPoolSandbox(t, directory);
      const wallet = await world.createWallet(50n * SOL);
      const { market } = readPool(world.ledger);
      const price = priceSwap(market, 'sell-token', 10n * SOL);
      const held = world.tokens(await world.findAta(wallet.address));

      const { answer, gained } = await run(world, wallet, 'token', {
        inp: RASOL,
        out: WSOL,
        amt: `${10n * SOL}`,
      });

      assert.equal(answer.outAmt, price.amountOut.toString());
      assert.equal(gained, price.amountOut);
      assert.equal(world.tokens(await world.findAta(wallet.address)), held - 10n * SOL);
      assert.equal(world.ledger.findAccount(await world.findAta(wallet.address, WSOL)), undefined);
      const { swapSrc, data } = answer.swapSrcData;
      assert.equal(swapSrc, 'Jup');
      assert.match(data.priceImpactPct, /^0\.\d+$/);
      assert.equal(data.outAmount, answer.outAmt);
      assert.equal(data.slippageBps, 50);
      assert.equal(BigInt(data.otherAmountThreshold), (price.amountOut * 9_950n) / 10_000n);
      assert.deepEqual(readPool(world.ledger).market, price.market);
      // The market kept its fee and the price moved, so selling again brings less.
      assert.ok(priceSwap(price.market, 'sell-token', 10n * SOL).amountOut < price.amountOut);
    });

    test('wrapped SOL the wallet already has is left alone', async (t) => {
      const world = await startPoolSandbox(t, directory);
      const wallet = await world.createWallet(50n * SOL);
      const named = await world.findAta(wallet.address, WSOL);
      await run(world, wallet, 'token', { inp: RASOL, out: WSOL, amt: `${SOL}` });
      const opened = { owner: wallet.address, mint: WSOL, account: named };
      const create = getCreateTokenAccountInstruction(opened);
      assert.equal((await world.send(wallet, [create])).err, null);

      const { answer, gained } = await run(world, wallet, 'token', { inp: RASOL, out: WSOL, amt: `${SOL}` });
      assert.equal(gained, BigInt(answer.outAmt));
      assert.equal(world.tokens(named), 0n);

      const into = { inp: RASOL, out: WSOL, amt: `${SOL}`, outAcc: named };
      const kept = await run(world, wallet, 'token', into);
      assert.equal(kept.gained, 0n);
      assert.equal(world.tokens(named), BigInt(kept.answer.outAmt));
    });

    test('the better of pool and market serves, and a source can be demanded', async (t) => {
      const world = await startPoolSandbox(t, directory);
      const wallet = await world.createWallet(450n * SOL);
      const sell = { inp: RASOL, out: WSOL, amt: `${400n * SOL}` };
      const best = await order(world.sandbox, 'token', sell);
      assert.equal(best.body.swapSrcData.swapSrc, 'Jup');
      const pool = await order(world.sandbox, 'token', { ...sell, swapSrc: 'SanctumRouter' });
      assert.equal(pool.body.swapSrcData.swapSrc, 'SanctumRouter');
      assert.ok(BigInt(best.body.outAmt) > BigInt(pool.body.outAmt));
      const { ledger } = world;
      const expected = previewWithdrawSol(world.pool(), {
        poolTokens: 400n * SOL,
        epoch: ledger.epoch(),
        feeRounding: ledger.feeRounding,
        reserveLamports: world.lamports(world.world.reserveStake),
        reserveRent: META_RESERVE,
      });
      assert.ok(expected.ok);

      const { gained } = await run(world, wallet, 'token', { ...sell, swapSrc: 'SanctumRouter' });
      // The router keeps a hundredth of a percent of what a pool pays.
      assert.equal(gained, expected.lamports - expected.lamports / 10_000n);
      const buy = { inp: WSOL, out: RASOL, amt: `${SOL}` };
      const cheapest = await order(world.sandbox, 'token', buy);
      assert.equal(cheapest.body.swapSrcData.swapSrc, 'SanctumRouter');
      const bought = await run(world, wallet, 'token', {
        inp: WSOL,
        out: RASOL,
        amt: `${SOL}`,
        swapSrc: 'Jup',
      });
      assert.equal(bought.answer.swapSrcData.swapSrc, 'Jup');
      assert.equal(bought.gained, -SOL);
    });

    test('an exact output costs the least input that brings it', async (t) => {
      const world = await startPoolSandbox(t, directory);
      for (const [inp, out] of [
        [WSOL, RASOL],
        [RASOL, WSOL],
      ] as const) {
        for (const amt of ['1', '5', '1000000000', '77777777777']) {
          const exact = await order(world.sandbox, 'token', { inp, out, amt, mode: 'ExactOut' });
          assert.equal(exact.status, 200, exact.text);
          assert.ok(BigInt(exact.body.outAmt) >= BigInt(amt));
          const { swapSrc } = exact.body.swapSrcData;
          const less = await order(world.sandbox, 'token', {
            inp,
            out,
            amt: `${BigInt(exact.body.inpAmt) - 1n}`,
            swapSrc,
          });
          if (less.status === 200) assert.ok(BigInt(less.body.outAmt) < BigInt(amt), `${inp} ${amt}`);
        }
      }
    });

    test('impact grows with size until the liquidity ends', async (t) => {
      const world = await startPoolSandbox(t, directory);
      const sizes = [1n, 10n, 100n, 1_000n, 9_000n];
      const impacts = await Promise.all(
        sizes.map(async (size) => {
          const { body } = await order(world.sandbox, 'token', {
            inp: RASOL,
            out: WSOL,
            amt: `${size * SOL}`,
            swapSrc: 'Jup',
          });
          return Number(body.swapSrcData.data.priceImpactPct);
        }),
      );
      assert.deepEqual(
        [...impacts].sort((a, b) => a - b),
        impacts,
      );
      assert.ok((impacts[4] ?? 0) > 0.000_9 && (impacts[4] ?? 0) < 0.001_1, `${impacts}`);
      const end = await order(world.sandbox, 'token', { inp: RASOL, out: WSOL, amt: `${20_000n * SOL}` });
      assert.equal(end.status, 400);
      assert.match(end.body.error.message, /insufficient liquidity/);
      world.ledger.advanceEpochs(1);
      const pool = world.pool();
      const { market } = readPool(world.ledger);
      const drift = market.virtualLamports * pool.poolTokenSupply - market.virtualTokens * pool.totalLamports;
      const band = (market.virtualTokens * pool.totalLamports) / 10_000n;
      assert.ok(drift >= 3n * band && drift <= 5n * band, "four basis points above the pool's price");
    });
  });
}
