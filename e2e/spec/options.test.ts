import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ExitOption, type ExitOptionsAnswer, parseAmount } from '@staking-agent/wire';
import { assertProblem } from '../assert-answer.ts';
import { changeVault } from '../change-account.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { landBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { createOptionsClient, units } from '../options-client.ts';
import { makeSandboxWallet, type SandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import { advanceEpochs, DEPLOYMENT, requestCounts, setRouterFault, startWorld } from '../world.ts';

const clock = createHastyClock();
const world = await startWorld({ after }, {}, clock, { epochsBehind: 4 });
const ledger = createLedgerClient(world);
const { stake, compareExits, compareEntries, holding, follow, holdToLedger } = createOptionsClient(
  world,
  clock,
);
const { rasolMint, rausdcMint } = DEPLOYMENT;

const find = ({ options }: ExitOptionsAnswer, path: string): ExitOption =>
  options.find((option) => option.path === path) ?? assert.fail(`${path} is listed`);

/** Fees of the vault go on meanwhile. */
const assertNear = (actual: string | undefined, expected: string) =>
  assert.ok(Math.abs(Number(actual) / Number(expected) - 1) < 1e-6, `${actual} is ${expected}`);

describe('refusals', () => {
  test('of stake accounts that are none, or of another wallet', async () => {
    const [one, other] = [
      await makeSandboxWallet(world, { sol: '3' }),
      await makeSandboxWallet(world, { sol: '3' }),
    ];
    const stakeAccount = await stake(other, 'sol-native-stake', '1');
    const native = { strategy: 'sol-native-stake', wallet: one.address };
    const strange = await world.post('/exit-options', { ...native, stakeAccount });
    assertProblem(strange, { slug: 'invalid_request', code: 'STAKE_ACCOUNT_OF_ANOTHER' });
    const wallet = await world.post('/exit-options', { ...native, stakeAccount: other.address });
    assertProblem(wallet, { slug: 'upstream_error', code: 'NOT_A_STAKE_ACCOUNT' });
    const none = await world.post('/exit-options', { ...native, stakeAccount: rasolMint.replace('H', 'J') });
    assert.ok([400, 502].includes(none.status), none.text);
  });

  test('of everything of nothing', async () => {
    const { address: wallet } = await makeSandboxWallet(world, { sol: '3' });
    for (const strategy of ['sol-liquid-stake', 'sol-leveraged-stake', 'usdc-earn']) {
      const answer = await world.post('/exit-options', { strategy, wallet, amount: 'max' });
      assertProblem(answer, { slug: 'upstream_error', code: 'INSUFFICIENT_FUNDS' });
    }
  });
});

describe('every way out, followed to its end, pays at least what was said', () => {
  let wallet: SandboxWallet;
  const accounts: string[] = [];

  before(async () => {
    wallet = await makeSandboxWallet(world, { sol: '60', usdc: '500' });
    for (let i = 0; i < 2; i += 1) accounts.push(await stake(wallet, 'sol-native-stake', '2'));
    await stake(wallet, 'sol-liquid-stake', '6');
    await stake(wallet, 'sol-leveraged-stake', '6');
    await stake(wallet, 'usdc-earn', '100');
    await advanceEpochs(world, 1);
    await until('the stakes are confirmed', async () => {
      const { body } = await world.get(`/wallets/${wallet.address}/positions`);
      clock.pass(2_001);
      return body.positions?.length === 5;
    });
  });

  for (const path of ['instant', 'deactivate']) {
    test(`sol-native-stake ${path}`, async () => {
      const stakeAccount = accounts.pop();
      const body = { strategy: 'sol-native-stake', wallet: wallet.address, stakeAccount };
      const answer = await compareExits(body);
      assert.equal(answer.of.baseUnits, String(await ledger.balance(stakeAccount ?? '')));
      assert.deepEqual([answer.fastest, answer.cheapest], ['instant', 'deactivate']);
      await holdToLedger(wallet, find(answer, path));
    });
  }

  test('sol-native-stake withdraw, of stake that never was active', async () => {
    const stakeAccount = await stake(wallet, 'sol-native-stake', '1.5');
    const body = { strategy: 'sol-native-stake', wallet: wallet.address, stakeAccount };
    const answer = await until('the account is confirmed', async () => {
      clock.pass(2_001);
      const { status, body: found } = await world.post('/exit-options', body);
      return status === 200 && (found as ExitOptionsAnswer);
    });
    const { availableAt, next } = find(answer, 'deactivate');
    assert.equal(availableAt, null);
    assert.equal(find(answer, 'instant').isAvailable, false);
    await holdToLedger(wallet, find(answer, 'deactivate'));
    assert.equal(next.length, 2);
  });

  test('sol-native-stake withdraw, for the fee that its build takes', async () => {
    const body = { wallet: wallet.address, stakeAccount: await stake(wallet, 'sol-native-stake', '1.5') };
    const exit = { strategy: 'sol-native-stake', ...body };
    await landBuild(world, wallet, await world.post('/unstake', { ...exit, kind: 'deactivate' }));
    const option = await until('the deactivation is confirmed', async () => {
      clock.pass(2_001);
      const answer = await world.post('/exit-options', exit);
      const { options = [] }: Partial<ExitOptionsAnswer> = answer.body;
      return options.find(({ path, isAvailable }) => path === 'withdraw' && isAvailable);
    });
    const built = await world.post('/withdraw', { ...body, include: ['receipt'] });
    const sum = (costs: ExitOption['costs']) => costs.reduce((all, each) => all + units(each), 0n);
    const [said, taken] = [sum(option.costs), sum(built.body.receipt.costs)];
    // No two builds bid the same; the price of a unit may rise a little while the ledger is written to.
    assert.ok(said < 2n * taken && taken < 2n * said, `${said} is said, ${taken} is taken`);
    assert.equal(units(option.receive?.expected) + said, units(built.body.receipt.receive.expected));
    await holdToLedger(wallet, option);
  });

  for (const path of ['instant', 'slow']) {
    test(`sol-liquid-stake ${path}`, async () => {
      const body = { strategy: 'sol-liquid-stake', wallet: wallet.address, amount: '2.25' };
      await holdToLedger(wallet, find(await compareExits(body), path));
    });
  }

  for (const path of ['instant', 'instant-then-instant']) {
    test(`sol-leveraged-stake ${path}`, async () => {
      const body = { strategy: 'sol-leveraged-stake', wallet: wallet.address, amount: '1.5' };
      await holdToLedger(wallet, find(await compareExits(body), path));
    });
  }

  test('sol-leveraged-stake to SOL is expected to bring what the sale of all the raSOL brings', async () => {
    const body = { strategy: 'sol-leveraged-stake', wallet: wallet.address, amount: '1.25' };
    const answer = await compareExits(body);
    const [first, both] = [find(answer, 'instant'), find(answer, 'instant-then-instant')];
    const rasol = first.receive?.expected.amount;
    const sale = { strategy: 'sol-liquid-stake', wallet: wallet.address, amount: rasol };
    const quote = await world.post('/quote', sale);
    assert.equal(quote.status, 200, quote.text);
    const bought = parseAmount(quote.body.outAmount, 9);
    assert.ok(bought.ok);
    const paid = both.costs.reduce((sum, { baseUnits }) => sum + BigInt(baseUnits), 0n);
    const [said, sold] = [units(both.receive?.expected), bought.baseUnits - paid];
    // The market may move by a trade of others in between, not by the least of the first step.
    const apart = said > sold ? said - sold : sold - said;
    assert.ok(apart * 1_000n <= sold, `${said} is said, ${sold} is right`);
    assert.ok(units(both.receive?.atLeast ?? undefined) < said);
  });

  test('usdc-earn, a part and the rest', async () => {
    const body = { strategy: 'usdc-earn', wallet: wallet.address };
    const part = await compareExits({ ...body, amount: '40' });
    await holdToLedger(wallet, find(part, 'instant'));
    const rest = await until('the part is confirmed', async () => {
      const all = await compareExits({ ...body, amount: 'max' });
      return Number(all.of.amount) < 61 && all;
    });
    await holdToLedger(wallet, find(rest, 'instant'));
    assert.equal(await ledger.tokens(wallet.address, rausdcMint), 0n);
  });
});

describe('figures', () => {
  test('haste costs what the slow way is expected to bring more, with its rewards', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '20' });
    await stake(wallet, 'sol-liquid-stake', '9');
    const body = { strategy: 'sol-liquid-stake', wallet: wallet.address, amount: 'max' };
    const answer = await until('the stake is confirmed', async () => {
      clock.pass(2_001);
      const { status, body: found } = await world.post('/exit-options', body);
      return status === 200 && (found as ExitOptionsAnswer);
    });
    const [instant, slow] = [find(answer, 'instant'), find(answer, 'slow')];
    const worth = units(slow.receive?.expected) + BigInt(slow.rewards?.baseUnits ?? 0);
    assert.equal(units(instant.costOfHaste), worth - units(instant.receive?.expected));
    assert.equal(slow.costOfHaste, null);
    const { earliest, latest } = slow.availableAt ?? {};
    assert.ok(earliest !== undefined && latest !== undefined && earliest < latest);
    assert.ok(Number(instant.costOfHaste?.perYearPercent) > 0);
  });
});

