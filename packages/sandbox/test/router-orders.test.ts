import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { generateKeyPairSigner, type KeyPairSigner } from '@solana/kit';
import { priceSwap } from '@staking-agent/chain/market';
import {
  previewDepositSol,
  previewDepositStake,
  previewWithdrawSol,
  previewWithdrawStake,
} from '@staking-agent/chain/stake-pool';
import { readPool } from '../src/stand-ins/router/pool-view.ts';
import { execute, order, type Parameters, type RouterAnswer, read, sign } from './ask-router.ts';
import { STAKE_RENT, stakeAt } from './pool-steps.ts';
import { IMPLEMENTATIONS, type PoolTest, startPoolWorld } from './start-pool-world.ts';
import { DEPLOYMENT, SOL } from './start-world.ts';

const { solMint: WSOL, rasolMint: RASOL, voteAccount: VOTE } = DEPLOYMENT;
const PRICE_OF_UNITS = 20_000n;

async function run(
  world: PoolTest,
  wallet: KeyPairSigner,
  kind: string,
  parameters: Parameters,
): Promise<{ answer: RouterAnswer['body']; gained: bigint; fee: bigint }> {
  const answer = await order(world.sandbox, kind, { signer: wallet.address, ...parameters });
  assert.equal(answer.status, 200, answer.text);
  const before = world.lamports(wallet.address);
  const signedTx = await sign(wallet, answer.body.tx);
  const done = await execute(world.sandbox, kind, { signedTx, orderResponse: answer.body });
  assert.equal(done.status, 200, done.text);
  const landed = world.ledger.history.find(done.body.signature);
  assert.equal(landed?.outcome.err, null);
  const fee = landed?.outcome.fee ?? 0n;
  world.ledger.advanceSlots(2);
  return { answer: answer.body, gained: world.lamports(wallet.address) - before + fee, fee };
}

