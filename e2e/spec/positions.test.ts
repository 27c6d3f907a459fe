import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { EncodedAccount } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { EPOCH_REWARDS_ADDRESS } from '@staking-agent/chain/ledger';
import type { StakePosition } from '@staking-agent/wire';
import { assertProblem } from '../assert-answer.ts';
import { placeProgram } from '../change-account.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { signBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { startLyingNode } from '../lying-node.ts';
import { createStakePlacer } from '../place-stake.ts';
import { createPositionsClient, findPosition as find } from '../positions-client.ts';
import { startReplica } from '../replica.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { DEPLOYMENT, send, setLedgerFault, startWorld } from '../world.ts';

/** More epochs than the ledger remembers: such stake is wholly active. */
const OLD = 600n;
const STRANGER = toAddress(new Uint8Array(32).fill(77));

const world = await startWorld({ after }, {}, createHastyClock());
const ledger = createLedgerClient(world);

const { ask, land } = createPositionsClient(world);

/** Puts a stake account of 2 SOL onto the ledger, as whoever made it may have left it. */
const place = createStakePlacer(world);

const codes = ({ warnings }: StakePosition) => warnings.map(({ code }) => code);
const kinds = ({ next }: StakePosition) =>
  next.map(({ endpoint, body }) => String(Object(body).kind ?? endpoint.split('/').at(-1)));

describe('refusals', () => {
  const wallet = toAddress(new Uint8Array(32).fill(3));

  test('a program that is on no list', async () => {
    const program = toAddress(new Uint8Array(32).fill(91));
    placeProgram(world, program);
    for (const path of ['positions', 'calendar.ics']) {
      const answer = await world.get(`/wallets/${program}/${path}`);
      assertProblem(answer, { slug: 'invalid_request', code: 'ADDRESS_IS_PROGRAM', detail: /wallet/ });
    }
  });

  test('a ledger that shows no accounts', async (t) => {
    t.after(() => setLedgerFault(world, { mode: 'none' }));
    await setLedgerFault(world, { mode: '500', method: 'getMultipleAccounts' });
    const answer = await world.get(`/wallets/${wallet}/positions`);
    assertProblem(answer, { slug: 'upstream_error', code: 'LEDGER_UNAVAILABLE' });
  });
});

describe('stake accounts', () => {
  test('a wallet without any has an empty answer', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '1' });
    const { body } = await ask(wallet.address);
    assert.deepEqual([body.positions, body.totals, body.missing], [[], [], []]);
    assert.equal(body.isComplete, true);
    assert.equal(body.asOf.epoch, String(await ledger.epoch()));
  });

  test('each state has its calls, warnings and amounts, and their sum is that of the ledger', async () => {
    const { address: wallet } = await makeSandboxWallet(world, { sol: '5' });
    const epoch = await ledger.epoch();
    const made = {
      active: place(wallet),
      activating: place(wallet, { activationEpoch: epoch }),
      cooling: place(wallet, { deactivationEpoch: epoch }),
      cooled: place(wallet, { deactivationEpoch: epoch - OLD + 9n }),
      never: place(wallet, { isDelegated: false, surplus: 5n }),
      topped: place(wallet, { surplus: 2n }),
      locked: place(wallet, { lockup: epoch + 5n, deactivationEpoch: epoch - OLD + 9n }),
      elsewhere: place(wallet, { voter: STRANGER }),
      staked: place(wallet, { withdrawer: STRANGER }),
      owned: place(wallet, { staker: STRANGER, surplus: 9n }),
    };
    const answer = await ask(wallet);
    const seen = Object.entries(made).map(([name, address]) => {
      const position = find(answer, address);
      const { state, withdrawable } = position;
      return [name, state, withdrawable.baseUnits, kinds(position).join(), codes(position).join()];
    });
    assert.deepEqual(seen, [
      ['active', 'active', '0', 'deactivate,split,merge,instant', 'MERGEABLE_WITH'],
      ['activating', 'activating', '0', 'deactivate,split', ''],
      ['cooling', 'deactivating', '0', '', ''],
      ['cooled', 'withdrawable', '2001666240', 'withdraw', 'IDLE_SINCE_EPOCH'],
      ['never', 'undelegated', '2001666245', 'withdraw', ''],
      [
        ...['topped', 'active', '2', 'deactivate,split,merge,instant,withdraw'],
        'SURPLUS_NOT_EARNING,MERGEABLE_WITH',
      ],
      ['locked', 'withdrawable', '0', '', 'LOCKUP_IN_FORCE,IDLE_SINCE_EPOCH'],
      ['elsewhere', 'active', '0', 'deactivate,split', 'OTHER_VALIDATOR'],
      ['staked', 'active', '0', 'deactivate', 'NOT_WITHDRAWER'],
      ['owned', 'active', '9', 'withdraw', 'NOT_STAKER,SURPLUS_NOT_EARNING'],
    ]);
    const { staked, ...owned } = made;
    const balances = await Promise.all(Object.values(owned).map((each) => ledger.balance(each)));
    const sum = balances.reduce((total, each) => total + each, 0n);
    assert.equal(answer.body.totals[0].baseUnits, String(sum));
    const { withdrawer } = find(answer, staked).authorities;
    const [total] = (await ask(withdrawer ?? '')).body.totals;
    assert.equal(total.baseUnits, String(await ledger.balance(staked)), 'its withdrawer has it alone');
    const { availableAt } = find(answer, made.cooling);
    assert.equal(availableAt?.epoch, String(epoch + 1n));
    assert.ok(find(answer, made.locked).authorities.lockup);
    assert.equal(find(answer, made.active).authorities.lockup, null);
  });

  test('nothing is possible while rewards are being paid', async (t) => {
    const { address: wallet } = await makeSandboxWallet(world, { sol: '5' });
    const stake = place(wallet);
    const { bank } = world.sandbox.ledger;
    const before = bank.findAccount(EPOCH_REWARDS_ADDRESS);
    assert.ok(before);
    t.after(() => bank.setAccount(before));
    const data = Uint8Array.from(before.data);
    data[80] = 1;
    bank.setAccount({ ...before, data } as EncodedAccount);
    const position = find(await ask(wallet), stake);
    assert.deepEqual([kinds(position), codes(position)], [[], ['REWARDS_BEING_PAID']]);
  });

  test('every call that is named lands, and says what it brings', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '5' });
    const epoch = await ledger.epoch();
    const surplus = place(wallet.address, { surplus: 1_000_000n });
    const cooled = place(wallet.address, { deactivationEpoch: epoch - OLD + 9n });
    const fresh = place(wallet.address, { activationEpoch: epoch });
    const never = place(wallet.address, { isDelegated: false });
    const sold = place(wallet.address);
    const answer = await ask(wallet.address);
    for (const stake of [surplus, cooled, fresh, never]) {
      const { next, withdrawable } = find(answer, stake);
      const before = await ledger.balance(stake);
      const ends = next.filter(({ body }) => Object(body).kind !== 'instant').reverse();
      for (const { endpoint, body } of ends) {
        if (!/split|merge/.test(endpoint)) await land(wallet, endpoint, body);
      }
      assert.equal(before - (await ledger.balance(stake)), BigInt(withdrawable.baseUnits));
    }
    const exit = find(answer, sold).next.find(({ body }) => Object(body).kind === 'instant');
    assert.ok(exit);
    await land(wallet, exit.endpoint, exit.body);
    assert.equal(find(await ask(wallet.address), fresh).state, 'withdrawable');
    assert.equal(find(await ask(wallet.address), surplus).state, 'deactivating');
  });

  test('more than 300 are given in pages, each account once', async () => {
    const { address: wallet } = await makeSandboxWallet(world, { sol: '5' });
    const made = new Set<string>();
    for (let left = 310; left > 0; left -= 1) made.add(place(wallet));
    const first = await ask(wallet);
    assert.equal(first.body.positions.length, 300);
    const second = await ask(wallet, `cursor=${first.body.nextCursor}`);
    assert.equal(second.body.nextCursor, null);
    const ids = [...first.body.positions, ...second.body.positions].map(({ id }) => id);
    assert.deepEqual([ids.length, new Set(ids)], [310, made]);
    assert.deepEqual(second.body.totals, first.body.totals);
  });
});

