import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { readLamports, readSupply, readTokens, STAKE_RENT, setData } from '../../test/ledger-accounts.ts';
import {
  ALL_OPTIONS,
  assertPool,
  assertRefused,
  begin,
  NO_FEE,
  openRealProgram,
  resolveMinimum,
  SOL,
  skip,
  WHOLE_AND_MORE,
} from '../../test/stake-pool/check-pool.ts';
import { EPOCH, type PoolLedger, type PoolSetup } from '../../test/stake-pool/pool-ledger.ts';
import * as user from '../../test/stake-pool/pool-user.ts';
import { type FeeRounding, previewDepositSol, previewWithdrawSol } from './index.ts';

suite('deposits and withdrawals of SOL agree with the real program', { skip }, () => {
  let world: PoolLedger;
  let feeRounding: FeeRounding;

  before(async () => {
    ({ world, feeRounding } = await openRealProgram());
  });

  type DepositSolCase = {
    setup?: PoolSetup;
    lamports?: bigint;
    minimum?: 'exact' | 'one more';
    refused?: number;
  };
  const depositSolCases: Record<string, DepositSolCase> = {
    'an amount that does not divide': { lamports: 1_234_567_891n },
    'every option of the pool set': { setup: { pool: ALL_OPTIONS } },
    'the least amount worth a token': { lamports: 2n, setup: { pool: { solDepositFee: NO_FEE } } },
    'an empty pool': { setup: { pool: { poolTokenSupply: 0n } } },
    'a pool updated in a later epoch': { setup: { pool: { lastUpdateEpoch: EPOCH + 1n } } },
    'exactly the minimum': { lamports: SOL, minimum: 'exact' },
    'one below the minimum': { lamports: SOL, minimum: 'one more', refused: 39 },
    nothing: { lamports: 0n, refused: 29 },
    'less than one token, and a minimum': { lamports: 1n, minimum: 'one more', refused: 29 },
    'a stale pool': { setup: { pool: { lastUpdateEpoch: EPOCH - 1n } }, lamports: 0n, refused: 17 },
    'a fee over one whole': { setup: { pool: { solDepositFee: WHOLE_AND_MORE } }, refused: 3 },
    'a total beyond 64 bits': { setup: { pool: { totalLamports: 2n ** 64n - 9n } }, refused: 3 },
  };
  for (const [name, each] of Object.entries(depositSolCases)) {
    test(`DepositSol: ${name}`, async () => {
      const { setup = {}, refused, lamports = SOL } = each;
      const { pool } = await begin(world, setup);
      const input = { epoch: EPOCH, feeRounding, lamports };
      const minimum = resolveMinimum(each.minimum, () => {
        const free = previewDepositSol(pool, input);
        return free.ok ? free.userTokens : 0n;
      });
      const least = minimum === undefined ? {} : { minimumPoolTokens: minimum };
      const expected = previewDepositSol(pool, { ...input, ...least });
      const reserve = readLamports(world.svm, pool.reserveStake);
      const outcome = user.depositSol(world, { lamports, ...least, authority: pool.solDepositAuthority });

      if (!expected.ok) return assertRefused(world, outcome, expected, refused);
      assert.equal(outcome, undefined);
      assert.equal(refused, undefined);
      assert.equal(readTokens(world.svm, user.TOKENS), expected.userTokens);
      assert.equal(readTokens(world.svm, user.REFERRER_TOKENS), expected.referrerTokens);
      assert.equal(readTokens(world.svm, pool.managerFeeAccount), expected.managerTokens);
      assert.equal(readLamports(world.svm, pool.reserveStake), reserve + lamports);
      assertPool(world, pool, expected.pool);
    });
  }

  type WithdrawSolCase = {
    setup?: PoolSetup;
    poolTokens?: bigint;
    minimum?: 'exact' | 'one more';
    feeWaived?: boolean;
    refused?: number;
  };
  const exactly = { pool: { solWithdrawalFee: NO_FEE, poolTokenSupply: 60n * SOL } };
  const withdrawSolCases: Record<string, WithdrawSolCase> = {
    'an amount that does not divide': { poolTokens: 1_234_567_891n },
    'every option of the pool set': { setup: { pool: ALL_OPTIONS } },
    'all the reserve can give': { setup: exactly, poolTokens: 10n * SOL },
    'one lamport more than the reserve can give': {
      setup: exactly,
      poolTokens: 10n * SOL + 1n,
      refused: 35,
    },
    'a manager fee account that is gone': { feeWaived: true },
    'exactly the minimum': { minimum: 'exact' },
    'one below the minimum': { minimum: 'one more', refused: 39 },
    'nothing, and a minimum': { poolTokens: 0n, minimum: 'one more', refused: 28 },
    'a stale pool': { setup: { pool: { lastUpdateEpoch: EPOCH - 1n } }, refused: 17 },
    'a fee over one whole': { setup: { pool: { solWithdrawalFee: WHOLE_AND_MORE } }, refused: 3 },
  };
  for (const [name, each] of Object.entries(withdrawSolCases)) {
    test(`WithdrawSol: ${name}`, async () => {
      const { setup = {}, refused, poolTokens = SOL, feeWaived = false } = each;
      const { pool } = await begin(world, setup, 100n * SOL);
      if (feeWaived) setData(world.svm, user.USER, pool.managerFeeAccount, 0n, new Uint8Array(0));
      const reserveLamports = readLamports(world.svm, pool.reserveStake);
      const input = {
        epoch: EPOCH,
        feeRounding,
        poolTokens,
        feeWaived,
        reserveLamports,
        reserveRent: STAKE_RENT,
      };
      const minimum = resolveMinimum(each.minimum, () => {
        const free = previewWithdrawSol(pool, input);
        return free.ok ? free.lamports : 0n;
      });
      const least = minimum === undefined ? {} : { minimumLamports: minimum };
      const expected = previewWithdrawSol(pool, { ...input, ...least });
      const received = readLamports(world.svm, user.RECEIVER);
      const outcome = user.withdrawSol(world, { poolTokens, ...least, authority: pool.solWithdrawAuthority });

      if (!expected.ok) return assertRefused(world, outcome, expected, refused);
      assert.equal(outcome, undefined);
      assert.equal(refused, undefined);
      assert.equal(readLamports(world.svm, user.RECEIVER), received + expected.lamports);
      assert.equal(readTokens(world.svm, user.TOKENS), 100n * SOL - poolTokens);
      assert.equal(readTokens(world.svm, pool.managerFeeAccount), expected.feeTokens);
      assert.equal(readSupply(world.svm, pool.poolMint), pool.poolTokenSupply - expected.burnedTokens);
      assertPool(world, pool, expected.pool);
    });
  }
});
