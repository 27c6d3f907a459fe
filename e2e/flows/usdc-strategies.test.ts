import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, beforeEach, describe, test } from 'node:test';
import {
  type Address,
  type EncodedAccount,
  getAddressDecoder,
  getAddressEncoder,
  lamports,
} from '@solana/kit';
import { LOOKUP_TABLE_PROGRAM_ADDRESS } from '@staking-agent/chain/ledger';
import {
  decodeKaminoReserve,
  decodeKaminoVault,
  findAdaptorAddReceiptPda,
  findDirectWithdrawInitReceiptPda,
  findStrategyInitReceiptPda,
  findVaultIdleTokenAccount,
  findVaultStrategyAuthPda,
  getAdaptorAddReceiptDecoder,
  getAdaptorAddReceiptEncoder,
  getStrategyInitReceiptDecoder,
  pickKaminoReserve,
} from '@staking-agent/chain/vault';
import type { Wallet } from '@staking-agent/dev';
import { UsdcInstantAnswer, UsdcStakeAnswer } from '@staking-agent/wire';
import { writeKaminoReserve, writeKaminoVault } from '../../packages/chain/test/kamino-accounts.ts';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { changeData, configureVault, setTokens } from '../change-account.ts';
import { decodeTransaction } from '../decode-transaction.ts';
import { land } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import {
  advanceEpochs,
  createCleanup,
  createFundedWallet,
  DEPLOYMENT,
  deployWith,
  fundUsdc,
  requestCounts,
  setVaultFault,
  startWorld,
  type World,
} from '../world.ts';

const { usdcMint, rausdcMint, usdcVault, usdcStrategies } = DEPLOYMENT;
const { adaptors } = usdcStrategies ?? assert.fail('the sandbox lists its strategies');
const [first = assert.fail(), second = assert.fail()] = adaptors;
const USDC = 1_000_000n;
const STRATEGY = 'instant_withdraw_strategy';
const IDLE = 'instant_withdraw_vault';

/** Writes a lookup table in use, with addresses. */
function writeLookupTable(keys: readonly Address[]) {
  const data = new Uint8Array(56 + 32 * keys.length);
  new DataView(data.buffer).setUint32(0, 1, true);
  data.fill(0xff, 4, 12);
  for (const [index, each] of keys.entries()) data.set(getAddressEncoder().encode(each), 56 + 32 * index);
  return { owner: LOOKUP_TABLE_PROGRAM_ADDRESS, data };
}

const cleanup = createCleanup();
let world: World;
let wallet: Wallet;

const post = (path: string, body: object) =>
  world.post(path, { strategy: 'usdc-earn', wallet: wallet.address, ...body });
const unstake = (body: object) => post('/unstake', { kind: 'instant', ...body });
const tokens = (mint: Address) => createLedgerClient(world).tokens(wallet.address, mint);
const idleAccount = () => findVaultIdleTokenAccount({ vault: usdcVault, assetMint: usdcMint });

/** Puts all USDC of the wallet into the vault, whose manager then lends it. */
async function invest(on = world): Promise<void> {
  const usdc = await createLedgerClient(on).tokens(wallet.address, usdcMint);
  const amount = `${usdc / USDC}.${String(usdc % USDC).padStart(6, '0')}`;
  const build = await on.post('/stake', { strategy: 'usdc-earn', wallet: wallet.address, amount });
  assertOk(build, UsdcStakeAnswer);
  await land(on, wallet, build.body);
  await advanceEpochs(on, 2);
}

/** What pays an exit, by the vault's instructions in it. */
function payments(transaction: string): string[] {
  return decodeTransaction(transaction)
    .instructions.map(({ name }) => name)
    .filter((name) => name.startsWith('instant_withdraw'));
}

async function readPosition(strategy: Address): Promise<bigint> {
  const [receipt] = await findStrategyInitReceiptPda({ vault: usdcVault, strategy });
  const account = world.sandbox.ledger.findAccount(receipt) ?? assert.fail();
  return getStrategyInitReceiptDecoder().decode(account.data).positionValue;
}

