import { randomInt } from 'node:crypto';
import { createNoopSigner } from '@solana/kit';
import { getCreateAccountWithSeedInstruction } from '@solana-program/system';
import {
  getWithdrawStakeWithSlippageInstruction,
  previewWithdrawStake,
} from '@staking-agent/chain/stake-pool';
import { deactivateStake } from '../../programs/stake-pool/native-steps.ts';
import { STAKE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { readMinimumDelegation } from '../../vm/stake/minimum-delegation.ts';
import { STAKE_ACCOUNT_SIZE } from '../../vm/stake/stake-account.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { lessSlippage } from './candidates/candidate.ts';
import { describePool, toFeeInfo } from './candidates/pool.ts';
import type { Order } from './order.ts';
import { findSeeded, readPool, refuseAs, requireSource } from './pool-view.ts';
import {
  findAddress,
  findSeed,
  type Query,
  readDeactivate,
  readMode,
  readSlippage,
  readSources,
  requireAddress,
  requireAmount,
} from './query.ts';
import { badRequest } from './router-error.ts';

const UNITS = 160_000;
const MAX_SEED = 2 ** 32;

/**
 * `GET /swap/withdrawStake/order`: raSOL into a stake account of the wallet's own, active, or deactivated in the
 * same transaction.
 *
 * @throws {RouterError} 400 for bad parameters, and where the pool would refuse.
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
  const fee = toFeeInfo('StakePoolWithdrawStake', pool.stakeWithdrawalFee, withdrawal.feeTokens, inp);
  const answer = {
    inp,
    out,
    mode: 'ExactIn',
    inpAmt: poolTokens.toString(),
    outAmt: { amtStaked: withdrawal.delegatedLamports.toString(), amtUnstaked: rent.toString() },
    swapSrcData: describePool(fee),
  };
  const wallet = findAddress(query, 'signer');
  if (wallet === undefined) return { answer };

  const source = await requireSource(ledger, wallet, inp, findAddress(query, 'inpAcc'));
  const seed = (givenSeed ?? BigInt(randomInt(MAX_SEED))).toString();
  const stake = await findSeeded(wallet, seed, STAKE_PROGRAM_ADDRESS);
  if (ledger.findAccount(stake) !== undefined) {
    badRequest(`Bridge stake account ${stake} is in use; choose another bridgeStakeSeed`);
  }
  const create = getCreateAccountWithSeedInstruction({
    payer: createNoopSigner(wallet),
    newAccount: stake,
    base: wallet,
    seed,
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
      minimumLamports: lessSlippage(withdrawal.lamports, slippage),
    },
    world,
  );
  const deactivate = isDeactivated ? [deactivateStake(stake, wallet)] : [];
  return {
    answer,
    draft: {
      wallet,
      instructions: [create, withdraw, ...deactivate],
      units: UNITS,
      output: 'stake',
      stakeAccount: stake,
      tokenAccount: source,
    },
  };
}
