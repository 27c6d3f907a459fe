import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { address } from '@solana/kit';
import fc from 'fast-check';
import { type LendingBank, wrapI80F48 } from './accounts.ts';
import { previewFlashLoan } from './flash-loan.ts';
import { BankOperationalState } from './generated/types/index.ts';

const ONE = 1n << 48n;
const UNLIMITED = 2n ** 64n - 1n;
const KEY = address('So11111111111111111111111111111111111111112');

type Setup = {
  deposits?: bigint;
  debts?: bigint;
  feeRate?: bigint;
  shareValue?: bigint;
  borrowLimit?: bigint;
  operationalState?: number;
};

function createBank(setup: Setup = {}): LendingBank {
  const { deposits = 1_000n, debts = 0n, feeRate = 0n, shareValue = ONE } = setup;
  return {
    assetShareValue: wrapI80F48(shareValue),
    liabilityShareValue: wrapI80F48(shareValue),
    totalAssetShares: wrapI80F48(deposits << 48n),
    totalLiabilityShares: wrapI80F48(debts << 48n),
    mint: KEY,
    group: KEY,
    config: {
      operationalState: setup.operationalState ?? BankOperationalState.Operational,
      borrowLimit: setup.borrowLimit ?? UNLIMITED,
      interestRateConfig: { protocolOriginationFee: wrapI80F48(feeRate) },
    },
  };
}

function getCode(setup: Setup, amount: bigint, liquidity = UNLIMITED): number | bigint | string {
  const loan = previewFlashLoan(createBank(setup), { amount, liquidity });
  if (loan.ok) return loan.repayment;
  return loan.by === 'state' ? loan.name : loan.code;
}

function repay(setup: Setup, amount: bigint): bigint {
  const loan = previewFlashLoan(createBank({ deposits: 2n ** 70n, ...setup }), {
    amount,
    liquidity: UNLIMITED,
  });
  return loan.ok ? loan.repayment : assert.fail(JSON.stringify(loan));
}

suite('flash loans', () => {
  test('cost nothing where the bank charges nothing', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, UNLIMITED), (amount) => {
        assert.equal(repay({}, amount), amount);
      }),
    );
  });

  test('a fee is rounded up with the loan', () => {
    // What the program took for a loan of 2,500,000,001 at a tenth of a per cent.
    const feeRate = ONE / 1_000n;
    assert.equal(repay({ feeRate }, 2_500_000_001n), 2_500_000_001n + 2_500_001n);
    fc.assert(
      fc.property(fc.bigInt(0n, UNLIMITED), fc.bigInt(0n, ONE), (amount, rate) => {
        const repayment = repay({ feeRate: rate }, amount);
        const exact = amount * (ONE + rate);
        assert.ok(repayment * ONE >= exact && (repayment - 1n) * ONE < exact);
      }),
    );
  });

  test('may take all deposits and not one more', () => {
    assert.equal(getCode({ deposits: 1_000n, debts: 400n }, 600n), 600n);
    assert.equal(getCode({ deposits: 1_000n, debts: 400n }, 601n), 6026);
    assert.equal(getCode({ deposits: 1_000n, debts: 400n, feeRate: ONE / 100n }, 600n), 6026);
    assert.equal(getCode({ deposits: 1_000n, debts: 400n, shareValue: 2n * ONE }, 1_200n), 1_200n);
    assert.equal(getCode({ deposits: 1_000n, debts: 400n, shareValue: 2n * ONE }, 1_201n), 6026);
  });

  test('must stay below the borrow limit', () => {
    assert.equal(getCode({ debts: 400n, borrowLimit: 500n }, 99n), 99n);
    assert.equal(getCode({ debts: 400n, borrowLimit: 500n }, 100n), 6027);
  });

  test('need the tokens to be there', () => {
    assert.equal(getCode({}, 10n, 10n), 10n);
    assert.equal(getCode({}, 11n, 10n), 1);
  });

  test('are refused by a bank that is not open', () => {
    assert.equal(getCode({ operationalState: BankOperationalState.Paused }, 1n), 6016);
    assert.equal(getCode({ operationalState: BankOperationalState.ReduceOnly }, 1n), 6017);
    assert.equal(getCode({ operationalState: BankOperationalState.KilledByBankruptcy }, 1n), 6084);
    assert.equal(getCode({ operationalState: 4 }, 1n), 6134);
    assert.equal(getCode({ operationalState: 5 }, 1n), 6017);
    assert.equal(getCode({ operationalState: 6 }, 1n), 'CircuitBroken');
  });

  test('are refused by a bank in any other state, which is named', () => {
    fc.assert(
      fc.property(fc.integer({ min: 7, max: 255 }), (operationalState) => {
        assert.equal(getCode({ operationalState }, 1n), `OperationalState${operationalState}`);
      }),
    );
  });
});
