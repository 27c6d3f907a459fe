import type { Address } from '@solana/kit';
import * as pools from '@staking-agent/chain/stake-pool';
import { MAINNET } from '../../mainnet-2026-11.ts';
import type { ModelledCall, Pda } from '../../vm/player/model.ts';
import * as native from '../native.ts';
import * as calls from './call.ts';

/** DepositStake, with the checks of `process_deposit_stake`; the amounts are measured by merging. */
export function depositStake(
  call: calls.PoolCall,
  { accounts }: pools.ParsedDepositStakeInstruction<string>,
  minimumPoolTokens?: bigint,
): void {
  const { pool, authority: signer } = calls.openPool(call, accounts);
  if (accounts.depositAuthority.address !== pool.stakeDepositAuthority) {
    calls.fail(pools.STAKE_POOL_ERROR__INVALID_STAKE_DEPOSIT_AUTHORITY);
  }
  if (pool.lastUpdateEpoch < call.epoch) calls.fail(pools.STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE);
  const list = calls.requireValidatorList(call, pool);
  const validatorStake = accounts.validatorStake.address;
  const before = {
    lamports: calls.readLamports(call, validatorStake),
    ...calls.requireDelegation(call, validatorStake),
  };
  assertTakesDeposits(call, accounts, pool, list, before.voterPubkey);

  const given = accounts.depositAuthority.address;
  const authority = signer.address;
  const stake = accounts.depositedStake.address;
  const own = calls.findDepositAuthority(call.programAddress, accounts.stakePool.address);
  for (const step of native.authorizeStake(stake, given, authority)) {
    call.invoke(step, ...(given === own.address ? [own] : []));
  }
  call.invoke(native.mergeStake(stake, validatorStake, authority), signer);

  const deposit = calls.requireOk(
    pools.previewDepositStake(pool, {
      lamports: calls.readLamports(call, validatorStake) - before.lamports,
      delegatedLamports: calls.requireDelegation(call, validatorStake).stake - before.stake,
      voteAccount: before.voterPubkey,
      validators: list.validators,
      epoch: call.epoch,
      feeRounding: call.feeRounding,
      ...(minimumPoolTokens !== undefined && { minimumPoolTokens }),
    }),
  );
  calls.mintDeposit(call, pool, signer, deposit, accounts);
  const { lamportsToReserve } = deposit;
  if (lamportsToReserve > 0n) {
    call.invoke(
      native.withdrawStake(validatorStake, pool.reserveStake, authority, lamportsToReserve),
      signer,
    );
  }
  calls.writePool(call, accounts.stakePool.address, { ...pool, ...deposit.pool });
  const activeStakeLamports = calls.readLamports(call, validatorStake);
  writeEntry(call, pool, list, before.voterPubkey, { activeStakeLamports });
}

function writeEntry(
  call: ModelledCall,
  pool: pools.StakePool,
  list: pools.ValidatorList,
  vote: Address,
  change: Partial<pools.ValidatorList['validators'][number]>,
): void {
  const validators = list.validators.map((entry) =>
    entry.voteAccount === vote ? { ...entry, ...change } : entry,
  );
  calls.writeValidatorList(call, pool, { ...list, validators });
}

function assertTakesDeposits(
  call: ModelledCall,
  accounts: pools.ParsedDepositStakeInstruction<string>['accounts'],
  pool: pools.StakePool,
  list: pools.ValidatorList,
  vote: Address,
): void {
  const preferred = pool.preferredDepositValidator;
  if (preferred !== null && preferred !== vote)
    calls.fail(pools.STAKE_POOL_ERROR__INCORRECT_DEPOSIT_VOTE_ADDRESS);
  const entry = list.validators.find(({ voteAccount }) => voteAccount === vote);
  if (entry === undefined) calls.fail(pools.STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND);
  const { address } = accounts.stakePool;
  const derived = calls.findValidatorStake(call.programAddress, address, vote, entry.validatorSeedSuffix);
  if (accounts.validatorStake.address !== derived)
    calls.fail(pools.STAKE_POOL_ERROR__INVALID_STAKE_ACCOUNT_ADDRESS);
  if (entry.status !== 'Active') calls.fail(pools.STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND);
}

type WithdrawAccounts = pools.ParsedWithdrawStakeInstruction<string>['accounts'];

