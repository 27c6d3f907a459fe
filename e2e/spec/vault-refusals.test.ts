import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Address } from '@solana/kit';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import {
  BankOperationalState,
  findBankVaultPda,
  findLendingAccountPda,
  getBankDecoder,
  getBankEncoder,
  getMarginfiAccountDecoder,
  getMarginfiAccountEncoder,
  LENDING_ACCOUNT_FLAGS,
} from '@staking-agent/chain/lending';
import { getLeveragedPositionCodec, getMarketCodec, type Market } from '@staking-agent/chain/leverage';
import { STAKE_POOL_CODEC } from '@staking-agent/chain/stake-pool';
import {
  findAdaptorAddReceiptPda,
  findVaultIdleTokenAccount,
  getAdaptorAddReceiptDecoder,
  getAdaptorAddReceiptEncoder,
  type Vault,
} from '@staking-agent/chain/vault';
import type { Wallet } from '@staking-agent/dev';
import { LeveragedInstantAnswer, LeveragedStakeAnswer } from '@staking-agent/wire';
import {
  decodeVaultReading,
  findVaultAccounts,
  vaultAddresses,
} from '../../packages/api/src/strategies/vault.ts';
import { RENT, type ReadAccounts } from '../../packages/api/src/upstreams/ledger/client.ts';
import { createDataDirectory } from '../admin.ts';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { changeData, changeVault, configureVault, setTokens } from '../change-account.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { landBuild } from '../land-build.ts';
import { startReplica } from '../replica.ts';
import { until } from '../until.ts';
import {
  type Answer,
  advanceEpochs,
  createCleanup,
  createFundedWallet,
  DEPLOYMENT,
  fundUsdc,
  send,
  setLedgerFault,
  startWorld,
  type World,
} from '../world.ts';

type Act = () => Promise<Answer>;
/** A code, a part of its detail, and what makes the ledger refuse. */
type Refusal = readonly [code: string, detail: RegExp, arrange?: () => void];

/** About the deadline of a read. */
const READ_DEADLINES = [3_000, 4_000] as const;
const POOR = 'INSUFFICIENT_FUNDS';
/** Where a bank says whether it is open. */
const OPERATIONAL_STATE = 608;
const { rasolMint, rausdcMint, stakePool, usdcVault } = DEPLOYMENT;
const { vault, adaptor, lending, market, lookupTables } = DEPLOYMENT.leveraged;

const clock = createHastyClock();
const cleanup = createCleanup();
let world: World;
let wallet: Wallet;
let snapshot: ReturnType<World['sandbox']['ledger']['save']>;

const post = (path: string, body: object) => world.post(path, { wallet: wallet.address, ...body });
const EARN = { strategy: 'usdc-earn' };
const LEVERAGED = { strategy: 'sol-leveraged-stake' };

/** Declares a test of each refusal of what is asked. */
function declare(what: string, act: Act, refusals: Readonly<Record<string, Refusal>>): void {
  for (const [name, [code, detail, arrange]] of Object.entries(refusals)) {
    test(`502 by name for ${what} ${name}`, async () => {
      arrange?.();
      // On a busy machine the ledger may be slow after what was arranged.
      const answer = await until('the ledger answers', async () => {
        const said = await act();
        return said.body.code !== 'LEDGER_UNAVAILABLE' && said;
      });
      assertProblem(answer, { slug: 'upstream_error', code, detail });
      assert.equal(answer.headers['retry-after'], code === 'POOL_NOT_UPDATED' ? '60' : undefined);
      assert.doesNotMatch(answer.body.detail, /0x[0-9a-f]+|\b60\d\d\b/);
      assert.equal(answer.body.service_token, undefined);
    });
  }
}

