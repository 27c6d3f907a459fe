import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Address } from '@solana/kit';
import { findLendingAccountPda } from '@staking-agent/chain/lending';
import type { Wallet } from '@staking-agent/dev';
import { OPERATIONS } from '@staking-agent/wire';
import { Check } from 'typebox/value';
import { assertProblem } from '../assert-answer.ts';
import { createOwner, holdToLedger, type Owner, type Path } from '../hold-to-ledger.ts';
import { createLedgerClient } from '../ledger-client.ts';
import {
  advanceEpochs,
  createCleanup,
  createFundedWallet,
  DEPLOYMENT,
  fundUsdc,
  startWorld,
  type World,
} from '../world.ts';

const NATIVE = { strategy: 'sol-native-stake' };
const LIQUID = { strategy: 'sol-liquid-stake' };
const LEVERAGED = { strategy: 'sol-leveraged-stake' };
const EARN = { strategy: 'usdc-earn' };
const RESERVE = 'unpXTU2Ndrc7WWNyEhQWe4udTzSibLPi25SXv2xbCHQ';
const INCLUDE = ['receipt', 'explanation'];
/** Codes of the warnings of builds, by how their names begin. */
const WARNED: Readonly<Record<string, readonly string[]>> = {
  'liquid stake': ['MINIMUM_AT_RATE'],
  'leveraged st': ['LEVERAGE'],
};