describe('what fails', () => {
  test('a router that is down closes its ways and leaves the others', async (t) => {
    t.after(() => setRouterFault(world, { mode: 'none' }));
    const wallet = await makeSandboxWallet(world, { sol: '40' });
    const stakeAccount = await stake(wallet, 'sol-native-stake', '2');
    await stake(wallet, 'sol-leveraged-stake', '4');
    await advanceEpochs(world, 1);
    const own = { wallet: wallet.address };
    await until('the stakes are confirmed', async () => {
      clock.pass(2_001);
      const { body } = await world.get(`/wallets/${wallet.address}/positions`);
      return body.positions?.length === 2;
    });
    await setRouterFault(world, { mode: '500' });
    const native = await compareExits({ ...own, strategy: 'sol-native-stake', stakeAccount });
    assert.equal(find(native, 'deactivate').isAvailable, true);
    assert.equal(find(native, 'instant').problem?.code, 'ROUTER_UNAVAILABLE');
    assert.deepEqual([native.fastest, native.cheapest], ['deactivate', 'deactivate']);
    const leveraged = await compareExits({ ...own, strategy: 'sol-leveraged-stake', amount: 'max' });
    assert.equal(find(leveraged, 'instant').isAvailable, true);
    assert.equal(find(leveraged, 'instant-then-instant').problem?.code, 'ROUTER_UNAVAILABLE');
    const liquid = await compareExits({ ...own, strategy: 'sol-liquid-stake', amount: '1' });
    assert.deepEqual([liquid.fastest, liquid.cheapest], [null, null]);
    const entries = await compareEntries({ ...own, asset: 'SOL', amount: '3' });
    assert.deepEqual(
      entries.options.map(({ isAvailable, leaveAtOnce }) => [isAvailable, leaveAtOnce === null]),
      [
        [true, false],
        [false, true],
        [true, true],
      ],
    );
  });
});

