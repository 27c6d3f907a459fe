import {
  type Deposit,
  type Fee,
  previewDepositSol,
  previewWithdrawSol,
  type Refusal,
  STAKE_POOL_ERROR__DEPOSIT_TOO_SMALL,
  STAKE_POOL_ERROR__WITHDRAWAL_TOO_SMALL,
  type StakePoolError,
  type Withdrawal,
} from '@staking-agent/chain/stake-pool';
import { lessRouterFee } from '../../../programs/stakedex/dex-call.ts';
import { stakeWrappedSol, withdrawWrappedSol } from '../../../programs/stakedex/instructions.ts';
import { WITHDRAW_WRAPPED_SOL_FEE_BPS } from '../../../programs/stakedex/withdraw-wrapped-sol.ts';
import { STAKE_ACCOUNT_SIZE } from '../../../vm/stake/stake-account.ts';
import type { SandboxLedger } from '../../../world/sandbox-ledger.ts';
import type { FeeInfo } from '../order.ts';
import type { PoolView } from '../pool-view.ts';
import { planWrappedSol, wrapSol } from '../wrapped-sol.ts';
import { type Candidate, solveInput, type TokenRequest } from './candidate.ts';

const UNITS = 200_000;

/** SOL into raSOL by StakeWrappedSol, over DepositSol; undefined when the pool would refuse. */
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
    return deposit.ok ? paidOut(deposit) : zeroWhenTooSmall(deposit, STAKE_POOL_ERROR__DEPOSIT_TOO_SMALL);
  };
  const lamports = solveInput(request, getOutput);
  const deposit = lamports === undefined ? undefined : preview(lamports);
  if (lamports === undefined || !deposit?.ok) return undefined;
  return {
    amountIn: lamports,
    amountOut: paidOut(deposit),
    describe: () =>
      describePool(
        toFeeInfo('StakePoolDepositSol', pool.solDepositFee, deposit.managerTokens, world.poolMint),
      ),
    build: async (wallet, { destination = wallet }) => {
      const wrapped = await planWrappedSol(ledger, wallet);
      const source = wrapped.address;
      const stake = stakeWrappedSol(world, { wallet, source, destination, amount: lamports });
      return {
        units: UNITS,
        instructions: [...wrapped.open, ...wrapSol(wallet, source, lamports), stake, wrapped.close],
      };
    },
  };
}

/** What the depositor gets: the router's account is the referrer too, and passes on all that it receives. */
function paidOut({ userTokens, referrerTokens }: Deposit): bigint {
  return userTokens + referrerTokens;
}

/** raSOL into SOL by WithdrawWrappedSol, as long as the reserve lasts; undefined when the pool would refuse. */
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
      ? lessRouterFee(withdrawal.lamports, WITHDRAW_WRAPPED_SOL_FEE_BPS)
      : zeroWhenTooSmall(withdrawal, STAKE_POOL_ERROR__WITHDRAWAL_TOO_SMALL);
  };
  const poolTokens = solveInput(request, getOutput);
  const withdrawal = poolTokens === undefined ? undefined : preview(poolTokens);
  if (poolTokens === undefined || !withdrawal?.ok) return undefined;
  return {
    amountIn: poolTokens,
    amountOut: lessRouterFee(withdrawal.lamports, WITHDRAW_WRAPPED_SOL_FEE_BPS),
    describe: () =>
      describePool(
        toFeeInfo('StakePoolWithdrawSol', pool.solWithdrawalFee, withdrawal.feeTokens, world.poolMint),
      ),
    build: async (wallet, { source = wallet, destination }) => {
      const amount = poolTokens;
      if (destination !== undefined) {
        const withdraw = withdrawWrappedSol(world, { wallet, source, destination, amount });
        return { units: UNITS, instructions: [withdraw] };
      }
      const wrapped = await planWrappedSol(ledger, wallet);
      const withdraw = withdrawWrappedSol(world, { wallet, source, destination: wrapped.address, amount });
      return { units: UNITS, instructions: [...wrapped.open, withdraw, wrapped.close] };
    },
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
