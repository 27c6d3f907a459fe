import {
  type AccountMeta,
  type Address,
  type EncodedAccount,
  getU32Encoder,
  getU64Encoder,
} from '@solana/kit';
import type { Delegation } from '@solana-program/stake';
import {
  type Deposit,
  type FeeRounding,
  getStakePoolDecoder,
  getStakePoolEncoder,
  getStakePoolErrorMessage,
  getValidatorListDecoder,
  getValidatorListEncoder,
  type Refusal,
  STAKE_POOL_ACCOUNT_TYPE,
  STAKE_POOL_ERROR__INVALID_FEE_ACCOUNT,
  STAKE_POOL_ERROR__INVALID_PROGRAM_ADDRESS,
  STAKE_POOL_ERROR__INVALID_STATE,
  STAKE_POOL_ERROR__INVALID_VALIDATOR_STAKE_LIST,
  STAKE_POOL_ERROR__WRONG_POOL_MINT,
  STAKE_POOL_ERROR__WRONG_STAKE_STAKE,
  type StakePool,
  type StakePoolError,
  VALIDATOR_LIST_ACCOUNT_TYPE,
  type ValidatorList,
} from '@staking-agent/chain/stake-pool';
import { createPda, findPda, type ModelledCall, ProgramFailure, type Seed } from '../../vm/player/model.ts';
import { parseStakeState } from '../../vm/stake-account.ts';
import { parseMintDecimals, parseTokenAccount } from '../../vm/token-balances.ts';
import { mintTokens } from './native-steps.ts';

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

/** The authority that holds a pool's stake and mints its tokens, and its bump. */
export function findWithdrawAuthority(program: Address, pool: Address): readonly [Address, number] {
  return findPda(program, authoritySeeds(pool, 'withdraw'));
}

/** The same for a bump the pool account names; undefined when it derives nothing. */
function createWithdrawAuthority(program: Address, pool: Address, bump: number): Address | undefined {
  return createPda(program, authoritySeeds(pool, 'withdraw'), bump);
}

/** The authority stake is handed to when it is deposited in an open pool. */
export function findDepositAuthority(program: Address, pool: Address): Address {
  return findPda(program, authoritySeeds(pool, 'deposit'))[0];
}

/** A validator's stake account in a pool; a seed of zero means none. */
export function findValidatorStake(program: Address, pool: Address, vote: Address, seed: number): Address {
  const suffix = seed === 0 ? [] : [new Uint8Array(getU32Encoder().encode(seed))];
  return findPda(program, [{ address: vote }, { address: pool }, ...suffix])[0];
}

/** The account of a validator's stake that is on its way into or out of a pool. */
export function findTransientStake(program: Address, pool: Address, vote: Address, seed: bigint): Address {
  const suffix = new Uint8Array(getU64Encoder().encode(seed));
  return findPda(program, [{ text: 'transient' }, { address: vote }, { address: pool }, suffix])[0];
}

function authoritySeeds(pool: Address, text: 'withdraw' | 'deposit'): Seed[] {
  return [{ address: pool }, { text }];
}

/** A stake account as the program looks at it; `delegation` is undefined for one that is only initialized. */
export type PoolStake = { readonly lamports: bigint; readonly delegation: Delegation | undefined };

/**
 * The delegation of a stake account.
 *
 * @throws {ProgramFailure} BorshIoError for an account that is no stake account, 11 for one not delegated.
 */
export function requireDelegation(call: ModelledCall, address: Address): Delegation {
  const account = call.findAccount(address);
  const state = account === undefined ? undefined : parseStakeState(account.data);
  if (state === undefined) throw new ProgramFailure('BorshIoError');
  if (state.__kind !== 'Stake') fail(STAKE_POOL_ERROR__WRONG_STAKE_STAKE);
  return state.fields[1].delegation;
}

/** A stake account a pool can manage, or undefined: its authorities and its lockup are those of the pool. */
export function findPoolStake(
  call: ModelledCall,
  pool: StakePool,
  authority: Address,
  address: Address,
): PoolStake | undefined {
  const account = call.findAccount(address);
  const state = account === undefined ? undefined : parseStakeState(account.data);
  if (account === undefined || (state?.__kind !== 'Stake' && state?.__kind !== 'Initialized'))
    return undefined;
  const { authorized, lockup } = state.fields[0];
  const isUsable =
    authorized.staker === authority &&
    authorized.withdrawer === authority &&
    lockup.unixTimestamp === pool.lockup.unixTimestamp &&
    lockup.epoch === pool.lockup.epoch &&
    lockup.custodian === pool.lockup.custodian;
  if (!isUsable) return undefined;
  const delegation = state.__kind === 'Stake' ? state.fields[1].delegation : undefined;
  return { lamports: account.lamports, delegation };
}

/**
 * Checks whether a delegation is inactive, as far as the program can tell without the stake history.
 */
export function isInactive({ activationEpoch, deactivationEpoch }: Delegation, epoch: bigint): boolean {
  return deactivationEpoch < epoch || (activationEpoch === epoch && deactivationEpoch === epoch);
}

/**
 * Unwraps a preview of the chain package's arithmetic.
 *
 * @throws {ProgramFailure} with what the program answers instead.
 */
export function requireOk<T extends { readonly ok: true }>(result: T | Refusal): T {
  if (result.ok) return result;
  if ('error' in result) throw new ProgramFailure(result.error);
  if (result.by === 'stake') throw new ProgramFailure({ Custom: result.code });
  throw new ProgramFailure({ Custom: result.code }, getStakePoolErrorMessage(result.code));
}

/**
 * Checks the authority a pool may demand for moving SOL.
 *
 * @throws {ProgramFailure} NotEnoughAccountKeys when it is not given, or the codes for another one and for one
 *   that has not signed.
 */
export function assertHasSigned(
  call: ModelledCall,
  demanded: Address | null,
  given: AccountMeta | undefined,
  codes: { readonly wrong: StakePoolError; readonly missing: StakePoolError },
): void {
  if (demanded === null) return;
  if (given === undefined) throw new ProgramFailure('NotEnoughAccountKeys');
  if (given.address !== demanded) fail(codes.wrong);
  const hasSigned = call.accounts.some(({ address, isSigner }) => address === demanded && isSigner);
  if (!hasSigned) fail(codes.missing);
}

/** Mints the pool tokens of a deposit: to the user, then the fees of manager and referrer. */
export function mintDeposit(
  call: ModelledCall,
  deposit: Deposit,
  accounts: Readonly<Record<'mint' | 'authority' | 'user' | 'manager' | 'referrer', Address>>,
): void {
  const { mint, authority } = accounts;
  const mintTo = (account: Address, amount: bigint): void =>
    call.invoke(mintTokens(mint, account, authority, amount), [authority]);
  mintTo(accounts.user, deposit.userTokens);
  if (deposit.managerTokens > 0n) mintTo(accounts.manager, deposit.managerTokens);
  if (deposit.referrerTokens > 0n) mintTo(accounts.referrer, deposit.referrerTokens);
}