describe('a node that does not search', () => {
  for (const mode of ['429', 'garbage']) {
    test(`${mode}: it is asked for the pages that providers have`, async (t) => {
      const { address: wallet } = await makeSandboxWallet(world, { sol: '5' });
      const stake = place(wallet);
      t.after(() => setLedgerFault(world, { mode: 'none' }));
      await setLedgerFault(world, { mode, method: 'getProgramAccounts' });
      const { body } = await ask(wallet);
      assert.deepEqual([body.isComplete, body.missing, body.searched], [true, [], 'all']);
      assert.deepEqual(
        body.positions.map(({ id }: { id: string }) => id),
        [stake],
      );
    });
  }

  test('in any way: the answer has what the wallet has made, says what is missing, and takes names', async (t) => {
    const node = await startLyingNode(t, world.sandbox.url);
    const service = await startReplica(t, world.sandbox, { LEDGER_RPC_URLS: node.url });
    const wallet = await makeSandboxWallet(world, { sol: '9' });
    const post = (path: string, body: object) => send('POST', `${service.url}/api/v1${path}`, body);
    const list = async (query = '') =>
      (await send('GET', `${service.url}/api/v1/wallets/${wallet.address}/positions${query}`)).body;
    const stakeAccounts: string[] = [];
    for (const form of ['keypair', 'seed']) {
      const asked = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '2' };
      const { body } = await post('/stake', { ...asked, ...(form === 'seed' && { stakeAccountForm: form }) });
      stakeAccounts.push(body.stakeAccount);
      const sent = await post('/broadcast', await signBuild(wallet, body));
      assert.equal(sent.status, 200, sent.text);
      const fate = `/transactions/${sent.body.signature}?lastValidBlockHeight=${body.expiry.lastValidBlockHeight}&wait=20`;
      assert.equal((await send('GET', `${service.url}/api/v1${fate}`)).body.status, 'landed');
    }
    const placed = place(wallet.address);
    const foreign = place(STRANGER);
    node.tell((answer) => {
      if (!answer.method.startsWith('getProgramAccounts')) return;
      answer.error = { code: -32_010, message: 'excluded from account secondary indexes' };
    });
    const ids = ({ positions }: { positions: readonly { id: string }[] }) => positions.map(({ id }) => id);
    const found = await list();
    assert.deepEqual([found.isComplete, found.missing], [false, ['stake-accounts']]);
    assert.equal(found.searched, 'history');
    assert.deepEqual(ids(found), stakeAccounts.toSorted());
    // What a transaction wrote is asked for once.
    const asked = node.counts.get('getTransaction');
    const named = await list(`?stakeAccounts=${placed},${foreign},${DEPLOYMENT.voteAccount}`);
    assert.deepEqual(ids(named), [...stakeAccounts, placed].toSorted());
    assert.equal(node.counts.get('getTransaction'), asked);
    node.tell((answer) => {
      if (!/^getProgramAccounts|^getSignaturesForAddress/.test(answer.method)) return;
      answer.error = { code: -32_601, message: 'Method not found' };
    });
    const none = await list(`?stakeAccounts=${placed}`);
    assert.deepEqual([none.isComplete, none.searched, ids(none)], [false, 'named', [placed]]);
  });
});