describe('entry options', () => {
  test('of ways in add up, and none is ranked', async () => {
    const { address: wallet } = await makeSandboxWallet(world, { sol: '20', usdc: '50' });
    const sol = await compareEntries({ wallet, asset: 'SOL', amount: '10' });
    assert.deepEqual(
      sol.options.map(({ strategy, isAvailable }) => [strategy, isAvailable]),
      ['sol-native-stake', 'sol-liquid-stake', 'sol-leveraged-stake'].map((key) => [key, true]),
    );
    const usdc = await compareEntries({ wallet, asset: 'USDC', amount: 'max' });
    for (const { strategy, leaveAtOnce, apyPercent, breakEvenDays, risks, receive, next } of [
      ...sol.options,
      ...usdc.options,
    ]) {
      assert.ok(leaveAtOnce !== null && receive !== null && risks.length > 1, strategy);
      const amount = units(leaveAtOnce.receive) + units(leaveAtOnce.cost);
      assert.equal(amount, strategy === 'usdc-earn' ? 50_000_000n : 10_000_000_000n);
      assert.equal(next.length, 1);
      if (apyPercent === null) {
        assert.equal(breakEvenDays, null);
        continue;
      }
      const days = Number(units(leaveAtOnce.cost)) / ((Number(amount) * apyPercent) / 100 / 365);
      assert.ok(Number(breakEvenDays) - days >= 0 && Number(breakEvenDays) - days <= 0.11, `${days}`);
    }
  });

  test('of ways in that a wallet lacks the funds for name what it lacks', async () => {
    const { address: wallet } = await makeSandboxWallet(world, { sol: '1' });
    for (const [asset, amount] of [
      ['SOL', '3'],
      ['USDC', '30'],
    ]) {
      const { options } = await compareEntries({ wallet, asset, amount });
      for (const { strategy, problem, next } of options) {
        // A native stake is built without a look at the wallet.
        if (strategy === 'sol-native-stake') continue;
        assert.equal(problem?.code, 'INSUFFICIENT_FUNDS');
        assert.deepEqual(next, []);
      }
    }
  });

  test('of ways in hold when they are gone', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '30', usdc: '40' });
    const own = { wallet: wallet.address };
    const sol = await compareEntries({ ...own, asset: 'SOL', amount: '3' });
    const usdc = await compareEntries({ ...own, asset: 'USDC', amount: '30' });
    for (const { strategy, receive, next } of [...sol.options.slice(1), ...usdc.options]) {
      const received = receive?.expected.asset ?? assert.fail();
      const had = await holding(wallet.address, received);
      await follow(wallet, next[0] ?? assert.fail(), undefined);
      const gained = (await holding(wallet.address, received)) - had;
      assert.ok(gained >= units(receive?.atLeast), `${strategy}: ${gained}`);
    }
  });

  test('and receipts tell how little comes back while a vault keeps profit locked', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '60', usdc: '2000' });
    const own = { wallet: wallet.address };
    for (const [strategy, asset, amount, vault] of [
      ['usdc-earn', 'USDC', '1000', DEPLOYMENT.usdcVault],
      ['sol-leveraged-stake', 'SOL', '30', DEPLOYMENT.leveraged.vault],
    ] as const) {
      // A hundredth; in the slots of this test it unlocks less than a base unit.
      changeVault(world, vault, ({ vaultConfiguration, ...rest }) => ({
        ...rest,
        vaultConfiguration: { ...vaultConfiguration, lockedProfitDegradationDuration: 2n ** 62n },
        lockedProfitState: { lastUpdatedLockedProfit: rest.asset.totalValue / 100n, lastReport: 1n },
      }));
      const { options } = await compareEntries({ ...own, asset, amount });
      const { leaveAtOnce } = options.find((each) => each.strategy === strategy) ?? assert.fail();
      const built = await world.post('/stake', { ...own, strategy, amount, include: ['receipt'] });
      const { description, next } = built.body.receipt.undo;
      const [, back = '', put = ''] = /pay ([\d.]+) of (?:the|these) ([\d.]+) /.exec(description) ?? [];
      assert.doesNotMatch(description, /all of it/);
      const loss = 1 - Number(back) / Number(put);
      assert.ok(0.009 < loss && loss < 0.011, description);
      if (asset === 'USDC') assertNear(leaveAtOnce?.receive.amount, back);
      else assert.ok(Number(leaveAtOnce?.cost.amount) / Number(amount) > 0.009);
      await landBuild(world, wallet, built);
      const exits = await compareExits({ ...own, strategy, amount: 'max' });
      assertNear(find(exits, 'instant').receive?.expected.amount, back);
      await follow(wallet, next[0] ?? assert.fail(), undefined);
    }
  });

  test('of crumbs: neither receipt nor positions name an exit that is refused', async () => {
    for (const [strategy, amount] of [
      ['sol-liquid-stake', '0.000000005'],
      ['usdc-earn', '0.000001'],
    ] as const) {
      const wallet = await makeSandboxWallet(world, { sol: '1', usdc: '5' });
      const own = { strategy, wallet: wallet.address };
      const built = await world.post('/stake', { ...own, amount, include: ['receipt'] });
      await landBuild(world, wallet, built);
      const { isPossible, description, next } = built.body.receipt.undo;
      assert.deepEqual([isPossible, next], [false, []], description);
      const position = await until('the stake is confirmed', async () => {
        clock.pass(2_001);
        const { body } = await world.get(`/wallets/${wallet.address}/positions`);
        return body.positions?.[0];
      });
      assert.deepEqual(position.next, []);
      assert.equal(position.warnings[0]?.code, 'EXIT_NOT_POSSIBLE');
    }
  });

  test('asking often costs the router nothing', async () => {
    const { address: wallet } = await makeSandboxWallet(world, { sol: '3' });
    const body = { wallet, asset: 'SOL', amount: '1.5' };
    const orders = async () =>
      Object.entries(await requestCounts(world, 'router')).reduce((sum, [, count]) => sum + count, 0);
    clock.pass(2_001);
    await world.post('/entry-options', body);
    const before = await orders();
    const again = await Promise.all(Array.from({ length: 5 }, () => world.post('/entry-options', body)));
    for (const { status } of again) assert.equal(status, 200);
    assert.equal(await orders(), before);
  });
});
