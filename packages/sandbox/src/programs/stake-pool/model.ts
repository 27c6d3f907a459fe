import type { AccountMeta, Address } from '@solana/kit';
import * as pools from '@staking-agent/chain/stake-pool';
import { MAINNET } from '../../mainnet-2026-11.ts';
import { type ModelledCall, ProgramFailure, type ProgramModel } from '../../vm/player/model.ts';
import { parseMintSupply } from '../../vm/token-balances.ts';
import * as native from '../native.ts';
import * as calls from './call.ts';
import { depositStake, withdrawStakeFromPool } from './stake.ts';

/** Fees are rounded down, and stake withdrawn, as release 1.0.0 does: so does the program of raSOL's pool on mainnet. */
export const FEE_ROUNDING: pools.FeeRounding = 'down';

/** Compute units of the program itself, without the programs it invokes; measured on release 2.x. */
const UNITS: Readonly<Record<number, bigint>> = {
  6: 12_500n,
  7: 10_000n,
  8: 5_000n,
  9: 28_000n,
  10: 25_000n,
  14: 15_000n,
  16: 16_000n,
  23: 28_000n,
  24: 25_000n,
  25: 15_000n,
  26: 16_000n,
};
const UNKNOWN_UNITS = 2_000n;

/**
 * Models the instructions of the stake pool program that users and keepers call: release 1.0.0 where fees are rounded down,
 * 2.x where they are rounded up.
 */
export function createStakePoolModel(feeRounding: pools.FeeRounding): ProgramModel {
  return {
    programAddress: pools.SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS,
    name: 'model of spl_stake_pool',
    file: 'spl_stake_pool.so',
    getUnits: (data) => UNITS[data[0] ?? -1] ?? UNKNOWN_UNITS,
    run: (call) => {
      const parsed = native.parseInstruction(call, pools.parseStakePoolInstruction);
      call.log(`Instruction: ${parsed.instructionType}`);
      runInstruction({ ...call, feeRounding }, parsed);
    },
  };
}

/** The program as Sanctum deploys it for pools of one validator, raSOL's among them. */
export const stakePoolModel = createStakePoolModel(FEE_ROUNDING);

function runInstruction(call: calls.PoolCall, parsed: pools.ParsedStakePoolInstruction) {
  switch (parsed.instructionType) {
    case 'DepositSol':
      return depositSol(call, parsed);
    case 'DepositSolWithSlippage':
      return depositSol(call, parsed, parsed.data.minimumPoolTokens);
    case 'WithdrawSol':
      return withdrawSol(call, parsed);
    case 'WithdrawSolWithSlippage':
      return withdrawSol(call, parsed, parsed.data.minimumLamports);
    case 'DepositStake':
      return depositStake(call, parsed);
    case 'DepositStakeWithSlippage':
      return depositStake(call, parsed, parsed.data.minimumPoolTokens);
    case 'WithdrawStake':
      return withdrawStakeFromPool(call, parsed);
    case 'WithdrawStakeWithSlippage':
      return withdrawStakeFromPool(call, parsed, parsed.data.minimumLamports);
    case 'UpdateValidatorListBalance':
      return updateValidatorListBalance(call, parsed);
    case 'UpdateStakePoolBalance':
      return updateStakePoolBalance(call, parsed);
    case 'CleanupRemovedValidatorEntries':
      // No validator ever leaves the pool of the world.
      return void calls.openPool(call, parsed.accounts);
    default:
      // Instructions of managers and stakers of the pool: the model knows none.
      throw new ProgramFailure('BorshIoError');
  }
}

/** DepositSol, with the checks of `process_deposit_sol`. */
function depositSol(
  call: calls.PoolCall,
  { accounts, data }: pools.ParsedDepositSolInstruction<string>,
  minimumPoolTokens?: bigint,
): void {
  const { pool, authority } = calls.openPool(call, accounts);
  const wrong = pools.STAKE_POOL_ERROR__INVALID_SOL_DEPOSIT_AUTHORITY;
  assertHasSigned(call, pool.solDepositAuthority, accounts.solDepositAuthority, wrong);

  const { lamports } = data;
  const limit = minimumPoolTokens === undefined ? {} : { minimumPoolTokens };
  const deposit = calls.requireOk(
    pools.previewDepositSol(pool, { lamports, epoch: call.epoch, feeRounding: call.feeRounding, ...limit }),
  );
  call.invoke(native.transferSol(accounts.fundingAccount.address, pool.reserveStake, lamports));
  calls.mintDeposit(call, pool, authority, deposit, accounts);
  calls.writePool(call, accounts.stakePool.address, { ...pool, ...deposit.pool });
}

