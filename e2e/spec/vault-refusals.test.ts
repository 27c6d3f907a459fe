import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Address } from '@solana/kit';
import {
  findLendingAccountPda,
  getMarginfiAccountDecoder,
  getMarginfiAccountEncoder,
  LENDING_ACCOUNT_FLAGS,
} from '@staking-agent/chain/lending';
import { getMarketCodec } from '@staking-agent/chain/market';
import { STAKE_POOL_CODEC, type StakePool } from '@staking-agent/chain/stake-pool';
import {
  findAdaptorAddReceiptPda,
  findVaultIdleTokenAccount,
  getAdaptorAddReceiptDecoder,
  getAdaptorAddReceiptEncoder,
} from '@staking-agent/chain/vault';
import type { Wallet } from '@staking-agent/dev';
import { LeveragedInstantAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { changeData, configureVault, setTokens } from '../change-account.ts';
import { landBuild } from '../land-build.ts';
import { until } from '../until.ts';
import {
  type Answer,
  advanceEpochs,
  createCleanup,
  createFundedWallet,
  DEPLOYMENT,
  fundUsdc,
  startWorld,
  type World,
} from '../world.ts';

type Refusal = {
  readonly arrange?: () => void | Promise<void>;
  readonly act: () => Promise<Answer>;
  readonly code: string;
  readonly detail: RegExp;
};

const cleanup = createCleanup();
let world: World;
let wallet: Wallet;
let snapshot: ReturnType<World['sandbox']['ledger']['save']>;

const post = (path: string, body: object) => world.post(path, { wallet: wallet.address, ...body });

async function deposit(strategy: string, amount: string): Promise<void> {
  await sendBuild(await post('/stake', { strategy, amount }));
}

async function sendBuild(build: Answer): Promise<void> {
  await landBuild(world, wallet, build);
}

function declare(refusals: Readonly<Record<string, Refusal>>): void {
  for (const [name, { arrange, act, code, detail }] of Object.entries(refusals)) {
    test(`502 by name for ${name}`, async () => {
      await arrange?.();
      // On a busy machine the ledger may be slow after what was arranged.
      const answer = await until('the ledger answers', async () => {
        const said = await act();
        return said.body.code !== 'LEDGER_UNAVAILABLE' && said;
      });
      assertProblem(answer, { slug: 'upstream_error', code, detail });
      assert.equal(answer.body.service_token, undefined);
    });
  }
}

// Given a wallet with a deposit in both vaults, of which the managers have left a part at hand
// Hooks of a file of its own would run for every test of the process.
describe('what vaults, pool and market refuse', () => {
  before(async () => {
    world = await startWorld(cleanup);
    wallet = await createFundedWallet(world, '9000');
    await fundUsdc(world, wallet, '2000');
    await deposit('usdc-earn', '1000');
    await deposit('sol-leveraged-stake', '8000');
    await advanceEpochs(world, 1);
    // A first exit through a flash loan opens the lending account.
    const exit = { strategy: 'sol-leveraged-stake', kind: 'instant', amount: '2000' };
    await sendBuild(await post('/unstake', exit));
    snapshot = world.sandbox.ledger.save();
  });
  beforeEach(() => world.sandbox.ledger.restore(snapshot));

  describe('what usdc-earn refuses', () => {
    const { usdcVault } = DEPLOYMENT;
    const stake = (amount: string) => post('/stake', { strategy: 'usdc-earn', amount });
    const unstake = (body: object) => post('/unstake', { strategy: 'usdc-earn', kind: 'instant', ...body });
    const code = 'VAULT_REFUSED';
    declare({
      'a deposit beyond the cap': {
        arrange: () => configureVault(world, usdcVault, { maxCap: 1n }),
        act: () => stake('1'),
        code,
        detail: /MaxCapExceeded/,
      },
      'a deposit while deposits are off': {
        arrange: () => configureVault(world, usdcVault, { disabledOperations: 1 }),
        act: () => stake('1'),
        code,
        detail: /OperationNotAllowed/,
      },
      'a deposit before the vault opens': {
        arrange: () => configureVault(world, usdcVault, { startAtTs: 2n ** 40n }),
        act: () => stake('1'),
        code,
        detail: /VaultNotActive/,
      },
      'a withdrawal while withdrawals are off': {
        arrange: () => configureVault(world, usdcVault, { disabledOperations: 6 }),
        act: () => unstake({ amount: '1' }),
        code,
        detail: /OperationNotAllowed/,
      },
      'a withdrawal while there is a waiting period': {
        arrange: () => configureVault(world, usdcVault, { withdrawalWaitingPeriod: 60n }),
        act: () => unstake({ isWithdrawAll: true }),
        code: 'EXIT_NEEDS_REQUEST',
        detail: /requested 60 seconds before/,
      },
      'a withdrawal of more than the wallet has in the vault': {
        act: () => unstake({ amount: '1500' }),
        code: 'INSUFFICIENT_FUNDS',
        detail: /wallet holds .* raUSDC; this needs /,
      },
    });
  });

  describe('what leveraged staking refuses besides', () => {
    const leveraged = DEPLOYMENT.leveraged;
    const { vault, adaptor, lending, market } = leveraged;
    const { stakePool } = DEPLOYMENT;
    const stake = (amount: string) => post('/stake', { strategy: 'sol-leveraged-stake', amount });
    const unstake = (amount: string) =>
      post('/unstake', { strategy: 'sol-leveraged-stake', kind: 'instant', amount });
    const LARGE = '3000';
    const changePool = (change: Partial<StakePool>) =>
      changeData(world, stakePool.address, (data) => {
        STAKE_POOL_CODEC.write({ ...STAKE_POOL_CODEC.decode(data), ...change }, data, 0);
        return data;
      });
    declare({
      'a deposit that is worth no raSOL': {
        act: () => stake('0.000000001'),
        code: 'POOL_REFUSED',
        detail: /less than one pool-token base unit/,
      },
      'a deposit that is worth no raSOL Max': {
        act: () => stake('0.000000002'),
        code: 'AMOUNT_BELOW_ONE_SHARE',
        detail: /amount/,
      },
      'a deposit while the pool lets in only whom it chooses': {
        arrange: () => changePool({ solDepositAuthority: DEPLOYMENT.voteAccount }),
        act: () => stake('1'),
        code: 'POOL_REFUSED',
        detail: /deposit authority/,
      },
      'a deposit while there is no pool': {
        arrange: () => changeData(world, stakePool.address, () => []),
        act: () => stake('1'),
        code: 'POOL_NOT_FOUND',
        detail: /stake pool of raSOL/,
      },
      'a large exit while the market asks too much': {
        arrange: () =>
          changeData(world, market.address, (data) => {
            const before = getMarketCodec().decode(data);
            return getMarketCodec().encode({
              ...before,
              virtualTokens: (before.virtualTokens * 1_002n) / 1_000n,
            });
          }),
        act: () => unstake(LARGE),
        code: 'NO_EXIT_LIQUIDITY',
        detail: /ExceededSlippage.*0\.15 %/,
      },
      'an exit while the market asks a hair too much': {
        arrange: () => {
          setTokens(world, findVaultIdleTokenAccount({ vault, assetMint: DEPLOYMENT.rasolMint }), 0n);
          const pool = STAKE_POOL_CODEC.decode(
            Uint8Array.from(world.sandbox.ledger.bank.findAccount(stakePool.address)?.data ?? []),
          );
          const virtualLamports = 10n ** 18n;
          const dearest = (virtualLamports * pool.poolTokenSupply * 10_015n) / (pool.totalLamports * 10_000n);
          changeData(world, market.address, (data) =>
            getMarketCodec().encode({
              ...getMarketCodec().decode(data),
              virtualLamports,
              // 1 of 10^9: of an exit as small as this one that is as little as the roundings.
              virtualTokens: dearest + 10n ** 9n,
              feeBasisPoints: 0,
            }),
          );
        },
        act: () => unstake('0.5'),
        code: 'NO_EXIT_LIQUIDITY',
        detail: /ExceededSlippage.*0\.15 %/,
      },
      'a large exit while the adaptor is new': {
        arrange: async () => {
          const [receipt] = await findAdaptorAddReceiptPda({ vault, adaptorProgram: adaptor.program });
          changeData(world, receipt, (data) =>
            getAdaptorAddReceiptEncoder().encode({
              ...getAdaptorAddReceiptDecoder().decode(data),
              lastUpdatedEpoch: world.sandbox.ledger.epoch(),
            }),
          );
        },
        act: () => unstake(LARGE),
        code: 'VAULT_REFUSED',
        detail: /AdaptorEpochInvalid/,
      },
      'a large exit while the lending account of the wallet is barred': {
        arrange: async () => {
          const [account] = await findLendingAccountPda({ ...lending, authority: wallet.address as Address });
          changeData(world, account, (data) =>
            getMarginfiAccountEncoder().encode({
              ...getMarginfiAccountDecoder().decode(data),
              accountFlags: LENDING_ACCOUNT_FLAGS.frozen,
            }),
          );
        },
        act: () => unstake(LARGE),
        code: 'LENDING_ACCOUNT_IN_USE',
        detail: /IllegalFlashloan/,
      },
      'an exit through a flash loan that costs more than it frees': {
        arrange: async () => {
          const idle = await findVaultIdleTokenAccount({ vault, assetMint: DEPLOYMENT.rasolMint });
          setTokens(world, idle, 0n);
        },
        act: () => unstake('0.000000001'),
        code: 'AMOUNT_TOO_SMALL',
        detail: /amount/,
      },
    });

    test('withdrawals from idle funds switched off alone leave the other way open', async () => {
      configureVault(world, vault, { disabledOperations: 2 });
      const exit = await unstake('1');
      assertOk(exit, LeveragedInstantAnswer);
      assert.equal(exit.body.path, 'flash-bracket');
    });
  });
});
