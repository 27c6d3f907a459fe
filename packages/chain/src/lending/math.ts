import type { NamedError } from '../vault/errors.ts';
import { I80F48_FRACTION_BITS, i80f48Bits } from './accounts.ts';
import { getLendingError, MARGINFI_ERROR__BANK_UNINITIALIZED } from './errors.ts';
import type { Bank } from './generated/accounts/index.ts';
import {
  MARGINFI_ERROR__BANK_KILLED_BY_BANKRUPTCY,
  MARGINFI_ERROR__BANK_LIABILITY_CAPACITY_EXCEEDED,
  MARGINFI_ERROR__BANK_PAUSED,
  MARGINFI_ERROR__BANK_REDUCE_ONLY,
  MARGINFI_ERROR__ILLEGAL_UTILIZATION_RATIO,
  type MarginfiError,
} from './generated/errors/index.ts';
import { BankOperationalState } from './generated/types/index.ts';

/** The custom code with which the token program refuses to move more than there is. */
export const TOKEN_ERROR__INSUFFICIENT_FUNDS = 1;

/** What a flash loan comes to. */
export type FlashLoan = {
  readonly ok: true;
  /** What repaying all takes from the borrower in the same transaction, in base units of the bank's mint. */
  readonly repayment: bigint;
};

type LoanError = MarginfiError | typeof MARGINFI_ERROR__BANK_UNINITIALIZED;

/** Why a bank would refuse to lend. */
export type FlashLoanRefusal =
  | { readonly ok: false; readonly by: 'lending'; readonly code: LoanError }
  /** A state of the bank whose error is not public, or that is newer than this code. */
  | { readonly ok: false; readonly by: 'state'; readonly name: string }
  | { readonly ok: false; readonly by: 'token'; readonly code: typeof TOKEN_ERROR__INSUFFICIENT_FUNDS };

/** The fields of a bank that decide a flash loan. */
export type FlashLoanBank = Pick<
  Bank,
  'assetShareValue' | 'liabilityShareValue' | 'totalAssetShares' | 'totalLiabilityShares'
> & {
  readonly config: Pick<Bank['config'], 'borrowLimit'> & {
    /** A number of `BankOperationalState`, or one that later releases have added. */
    readonly operationalState: number;
    readonly interestRateConfig: Pick<Bank['config']['interestRateConfig'], 'protocolOriginationFee'>;
  };
};

const NO_LIMIT = 2n ** 64n - 1n;

/** States that release 0.1.10 has and the IDL has not. */
const UNINITIALIZED = 4;
const REDUCE_ONLY_WITH_BORROWING_POWER = 5;
const CIRCUIT_BROKEN = 6;

const CLOSED: Readonly<Record<number, LoanError>> = {
  [BankOperationalState.Paused]: MARGINFI_ERROR__BANK_PAUSED,
  [BankOperationalState.ReduceOnly]: MARGINFI_ERROR__BANK_REDUCE_ONLY,
  [BankOperationalState.KilledByBankruptcy]: MARGINFI_ERROR__BANK_KILLED_BY_BANKRUPTCY,
  [UNINITIALIZED]: MARGINFI_ERROR__BANK_UNINITIALIZED,
  [REDUCE_ONLY_WITH_BORROWING_POWER]: MARGINFI_ERROR__BANK_REDUCE_ONLY,
};

/**
 * Computes the cost of a loan that is repaid in full in the same transaction.
 *
 * There is no fee for a flash loan as such. A bank may charge an origination fee on every loan; the debt is the loan and the
 * fee, and repaying all takes it rounded up. No interest accrues within a transaction.
 *
 * @param amount - base units of the bank's mint.
 */
export function flashLoanRepayment(bank: FlashLoanBank, amount: bigint): bigint {
  return roundUp(debtBits(bank, amount));
}

/**
 * Computes whether a bank lends an amount and what repaying it takes (`lending_account_borrow`, release 0.1.9).
 *
 * Only an operational bank lends; an unknown state is a refusal that names it.
 *
 * Limits are looked at with the bank's shares as they were last written: interest accrued since then raises debts and
 * deposits, so the program may decide differently on a loan that is within that interest of a limit.
 *
 * @param input.amount - base units of the bank's mint.
 * @param input.liquidity - base units in the bank's liquidity vault.
 * @returns the loan, or the refusal: BankPaused, BankReduceOnly, BankKilledByBankruptcy, BankUninitialized, a state by its
 *   name, BankLiabilityCapacityExceeded at the borrow limit or above, IllegalUtilizationRatio above all deposits, or the
 *   token program's 1.
 */
export function previewFlashLoan(
  bank: FlashLoanBank,
  input: { readonly amount: bigint; readonly liquidity: bigint },
): FlashLoan | FlashLoanRefusal {
  const closed = CLOSED[bank.config.operationalState];
  if (closed !== undefined) return refuse(closed);
  const { operationalState } = bank.config;
  if (operationalState !== BankOperationalState.Operational) {
    return { ok: false, by: 'state', name: nameState(operationalState) };
  }
  const debt = debtBits(bank, input.amount);
  const owed = worth(bank.totalLiabilityShares, bank.liabilityShareValue) + debt;
  const { borrowLimit } = bank.config;
  if (borrowLimit !== NO_LIMIT && owed >= borrowLimit << I80F48_FRACTION_BITS) {
    return refuse(MARGINFI_ERROR__BANK_LIABILITY_CAPACITY_EXCEEDED);
  }
  if (owed > worth(bank.totalAssetShares, bank.assetShareValue)) {
    return refuse(MARGINFI_ERROR__ILLEGAL_UTILIZATION_RATIO);
  }
  if (input.amount > input.liquidity) {
    return { ok: false, by: 'token', code: TOKEN_ERROR__INSUFFICIENT_FUNDS };
  }
  return { ok: true, repayment: roundUp(debt) };
}

function debtBits({ config }: FlashLoanBank, amount: bigint): bigint {
  const feeRate = i80f48Bits(config.interestRateConfig.protocolOriginationFee);
  return (amount << I80F48_FRACTION_BITS) + amount * feeRate;
}

function worth(shares: Bank['assetShareValue'], shareValue: Bank['assetShareValue']): bigint {
  return (i80f48Bits(shares) * i80f48Bits(shareValue)) >> I80F48_FRACTION_BITS;
}

function roundUp(bits: bigint): bigint {
  return -(-bits >> I80F48_FRACTION_BITS);
}

function nameState(state: number): string {
  return state === CIRCUIT_BROKEN ? 'CircuitBroken' : `OperationalState${state}`;
}

function refuse(code: LoanError): FlashLoanRefusal {
  return { ok: false, by: 'lending', code };
}

/** Returns the message of a predicted refusal of a loan; a refusal by the token program has that program's name. */
export function describeFlashLoanRefusal(refusal: FlashLoanRefusal): NamedError {
  switch (refusal.by) {
    case 'token':
      return { name: 'InsufficientFunds', message: 'The bank holds less than the loan.' };
    case 'state':
      return { name: refusal.name, message: 'The bank is in a state in which it may not lend.' };
    case 'lending':
      return (
        getLendingError(refusal.code) ?? { name: String(refusal.code), message: 'The bank does not lend.' }
      );
  }
}
