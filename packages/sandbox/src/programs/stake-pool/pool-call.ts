import type { Address, EncodedAccount } from '@solana/kit';
import {
  type FeeRounding,
  getStakePoolDecoder,
  getStakePoolEncoder,
  getStakePoolErrorMessage,
  getValidatorListDecoder,
  getValidatorListEncoder,
  STAKE_POOL_ACCOUNT_TYPE,
  STAKE_POOL_ERROR__INVALID_FEE_ACCOUNT,
  STAKE_POOL_ERROR__INVALID_PROGRAM_ADDRESS,
  STAKE_POOL_ERROR__INVALID_STATE,
  STAKE_POOL_ERROR__INVALID_VALIDATOR_STAKE_LIST,
  STAKE_POOL_ERROR__WRONG_POOL_MINT,
  type StakePool,
  type StakePoolError,
  VALIDATOR_LIST_ACCOUNT_TYPE,
  type ValidatorList,
} from '@staking-agent/chain/stake-pool';
import { type ModelledCall, ProgramFailure } from '../../vm/models/program-model.ts';
import { parseMintDecimals, parseTokenAccount } from '../../vm/token-balances.ts';
import { createWithdrawAuthority } from './pool-addresses.ts';

const CLOCK_ADDRESS = 'SysvarC1ock11111111111111111111111111111111';
const ACCOUNT_STATE_OFFSET = 108;
const INITIALIZED = 1;

/** A call of the program, in the build that rounds fees so. */
export type PoolCall = ModelledCall & { readonly feeRounding: FeeRounding };

/** @throws {ProgramFailure} a custom error of the stake pool program, with its sentence in the log. */
export function fail(code: StakePoolError): never {
  throw new ProgramFailure({ Custom: code }, getStakePoolErrorMessage(code));
}

/**
 * Reads the pool an instruction names.
 *
 * @throws {ProgramFailure} IncorrectProgramId for an account of another program, 2 for one that is no pool.
 */
export function requirePool(call: ModelledCall, address: Address): StakePool {
  const { data } = requireOwned(call, address);
  if (data[0] !== STAKE_POOL_ACCOUNT_TYPE) fail(STAKE_POOL_ERROR__INVALID_STATE);
  return decode(() => getStakePoolDecoder().decode(data));
}

/** Writes a pool to its account; bytes of a longer earlier state remain after it, as in the program. */
export function writePool(call: ModelledCall, address: Address, pool: StakePool): void {
  const data = Uint8Array.from(requireOwned(call, address).data);
  getStakePoolEncoder().write(pool, data, 0);
  call.write(address, data);
}

/**
 * Reads the validator list of a pool.
 *
 * @throws {ProgramFailure} 8 for another account, IncorrectProgramId, 2 for one that is no list.
 */
export function requireValidatorList(call: ModelledCall, address: Address): ValidatorList {
  const { data } = requireOwned(call, address);
  if (data[0] !== VALIDATOR_LIST_ACCOUNT_TYPE) fail(STAKE_POOL_ERROR__INVALID_STATE);
  return decode(() => getValidatorListDecoder().decode(data));
}

/** Stores a validator list over its account. */
export function writeValidatorList(call: ModelledCall, address: Address, list: ValidatorList): void {
  const data = Uint8Array.from(requireOwned(call, address).data);
  getValidatorListEncoder().write(list, data, 0);
  call.write(address, data);
}

/** @throws {ProgramFailure} 8 */
export function assertIsValidatorList(pool: StakePool, address: Address): void {
  if (address !== pool.validatorList) fail(STAKE_POOL_ERROR__INVALID_VALIDATOR_STAKE_LIST);
}

/** @throws {ProgramFailure} 1 */
export function assertIsWithdrawAuthority(
  call: ModelledCall,
  pool: StakePool,
  poolAddress: Address,
  address: Address,
): void {
  const derived = createWithdrawAuthority(call.programAddress, poolAddress, pool.stakeWithdrawBumpSeed);
  if (derived === undefined) throw new ProgramFailure('InvalidSeeds');
  if (derived !== address) fail(STAKE_POOL_ERROR__INVALID_PROGRAM_ADDRESS);
}

/** @throws {ProgramFailure} 1 */
export function assertIsReserve(pool: StakePool, address: Address): void {
  if (address !== pool.reserveStake) fail(STAKE_POOL_ERROR__INVALID_PROGRAM_ADDRESS);
}

/** @throws {ProgramFailure} 9 */
export function assertIsManagerFeeAccount(pool: StakePool, address: Address): void {
  if (address !== pool.managerFeeAccount) fail(STAKE_POOL_ERROR__INVALID_FEE_ACCOUNT);
}

/** @throws {ProgramFailure} IncorrectProgramId for a program other than the one expected in its place. */
export function assertIsProgram(expected: Address, address: Address): void {
  if (address !== expected) throw new ProgramFailure('IncorrectProgramId');
}

/** @throws {ProgramFailure} InvalidArgument for an account that is not the clock sysvar. */
export function assertIsClock(address: Address): void {
  if (address !== CLOCK_ADDRESS) throw new ProgramFailure('InvalidArgument');
}

/**
 * Decimals of the pool's mint.
 *
 * @throws {ProgramFailure} 10 for another mint.
 */
export function requireMintDecimals(call: ModelledCall, pool: StakePool, address: Address): number {
  if (address !== pool.poolMint) fail(STAKE_POOL_ERROR__WRONG_POOL_MINT);
  const decimals = parseMintDecimals(call.findAccount(address));
  if (decimals === undefined) throw new ProgramFailure('InvalidAccountData');
  return decimals;
}

/** Whether the manager's account can take fees: a live token account of the pool's mint. */
export function canTakeFees(call: ModelledCall, pool: StakePool): boolean {
  const account = call.findAccount(pool.managerFeeAccount);
  if (account === undefined || account.programAddress !== pool.tokenProgramId) return false;
  return (
    parseTokenAccount(account)?.mint === pool.poolMint && account.data[ACCOUNT_STATE_OFFSET] === INITIALIZED
  );
}

/** Lamports of an account; zero when it does not exist. */
export function readLamports(call: ModelledCall, address: Address): bigint {
  return call.findAccount(address)?.lamports ?? 0n;
}

function requireOwned(call: ModelledCall, address: Address): EncodedAccount {
  const account = call.findAccount(address);
  if (account === undefined || account.programAddress !== call.programAddress) {
    throw new ProgramFailure('IncorrectProgramId');
  }
  return account;
}

function decode<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new ProgramFailure('BorshIoError');
  }
}
