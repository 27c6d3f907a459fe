import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { getCreateAccountWithSeedInstruction } from '@solana-program/system';
import {
  getWithdrawStakeWithSlippageInstruction,
  previewWithdrawStake,
} from '@staking-agent/chain/stake-pool';
import { deactivateStake } from '../../programs/native.ts';
import { findBridgeStake, prefundWithdrawStake } from '../../programs/stakedex/instructions.ts';
import {
  priceUnstake,
  RESERVE_FEE,
  RESERVE_FEE_CODEC,
  RESERVE_POOL,
  RESERVE_POOL_CODEC,
  type ReserveFee,
  type ReserveLiquidity,
  SOL_RESERVES,
  solveUnstake,
} from '../../programs/unstake.ts';
import { STAKE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { readMinimumDelegation, STAKE_ACCOUNT_SIZE } from '../../vm/stake-account.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { badRequest, type Query, readData } from '../stand-in.ts';
import { describePool, lessSlippage, toFeeInfo } from './candidates.ts';
import type { Order } from './order.ts';
import { findSeeded, readPool, refuseAs, requireSource } from './pool-view.ts';
import {
  findAddress,
  findSeed,
  readDeactivate,
  readMode,
  readSlippage,
  readSources,
  requireAddress,
  requireAmount,
} from './query.ts';

const UNITS = 160_000;
const PREFUNDED_UNITS = 400_000;

/**
 * `GET /swap/withdrawStake/order`: raSOL into a stake account of the wallet's own, active, or deactivated in the
 * same transaction.
 *
 * The router's program makes the account and repays its rent out of the stake, where that costs no more than the slippage;
 * else the wallet makes it. What repays is a minimum delegation at least, so with one of 1 SOL only large exits are prefunded.
 *
 * @throws {StandInError} 400 for bad parameters, and where the pool would refuse.
 */
export async function orderWithdrawStake(query: Query, ledger: SandboxLedger): Promise<Order> {
  const { pool: world, bank } = ledger;
  const inp = requireAddress(query, 'inp');
  if (inp !== world.poolMint) badRequest(`Unknown mint ${inp}`);
  const out = findAddress(query, 'out') ?? world.voteAccount;
  if (out !== world.voteAccount) badRequest(`Validator ${out} is not in the stake pool`);
  if (!readSources(query).has('SanctumRouter')) badRequest('No route found for this swapSrc');
  if (readMode(query) !== 'ExactIn') badRequest('mode must be ExactIn');
  const poolTokens = requireAmount(query);
  const slippage = readSlippage(query);
  const givenSeed = findSeed(query);
  const isDeactivated = readDeactivate(query);
  const rent = bank.vm().minimumBalanceForRentExemption(BigInt(STAKE_ACCOUNT_SIZE));
  const { pool, list } = readPool(ledger);
  const withdrawal = previewWithdrawStake(pool, {
    poolTokens,
    epoch: ledger.epoch(),
    feeRounding: ledger.feeRounding,
    validators: list.validators,
    from: {
      account: 'validator',
      voteAccount: out,
      lamports: bank.getLamports(world.validatorStake),
    },
    stakeRent: rent,
    minimumDelegation: readMinimumDelegation(bank),
  });
  if (!withdrawal.ok) return refuseAs(withdrawal);
  const delegated = withdrawal.delegatedLamports;
  const part = prefundedPart(ledger, rent);
  const isPrefunded = part !== undefined && part <= delegated - lessSlippage(delegated, slippage);
  const fee = toFeeInfo('StakePoolWithdrawStake', pool.stakeWithdrawalFee, withdrawal.feeTokens, inp);
  const answer = {
    inp,
    out,
    mode: 'ExactIn',
    inpAmt: poolTokens.toString(),
    outAmt: {
      amtStaked: (isPrefunded ? delegated - part : delegated).toString(),
      amtUnstaked: rent.toString(),
    },
    swapSrcData: describePool(fee),
  };
  const wallet = findAddress(query, 'signer');
  if (wallet === undefined) return { answer };

  const source = await requireSource(ledger, wallet, inp, findAddress(query, 'inpAcc'));
  const seed = Number(givenSeed ?? Buffer.from(ledger.random(4)).readUInt32LE());
  const exit = { ledger, wallet, source, poolTokens, seed };
  const made = isPrefunded
    ? draftPrefunded(exit)
    : await draftPaid(exit, rent, lessSlippage(withdrawal.lamports, slippage));
  if (ledger.findAccount(made.stake) !== undefined) {
    badRequest(`Bridge stake account ${made.stake} is in use; choose another bridgeStakeSeed`);
  }
  const deactivate = isDeactivated ? [deactivateStake(made.stake, wallet)] : [];
  return {
    answer,
    draft: {
      wallet,
      instructions: [...made.instructions, ...deactivate],
      units: isPrefunded ? PREFUNDED_UNITS : UNITS,
      output: 'stake',
      stakeAccount: made.stake,
      tokenAccount: source,
    },
  };
}

/**
 * Lamports of stake that repay the rent of a prefunded exit, the ledger's minimum delegation at least; undefined while the
 * Reserve cannot pay for them.
 */
function prefundedPart(ledger: SandboxLedger, rent: bigint): bigint | undefined {
  const { fee, liquidity } = readReserve(ledger);
  const target = solveUnstake(fee, liquidity, 2n * rent);
  const minimum = readMinimumDelegation(ledger.bank);
  if (target === undefined || minimum > liquidity.solReserves) return undefined;
  return target - rent > minimum ? target - rent : minimum;
}

type StakeExit = {
  readonly ledger: SandboxLedger;
  readonly wallet: Address;
  readonly source: Address;
  readonly poolTokens: bigint;
  /** 32 bits. */
  readonly seed: number;
};
type Made = { readonly stake: Address; readonly instructions: readonly Instruction[] };

/** Over the router's program: it makes the stake account, and a part of the stake repays the rent. */
function draftPrefunded({ ledger, wallet, source, poolTokens, seed }: StakeExit): Made {
  const input = { user: wallet, source, amount: poolTokens, seed };
  return {
    stake: findBridgeStake(wallet, seed).address,
    instructions: [prefundWithdrawStake(ledger.pool, input)],
  };
}

/** Over the pool alone: the wallet makes the stake account and pays its rent. */
async function draftPaid(
  { ledger, wallet, source, poolTokens, seed }: StakeExit,
  rent: bigint,
  minimumLamports: bigint,
): Promise<Made> {
  const world = ledger.pool;
  const stake = await findSeeded(wallet, String(seed), STAKE_PROGRAM_ADDRESS);
  const create = getCreateAccountWithSeedInstruction({
    payer: createNoopSigner(wallet),
    newAccount: stake,
    base: wallet,
    seed: String(seed),
    amount: rent,
    space: STAKE_ACCOUNT_SIZE,
    programAddress: STAKE_PROGRAM_ADDRESS,
  });
  const withdraw = getWithdrawStakeWithSlippageInstruction(
    {
      ...world,
      stakeToSplit: world.validatorStake,
      newStake: stake,
      newStakeAuthority: wallet,
      tokenOwner: createNoopSigner(wallet),
      sourceTokenAccount: source,
      poolTokens,
      minimumLamports,
    },
    world,
  );
  return { stake, instructions: [create, withdraw] };
}

/** The Reserve as the newest slot has it. */
export type ReserveView = {
  readonly fee: ReserveFee;
  readonly liquidity: ReserveLiquidity;
};

/** Reads what an exit into the Reserve is priced from. */
export function readReserve(ledger: SandboxLedger): ReserveView {
  const { incomingStake } = RESERVE_POOL_CODEC.decode(readData(ledger, RESERVE_POOL));
  return {
    fee: RESERVE_FEE_CODEC.decode(readData(ledger, RESERVE_FEE)),
    liquidity: { incomingStake, solReserves: ledger.bank.getLamports(SOL_RESERVES.address) },
  };
}

/**
 * Prices a stake account at the Reserve.
 *
 * @returns lamports paid and taken; undefined when the Reserve has not as much.
 */
export function quoteReserve(
  { fee, liquidity }: ReserveView,
  lamports: bigint,
): { readonly paid: bigint; readonly taken: bigint } | undefined {
  const taken = priceUnstake(fee, liquidity, lamports);
  // The protocol has its part of what is taken, and the record of the stake account its rent.
  const isPayable = taken <= lamports && lamports + taken < liquidity.solReserves;
  return isPayable ? { paid: lamports - taken, taken } : undefined;
}
