import type { Address } from '@solana/kit';
import {
  applyFee,
  lamportsForPoolTokens,
  type ParsedDepositStakeInstruction,
  type ParsedWithdrawStakeInstruction,
  previewDepositStake,
  previewWithdrawStake,
  STAKE_POOL_ERROR__INCORRECT_DEPOSIT_VOTE_ADDRESS,
  STAKE_POOL_ERROR__INVALID_STAKE_ACCOUNT_ADDRESS,
  STAKE_POOL_ERROR__INVALID_STAKE_DEPOSIT_AUTHORITY,
  STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE,
  STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND,
  STAKE_POOL_ERROR__WRONG_STAKE_STAKE,
  type StakePool,
  type StakeToSplit,
  type StakeWithdrawal,
  type ValidatorList,
} from '@staking-agent/chain/stake-pool';
import { type ModelledCall, ProgramFailure } from '../../vm/player/model.ts';
import { STAKE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { parseStakeState, STAKE_ACCOUNT_SIZE } from '../../vm/stake-account.ts';
import {
  assertIsClock,
  assertIsManagerFeeAccount,
  assertIsProgram,
  assertIsReserve,
  assertIsValidatorList,
  assertIsWithdrawAuthority,
  canTakeFees,
  fail,
  findDepositAuthority,
  findTransientStake,
  findValidatorStake,
  mintDeposit,
  type PoolCall,
  readLamports,
  requireDelegation,
  requireMintDecimals,
  requireOk,
  requirePool,
  requireValidatorList,
  writePool,
  writeValidatorList,
} from './call.ts';
import {
  authorizeStake,
  burnTokens,
  getMinimumDelegation,
  mergeStake,
  splitStake,
  transferTokens,
  withdrawStake,
} from './native-steps.ts';

/** DepositStake, with the checks of `process_deposit_stake` in its order; the amounts are measured by merging. */
export function depositStake(
  call: PoolCall,
  { accounts }: ParsedDepositStakeInstruction,
  minimumPoolTokens?: bigint,
): void {
  const { pool, list } = requireDeposit(call, accounts);
  const poolAddress = accounts.stakePool.address;
  const validatorStake = accounts.validatorStake.address;
  const before = { lamports: readLamports(call, validatorStake), ...requireDelegation(call, validatorStake) };
  assertTakesDeposits(call, accounts, pool, list);

  const depositAuthority = accounts.depositAuthority.address;
  const authority = accounts.withdrawAuthority.address;
  const stake = accounts.depositedStake.address;
  const isOpen = depositAuthority === findDepositAuthority(call.programAddress, poolAddress);
  for (const instruction of authorizeStake(stake, depositAuthority, authority)) {
    call.invoke(instruction, isOpen ? [depositAuthority] : []);
  }
  call.invoke(mergeStake(stake, validatorStake, authority), [authority]);

  const delegated = requireDelegation(call, validatorStake).stake - before.stake;
  const deposit = requireOk(
    previewDepositStake(pool, {
      lamports: readLamports(call, validatorStake) - before.lamports,
      delegatedLamports: delegated,
      voteAccount: before.voterPubkey,
      validators: list.validators,
      epoch: call.epoch,
      feeRounding: call.feeRounding,
      ...(minimumPoolTokens !== undefined && { minimumPoolTokens }),
    }),
  );
  mintDeposit(call, deposit, {
    mint: pool.poolMint,
    authority,
    user: accounts.destinationTokenAccount.address,
    manager: pool.managerFeeAccount,
    referrer: accounts.referrerTokenAccount.address,
  });
  const { lamportsToReserve } = deposit;
  if (lamportsToReserve > 0n) {
    const step = withdrawStake(validatorStake, pool.reserveStake, authority, lamportsToReserve);
    call.invoke(step, [authority]);
  }
  writePool(call, poolAddress, { ...pool, ...deposit.pool });
  const activeStakeLamports = readLamports(call, validatorStake);
  writeValidatorList(call, pool.validatorList, {
    ...list,
    validators: list.validators.map((entry) =>
      entry.voteAccount === before.voterPubkey ? { ...entry, activeStakeLamports } : entry,
    ),
  });
}

type DepositAccounts = ParsedDepositStakeInstruction['accounts'];

function requireDeposit(
  call: ModelledCall,
  accounts: DepositAccounts,
): { pool: StakePool; list: ValidatorList } {
  assertIsClock(accounts.clock.address);
  assertIsProgram(STAKE_PROGRAM_ADDRESS, accounts.stakeProgram.address);
  const pool = requirePool(call, accounts.stakePool.address);
  assertIsWithdrawAuthority(call, pool, accounts.stakePool.address, accounts.withdrawAuthority.address);
  if (accounts.depositAuthority.address !== pool.stakeDepositAuthority) {
    fail(STAKE_POOL_ERROR__INVALID_STAKE_DEPOSIT_AUTHORITY);
  }
  requireMintDecimals(call, pool, accounts.poolMint.address);
  assertIsValidatorList(pool, accounts.validatorList.address);
  assertIsReserve(pool, accounts.reserveStake.address);
  assertIsProgram(pool.tokenProgramId, accounts.tokenProgram.address);
  assertIsManagerFeeAccount(pool, accounts.managerFeeAccount.address);
  if (pool.lastUpdateEpoch < call.epoch) fail(STAKE_POOL_ERROR__STAKE_LIST_AND_POOL_OUT_OF_DATE);
  return { pool, list: requireValidatorList(call, accounts.validatorList.address) };
}

function assertTakesDeposits(
  call: ModelledCall,
  accounts: DepositAccounts,
  pool: StakePool,
  list: ValidatorList,
): void {
  const stake = accounts.validatorStake.address;
  const { voterPubkey } = requireDelegation(call, stake);
  const preferred = pool.preferredDepositValidator;
  if (preferred !== null && preferred !== voterPubkey) fail(STAKE_POOL_ERROR__INCORRECT_DEPOSIT_VOTE_ADDRESS);
  const entry = list.validators.find(({ voteAccount }) => voteAccount === voterPubkey);
  if (entry === undefined) fail(STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND);
  const poolAddress = accounts.stakePool.address;
  const derived = findValidatorStake(
    call.programAddress,
    poolAddress,
    voterPubkey,
    entry.validatorSeedSuffix,
  );
  if (stake !== derived) fail(STAKE_POOL_ERROR__INVALID_STAKE_ACCOUNT_ADDRESS);
  if (entry.status !== 'Active') fail(STAKE_POOL_ERROR__VALIDATOR_NOT_FOUND);
}

/** WithdrawStake, with the checks of `process_withdraw_stake` in its order. */
export function withdrawStakeFromPool(
  call: PoolCall,
  { accounts, data }: ParsedWithdrawStakeInstruction,
  minimumLamports?: bigint,
): void {
  const { pool, list, decimals } = requireWithdrawal(call, accounts);
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

type WithdrawAccounts = ParsedWithdrawStakeInstruction['accounts'];

function requireWithdrawal(call: ModelledCall, accounts: WithdrawAccounts) {
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
  input: {
    readonly accounts: WithdrawAccounts;
    readonly poolTokens: bigint;
    readonly minimumLamports?: bigint;
  },
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
  accounts: WithdrawAccounts,
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
  accounts: WithdrawAccounts,
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
  accounts: WithdrawAccounts,
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
  accounts: WithdrawAccounts,
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