for (const { name, directory, skip } of IMPLEMENTATIONS) {
  describe(`router orders, ${name}`, { skip }, () => {
    test('SOL into raSOL over the pool: as quoted, as previewed, as received', async (t) => {
      const world = await startPoolWorld(t, directory);
      const wallet = await world.createWallet();
      const expected = previewDepositSol(world.pool(), {
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
      assert.deepEqual(rest, {
        inp: WSOL,
        out: RASOL,
        mode: 'ExactIn',
        inpAmt: '1500000000',
        outAmt: expected.userTokens.toString(),
        swapSrcData: {
          swapSrc: 'SanctumRouter',
          data: { fees: [{ code: 'StakePoolDepositSol', rate: 0, amount: '0', mint: RASOL }] },
        },
      });
      assert.equal(gained, -1_500_000_000n - 2_039_280n);
      assert.equal(world.tokens(await world.ataOf(wallet.address)), expected.userTokens);
      const { message, signatures } = read(tx);
      assert.equal(message.version, 0);
      assert.equal(message.header.numSignerAccounts, 1);
      assert.equal(message.staticAccounts[0], wallet.address);
      assert.deepEqual(signatures, [undefined]);
      assert.equal(fee, 5_000n + (100_000n * PRICE_OF_UNITS) / 1_000_000n);
    });

    test('raSOL into SOL over the market: unwrapped, temporary account closed, impact told', async (t) => {
      const world = await startPoolWorld(t, directory);
      const wallet = await world.createWallet(50n * SOL);
      const { market } = readPool(world.ledger);
      const price = priceSwap(market, 'sell-token', 10n * SOL);
      const held = world.tokens(await world.ataOf(wallet.address));

      const { answer, gained } = await run(world, wallet, 'token', {
        inp: RASOL,
        out: WSOL,
        amt: `${10n * SOL}`,
      });

      assert.equal(answer.outAmt, price.amountOut.toString());
      assert.equal(gained, price.amountOut);
      assert.equal(world.tokens(await world.ataOf(wallet.address)), held - 10n * SOL);
      assert.equal(world.ledger.findAccount(await world.ataOf(wallet.address, WSOL)), undefined);
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
      const world = await startPoolWorld(t, directory);
      const wallet = await world.createWallet(50n * SOL);
      const named = await world.ataOf(wallet.address, WSOL);
      await run(world, wallet, 'token', { inp: RASOL, out: WSOL, amt: `${SOL}` });
      const { getCreateAssociatedTokenIdempotentInstruction } = await import('@solana-program/token');
      const create = getCreateAssociatedTokenIdempotentInstruction({
        payer: wallet,
        ata: named,
        owner: wallet.address,
        mint: WSOL,
      });
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
      const world = await startPoolWorld(t, directory);
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
        reserveRent: STAKE_RENT,
      });
      assert.ok(expected.ok);

      const { gained } = await run(world, wallet, 'token', { ...sell, swapSrc: 'SanctumRouter' });
      assert.equal(gained, expected.lamports);
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
      const world = await startPoolWorld(t, directory);
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
      const world = await startPoolWorld(t, directory);
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
      assert.ok(drift >= 0n && drift <= pool.totalLamports, 'centred on the pool');
    });

    test('withdrawStake leaves an active account of the wallet, or with deactivate=y a deactivating one', async (t) => {
      const world = await startPoolWorld(t, directory);
      const { ledger } = world;
      const wallet = await world.createWallet(50n * SOL);
      for (const [seed, deactivate] of [
        ['7', 'n'],
        ['8', 'y'],
      ] as const) {
        const expected = previewWithdrawStake(world.pool(), {
          poolTokens: 10n * SOL,
          epoch: ledger.epoch(),
          feeRounding: ledger.feeRounding,
          validators: world.list().validators,
          from: {
            account: 'validator',
            voteAccount: VOTE,
            lamports: world.lamports(world.world.validatorStake),
          },
          stakeRent: STAKE_RENT,
          minimumDelegation: SOL,
        });
        assert.ok(expected.ok);
        const parameters = { inp: RASOL, amt: `${10n * SOL}`, bridgeStakeSeed: seed, deactivate };
        const { answer, gained } = await run(world, wallet, 'withdrawStake', parameters);
        assert.equal(answer.out, VOTE);
        assert.deepEqual(answer.outAmt, {
          amtStaked: expected.delegatedLamports.toString(),
          amtUnstaked: STAKE_RENT.toString(),
        });
        assert.equal(gained, -STAKE_RENT);
        const stake = await stakeAt(wallet.address, seed);
        assert.equal(world.lamports(stake), expected.lamports + STAKE_RENT);
        const delegation = world.delegation(stake);
        assert.equal(delegation?.stake, expected.lamports);
        assert.equal(delegation?.voterPubkey, VOTE);
        assert.equal(delegation?.deactivationEpoch, deactivate === 'y' ? ledger.epoch() : 2n ** 64n - 1n);
      }
      const again = await order(world.sandbox, 'withdrawStake', {
        inp: RASOL,
        amt: `${2n * SOL}`,
        signer: wallet.address,
        bridgeStakeSeed: '7',
      });
      assert.equal(again.status, 400);
      assert.match(again.body.error.message, /in use; choose another bridgeStakeSeed/);
    });

    for (const out of [WSOL, RASOL]) {
      test(`depositStake gives ${out === WSOL ? 'SOL at once' : 'raSOL'} for the whole account`, async (t) => {
        const world = await startPoolWorld(t, directory);
        const { ledger } = world;
        const wallet = await world.createWallet(50n * SOL);
        const tokens = await world.ataOf(wallet.address);
        await run(world, wallet, 'withdrawStake', { inp: RASOL, amt: `${10n * SOL}`, bridgeStakeSeed: '1' });
        const stake = await stakeAt(wallet.address, '1');
        const held = world.tokens(tokens);
        const lamports = world.lamports(stake);
        const expected = previewDepositStake(world.pool(), {
          lamports,
          delegatedLamports: lamports - STAKE_RENT,
          voteAccount: VOTE,
          validators: world.list().validators,
          epoch: ledger.epoch(),
          feeRounding: ledger.feeRounding,
        });
        assert.ok(expected.ok);
        const sold = priceSwap(readPool(ledger).market, 'sell-token', expected.userTokens).amountOut;
        const [outAmt, sol, kept, lost] =
          out === WSOL
            ? [sold, sold, 0n, [(lamports - sold).toString()]]
            : [expected.userTokens, 0n, expected.userTokens, []];

        const { answer, gained } = await run(world, wallet, 'depositStake', { inpAcc: stake, out });

        assert.equal(answer.inp, VOTE);
        assert.deepEqual(answer.inpAmt, {
          amtStaked: (lamports - STAKE_RENT).toString(),
          amtUnstaked: STAKE_RENT.toString(),
        });
        assert.equal(answer.outAmt, outAmt.toString());
        assert.equal(gained, sol);
        assert.equal(world.tokens(tokens), held + kept);
        assert.equal(ledger.findAccount(stake), undefined);
        const fees = answer.swapSrcData.data.fees as { code: string; amount: string }[];
        const flash = fees.filter(({ code }) => code === 'InstantUnstakeFlash');
        assert.deepEqual(
          flash.map(({ amount }) => amount),
          lost,
        );
      });
    }

    test('depositStake of a wallet without raSOL leaves no token account behind', async (t) => {
      const world = await startPoolWorld(t, directory);
      const giver = await world.createWallet(50n * SOL);
      const heir = await world.createWallet();
      await run(world, giver, 'withdrawStake', { inp: RASOL, amt: `${10n * SOL}`, bridgeStakeSeed: '3' });
      const stake = await stakeAt(giver.address, '3');
      const { getAuthorizeInstruction, StakeAuthorize } = await import('@solana-program/stake');
      const handOver = [StakeAuthorize.Staker, StakeAuthorize.Withdrawer].map((arg1) =>
        getAuthorizeInstruction({ stake, authority: giver, arg0: heir.address, arg1 }),
      );
      assert.equal((await world.send(giver, handOver)).err, null);

      const { answer, gained } = await run(world, heir, 'depositStake', { inpAcc: stake, out: WSOL });

      assert.equal(gained, BigInt(answer.outAmt));
      assert.equal(world.ledger.findAccount(await world.ataOf(heir.address)), undefined);
      assert.equal(world.ledger.findAccount(await world.ataOf(heir.address, WSOL)), undefined);
    });
  });
}

