import { createNoopSigner } from '@solana/kit';
import {
  type Deposit,
  type Fee,
  getDepositSolWithSlippageInstruction,
  getWithdrawSolWithSlippageInstruction,
  previewDepositSol,
  previewWithdrawSol,
  type Refusal,
  STAKE_POOL_ERROR__DEPOSIT_TOO_SMALL,
  STAKE_POOL_ERROR__WITHDRAWAL_TOO_SMALL,
  type StakePoolError,
  type Withdrawal,
} from '@staking-agent/chain/stake-pool';
import { STAKE_ACCOUNT_SIZE } from '../../../vm/stake/stake-account.ts';
import type { SandboxLedger } from '../../../world/sandbox-ledger.ts';
import type { FeeInfo } from '../order.ts';
import type { PoolView } from '../pool-view.ts';
import { type Candidate, lessSlippage, solveInput, type TokenRequest } from './candidate.ts';

const DEPOSIT_UNITS = 100_000;
const WITHDRAWAL_UNITS = 80_000;

/** SOL into raSOL by DepositSol; undefined when the pool would refuse. */
export function quotePoolDeposit(
  request: TokenRequest,
  { pool }: PoolView,
  ledger: SandboxLedger,
): Candidate | undefined {
  const { feeRounding, pool: world } = ledger;
  const preview = (lamports: bigint): Deposit | Refusal =>
    previewDepositSol(pool, { lamports, epoch: ledger.epoch(), feeRounding });
  const getOutput = (lamports: bigint): bigint | undefined => {
    const deposit = preview(lamports);
    return deposit.ok ? deposit.userTokens : zeroWhenTooSmall(deposit, STAKE_POOL_ERROR__DEPOSIT_TOO_SMALL);
  };
  const lamports = solveInput(request, getOutput);
  const deposit = lamports === undefined ? undefined : preview(lamports);
  if (lamports === undefined || !deposit?.ok) return undefined;
  const { userTokens } = deposit;
  return {
    amountIn: lamports,
    amountOut: userTokens,
    describe: () => {
      const amount = deposit.managerTokens + deposit.referrerTokens;
      return describePool(toFeeInfo('StakePoolDepositSol', pool.solDepositFee, amount, world.poolMint));
    },
    build: async (wallet, { destination = wallet }) => ({
      units: DEPOSIT_UNITS,
      instructions: [
        getDepositSolWithSlippageInstruction(
          {
            ...world,
            fundingAccount: createNoopSigner(wallet),
            destinationTokenAccount: destination,
            referrerTokenAccount: destination,
            lamports,
            minimumPoolTokens: lessSlippage(userTokens, request.slippage),
          },
          world,
        ),
      ],
    }),
  };
}

/** raSOL into SOL by WithdrawSol, as long as the reserve lasts; undefined when the pool would refuse. */
export function quotePoolWithdrawal(
  request: TokenRequest,
  { pool }: PoolView,
  ledger: SandboxLedger,
): Candidate | undefined {
  const { feeRounding, pool: world, bank } = ledger;
  const preview = (poolTokens: bigint): Withdrawal | Refusal =>
    previewWithdrawSol(pool, {
      poolTokens,
      epoch: ledger.epoch(),
      feeRounding,
      reserveLamports: bank.getLamports(world.reserveStake),
      reserveRent: bank.vm().minimumBalanceForRentExemption(BigInt(STAKE_ACCOUNT_SIZE)),
    });
  const getOutput = (poolTokens: bigint): bigint | undefined => {
    const withdrawal = preview(poolTokens);
    return withdrawal.ok
      ? withdrawal.lamports
      : zeroWhenTooSmall(withdrawal, STAKE_POOL_ERROR__WITHDRAWAL_TOO_SMALL);
  };
  const poolTokens = solveInput(request, getOutput);
  const withdrawal = poolTokens === undefined ? undefined : preview(poolTokens);
  if (poolTokens === undefined || !withdrawal?.ok) return undefined;
  return {
    amountIn: poolTokens,
    amountOut: withdrawal.lamports,
    describe: () =>
      describePool(
        toFeeInfo('StakePoolWithdrawSol', pool.solWithdrawalFee, withdrawal.feeTokens, world.poolMint),
      ),
    build: async (wallet, { source = wallet }) => ({
      units: WITHDRAWAL_UNITS,
      instructions: [
        getWithdrawSolWithSlippageInstruction(
          {
            ...world,
            tokenOwner: createNoopSigner(wallet),
            sourceTokenAccount: source,
            lamportReceiver: wallet,
            poolTokens,
            minimumLamports: lessSlippage(withdrawal.lamports, request.slippage),
          },
          world,
        ),
      ],
    }),
  };
}

function zeroWhenTooSmall(refusal: Refusal, tooSmall: StakePoolError): bigint | undefined {
  return refusal.by === 'stake-pool' && refusal.code === tooSmall ? 0n : undefined;
}

/** A fee of the pool as the router reports it. */
export function toFeeInfo(code: string, fee: Fee, amount: bigint, mint: FeeInfo['mint']): FeeInfo {
  const rate = fee.denominator === 0n ? 0 : Number(fee.numerator) / Number(fee.denominator);
  return { code, rate, amount: amount.toString(), mint };
}

/** The `swapSrcData` of a route over the pool. */
export function describePool(...fees: readonly FeeInfo[]): {
  readonly swapSrc: 'SanctumRouter';
  readonly data: { readonly fees: readonly FeeInfo[] };
} {
  return { swapSrc: 'SanctumRouter', data: { fees } };
}
