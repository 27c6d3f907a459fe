import type { Address } from '@solana/kit';
import {
  applyFee,
  lamportsForPoolTokens,
  type ParsedWithdrawStakeInstruction,
  previewWithdrawStake,
  STAKE_POOL_ERROR__INVALID_STAKE_ACCOUNT_ADDRESS,
  STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE,
  STAKE_POOL_ERROR__WRONG_STAKE_STAKE,
  type StakePool,
  type StakeToSplit,
  type StakeWithdrawal,
  type ValidatorList,
} from '@staking-agent/chain/stake-pool';
import { type ModelledCall, ProgramFailure } from '../../vm/models/program-model.ts';
import { STAKE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { parseStakeState, STAKE_ACCOUNT_SIZE } from '../../vm/stake/stake-account.ts';
import {
  authorizeStake,
  burnTokens,
  getMinimumDelegation,
  splitStake,
  transferTokens,
} from './native-steps.ts';
import { findTransientStake, findValidatorStake } from './pool-addresses.ts';
import {
  assertIsClock,
  assertIsManagerFeeAccount,
  assertIsProgram,
  assertIsValidatorList,
  assertIsWithdrawAuthority,
  canTakeFees,
  fail,
  type PoolCall,
  readLamports,
  requireMintDecimals,
  requirePool,
  requireValidatorList,
  writePool,
  writeValidatorList,
} from './pool-call.ts';
import { requireOk } from './require-ok.ts';

/** WithdrawStake, with the checks of `process_withdraw_stake` in its order. */
export function withdrawStakeFromPool(
  call: PoolCall,
  { accounts, data }: ParsedWithdrawStakeInstruction,
  minimumLamports?: bigint,
): void {
  const { pool, list, decimals } = requireParts(call, accounts);
  const source = accounts.sourceTokenAccount.address;
  const owner = accounts.tokenOwner.address;
  const withdrawal = price(call, pool, list, {
    accounts,
    poolTokens: data.poolTokens,
    ...(minimumLamports !== undefined && { minimumLamports }),
  });

  const stake = accounts.stakeToSplit.address;
  const newStake = accounts.newStake.address;
  const authority = accounts.withdrawAuthority.address;
  call.invoke(getMinimumDelegation());
  call.invoke(burnTokens(pool.poolMint, source, owner, withdrawal.burnedTokens));
  call.invoke(splitStake(stake, newStake, authority, withdrawal.lamports), [authority]);
  for (const step of authorizeStake(newStake, authority, accounts.newStakeAuthority.address)) {
    call.invoke(step, [authority]);
  }
  if (withdrawal.feeTokens > 0n) {
    const destination = pool.managerFeeAccount;
    const amount = withdrawal.feeTokens;
    call.invoke(transferTokens({ mint: pool.poolMint, source, destination, owner, amount, decimals }));
  }
  store(call, pool, list, accounts, withdrawal);
}

type Accounts = ParsedWithdrawStakeInstruction['accounts'];

function requireParts(call: ModelledCall, accounts: Accounts) {
  assertIsClock(accounts.clock.address);
  assertIsProgram(STAKE_PROGRAM_ADDRESS, accounts.stakeProgram.address);
  const pool = requirePool(call, accounts.stakePool.address);
  const decimals = requireMintDecimals(call, pool, accounts.poolMint.address);
  assertIsValidatorList(pool, accounts.validatorList.address);
  assertIsWithdrawAuthority(call, pool, accounts.stakePool.address, accounts.withdrawAuthority.address);
  assertIsManagerFeeAccount(pool, accounts.managerFeeAccount.address);
  assertIsProgram(pool.tokenProgramId, accounts.tokenProgram.address);
  if (pool.lastUpdateEpoch < call.epoch) fail(STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE);
  return { pool, decimals, list: requireValidatorList(call, accounts.validatorList.address) };
}

function price(
  call: PoolCall,
  pool: StakePool,
  list: ValidatorList,
  input: { readonly accounts: Accounts; readonly poolTokens: bigint; readonly minimumLamports?: bigint },
): StakeWithdrawal {
  const { accounts, ...amounts } = input;
  const isFromManager = accounts.sourceTokenAccount.address === pool.managerFeeAccount;
  const feeWaived = isFromManager || !canTakeFees(call, pool);
  const { from, isKnown } = identifySource(call, pool, list, accounts);
  const result = previewWithdrawStake(pool, {
    ...amounts,
    epoch: call.epoch,
    feeRounding: call.feeRounding,
    feeWaived,
    from,
    validators: list.validators,
    stakeRent: call.getRent(BigInt(STAKE_ACCOUNT_SIZE)),
    minimumDelegation: call.minimumDelegation(),
  });
  // Only what the program checks before it derives the address comes before the wrong address.
  if (!isKnown && (result.ok || result.by === 'stake' || result.code > 14)) {
    const isEarlier = !result.ok && result.by === 'stake-pool' && [25, 28, 39].includes(result.code);
    if (!isEarlier) fail(STAKE_POOL_ERROR__INVALID_STAKE_ACCOUNT_ADDRESS);
  }
  if (!result.ok && result.by === 'stake')
    splitTooLittle(call, pool, accounts, amounts.poolTokens, feeWaived);
  return requireOk(result);
}

/** Makes the stake program refuse a split below its minimum, after the tokens have been burned. */
function splitTooLittle(
  call: PoolCall,
  pool: StakePool,
  accounts: Accounts,
  poolTokens: bigint,
  feeWaived: boolean,
): void {
  const fee = feeWaived ? 0n : applyFee(pool.stakeWithdrawalFee, poolTokens, call.feeRounding);
  const burned = poolTokens - fee;
  const [source, stake] = [accounts.sourceTokenAccount.address, accounts.stakeToSplit.address];
  const authority = accounts.withdrawAuthority.address;
  call.invoke(burnTokens(pool.poolMint, source, accounts.tokenOwner.address, burned));
  const lamports = lamportsForPoolTokens(pool, burned);
  call.invoke(splitStake(stake, accounts.newStake.address, authority, lamports), [authority]);
  // Looking at what was invoked ends the call where it fails.
  call.findAccount(stake);
}

/** Which account of the pool is to be split, by its address. */
function identifySource(
  call: ModelledCall,
  pool: StakePool,
  list: ValidatorList,
  accounts: Accounts,
): { readonly from: StakeToSplit; readonly isKnown: boolean } {
  const address = accounts.stakeToSplit.address;
  const lamports = readLamports(call, address);
  if (address === pool.reserveStake) return { from: { account: 'reserve', lamports }, isKnown: true };
  const voteAccount = requireVoter(call, address);
  const entry = list.validators.find((validator) => validator.voteAccount === voteAccount);
  const seeds = [call.programAddress, accounts.stakePool.address, voteAccount] as const;
  const isTransient =
    entry !== undefined && address === findTransientStake(...seeds, entry.transientSeedSuffix);
  const isValidator =
    entry !== undefined && address === findValidatorStake(...seeds, entry.validatorSeedSuffix);
  return {
    from: { account: isTransient ? 'transient' : 'validator', voteAccount, lamports },
    isKnown: entry === undefined || isTransient || isValidator,
  };
}

function requireVoter(call: ModelledCall, address: Address): Address {
  const account = call.findAccount(address);
  const state = account === undefined ? undefined : parseStakeState(account.data);
  if (state === undefined) throw new ProgramFailure('BorshIoError');
  if (state.__kind !== 'Stake') fail(STAKE_POOL_ERROR__WRONG_STAKE_STAKE);
  return state.fields[1].delegation.voterPubkey;
}

function store(
  call: ModelledCall,
  pool: StakePool,
  list: ValidatorList,
  accounts: Accounts,
  { entry, ...withdrawal }: StakeWithdrawal,
): void {
  const stake = accounts.stakeToSplit.address;
  const vote = entry === undefined ? undefined : requireVoterBefore(call, list, accounts, stake);
  const isRemoved = entry?.status === 'ReadyForRemoval';
  writePool(call, accounts.stakePool.address, { ...pool, ...withdrawal.pool });
  if (entry === undefined) return;
  const known = list.validators.find(({ voteAccount }) => voteAccount === vote);
  if (isRemoved && known?.activeStakeLamports !== withdrawal.lamports) {
    fail(STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE);
  }
  writeValidatorList(call, pool.validatorList, {
    ...list,
    validators: list.validators.map((each) => (each.voteAccount === vote ? { ...each, ...entry } : each)),
  });
}

/** The validator of the account that was split; a whole account is gone by now, so the list is asked. */
function requireVoterBefore(
  call: ModelledCall,
  list: ValidatorList,
  accounts: Accounts,
  stake: Address,
): Address | undefined {
  const pool = accounts.stakePool.address;
  return list.validators.find(({ voteAccount, validatorSeedSuffix, transientSeedSuffix }) =>
    [
      findValidatorStake(call.programAddress, pool, voteAccount, validatorSeedSuffix),
      findTransientStake(call.programAddress, pool, voteAccount, transientSeedSuffix),
    ].includes(stake),
  )?.voteAccount;
}