describe('what the router refuses to order', () => {
  test('in its envelope, with words that say what is wrong', async (t) => {
    const world = await startPoolWorld(t);
    const wallet = await world.createWallet(50n * SOL);
    const poor = await generateKeyPairSigner();
    await run(world, wallet, 'withdrawStake', { inp: RASOL, amt: `${5n * SOL}`, bridgeStakeSeed: '1' });
    await run(world, wallet, 'withdrawStake', {
      inp: RASOL,
      amt: `${5n * SOL}`,
      bridgeStakeSeed: '2',
      deactivate: 'y',
    });
    const stake = await stakeAt(wallet.address, '1');
    const deactivating = await stakeAt(wallet.address, '2');
    const swap = { inp: WSOL, out: RASOL, amt: '1000000000' };
    const cases: readonly (readonly [string, Parameters, RegExp])[] = [
      ['token', { ...swap, inp: '' }, /^inp is required$/],
      ['token', { ...swap, out: 'x' }, /^out must be a base58 public key$/],
      ['token', { ...swap, out: DEPLOYMENT.usdcMint }, /^Unknown mint EPj/],
      ['token', { ...swap, out: WSOL }, /must differ/],
      ['token', { ...swap, amt: '0' }, /^amt must be a positive integer$/],
      ['token', { ...swap, amt: '-1' }, /^amt must be a positive integer$/],
      ['token', { ...swap, amt: '1.5' }, /^amt must be a positive integer$/],
      ['token', { ...swap, amt: '18446744073709551616' }, /^amt must be a positive integer$/],
      ['token', { ...swap, amt: '' }, /^amt is required$/],
      ['token', { ...swap, amt: ['1', '2'] }, /^amt must be given once$/],
      ['token', { ...swap, mode: 'exactin' }, /^mode must be/],
      ['token', { ...swap, slippageBps: '10001' }, /^slippageBps must be an integer from 0 to 10000$/],
      ['token', { ...swap, swapSrc: 'Orca' }, /^Unknown swapSrc Orca$/],
      ['token', { ...swap, swapSrc: 'Inf' }, /insufficient liquidity/],
      ['token', { ...swap, amt: '1' }, /insufficient liquidity/],
      ['token', { ...swap, signer: 'me' }, /^signer must be a base58 public key$/],
      [
        'token',
        { ...swap, inp: RASOL, out: WSOL, signer: poor.address },
        /^Token account .* does not exist$/,
      ],
      [
        'token',
        { ...swap, inp: RASOL, out: WSOL, signer: wallet.address, inpAcc: world.world.tokenVault },
        /belongs to another wallet$/,
      ],
      [
        'token',
        { ...swap, inp: RASOL, out: WSOL, signer: wallet.address, inpAcc: world.world.solVault },
        /is of another mint$/,
      ],
      ['withdrawStake', { inp: WSOL, amt: '1' }, /^Unknown mint So1/],
      ['withdrawStake', { inp: RASOL, amt: '1000', out: WSOL }, /is not in the stake pool$/],
      ['withdrawStake', { inp: RASOL, amt: '500000000' }, /below the minimum stake delegation/],
      ['withdrawStake', { inp: RASOL, amt: `${200_000n * SOL}` }, /insufficient liquidity/],
      ['withdrawStake', { inp: RASOL, amt: '2000000000', deactivate: 'yes' }, /^deactivate must be y or n$/],
      ['withdrawStake', { inp: RASOL, amt: '2000000000', bridgeStakeSeed: '-1' }, /^bridgeStakeSeed must be/],
      ['withdrawStake', { inp: RASOL, amt: '2000000000', signer: poor.address }, /does not exist$/],
      ['depositStake', { out: WSOL }, /^inpAcc is required$/],
      ['depositStake', { out: DEPLOYMENT.usdcMint, inpAcc: stake }, /^Unknown mint/],
      ['depositStake', { out: WSOL, inpAcc: poor.address }, /does not exist$/],
      ['depositStake', { out: WSOL, inpAcc: wallet.address }, /is not a stake account$/],
      ['depositStake', { out: WSOL, inpAcc: world.world.reserveStake }, /is not delegated$/],
      ['depositStake', { out: WSOL, inpAcc: deactivating }, /is deactivating or inactive$/],
      ['depositStake', { out: WSOL, inpAcc: stake, signer: poor.address }, /^Signer is not the authority/],
      ['depositStake', { out: WSOL, inpAcc: stake, swapSrc: 'Jup' }, /^No route found/],
    ];
    for (const [kind, parameters, message] of cases) {
      const answer = await order(world.sandbox, kind, parameters);
      assert.equal(answer.status, 400, `${kind} ${JSON.stringify(parameters)} ${answer.text}`);
      assert.equal(answer.body.error.code, 'BAD_REQUEST');
      assert.match(answer.body.error.message, message);
    }
  });

  test('stake that is still activating, or delegated elsewhere', async (t) => {
    const world = await startPoolWorld(t);
    const wallet = await world.createWallet(50n * SOL);
    const { getCreateAndDelegateInstructions } = await import('@staking-agent/chain/stake');
    const keys = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
    const votes = [...world.ledger.validators.keys()];
    for (const [index, key] of keys.entries()) {
      const instructions = getCreateAndDelegateInstructions({
        wallet: wallet.address,
        stakeAccount: key.address,
        voteAccount: votes[index] ?? VOTE,
        lamports: 3n * SOL + STAKE_RENT,
      });
      const signed = instructions.map((instruction) => ({
        ...instruction,
        accounts: (instruction.accounts ?? []).map((account) =>
          account.address === key.address && 'signer' in account ? { ...account, signer: key } : account,
        ),
      }));
      assert.equal((await world.send(wallet, signed)).err, null);
    }
    const ask = (key: KeyPairSigner | undefined) =>
      order(world.sandbox, 'depositStake', { out: WSOL, inpAcc: key?.address ?? '' });
    assert.match((await ask(keys[0])).body.error.message, /is still activating$/);
    world.ledger.advanceEpochs(1);
    assert.equal((await ask(keys[0])).status, 200);
    assert.match((await ask(keys[1])).body.error.message, /validator that is not in the stake pool$/);
  });

  test('without a key, of no operation, and from a stale pool', async (t) => {
    const world = await startPoolWorld(t);
    const swap = { inp: WSOL, out: RASOL, amt: '1000000000' };
    const keyless = await order(world.sandbox, 'token', { ...swap, apiKey: '' });
    assert.equal(keyless.status, 401);
    assert.deepEqual(keyless.body, { error: { code: 'UNAUTHORIZED', message: 'Missing API key' } });
    const unknown = await order(world.sandbox, 'depositSol', swap);
    assert.equal(unknown.status, 404);
    assert.equal(unknown.body.error.code, 'NOT_FOUND');
    world.ledger.advanceEpochs(1, { updatePool: false });
    const stale = await order(world.sandbox, 'withdrawStake', { inp: RASOL, amt: `${2n * SOL}` });
    assert.equal(stale.status, 400);
    assert.match(stale.body.error.message, /has not been updated in this epoch/);
  });
});