describe('USDC that is lent out', () => {
  const key = (name: string) => getAddressDecoder().decode(createHash('sha256').update(name).digest());

  // Given a wallet that owns most of a vault whose manager has put all but 0.00005 % to work in two strategies
  before(async () => {
    world = await startWorld(cleanup);
    wallet = await createFundedWallet(world, '1');
    await fundUsdc(world, wallet, '40000000');
  });
  beforeEach(async () => {
    if ((await tokens(usdcMint)) > 0n) await invest();
  });

  /** Changes an account while something happens. */
  async function whileChanged(
    address: Address,
    change: (account: EncodedAccount) => EncodedAccount,
    act: () => Promise<void>,
  ): Promise<void> {
    const { ledger } = world.sandbox;
    const before = ledger.findAccount(address) ?? assert.fail(`There is no ${address}.`);
    ledger.bank.setAccount(change(before));
    await act().finally(() => ledger.bank.setAccount(before));
  }

  describe('an exit from a vault with nearly everything at work', () => {
    test('is built here, while the provider is away', async () => {
      await setVaultFault(world, { mode: '500' });
      const exit = await unstake({ amount: '25000000' });
      assertOk(exit, UsdcInstantAnswer);
      assert.equal((await requestCounts(world, 'vault'))['direct-withdraw'], undefined);
      await setVaultFault(world, { mode: 'none' });
    });

    for (const [name, amount, paid] of [
      ['one base unit beyond', '0.000001', [STRATEGY]],
      ['a hundred USDC', '100', [STRATEGY]],
      ['half, by one strategy', '20000000', [STRATEGY]],
      ['more than one strategy has', '35000000', [STRATEGY, STRATEGY]],
    ] as const) {
      test(`of ${name} pays exactly that`, async () => {
        setTokens(world, await idleAccount(), 0n);
        const [shares, before] = [await tokens(rausdcMint), await tokens(usdcMint)];
        const exit = await unstake({ amount });
        assertOk(exit, UsdcInstantAnswer);
        assert.deepEqual(payments(exit.body.transaction), paid);
        await land(world, wallet, exit.body);
        assert.equal((await tokens(usdcMint)) - before, BigInt(Math.round(Number(amount) * 1e6)));
        assert.ok((await tokens(rausdcMint)) < shares);
      });
    }

    test('of everything leaves no raUSDC, over both strategies', async () => {
      const exit = await unstake({ isWithdrawAll: true });
      assertOk(exit, UsdcInstantAnswer);
      assert.deepEqual(payments(exit.body.transaction), [STRATEGY, STRATEGY]);
      await land(world, wallet, exit.body);
      assert.equal(await tokens(rausdcMint), 0n);
      assert.ok((await tokens(usdcMint)) > 40_000_000_000_000n);
    });

    for (const [name, find, change] of [
      [
        'may not be withdrawn from directly',
        findDirectWithdrawInitReceiptPda,
        (account: EncodedAccount) => ({ ...account, programAddress: usdcMint }),
      ],
      [
        'is closed',
        findStrategyInitReceiptPda,
        (account: EncodedAccount) => ({ ...account, data: new Uint8Array() }),
      ],
    ] as const) {
      test(`leaves out a strategy that ${name}`, async () => {
        const [receipt] = await find({ vault: usdcVault, strategy: first.strategy });
        const before = await readPosition(second.strategy);
        await whileChanged(receipt, change, async () => {
          const exit = await unstake({ amount: '1000000' });
          assertOk(exit, UsdcInstantAnswer);
          await land(world, wallet, exit.body);
        });
        assert.equal(await readPosition(second.strategy), before - 1_000_000n * USDC);
      });
    }

    test('leaves out strategies of an adaptor that is new, and asks the provider', async () => {
      const [receipt] = await findAdaptorAddReceiptPda({ vault: usdcVault, adaptorProgram: first.program });
      const encoder = getAdaptorAddReceiptEncoder();
      const lastUpdatedEpoch = world.sandbox.ledger.epoch();
      const renew = (account: EncodedAccount) => ({
        ...account,
        data: Uint8Array.from(
          encoder.encode({ ...getAdaptorAddReceiptDecoder().decode(account.data), lastUpdatedEpoch }),
        ),
      });
      const asked = async () => (await requestCounts(world, 'vault'))['direct-withdraw'] ?? 0;
      const before = await asked();
      await whileChanged(receipt, renew, async () => {
        assertProblem(await unstake({ amount: '1000000' }), { slug: 'upstream_error' });
      });
      assert.equal(await asked(), before + 1);
    });

    test('passes with withdrawals from idle funds switched off alone, even of an amount that lies idle', async () => {
      configureVault(world, usdcVault, { disabledOperations: 2 });
      const exit = await unstake({ amount: '1' });
      assertOk(exit, UsdcInstantAnswer);
      assert.deepEqual(payments(exit.body.transaction), [STRATEGY]);
      await land(world, wallet, exit.body);
      configureVault(world, usdcVault, { disabledOperations: 0 });
    });

    test('is bound by minReceive', async () => {
      assertProblem(await unstake({ isWithdrawAll: true, minReceive: '41000000' }), {
        slug: 'upstream_error',
        code: 'PRICE_OUT_OF_BOUNDS',
      });
      assertOk(await unstake({ isWithdrawAll: true, minReceive: '40000000' }), UsdcInstantAnswer);
    });

    test('of more than both strategies have takes the rest from the idle funds', async () => {
      // Half of each is lent elsewhere, and 5,000 USDC lie idle
      const lent = (await readPosition(first.strategy)) + (await readPosition(second.strategy));
      setTokens(world, await idleAccount(), 5_000n * USDC);
      for (const { strategy } of [first, second]) await halve(strategy);
      const asked = lent / 2n / USDC + 4_000n;
      const exit = await unstake({ amount: String(asked) });
      assertOk(exit, UsdcInstantAnswer);
      assert.deepEqual(payments(exit.body.transaction), [STRATEGY, STRATEGY, IDLE]);
      const before = await tokens(usdcMint);
      await land(world, wallet, exit.body);
      assert.equal(await tokens(usdcMint), before + asked * USDC);
    });
  });

  test('accounts that no message without a lookup table holds are taken from the deployment’s table', async (t) => {
    // Given adaptors that want six accounts more each
    const more = adaptors.map((adaptor, at) => ({
      ...adaptor,
      accounts: [
        ...adaptor.accounts.map(({ account }) => ({ account, writable: true })),
        { account: 'wallet' },
        { account: 'walletUsdc' },
        ...Array.from({ length: 4 }, (_, index) => ({ account: key(`${at} ${index}`) })),
      ],
    }));
    const { lookupTables } = usdcStrategies ?? assert.fail();
    const large = await startWorld(t, deployWith(t, { usdcStrategies: { adaptors: more, lookupTables } }));
    wallet = await createFundedWallet(large, '1');
    await fundUsdc(large, wallet, '40000000');
    await invest(large);
    const exit = { strategy: 'usdc-earn', wallet: wallet.address, kind: 'instant' };
    const one = await large.post('/unstake', { ...exit, amount: '20000000' });
    assertOk(one, UsdcInstantAnswer);
    assert.equal(decodeTransaction(one.body.transaction).lookupTables, 0);
    const all = await large.post('/unstake', { ...exit, isWithdrawAll: true });
    assertOk(all, UsdcInstantAnswer);
    assert.equal(decodeTransaction(all.body.transaction).lookupTables, 1);
    await land(large, wallet, all.body);
    assert.equal(await createLedgerClient(large).tokens(wallet.address, rausdcMint), 0n);
  });

  describe('adaptors whose accounts have changed since the deployment was written', () => {
    const fresh = ({ accounts, ...adaptor }: (typeof adaptors)[number]) => ({
      ...adaptor,
      accounts: accounts.map(({ account }) => ({ account, writable: true })),
    });
    const stale = (adaptor: (typeof adaptors)[number]) => ({
      ...fresh(adaptor),
      accounts: fresh(adaptor).accounts.toReversed(),
    });
    const { lookupTables } = usdcStrategies ?? assert.fail();
    const startWith = async (t: Parameters<typeof startWorld>[0], listed: object[]) => {
      const changed = await startWorld(
        t,
        deployWith(t, { usdcStrategies: { adaptors: listed, lookupTables } }),
      );
      wallet = await createFundedWallet(changed, '1');
      await fundUsdc(changed, wallet, '40000000');
      await invest(changed);
      return changed;
    };
    const exit = () => ({ strategy: 'usdc-earn', wallet: wallet.address, kind: 'instant' });

    test('one is left out, the other pays, and the provider is not asked', async (t) => {
      // Both have half of it: the larger one is asked first, whichever that is.
      for (const listed of [
        [stale(first), fresh(second)],
        [fresh(first), stale(second)],
      ]) {
        const changed = await startWith(t, listed);
        const build = await changed.post('/unstake', { ...exit(), amount: '15000000' });
        assertOk(build, UsdcInstantAnswer);
        await land(changed, wallet, build.body);
        assert.equal(await createLedgerClient(changed).tokens(wallet.address, usdcMint), 15_000_000n * USDC);
        assert.equal((await requestCounts(changed, 'vault'))['direct-withdraw'], undefined);
      }
    });

    test('both are: the provider pays, and without it the answer says how the own exit fails', async (t) => {
      const changed = await startWith(t, [stale(first), stale(second)]);
      const build = await changed.post('/unstake', { ...exit(), amount: '10000000' });
      assertOk(build, UsdcInstantAnswer);
      assert.equal((await requestCounts(changed, 'vault'))['direct-withdraw'], 1);
      await setVaultFault(changed, { mode: '500' });
      assertProblem(await changed.post('/unstake', { ...exit(), amount: '10000000' }), {
        slug: 'upstream_error',
        code: 'SIMULATION_FAILED',
      });
      await land(changed, wallet, build.body);
      assert.equal(await createLedgerClient(changed).tokens(wallet.address, usdcMint), 10_000_000n * USDC);
    });
  });

  test('accounts that a Kamino vault has picked are read at the build, and its lookup table used', async (t) => {
    const picking = adaptors.map(({ program, strategy, accounts }) => ({
      program,
      strategy,
      accounts: accounts.map(({ account }) => ({ account, writable: true })),
      picks: 'kamino-vault',
    }));
    const { lookupTables } = usdcStrategies ?? assert.fail();
    const live = await startWorld(t, deployWith(t, { usdcStrategies: { adaptors: picking, lookupTables } }));
    wallet = await createFundedWallet(live, '1');
    await fundUsdc(live, wallet, '40000000');
    await invest(live);
    const write = (
      address: Address,
      { owner, data }: { readonly owner: Address; readonly data: Uint8Array },
    ) =>
      live.sandbox.ledger.bank.setAccount({
        address,
        programAddress: owner,
        data,
        lamports: lamports(1_000_000_000n),
        executable: false,
        space: BigInt(data.length),
      });
    const lend = (name: string, available: bigint) => {
      const facts = { market: key(`${name} market`), liquidityAccount: key(`${name} liquidity`) };
      const amounts = { shares: 1_000n, available, borrowed: 50_000_000n * USDC - available };
      write(key(name), writeKaminoReserve({ ...facts, sharesMint: key(`${name} mint`), ...amounts }));
      return { reserve: key(name), sharesAccount: key(`${name} shares`), shares: 1_000n };
    };
    const exit = { strategy: 'usdc-earn', wallet: wallet.address, kind: 'instant', amount: '12000000' };
    // Not yet a Kamino vault: nothing is known to pay.
    await setVaultFault(live, { mode: '500' });
    assertProblem(await live.post('/unstake', exit), { slug: 'upstream_error' });

    // Both vaults can give nearly 10 million back at once, though more is lent to them.
    for (const { strategy } of picking) {
      const lent = [lend(`little ${strategy}`, 5n), lend(`much ${strategy}`, 9_999_999n * USDC)];
      const lookupTable = key(`table ${strategy}`);
      write(strategy, writeKaminoVault({ available: 0n, lookupTable, lent }));
      const [lender] = findVaultStrategyAuthPda({ vault: usdcVault, strategy });
      const read = (address: Address) => {
        const { programAddress: owner, data } = live.sandbox.ledger.findAccount(address) ?? assert.fail();
        return { owner, data: Uint8Array.from(data) };
      };
      const vault = decodeKaminoVault(read(strategy)) ?? assert.fail();
      const reserves = lent.map(({ reserve }) => decodeKaminoReserve(read(reserve)));
      const pick = pickKaminoReserve(strategy, vault, lender, reserves) ?? assert.fail();
      write(lookupTable, writeLookupTable(pick.accounts.map(({ account }) => account)));
    }
    const build = await live.post('/unstake', exit);
    assertOk(build, UsdcInstantAnswer);
    assert.deepEqual(payments(build.body.transaction), [STRATEGY, STRATEGY]);
    await land(live, wallet, build.body);
    assert.equal(await createLedgerClient(live).tokens(wallet.address, usdcMint), 12_000_000n * USDC);
    // What can be had back now bounds the exit; the rest would be the provider's.
    const more = await live.post('/unstake', { ...exit, amount: '25000000' });
    assertProblem(more, { slug: 'upstream_error', code: 'VAULT_PROVIDER_UNAVAILABLE' });

    const told = await live.post('/stake', {
      ...{ strategy: 'usdc-earn', wallet: wallet.address, amount: '12000000', include: ['receipt'] },
    });
    assertOk(told, UsdcStakeAnswer);
    assert.match(
      told.body.receipt?.undo.description ?? '',
      /Today it would pay 1\d{7}[.\d]* of these 12000000 USDC at once, out of 2 strategies/,
    );
  });

  /** Lets a vault forget half of what a strategy is worth, as after a loss that nobody has reported to its price. */
  async function halve(strategy: Address): Promise<void> {
    const [receipt] = await findStrategyInitReceiptPda({ vault: usdcVault, strategy });
    changeData(world, receipt, (data) => {
      const view = new DataView(data.buffer, data.byteOffset);
      view.setBigUint64(104, view.getBigUint64(104, true) / 2n, true);
      return data;
    });
  }
});