/** WithdrawSol, with the checks of `process_withdraw_sol`. */
function withdrawSol(
  call: calls.PoolCall,
  { accounts, data }: pools.ParsedWithdrawSolInstruction<string>,
  minimumLamports?: bigint,
): void {
  const { pool, authority } = calls.openPool(call, accounts);
  const wrong = pools.STAKE_POOL_ERROR__INVALID_SOL_WITHDRAW_AUTHORITY;
  assertHasSigned(call, pool.solWithdrawAuthority, accounts.solWithdrawAuthority, wrong);
  const decimals = calls.requireDecimals(call, pool);

  const { poolMint: mint, managerFeeAccount: destination } = pool;
  const source = accounts.sourceTokenAccount.address;
  const owner = accounts.tokenOwner.address;
  const withdrawal = calls.requireOk(
    pools.previewWithdrawSol(pool, {
      poolTokens: data.poolTokens,
      epoch: call.epoch,
      feeRounding: call.feeRounding,
      feeWaived: source === destination || !calls.canTakeFees(call, pool),
      reserveLamports: calls.readLamports(call, pool.reserveStake),
      reserveRent: MAINNET.stakeMetaReserve,
      ...(minimumLamports !== undefined && { minimumLamports }),
    }),
  );
  const { burnedTokens, feeTokens: amount, lamports } = withdrawal;
  call.invoke(native.burnTokens(mint, source, owner, burnedTokens));
  if (amount > 0n) call.invoke(native.transferTokens({ mint, source, destination, owner, amount, decimals }));
  const receiver = accounts.lamportReceiver.address;
  call.invoke(native.withdrawStake(pool.reserveStake, receiver, authority.address, lamports), authority);
  calls.writePool(call, accounts.stakePool.address, { ...pool, ...withdrawal.pool });
}

/**
 * Checks the authority that a pool may demand for moving SOL.
 *
 * @throws {ProgramFailure} NotEnoughAccountKeys when it is not given, `wrong` for another one, 7 for one that has not signed.
 */
function assertHasSigned(
  call: ModelledCall,
  demanded: Address | null,
  given: AccountMeta | undefined,
  wrong: pools.StakePoolError,
): void {
  if (demanded === null) return;
  if (given === undefined) throw new ProgramFailure('NotEnoughAccountKeys');
  if (given.address !== demanded) calls.fail(wrong);
  const hasSigned = call.accounts.some(({ address, isSigner }) => address === demanded && isSigner);
  if (!hasSigned) calls.fail(pools.STAKE_POOL_ERROR__SIGNATURE_MISSING);
}

/** UpdateStakePoolBalance, with the checks of `process_update_stake_pool_balance`. */
function updateStakePoolBalance(
  call: calls.PoolCall,
  { accounts }: pools.ParsedUpdateStakePoolBalanceInstruction<string>,
): void {
  const { pool, authority } = calls.openPool(call, accounts);
  const { validators } = calls.requireValidatorList(call, pool);
  const mint = call.findAccount(pool.poolMint);
  const mintSupply = mint && parseMintSupply(mint);
  const update = calls.requireOk(
    pools.previewEpochUpdate(pool, {
      validators,
      epoch: call.epoch,
      feeRounding: call.feeRounding,
      feeWaived: !calls.canTakeFees(call, pool),
      reserveLamports: calls.readLamports(call, pool.reserveStake),
      reserveRent: MAINNET.stakeMetaReserve,
      ...(mintSupply !== undefined && { mintSupply }),
    }),
  );
  const { managerTokens } = update;
  if (managerTokens > 0n) {
    call.invoke(
      native.mintTokens(pool.poolMint, pool.managerFeeAccount, authority.address, managerTokens),
      authority,
    );
  }
  calls.writePool(call, accounts.stakePool.address, update.pool);
}

/**
 * UpdateValidatorListBalance, with the checks of `process_update_validator_list_balance`, as far as the pool of the world
 * needs it: its validators are active and no stake is on its way in or out.
 *
 * @throws {ProgramFailure} ProgramFailedToComplete for an entry that is otherwise.
 */
function updateValidatorListBalance(
  call: ModelledCall,
  {
    accounts,
    data,
    remainingAccounts,
  }: pools.ParsedUpdateValidatorListBalanceInstruction<string> & {
    readonly remainingAccounts: readonly AccountMeta[];
  },
): void {
  const { pool, authority } = calls.openPool(call, accounts);
  if (remainingAccounts.length % 2 !== 0)
    calls.fail(pools.STAKE_POOL_ERROR__UNEXPECTED_VALIDATOR_LIST_ACCOUNT_SIZE);
  const list = calls.requireValidatorList(call, pool);
  const pairs = remainingAccounts.length / 2;
  if (data.startIndex + pairs > list.validators.length) throw new ProgramFailure('AccountDataTooSmall');

  const validators = list.validators.map((entry, index) => {
    const stake = remainingAccounts[2 * (index - data.startIndex)]?.address;
    const seeds = [call.programAddress, accounts.stakePool.address, entry.voteAccount] as const;
    if (stake !== calls.findValidatorStake(...seeds, entry.validatorSeedSuffix)) return entry;
    if (entry.status !== 'Active' || entry.transientStakeLamports > 0n) {
      throw new ProgramFailure('ProgramFailedToComplete', 'The model knows active stake alone.');
    }
    const { lamports, surplus } = readActiveStake(call, stake);
    if (surplus > 0n) {
      call.invoke(native.withdrawStake(stake, pool.reserveStake, authority.address, surplus), authority);
    }
    return { ...entry, lastUpdateEpoch: call.epoch, activeStakeLamports: lamports - surplus };
  });
  calls.writeValidatorList(call, pool, { ...list, validators });
}

/** Reads the lamports of a stake account of the pool, and those beyond its delegation and the reserve that `Meta` states. */
function readActiveStake(call: ModelledCall, address: Address) {
  const lamports = calls.readLamports(call, address);
  const { stake } = calls.requireDelegation(call, address);
  const surplus = lamports - stake - MAINNET.stakeMetaReserve;
  return { lamports, surplus: surplus > 0n ? surplus : 0n };
}