describe('receipts', () => {
  let world: World;
  let wallet: Wallet;
  let owner: Owner;
  let stakes: string[];
  const cleanup = createCleanup();

  before(async () => {
    // A fee that was never charged yet: no figure rests on a constant.
    world = await startWorld(cleanup, {}, {}, { signatureFee: 8_000n });
    wallet = await createFundedWallet(world, '9000');
    owner = createOwner(world, wallet);
    await fundUsdc(world, wallet, '50000000');
    stakes = [await owner.stakeNative('5'), await owner.stakeNative('6'), await owner.stakeNative('7')];
    for (const amount of ['8', '3', '2']) stakes.push(await owner.stakeNative(amount));
    await advanceEpochs(world, 1);
    const leave = { ...NATIVE, kind: 'deactivate', stakeAccount: stakes[0] };
    await owner.broadcast(await owner.build('/unstake', leave));
    await advanceEpochs(world, 1);
  });

  const exit = (of: object, amount: string) => ({ ...of, kind: 'instant', amount });
  const cases: readonly (readonly [name: string, path: Path, body: () => object | Promise<object>])[] = [
    ['native stake', '/stake', () => ({ ...NATIVE, amount: '1.5' })],
    ['native stake with seed', '/stake', () => ({ ...NATIVE, amount: '2', stakeAccountForm: 'seed' })],
    ['withdraw of a part', '/withdraw', () => ({ stakeAccount: stakes[0], lamports: 1_000_000_000 })],
    ['withdraw', '/withdraw', () => ({ stakeAccount: stakes[0] })],
    ['native deactivate', '/unstake', () => ({ ...NATIVE, kind: 'deactivate', stakeAccount: stakes[1] })],
    ['native instant', '/unstake', () => ({ ...NATIVE, kind: 'instant', stakeAccount: stakes[2] })],
    ['split', '/split', () => ({ stakeAccount: stakes[3], amount: '2.5' })],
    ['split that cools down', '/split', () => ({ stakeAccount: stakes[3], amount: '1', then: 'deactivate' })],
    ['merge', '/merge', () => ({ into: stakes[3], from: [stakes[4], stakes[5]] })],
    ['liquid stake into a new account', '/stake', () => ({ ...LIQUID, amount: '20' })],
    ['liquid stake', '/stake', () => ({ ...LIQUID, amount: '3.25' })],
    ['liquid instant', '/unstake', () => exit(LIQUID, '4')],
    ['liquid slow', '/unstake', () => ({ ...LIQUID, kind: 'slow', amount: '5' })],
    ['leveraged stake into new accounts', '/stake', () => ({ ...LEVERAGED, amount: '4000' })],
    ['leveraged stake', '/stake', () => ({ ...LEVERAGED, amount: '6' })],
    ['leveraged exit', '/unstake', () => exit(LEVERAGED, '1')],
    ['leveraged flash exit', '/unstake', () => exit(LEVERAGED, '1500')],
    ['a second flash exit', '/unstake', () => exit(LEVERAGED, '700')],
    ['USDC stake into a new account', '/stake', () => ({ ...EARN, amount: '40000000' })],
    ['USDC stake', '/stake', () => ({ ...EARN, amount: '250.000001' })],
    ['USDC exit', '/unstake', () => exit(EARN, '20')],
    // The manager lends the deposit, all but the buffer.
    [
      'USDC exit over strategies',
      '/unstake',
      () => advanceEpochs(world, 1).then(() => exit(EARN, '30000000')),
    ],
    ['USDC exit of all', '/unstake', () => ({ ...EARN, kind: 'instant', isWithdrawAll: true })],
  ];
  /** What the router orders is told from a simulation, all else from the ledger. */
  const isSimulated = (name: string) => name.startsWith('liquid') || name === 'native instant';
  for (const [name, path, body] of cases) {
    test(`${name}: what the receipt says is what the ledger does`, async () => {
      const built = await owner.build(path, { ...(await body()), include: INCLUDE });
      assert.equal(built.status, 200, built.text);
      const { responses } = OPERATIONS[path.slice(1) as 'stake'];
      assert.ok(
        Object.values(responses).some((schema) => Check(schema, built.body)),
        built.text,
      );
      const receipt = await holdToLedger(owner, wallet.address, built);
      assert.equal(receipt.basis, isSimulated(name) ? 'simulated' : 'computed');
      assert.deepEqual(
        receipt.warnings.map(({ code }) => code),
        receipt.receive?.atLeast === null
          ? ['NO_MINIMUM']
          : (WARNED[name.slice(0, 'liquid stake'.length)] ?? []),
      );
      assert.notEqual(receipt.receive?.atLeast?.baseUnits, '0');
      const { explanation, transaction } = built.body;
      assert.equal(explanation.bytes, Buffer.from(transaction, 'base64').length);
      assert.equal(explanation.feePayer, wallet.address);
    });
  }

  test('a stake into the leveraged vault warns of its loan, by the figures of the ledger', async () => {
    const built = await owner.build('/stake', { ...LEVERAGED, amount: '2', include: INCLUDE });
    const { leverage } = (await world.get('/strategies/sol-leveraged-stake/facts')).body;
    const [warning = assert.fail()] = built.body.receipt.warnings;
    const loan = new RegExp(
      `it owes ${leverage.debt.amount} SOL against ${leverage.collateral.amount} raSOL: each percent .* takes (\\S+) % of its worth, and (\\S+) % below`,
    );
    const [, multiple, distance] = loan.exec(warning.detail) ?? assert.fail(warning.detail);
    assert.ok(Math.abs(Number(multiple) - Number(leverage.multiple)) <= 0.011, warning.detail);
    assert.ok(Math.abs(Number(distance) - Number(leverage.distancePercent)) <= 0.011, warning.detail);
    assert.match(warning.detail, /loses its peg.* may then liquidate.* All that you put in can be lost/);
  });

  test("an exit through the router's Reserve says that it has no minimum", async () => {
    const own = await owner.stakeNative('5');
    await advanceEpochs(world, 1);
    const ask = { ...NATIVE, kind: 'instant', stakeAccount: own, include: INCLUDE };
    const built = await owner.build('/unstake', ask);
    assert.match(
      built.body.notes,
      /The whole stake account is given up for SOL, all 5\.\d+ SOL that it holds\./,
    );
    const isReserve = JSON.stringify(built.body.explanation).includes(RESERVE);
    const { receive, warnings } = await holdToLedger(owner, wallet.address, built);
    assert.equal(receive?.atLeast === null, isReserve, JSON.stringify(built.body.router_order));
    assert.equal(warnings.length, isReserve ? 1 : 0);
  });

  test('an exit of native stake with minReceive demands it in its bytes, and is refused where that is too much', async () => {
    const own = await owner.stakeNative('5');
    await advanceEpochs(world, 1);
    const ask = { ...NATIVE, kind: 'instant', stakeAccount: own, include: INCLUDE };
    const built = await owner.build('/unstake', { ...ask, minReceive: '4.9' });
    assert.equal(JSON.stringify(built.body.explanation).includes(RESERVE), false);
    assertProblem(await owner.build('/unstake', { ...ask, minReceive: '5.01' }), {
      slug: 'upstream_error',
      code: 'PRICE_OUT_OF_BOUNDS',
      detail: /at least 5\.01 SOL must arrive/,
    });
    const { receive, warnings } = await holdToLedger(owner, wallet.address, built);
    assert.ok(BigInt(receive?.atLeast?.baseUnits ?? 0) >= 4_900_000_000n, JSON.stringify(receive));
    assert.deepEqual(warnings, []);
  });

  test('a first exit through a flash loan says that it has no minimum, the second one has one', async () => {
    const fresh = await createFundedWallet(world, '5000');
    const leaver = createOwner(world, fresh);
    await leaver.broadcast(await leaver.build('/stake', { ...LEVERAGED, amount: '4000' }));
    await advanceEpochs(world, 1);
    const ledger = createLedgerClient(world);
    const wrapped = () => ledger.tokens(fresh.address, DEPLOYMENT.solMint);
    const exit = async () => {
      const ask = { ...LEVERAGED, kind: 'instant', amount: '1500', include: INCLUDE };
      const before = await wrapped();
      const built = await leaver.build('/unstake', ask);
      const receipt = await holdToLedger(leaver, fresh.address, built);
      const left = receipt.changes.find(({ asset, direction }) => asset === 'SOL' && direction === 'in');
      assert.equal(String((await wrapped()) - before), left?.baseUnits);
      assert.match(receipt.summary, new RegExp(`About ${left?.amount} SOL is left over as wrapped SOL`));
      return receipt;
    };
    const first = await exit();
    assert.equal(first.receive?.atLeast, null);
    assert.deepEqual(
      first.warnings.map(({ code }) => code),
      ['NO_MINIMUM'],
    );
    // What the wallet gets back when it closes the two accounts is no price of the raSOL.
    const rents = first.costs.filter(({ kind }) => kind === 'rent');
    assert.deepEqual(
      rents.map(({ isRefundable }) => isRefundable),
      [true, true],
    );
    const { lending } = DEPLOYMENT.leveraged;
    const [lendingAccount] = findLendingAccountPda({ ...lending, authority: fresh.address as Address });
    assert.equal(rents.filter(({ account }) => account === lendingAccount).length, 1);
    const { receive, warnings, costs } = await exit();
    assert.ok(costs.every(({ kind }) => kind !== 'rent'));
    const expected = BigInt(receive?.expected.baseUnits ?? 0);
    assert.equal(receive?.atLeast?.baseUnits, String((expected * 995n) / 1_000n));
    assert.deepEqual(warnings, []);
  });

  test('the calls that undo a stake, in order, get the wallet out', async () => {
    for (const [strategy, amount] of [
      ['sol-native-stake', '2'],
      ['sol-liquid-stake', '2'],
      ['sol-leveraged-stake', '3'],
      ['usdc-earn', '100'],
    ]) {
      const built = await owner.build('/stake', { strategy, amount, include: ['receipt'] });
      await owner.broadcast(built);
      const { isPossible, next } = built.body.receipt.undo;
      assert.ok(isPossible && next.length > 0);
      for (const { endpoint, body } of next) {
        await owner.broadcast(await world.post(endpoint.replace('/api/v1', ''), body));
      }
    }
  });

  test('the withdrawal that completes a slow exit lands in the epoch that was named', async () => {
    const built = await owner.build('/unstake', {
      ...LIQUID,
      kind: 'slow',
      amount: '3',
      include: ['receipt'],
    });
    await owner.broadcast(built);
    const [{ endpoint, body, availableAt }] = built.body.receipt.undo.next;
    const path = endpoint.replace('/api/v1', '');
    assertProblem(await world.post(path, body), { slug: 'upstream_error', code: 'STAKE_NOT_INACTIVE' });
    await advanceEpochs(world, 1);
    assert.equal(availableAt.epoch, String(await createLedgerClient(world).epoch()));
    await owner.broadcast(await world.post(path, body));
  });

  test('a wallet that holds too little is warned before it signs', async () => {
    const poor = await createFundedWallet(world, '1.5');
    const ask = { ...NATIVE, wallet: poor.address, include: ['receipt'] };
    const warned = async (amount: string) => {
      const { body } = await world.post('/stake', { ...ask, amount });
      return body.receipt.warnings.map(({ code }: { code: string }) => code);
    };
    assert.deepEqual(await warned('1.5'), ['WALLET_TOO_POOR']);
    const rest = (1_500_000_000n - 1_666_240n - 10_000n) / 1_000n;
    assert.deepEqual(await warned(`1.${String(rest).slice(1)}`), ['WALLET_TOO_POOR']);
    assert.deepEqual(await warned('1.49766'), ['NO_SOL_FOR_EXIT']);
    assert.deepEqual(await warned('1.4'), []);
  });

  test('an exit in USDC by a wallet that has closed its account pays the rent of a new one', async () => {
    await owner.broadcast(await owner.build('/stake', { ...EARN, amount: '10' }));
    const exit = { ...EARN, kind: 'instant', include: INCLUDE };
    const { changes } = (await owner.build('/unstake', { ...exit, amount: '1' })).body.receipt;
    const arrival = changes.find(({ direction }: { direction: string }) => direction === 'in').account;
    const { bank } = world.sandbox.ledger;
    const account = bank.findAccount(arrival) ?? assert.fail('it is there');
    bank.setAccount({ ...account, lamports: 0n as typeof account.lamports, data: new Uint8Array() });
    const { costs } = await holdToLedger(
      owner,
      wallet.address,
      await owner.build('/unstake', { ...exit, amount: '2' }),
    );
    assert.equal(costs.filter((cost) => cost.account === arrival).length, 1);
  });
});
