import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { priceSwap } from '@staking-agent/chain/market';
import { previewDepositStake, previewWithdrawStake } from '@staking-agent/chain/stake-pool';
import { readPool } from '../src/stand-ins/router/pool-view.ts';
import { order } from './ask-router.ts';
import { STAKE_RENT, stakeAt } from './pool-steps.ts';
import { run } from './run-order.ts';
import { IMPLEMENTATIONS, startPoolSandbox } from './start-pool-sandbox.ts';
import { DEPLOYMENT, SOL } from './start-test-sandbox.ts';

const { solMint: WSOL, rasolMint: RASOL, voteAccount: VOTE } = DEPLOYMENT;

for (const { name, directory, skip } of IMPLEMENTATIONS) {
  describe(`router orders of stake, ${name}`, { skip }, () => {
    test('withdrawStake leaves an active account of the wallet, or with deactivate=y a deactivating one', async (t) => {
      const world = await startPoolSandbox(t, directory);
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
        const world = await startPoolSandbox(t, directory);
        const { ledger } = world;
        const wallet = await world.createWallet(50n * SOL);
        const tokens = await world.findAta(wallet.address);
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
      const world = await startPoolSandbox(t, directory);
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
      assert.equal(world.ledger.findAccount(await world.findAta(heir.address)), undefined);
      assert.equal(world.ledger.findAccount(await world.findAta(heir.address, WSOL)), undefined);
    });
  });
}
