import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { previewDepositStake, previewWithdrawStake } from '@staking-agent/chain/stake-pool';
import {
  findBridgeStake,
  findSlumdogStake,
  STAKEDEX_PROGRAM_ADDRESS,
} from '../src/programs/stakedex/instructions.ts';
import { priceUnstake, SOL_RESERVES } from '../src/programs/unstake.ts';
import type { FeeInfo } from '../src/stand-ins/router/order.ts';
import { readReserve } from '../src/stand-ins/router/pool-view.ts';
import { parseStakeState } from '../src/vm/stake-account.ts';
import { order, read } from './ask-router.ts';
import { listImplementations } from './implementations.ts';
import { META_RESERVE, STAKE_RENT, stakeAt } from './pool-steps.ts';
import { run } from './run-order.ts';
import { startPoolSandbox } from './start-pool-sandbox.ts';
import { DEPLOYMENT, SOL } from './start-test-sandbox.ts';

const { solMint: WSOL, rasolMint: RASOL, voteAccount: VOTE } = DEPLOYMENT;

/** A wallet with raSOL and an active stake account. */
async function prepare(t: TestContext, directory: string | undefined) {
  const world = await startPoolSandbox(t, directory);
  const wallet = await world.createWallet(50n * SOL);
  await run(world, wallet, 'withdrawStake', { inp: RASOL, amt: `${10n * SOL}`, bridgeStakeSeed: '1' });
  return { world, wallet, stake: await stakeAt(wallet.address, '1') };
}

const BINARIES = ['spl_stake_pool.so', 'stakedex.so', 'unstake.so'];

for (const { name, directory, skip } of listImplementations(...BINARIES)) {
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
          stakeRent: META_RESERVE,
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

    test('depositStake gives raSOL for the whole account', async (t) => {
      const { world, wallet, stake } = await prepare(t, directory);
      const { ledger } = world;
      const tokens = await world.findAta(wallet.address);
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
      const kept = expected.userTokens - expected.userTokens / 1_000n;

      const { answer, gained } = await run(world, wallet, 'depositStake', { inpAcc: stake, out: RASOL });

      assert.equal(answer.inp, VOTE);
      assert.deepEqual(answer.inpAmt, {
        amtStaked: (lamports - STAKE_RENT).toString(),
        amtUnstaked: STAKE_RENT.toString(),
      });
      assert.equal(gained, 0n);
      assert.equal(answer.outAmt, kept.toString(), 'the router keeps a tenth of a percent');
      assert.equal(world.tokens(tokens), held + kept);
      assert.equal(ledger.findAccount(stake), undefined);
    });

    test('depositStake hands the account over to the Reserve, which pays at once', async (t) => {
      const { world, wallet, stake } = await prepare(t, directory);
      const lamports = world.lamports(stake);
      const { fee, liquidity } = readReserve(world.ledger);
      const taken = priceUnstake(fee, liquidity, lamports);

      const { answer, gained } = await run(world, wallet, 'depositStake', { inpAcc: stake, out: WSOL });

      assert.equal(answer.outAmt, (lamports - taken).toString());
      assert.equal(gained, lamports - taken);
      assert.deepEqual(
        answer.swapSrcData.data.fees.map(({ code, amount }: FeeInfo) => [code, amount]),
        [['ReserveUnstake', taken.toString()]],
      );
      const state = parseStakeState(world.readData(stake));
      assert.equal(state?.__kind, 'Stake');
      const reserve = SOL_RESERVES.address;
      assert.deepEqual(state.fields[0].authorized, { staker: reserve, withdrawer: reserve });
      assert.equal(world.lamports(stake), lamports, 'it lives on');
      assert.equal(readReserve(world.ledger).liquidity.incomingStake, lamports);
    });

    test('depositStake goes over pool and market where the Reserve has too little', async (t) => {
      const { world, wallet, stake } = await prepare(t, directory);
      const { ledger } = world;
      const reserve = ledger.findAccount(SOL_RESERVES.address);
      assert.ok(reserve);
      ledger.bank.setAccount({ ...reserve, lamports: (5n * SOL) as typeof reserve.lamports });
      const lamports = world.lamports(stake);

      const { answer, gained } = await run(world, wallet, 'depositStake', { inpAcc: stake, out: WSOL });

      assert.equal(gained, BigInt(answer.outAmt));
      const { fees } = answer.swapSrcData.data as { fees: readonly FeeInfo[] };
      const flash = fees.find(({ code }) => code === 'InstantUnstakeFlash');
      assert.equal(flash?.amount, (lamports - gained).toString());
      assert.equal(ledger.findAccount(stake), undefined);
    });

    test('a large withdrawStake is prefunded: the router makes the account, and its stake repays the rent', async (t) => {
      const world = await startPoolSandbox(t, directory);
      const wallet = await world.createWallet(3_000n * SOL);
      const parameters = { inp: RASOL, amt: `${2_500n * SOL}`, bridgeStakeSeed: '9', slippageBps: '10' };

      const { answer, gained } = await run(world, wallet, 'withdrawStake', parameters);

      assert.equal(gained, 0n, 'the wallet pays no rent');
      const stake = findBridgeStake(wallet.address, 9).address;
      const delegation = world.delegation(stake);
      assert.equal(answer.outAmt.amtStaked, delegation?.stake.toString());
      assert.equal(answer.outAmt.amtUnstaked, STAKE_RENT.toString());
      assert.equal(world.lamports(stake), (delegation?.stake ?? 0n) + STAKE_RENT);
      const part = findSlumdogStake(stake);
      assert.equal(world.delegation(part)?.stake, SOL, 'no less may be delegated');
      const small = { ...parameters, amt: `${20n * SOL}`, signer: wallet.address };
      const plain = await order(world.sandbox, 'withdrawStake', small);
      const { message } = read(plain.body.tx);
      assert.ok(
        !message.staticAccounts.includes(STAKEDEX_PROGRAM_ADDRESS),
        'a SOL is too much for a small one',
      );
    });

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