// Given a wallet with a deposit in both vaults, of which the managers have left a part at hand
// Hooks of a file of its own would run for every test of the process.
describe('what vaults, pool, lender and market refuse', () => {
  before(async () => {
    world = await startWorld(cleanup, {}, clock);
    wallet = await createFundedWallet(world, '9000');
    await fundUsdc(world, wallet, '2000');
    await landBuild(world, wallet, await post('/stake', { ...EARN, amount: '1000' }));
    await landBuild(world, wallet, await post('/stake', { ...LEVERAGED, amount: '8000' }));
    await advanceEpochs(world, 1);
    // A first exit through a flash loan opens the lending account.
    await landBuild(world, wallet, await post('/unstake', { ...LEVERAGED, kind: 'instant', amount: '1200' }));
    snapshot = world.sandbox.ledger.save();
  });
  beforeEach(async () => {
    world.sandbox.ledger.restore(snapshot);
    await setLedgerFault(world, { mode: 'none' });
  });

  for (const [of, address] of [
    [EARN, usdcVault],
    [LEVERAGED, vault],
  ] as const) {
    const put: Act = () => post('/stake', { ...of, amount: '1' });
    const take: Act = () => post('/unstake', { ...of, kind: 'instant', amount: '1' });
    const set = (settings: Partial<Vault['vaultConfiguration']>) => () =>
      configureVault(world, address, settings);
    describe(of.strategy, () => {
      declare('a deposit', put, {
        'beyond the cap': ['VAULT_REFUSED', /MaxCapExceeded/, set({ maxCap: 1n })],
        'while deposits are off': ['VAULT_REFUSED', /OperationNotAllowed/, set({ disabledOperations: 1 })],
        'before the vault opens': ['VAULT_REFUSED', /VaultNotActive/, set({ startAtTs: 2n ** 40n })],
      });
      declare('an exit', take, {
        'while both ways are off': ['VAULT_REFUSED', /OperationNotAllowed/, set({ disabledOperations: 6 })],
      });
    });
  }

  describe('what usdc-earn refuses besides', () => {
    const unstake = (body: object) => post('/unstake', { ...EARN, kind: 'instant', ...body });
    const waiting = () => configureVault(world, usdcVault, { withdrawalWaitingPeriod: 60n });
    const hold = (shares: bigint) => () =>
      setTokens(world, findAssociatedTokenAddress(wallet.address as Address, rausdcMint), shares);
    declare('an exit of everything', () => unstake({ isWithdrawAll: true }), {
      'while there is a waiting period': ['EXIT_NEEDS_REQUEST', /requested 60 seconds before/, waiting],
      'of nothing': [POOR, /wallet holds 0 raUSDC; this needs /, hold(0n)],
      'that is worth less than a base unit': ['AMOUNT_TOO_SMALL', /amount/, hold(1n)],
    });
    declare('a deposit', () => post('/stake', { ...EARN, amount: '1001' }), {
      'of more than the wallet holds': [POOR, /wallet holds .* USDC; this needs /],
    });
    declare('an exit', () => unstake({ amount: '1500' }), {
      'of more than the wallet has in the vault': [POOR, /wallet holds .* raUSDC; this needs /],
    });
  });

  describe('what leveraged staking refuses besides', () => {
    const stake = (amount: string, more: object = {}) => post('/stake', { ...LEVERAGED, amount, ...more });
    const unstake = (amount: string) => post('/unstake', { ...LEVERAGED, kind: 'instant', amount });
    const put: Act = () => stake('1');
    const [LACKING, GONE] = ['NO_EXIT_LIQUIDITY', 'VAULT_ACCOUNT_NOT_FOUND'];
    const DEAR = /ExceededSlippage.*0\.15 %/;

    const outdate = () => world.sandbox.ledger.advanceEpochs(1, { updatePool: false });
    const choose = () =>
      changeData(world, stakePool.address, (data) => {
        const pool = STAKE_POOL_CODEC.decode(data);
        STAKE_POOL_CODEC.write({ ...pool, solDepositAuthority: DEPLOYMENT.voteAccount }, data, 0);
        return data;
      });
    const setMarket = (change: (market: Market) => Partial<Market>) => () =>
      changeData(world, market.address, (data) => {
        const state = getMarketCodec().decode(data);
        return getMarketCodec().encode({ ...state, ...change(state) });
      });
    const raisePrice = ({ virtualTokens }: Market) => ({ virtualTokens: (virtualTokens * 1_002n) / 1_000n });
    const spoilMarket = () => changeData(world, market.address, (data) => data.fill(1, 0, 1));
    const setState = (state: number) => () =>
      changeData(world, lending.bank, (data) => Uint8Array.from(data).with(OPERATIONAL_STATE, state));
    const pause = () =>
      changeData(world, lending.bank, (data) => {
        const bank = getBankDecoder().decode(data);
        const config = { ...bank.config, operationalState: BankOperationalState.Paused };
        return getBankEncoder().encode({ ...bank, config });
      });
    const cut = (address: Address, length: number) => () =>
      changeData(world, address, (data) => data.slice(0, length));
    const leave = (account: Address) => () => setTokens(world, account, 1_000_000_000n);
    const [bankVault] = findBankVaultPda(lending);
    const emptyIdle = () => setTokens(world, findVaultIdleTokenAccount({ vault, assetMint: rasolMint }), 0n);
    const shrinkPosition = () =>
      changeData(world, adaptor.position, (data) => {
        const codec = getLeveragedPositionCodec();
        return codec.encode({ ...codec.decode(data), collateral: 1_000_000_000n, debt: 0n });
      });
    const renewAdaptor = () => {
      const [receipt] = findAdaptorAddReceiptPda({ vault, adaptorProgram: adaptor.program });
      const lastUpdatedEpoch = world.sandbox.ledger.epoch();
      changeData(world, receipt, (data) =>
        getAdaptorAddReceiptEncoder().encode({
          ...getAdaptorAddReceiptDecoder().decode(data),
          lastUpdatedEpoch,
        }),
      );
    };
    const freezeAccount = () => {
      const [account] = findLendingAccountPda({ ...lending, authority: wallet.address as Address });
      changeData(world, account, (data) =>
        getMarginfiAccountEncoder().encode({
          ...getMarginfiAccountDecoder().decode(data),
          accountFlags: LENDING_ACCOUNT_FLAGS.frozen,
        }),
      );
    };
    const giveOtherLp = () =>
      changeVault(world, vault, ({ lp, ...rest }) => ({ ...rest, lp: { ...lp, mint: rausdcMint } }));
    /** A price of 1 in 10^9 too much: of an exit as small as half an LP that is as little as the roundings. */
    const askTooMuch = () => {
      emptyIdle();
      const { data = [] } = world.sandbox.ledger.bank.findAccount(stakePool.address) ?? {};
      const { poolTokenSupply, totalLamports } = STAKE_POOL_CODEC.decode(Uint8Array.from(data));
      const virtualLamports = 10n ** 18n;
      const dearest = (virtualLamports * poolTokenSupply * 10_015n) / (totalLamports * 10_000n);
      setMarket(() => ({ virtualLamports, virtualTokens: dearest + 10n ** 9n, feeBasisPoints: 0 }))();
    };

    declare('a deposit', put, {
      'while the pool is stale': ['POOL_NOT_UPDATED', /StakeListAndPoolOutOfDate/, outdate],
      'while the pool lets in only whom it chooses': ['POOL_REFUSED', /deposit authority/, choose],
      'while there is no pool': ['POOL_NOT_FOUND', /stake pool of raSOL/, cut(stakePool.address, 0)],
      'into a vault whose LP is another': ['VAULT_NOT_FOUND', /vault of sol-leveraged-stake/, giveOtherLp],
      'into a vault of another kind': ['VAULT_NOT_FOUND', /vault of sol-leveraged-stake/, cut(vault, 100)],
    });
    const sums: readonly (readonly [amount: string, name: string, ...Refusal])[] = [
      ['2000', 'more than the wallet holds', POOR, /wallet holds .* SOL; this needs /],
      ['0.000000001', 'what is worth no raSOL', 'POOL_REFUSED', /less than one pool-token base unit/],
      ['0.000000002', 'what is worth no raSOL Max', 'AMOUNT_BELOW_ONE_SHARE', /amount/],
    ];
    for (const [amount, name, ...refusal] of sums)
      declare('a deposit of', () => stake(amount), { [name]: refusal });

    const waiting = () => configureVault(world, vault, { withdrawalWaitingPeriod: 60n });
    declare('an exit', () => unstake('1'), {
      'while there is a waiting period': ['VAULT_REFUSED', /InstantWithdrawNotAllowed/, waiting],
    });
    declare('an exit', () => unstake('9000'), {
      'of more LP than the wallet holds': [POOR, /wallet holds .* raSOL Max; this needs /],
    });
    declare('an exit', () => unstake('0.5'), {
      'while the market asks a hair too much': [LACKING, DEAR, askTooMuch],
    });
    declare('an exit', () => unstake('0.000000001'), {
      'through a flash loan that costs more than it frees': ['AMOUNT_TOO_SMALL', /amount/, emptyIdle],
    });
    declare('a large exit', () => unstake('1500'), {
      'while the pool is stale': ['POOL_NOT_UPDATED', /StakeListAndPoolOutOfDate/, outdate],
      'while the lender is paused': [LACKING, /BankPaused/, pause],
      'while the bank was never set up': [LACKING, /BankUninitialized/, setState(4)],
      'while the bank is only to be reduced': [LACKING, /BankReduceOnly/, setState(5)],
      'while the circuit of the bank is broken': [LACKING, /CircuitBroken/, setState(6)],
      'while the lender has too little': [LACKING, /InsufficientFunds/, leave(bankVault)],
      'while the market has too little': [LACKING, /InsufficientLiquidity/, leave(market.solVault)],
      'while the market asks too much': [LACKING, DEAR, setMarket(raisePrice)],
      'while the position is worth less': [LACKING, /InsufficientPosition/, shrinkPosition],
      'while the adaptor is new': ['VAULT_REFUSED', /AdaptorEpochInvalid/, renewAdaptor],
      'while the lending account is barred': ['LENDING_ACCOUNT_IN_USE', /IllegalFlashloan/, freezeAccount],
      'with a bank of another kind': [GONE, new RegExp(lending.bank), cut(lending.bank, 1_064)],
      'with a market of another kind': [GONE, new RegExp(market.address), spoilMarket],
    });
    declare('a quote', () => post('/quote', { ...LEVERAGED, amount: '1500' }), {
      'while the bank is in a state of a later release': [LACKING, /OperationalState200/, setState(200)],
    });
    declare('a quote', () => post('/quote', { ...LEVERAGED, amount: '17000000000' }), {
      'of more LP than there are': [LACKING, /InsufficientPosition/],
    });

    /* That no way out is promised where none is built: ways-out.test.ts. */
    test('a stake says why there is no way out', async () => {
      for (const [settings, why] of [
        [{ withdrawalWaitingPeriod: 60n }, /waiting period .* 60 seconds/],
        [{ disabledOperations: 6 }, /switched off/],
      ] as const) {
        world.sandbox.ledger.restore(snapshot);
        configureVault(world, vault, settings);
        const built = await stake('3', { include: ['receipt'] });
        assertOk(built, LeveragedStakeAnswer);
        assert.match(built.body.receipt?.undo.description ?? '', why);
      }
    });

    test('withdrawals from idle funds switched off alone leave the other way open', async () => {
      configureVault(world, vault, { disabledOperations: 2 });
      const exit = await unstake('1');
      assertOk(exit, LeveragedInstantAnswer);
      assert.equal(exit.body.path, 'flash-bracket');
    });

    test('502 by name for a large exit while the lookup table is short or gone, and well again after', async (t) => {
      const [table = assert.fail()] = lookupTables;
      const whole = world.sandbox.ledger.findAccount(table)?.data ?? assert.fail();
      const setTable = (data: ArrayLike<number>) => changeData(world, table, () => data);
      const start = () => startReplica(t, world.sandbox, { DATA_DIR: createDataDirectory(t) });
      const exit = ({ url }: { url: string }) => {
        const body = { ...LEVERAGED, wallet: wallet.address, kind: 'instant', amount: '1500' };
        return send('POST', `${url}/api/v1/unstake`, body);
      };
      setTable(whole.slice(0, 56 + 5 * 32));
      assertProblem(await exit(await start()), { slug: 'upstream_error', code: 'LOOKUP_TABLE_TOO_SHORT' });
      setTable([]);
      const gone = await start();
      assertProblem(await exit(gone), { slug: 'upstream_error', code: 'LOOKUP_TABLE_NOT_FOUND' });
      setTable(whole);
      assertOk(await exit(gone), LeveragedInstantAnswer);
    });

    test('502 while the ledger misbehaves, and well again after', async () => {
      clock.hasten(READ_DEADLINES);
      const quote = () => post('/quote', { ...LEVERAGED, amount: '1' });
      for (const mode of ['500', 'hang']) {
        await setLedgerFault(world, { mode, method: 'getMultipleAccounts' });
        for (const answer of await Promise.all([stake('1'), unstake('1'), quote()]))
          assertProblem(answer, { slug: 'upstream_error' });
      }
      await setLedgerFault(world, { mode: 'none' });
      clock.calm();
      assertOk(await unstake('1'), LeveragedInstantAnswer);
    });
  });

  test('the reading of a vault hands the proof the rent of the ledger at present, and no constant', async () => {
    const { usdcMint: assetMint, voteAccount } = DEPLOYMENT;
    const { ledger } = world.sandbox;
    const accounts = await findVaultAccounts(
      { vault: usdcVault, assetMint, lpMint: rausdcMint },
      voteAccount,
    );
    const found = new Map(
      vaultAddresses(accounts).map((address) => {
        const account = ledger.findAccount(address);
        const read = account && {
          lamports: BigInt(account.lamports),
          owner: String(account.programAddress),
          data: Buffer.from(account.data),
        };
        return [address, read] as const;
      }),
    );
    const reader: ReadAccounts = Object.assign((address: Address) => found.get(address), { slot: 1n });
    const decode = () => decodeVaultReading(reader, accounts, 'usdc-earn').evidence.rentExemption;
    for (const size of [0, 165, 200, 2_312])
      assert.equal(decode()(size), ledger.bank.vm().minimumBalanceForRentExemption(BigInt(size)));
    const rent = found.get(RENT) ?? assert.fail();
    const data = Buffer.from(rent.data);
    data.writeBigUInt64LE(data.readBigUInt64LE(0) * 2n, 0);
    const dear = decode()(165) * 2n;
    found.set(RENT, { ...rent, data });
    assert.equal(decode()(165), dear);
    found.set(RENT, undefined);
    assert.throws(decode);
  });
});
