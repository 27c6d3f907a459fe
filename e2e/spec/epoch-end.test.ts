import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertProblem } from '../assert-answer.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { signBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { makeSandboxWallet, type SandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import { type Answer, advanceEpochs, startWorld } from '../world.ts';

const NATIVE = { strategy: 'sol-native-stake' };
const LIQUID = { strategy: 'sol-liquid-stake' };
/** More slots than a transaction lives, by far; and fewer. */
const [FAR, NEAR] = [5_000, 40];
/** About how often the service looks how far the epoch is. */
const FEED_WAITS = [9_000, 11_000] as const;

/** Slots pass by hand but for one now and then: a ledger that stands still for ten seconds counts as lost. */
const SLOT_MILLISECONDS = 5_000;
/** Slots that pass while the far end is waited for: a few of {@link FAR}, even with every try. */
const PASSING = 5;

const clock = createHastyClock();
clock.hasten(FEED_WAITS, 'loops');
const world = await startWorld({ after }, {}, clock, { slotMilliseconds: SLOT_MILLISECONDS });
const ledger = createLedgerClient(world);
const { ledger: state } = world.sandbox;

describe('the end of an epoch', () => {
  let wallet: SandboxWallet;
  let accounts: string[];

  before(async () => {
    wallet = await makeSandboxWallet(world, { sol: '100' });
    accounts = [];
    for (const amount of ['2', '3', '4', '5']) {
      const built = await build('/stake', { ...NATIVE, amount });
      accounts.push(built.stakeAccount);
      await land(built);
    }
    await land(await build('/stake', { ...LIQUID, amount: '20' }));
    await advanceEpochs(world, 2);
  });

  const build = (path: string, body: object) =>
    world.build(path, { wallet: wallet.address, include: ['receipt'], ...body });

  async function land(built: Answer['body']): Promise<void> {
    const sent = await world.post('/broadcast', await signBuild(wallet, built));
    assert.equal(sent.status, 200, sent.text);
    state.advanceSlots(3);
    assert.equal(await ledger.outcome(sent.body.signature), null);
  }

  const deactivate = (stakeAccount: string | undefined) => ({ ...NATIVE, kind: 'deactivate', stakeAccount });
  const promised = (built: Answer['body']) => BigInt(built.receipt.undo.next[0].availableAt.epoch);
  const deactivatedIn = async (account: string) =>
    BigInt((await ledger.delegation(account))?.deactivationEpoch ?? assert.fail());
  const withdraw = (stakeAccount: string | undefined) =>
    world.post('/withdraw', { wallet: wallet.address, stakeAccount });

  /**
   * Jumps to so many slots before the end, and waits until the service builds on them. A jump makes slots look short for as
   * long as it is among those that were measured: what was promised once may be another promise in the next build. Far from
   * the end slots pass meanwhile, as on a ledger that only jumps they would look short for ever.
   */
  async function approach(slots: number) {
    state.approachEpochEnd(slots);
    state.advanceSlots(2);
    const epoch = await ledger.epoch();
    const { value: newest } = await ledger.rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
    const expected = slots === NEAR ? epoch + 2n : epoch + 1n;
    const body = { wallet: wallet.address, include: ['receipt'], ...deactivate(accounts[0]) };
    const built = await until('the service has seen the slots', async () => {
      if (slots === FAR) state.advanceSlots(PASSING);
      const said = await world.post('/unstake', body);
      // A busy machine jumps slowly: the ledger may not answer in time.
      if (said.status !== 200) return undefined;
      const isSeen = BigInt(said.body.expiry.lastValidBlockHeight) >= newest.lastValidBlockHeight;
      return isSeen && promised(said.body) === expected && said.body;
    });
    return { epoch, built };
  }

  /** What all answers say of an account that cools down, and what the ledger does. */
  async function assertTold(account: string, availableIn: bigint): Promise<void> {
    const refused = await withdraw(account);
    assertProblem(refused, { slug: 'upstream_error', code: 'STAKE_NOT_INACTIVE' });
    assert.equal(refused.body.availableAt.epoch, String(availableIn));
    const positions = await until('positions are of now', async () => {
      const { body } = await world.get(`/wallets/${wallet.address}/positions`);
      const found = body.positions?.find((each: { id: string }) => each.id === account);
      return found?.state === 'deactivating' && found;
    });
    assert.equal(positions.availableAt.epoch, String(availableIn));
    assert.equal((await deactivatedIn(account)) + 1n, availableIn);
  }

  async function assertFree(account: string): Promise<void> {
    const answer = await until('its epoch has begun', async () => {
      const said = await withdraw(account);
      return said.status === 200 && said;
    });
    await land(answer.body);
    assert.equal(await ledger.delegation(account), undefined);
  }

  test('far away: what is promised at the build is when it is free, not an epoch before', async () => {
    const { epoch, built } = await approach(FAR);
    const [account = assert.fail()] = accounts;
    assert.equal(promised(built), epoch + 1n);
    assert.match(built.notes, new RegExp(`epoch ${epoch} at present`));
    await land(built);
    await assertTold(account, epoch + 1n);
    await advanceEpochs(world, 1);
    await assertFree(account);
  });

  test('near, landed before it: free an epoch before the promise, which all answers say from then on', async () => {
    const [, account = assert.fail()] = accounts;
    accounts.shift();
    const { epoch } = await approach(NEAR);
    const built = await build('/unstake', deactivate(account));
    assert.equal(promised(built), epoch + 2n);
    await land(built);
    await assertTold(account, epoch + 1n);
    await advanceEpochs(world, 1);
    await assertFree(account);
  });

  test('near, landed after it: free as promised', async () => {
    accounts.shift();
    const [account = assert.fail()] = accounts;
    const { epoch } = await approach(NEAR);
    const built = await build('/unstake', deactivate(account));
    const holding = { ...NATIVE, wallet: wallet.address, stakeAccount: account };
    const options = await world.post('/exit-options', holding);
    const way = options.body.options.find((each: { path: string }) => each.path === 'deactivate');
    assert.equal(way?.availableAt.epoch, String(epoch + 2n), options.text);
    state.advanceSlots(NEAR + 10);
    assert.equal(await ledger.epoch(), epoch + 1n);
    await land(built);
    assert.equal(promised(built), epoch + 2n);
    await assertTold(account, epoch + 2n);
    await advanceEpochs(world, 1);
    await assertFree(account);
  });

  test('near, a slow exit of raSOL: its account is free as promised, wherever it lands', async () => {
    accounts.shift();
    const { epoch } = await approach(NEAR);
    const built = await build('/unstake', { ...LIQUID, kind: 'slow', amount: '4' });
    assert.equal(promised(built), epoch + 2n);
    const account = built.receipt.undo.next[0].body.stakeAccount;
    await land(built);
    await assertTold(account, epoch + 1n);
    await advanceEpochs(world, 1);
    await assertFree(account);
  });
});