/** WithdrawStake, with the checks of `process_withdraw_stake`. */
export function withdrawStakeFromPool(
  call: calls.PoolCall,
  { accounts, data }: pools.ParsedWithdrawStakeInstruction<string>,
  minimumLamports?: bigint,
): void {
  const { pool, authority: signer } = calls.openPool(call, accounts);
  const decimals = calls.requireDecimals(call, pool);
  if (pool.lastUpdateEpoch < call.epoch) calls.fail(pools.STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE);
  const list = calls.requireValidatorList(call, pool);
  const from = identifySource(call, pool, list, accounts);
  const { poolTokens } = data;
  const limit = minimumLamports === undefined ? {} : { minimumLamports };
  const withdrawal = price(call, pool, list, { accounts, signer, from, poolTokens, ...limit });

  const { poolMint: mint, managerFeeAccount: destination } = pool;
  const source = accounts.sourceTokenAccount.address;
  const owner = accounts.tokenOwner.address;
  const stake = accounts.stakeToSplit.address;
  const newStake = accounts.newStake.address;
  const authority = signer.address;
  const { burnedTokens, feeTokens: amount, lamports } = withdrawal;
  call.invoke(native.getMinimumDelegation());
  call.invoke(native.burnTokens(mint, source, owner, burnedTokens));
  call.invoke(native.splitStake(stake, newStake, authority, lamports), signer);
  for (const step of native.authorizeStake(newStake, authority, accounts.newStakeAuthority.address)) {
    call.invoke(step, signer);
  }
  if (amount > 0n) call.invoke(native.transferTokens({ mint, source, destination, owner, amount, decimals }));
  calls.writePool(call, accounts.stakePool.address, { ...pool, ...withdrawal.pool });
  const { entry } = withdrawal;
  if (entry === undefined || from.account === 'reserve') return;
  const known = list.validators.find(({ voteAccount }) => voteAccount === from.voteAccount);
  if (entry.status === 'ReadyForRemoval' && known?.activeStakeLamports !== lamports) {
    calls.fail(pools.STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE);
  }
  writeEntry(call, pool, list, from.voteAccount, entry);
}

/**
 * Identifies the account that is to be split: the reserve, or the stake of a validator in the list.
 *
 * @throws {ProgramFailure} as {@link requireDelegation}, and 23 for a validator's account at another address.
 */
function identifySource(
  call: ModelledCall,
  pool: pools.StakePool,
  list: pools.ValidatorList,
  accounts: WithdrawAccounts,
): pools.StakeToSplit {
  const { address } = accounts.stakeToSplit;
  const lamports = calls.readLamports(call, address);
  if (address === pool.reserveStake) return { account: 'reserve', lamports };
  const { voterPubkey: voteAccount } = calls.requireDelegation(call, address);
  const entry = list.validators.find((validator) => validator.voteAccount === voteAccount);
  const seeds = [call.programAddress, accounts.stakePool.address, voteAccount] as const;
  if (entry !== undefined && address !== calls.findValidatorStake(...seeds, entry.validatorSeedSuffix)) {
    calls.fail(pools.STAKE_POOL_ERROR__INVALID_STAKE_ACCOUNT_ADDRESS);
  }
  return { account: 'validator', voteAccount, lamports };
}

function price(
  call: calls.PoolCall,
  pool: pools.StakePool,
  list: pools.ValidatorList,
  input: {
    readonly from: pools.StakeToSplit;
    readonly accounts: WithdrawAccounts;
    readonly signer: Pda;
    readonly poolTokens: bigint;
    readonly minimumLamports?: bigint;
  },
): pools.StakeWithdrawal {
  const { accounts, signer, ...amounts } = input;
  const source = accounts.sourceTokenAccount.address;
  const feeWaived = source === pool.managerFeeAccount || !calls.canTakeFees(call, pool);
  const result = pools.previewWithdrawStake(pool, {
    ...amounts,
    epoch: call.epoch,
    feeRounding: call.feeRounding,
    feeWaived,
    validators: list.validators,
    stakeRent: MAINNET.stakeMetaReserve,
    minimumDelegation: call.minimumDelegation(),
  });
  if (!result.ok && result.by === 'stake') {
    // The stake program refuses a split below its minimum, after the tokens have been burned.
    const { poolTokens } = amounts;
    const fee = feeWaived ? 0n : pools.applyFee(pool.stakeWithdrawalFee, poolTokens, call.feeRounding);
    const burned = poolTokens - fee;
    const stake = accounts.stakeToSplit.address;
    const lamports = pools.lamportsForPoolTokens(pool, burned);
    call.invoke(native.burnTokens(pool.poolMint, source, accounts.tokenOwner.address, burned));
    call.invoke(native.splitStake(stake, accounts.newStake.address, signer.address, lamports), signer);
    // Looking at what was invoked ends the call where it fails.
    call.findAccount(stake);
  }
  return calls.requireOk(result);
}
