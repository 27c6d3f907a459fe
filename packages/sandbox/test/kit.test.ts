import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Address, generateKeyPairSigner, type KeyPairSigner, lamports } from '@solana/kit';
import {
  fetchStakeStateAccount,
  getDeactivateInstruction,
  getDelegateStakeInstruction,
  getInitializeInstruction,
  getWithdrawInstruction,
} from '@solana-program/stake';
import { getCreateAccountInstruction, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import {
  DEPLOYMENT,
  encode,
  getBalance,
  SOL,
  startTestSandbox,
  type TestSandbox,
} from './start-test-sandbox.ts';

const STAKE_PROGRAM = 'Stake11111111111111111111111111111111111111' as Address;
const LAST_EPOCH = 2n ** 64n - 1n;

async function stake(world: TestSandbox, wallet: KeyPairSigner, delegated: bigint): Promise<KeyPairSigner> {
  const account = await generateKeyPairSigner();
  const rent = await world.rpc.getMinimumBalanceForRentExemption(200n).send();
  await world.send(wallet, [
    getCreateAccountInstruction({
      payer: wallet,
      newAccount: account,
      lamports: lamports(rent + delegated),
      space: 200,
      programAddress: STAKE_PROGRAM,
    }),
    getInitializeInstruction({
      stake: account.address,
      arg0: { staker: wallet.address, withdrawer: wallet.address },
      arg1: { unixTimestamp: 0n, epoch: 0n, custodian: SYSTEM_PROGRAM_ADDRESS },
    }),
    getDelegateStakeInstruction({
      stake: account.address,
      vote: DEPLOYMENT.voteAccount,
      stakeAuthority: wallet,
    }),
  ]);
  return account;
}

async function fetchDelegation(world: TestSandbox, account: Address) {
  const { data } = await fetchStakeStateAccount(world.rpc, account);
  assert.equal(data.state.__kind, 'Stake');
  return data.state.fields[1];
}

describe('driven by @solana/kit', () => {
  test('stakes, earns, deactivates and withdraws through the epochs', async (t) => {
    const world = await startTestSandbox(t);
    const { ledger } = world.sandbox;

    // Given a wallet funded by airdrop
    const wallet = await generateKeyPairSigner();
    const airdrop = await world.rpc.requestAirdrop(wallet.address, lamports(50n * SOL)).send();
    ledger.advanceSlots(40);
    const { value: statuses } = await world.rpc.getSignatureStatuses([airdrop]).send();
    assert.equal(statuses[0]?.confirmationStatus, 'finalized');
    assert.equal(statuses[0]?.confirmations, null);

    // When it delegates 10 SOL
    const delegatedIn = ledger.epoch();
    const account = await stake(world, wallet, 10n * SOL);
    const created = await fetchDelegation(world, account.address);
    assert.equal(created.delegation.voterPubkey, DEPLOYMENT.voteAccount);
    assert.equal(created.delegation.stake, 10n * SOL);
    assert.equal(created.delegation.activationEpoch, delegatedIn);
    assert.equal(created.delegation.deactivationEpoch, LAST_EPOCH);

    // Then the epoch it warms up in earns nothing
    ledger.advanceEpochs(1);
    assert.equal((await fetchDelegation(world, account.address)).delegation.stake, 10n * SOL);
    assert.deepEqual(await world.rpc.getInflationReward([account.address]).send(), [null]);

    // And the next one does: the delegation grows by the reward, the balance by block revenue too
    const before = getBalance(world, account.address);
    ledger.advanceEpochs(1);
    const [reward] = await world.rpc.getInflationReward([account.address]).send();
    assert.ok(reward);
    assert.equal(reward.epoch, delegatedIn + 1n);
    const paidAt = await world.rpc.getBlockTime(reward.effectiveSlot).send();
    assert.equal(reward.commission, 5);
    const revenue = getBalance(world, account.address) - before - reward.amount;
    assert.equal(reward.postBalance, before + reward.amount + revenue);
    // 0.5 % of 10 SOL a year, less the commission of 5 %, for a day
    assert.ok(revenue > 129_900n && revenue < 130_200n, `${revenue} lamports of block revenue`);
    const grown = await fetchDelegation(world, account.address);
    assert.equal(grown.delegation.stake, 10n * SOL + reward.amount);
    assert.ok(grown.creditsObserved > created.creditsObserved);
    // 617M SOL · 4 % a year · 1 day ≈ 67,570 SOL an epoch over 420.25M SOL, 95 % of it for the staker
    const perSol = Number(reward.amount) / 10;
    assert.ok(perSol > 152_500 && perSol < 153_000, `${perSol} lamports per SOL`);

    // When it deactivates, it still earns for that epoch and is not withdrawable yet
    await world.send(wallet, [getDeactivateInstruction({ stake: account.address, stakeAuthority: wallet })]);
    const withdraw = (amount: bigint) =>
      getWithdrawInstruction({
        stake: account.address,
        recipient: wallet.address,
        withdrawAuthority: wallet,
        args: amount,
      });
    const early = encode(await world.sign(wallet, [withdraw(getBalance(world, account.address))]));
    const { error } = await world.call('sendTransaction', [
      early,
      { encoding: 'base64', preflightCommitment: 'confirmed' },
    ]);
    assert.equal(error?.code, -32002);
    assert.deepEqual(error?.data.err, { InstructionError: [0, 'InsufficientFunds'] });
    assert.equal(
      error?.message,
      'Transaction simulation failed: Error processing Instruction 0: insufficient funds for instruction',
    );

    // Then one epoch later everything comes back, with the rewards
    ledger.advanceEpochs(1);
    const total = getBalance(world, account.address);
    assert.ok(total > before + reward.amount);
    const wealth = getBalance(world, wallet.address);
    await world.send(wallet, [withdraw(total)]);
    assert.equal(getBalance(world, wallet.address), wealth + total - 5_000n);
    const { value: closed } = await world.rpc.getAccountInfo(account.address, { encoding: 'base64' }).send();
    assert.equal(closed, null);

    // And an inactive epoch pays nothing
    ledger.advanceEpochs(1);
    assert.deepEqual(await world.rpc.getInflationReward([account.address]).send(), [null]);
    assert.equal(
      await world.rpc.getBlockTime(reward.effectiveSlot).send(),
      paidAt,
      'it outlives other blocks',
    );
  });

  test('activates, deactivates and remembers both in StakeHistory', async (t) => {
    const world = await startTestSandbox(t);
    const { ledger } = world.sandbox;
    const wallet = await world.createWallet();
    const epoch = ledger.epoch();
    const account = await stake(world, wallet, 10n * SOL);
    const findHistory = (past: bigint) => ledger.bank.vm().getStakeHistory().get(past);

    ledger.advanceEpochs(1);
    assert.equal(findHistory(epoch)?.activating, 10n * SOL);
    const base = findHistory(epoch)?.effective ?? 0n;
    await world.send(wallet, [getDeactivateInstruction({ stake: account.address, stakeAuthority: wallet })]);
    ledger.advanceEpochs(1);
    assert.equal(findHistory(epoch + 1n)?.activating, 0n);
    assert.equal(findHistory(epoch + 1n)?.deactivating, 10n * SOL);
    assert.ok((findHistory(epoch + 1n)?.effective ?? 0n) > base);
    assert.equal(findHistory(ledger.epoch()), null);
  });

  test('serves several clients at once and lands each transaction once', async (t) => {
    const world = await startTestSandbox(t, 100);
    const wallets = await Promise.all(Array.from({ length: 12 }, () => world.createWallet()));
    const accounts = await Promise.all(wallets.map((wallet) => stake(world, wallet, 2n * SOL)));
    const delegations = await Promise.all(accounts.map(({ address }) => fetchDelegation(world, address)));
    assert.deepEqual(
      delegations.map(({ delegation }) => delegation.stake),
      wallets.map(() => 2n * SOL),
    );
    for (const wallet of wallets) {
      assert.equal(getBalance(world, wallet.address), 98n * SOL - 1_666_240n - 10_000n);
    }
  });
});
