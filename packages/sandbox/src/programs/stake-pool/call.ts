import { type Address, type EncodedAccount, getU32Encoder, getU64Encoder } from '@solana/kit';
import type { Delegation } from '@solana-program/stake';
import { toAddressBytes } from '@staking-agent/chain/address';
import * as pools from '@staking-agent/chain/stake-pool';
import { findPda, type ModelledCall, type Pda, ProgramFailure } from '../../vm/player/model.ts';
import { CLOCK_ADDRESS, STAKE_PROGRAM_ADDRESS, SYSTEM_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { parseStakeState } from '../../vm/stake-account.ts';
import { parseMintDecimals, parseTokenAccount } from '../../vm/token-balances.ts';
import { mintTokens } from '../native.ts';

const ACCOUNT_STATE_OFFSET = 108;
const INITIALIZED = 1;

/** A call of the program, in the build that rounds fees so. */
export type PoolCall = ModelledCall & { readonly feeRounding: pools.FeeRounding };

/** The authority that holds a pool's stake and mints its tokens. */
export function findWithdrawAuthority(program: Address, pool: Address): Pda {
  return findPda(program, toAddressBytes(pool), 'withdraw');
}

/** The authority that stake is handed to when it is deposited in an open pool. */
export function findDepositAuthority(program: Address, pool: Address): Pda {
  return findPda(program, toAddressBytes(pool), 'deposit');
}

/** A validator's stake account in a pool; a seed of zero means none. */
export function findValidatorStake(program: Address, pool: Address, vote: Address, seed: number): Address {
  const suffix = seed === 0 ? [] : [getU32Encoder().encode(seed)];
  return findPda(program, toAddressBytes(vote), toAddressBytes(pool), ...suffix).address;
}

/** The account of a validator's stake that is on its way into or out of a pool. */
export function findTransientStake(program: Address, pool: Address, vote: Address, seed: bigint): Address {
  const suffix = getU64Encoder().encode(seed);
  return findPda(program, 'transient', toAddressBytes(vote), toAddressBytes(pool), suffix).address;
}

/** @throws {ProgramFailure} a custom error of the stake pool program, with its sentence in the log. */
export function fail(code: pools.StakePoolError): never {
  throw new ProgramFailure({ Custom: code }, pools.getStakePoolErrorMessage(code));
}

/** The accounts that instructions name in the pool's stead, each of which only some instructions take. */
type PoolPlaces =
  | 'clock'
  | 'managerFeeAccount'
  | 'poolMint'
  | 'reserveStake'
  | 'stakeProgram'
  | 'systemProgram'
  | 'tokenProgram'
  | 'validatorList'
  | 'withdrawAuthority';

/**
 * Reads the pool that an instruction names, and checks the accounts that go with it.
 *
 * @returns the pool and the authority that the program signs for.
 * @throws {ProgramFailure} IncorrectProgramId for an account or a program that is another one, 2 for one that is no pool,
 *   InvalidArgument for another clock, and the pool's codes for its accounts.
 */
export function openPool(
  call: ModelledCall,
  accounts: { readonly stakePool: { readonly address: Address } } & {
    readonly [N in PoolPlaces]?: { readonly address: Address };
  },
): { readonly pool: pools.StakePool; readonly authority: Pda } {
  const { address } = accounts.stakePool;
  const { data } = requireOwned(call, address);
  if (data[0] !== pools.STAKE_POOL_ACCOUNT_TYPE) fail(pools.STAKE_POOL_ERROR__INVALID_STATE);
  const pool = decode(() => pools.STAKE_POOL_CODEC.decode(data));
  const authority = findWithdrawAuthority(call.programAddress, address);
  const places: readonly (readonly [PoolPlaces, Address, pools.StakePoolError | string])[] = [
    ['clock', CLOCK_ADDRESS, 'InvalidArgument'],
    ['withdrawAuthority', authority.address, pools.STAKE_POOL_ERROR__INVALID_PROGRAM_ADDRESS],
    ['poolMint', pool.poolMint, pools.STAKE_POOL_ERROR__WRONG_POOL_MINT],
    ['validatorList', pool.validatorList, pools.STAKE_POOL_ERROR__INVALID_VALIDATOR_STAKE_LIST],
    ['reserveStake', pool.reserveStake, pools.STAKE_POOL_ERROR__INVALID_PROGRAM_ADDRESS],
    ['tokenProgram', pool.tokenProgramId, 'IncorrectProgramId'],
    ['systemProgram', SYSTEM_PROGRAM_ADDRESS, 'IncorrectProgramId'],
    ['stakeProgram', STAKE_PROGRAM_ADDRESS, 'IncorrectProgramId'],
    ['managerFeeAccount', pool.managerFeeAccount, pools.STAKE_POOL_ERROR__INVALID_FEE_ACCOUNT],
  ];
  for (const [name, expected, error] of places) {
    const given = accounts[name];
    if (given === undefined || given.address === expected) continue;
    if (typeof error === 'string') throw new ProgramFailure(error);
    fail(error);
  }
  return { pool, authority };
}

/** Writes a pool to its account; bytes of a longer earlier state remain after it, as in the program. */
export function writePool(call: ModelledCall, address: Address, pool: pools.StakePool): void {
  const data = Uint8Array.from(requireOwned(call, address).data);
  pools.STAKE_POOL_CODEC.write(pool, data, 0);
  call.write(address, data);
}

/**
 * Reads the validator list of a pool.
 *
 * @throws {ProgramFailure} IncorrectProgramId, and 2 for one that is no list.
 */
export function requireValidatorList(call: ModelledCall, pool: pools.StakePool): pools.ValidatorList {
  const { data } = requireOwned(call, pool.validatorList);
  if (data[0] !== pools.VALIDATOR_LIST_ACCOUNT_TYPE) fail(pools.STAKE_POOL_ERROR__INVALID_STATE);
  return decode(() => pools.VALIDATOR_LIST_CODEC.decode(data));
}

/** Stores a validator list over its account. */
export function writeValidatorList(
  call: ModelledCall,
  pool: pools.StakePool,
  list: pools.ValidatorList,
): void {
  const data = Uint8Array.from(requireOwned(call, pool.validatorList).data);
  pools.VALIDATOR_LIST_CODEC.write(list, data, 0);
  call.write(pool.validatorList, data);
}

function requireOwned(call: ModelledCall, address: Address): EncodedAccount {
  const account = call.findAccount(address);
  if (account?.programAddress !== call.programAddress) throw new ProgramFailure('IncorrectProgramId');
  return account;
}

function decode<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new ProgramFailure('BorshIoError');
  }
}

/** Reads the decimals of the pool's mint. @throws {ProgramFailure} InvalidAccountData where it is none. */
export function requireDecimals(call: ModelledCall, pool: pools.StakePool): number {
  const decimals = parseMintDecimals(call.findAccount(pool.poolMint));
  if (decimals === undefined) throw new ProgramFailure('InvalidAccountData');
  return decimals;
}

/** Checks that the manager's account can take fees: it is a live token account of the pool's mint. */
export function canTakeFees(call: ModelledCall, pool: pools.StakePool): boolean {
  const account = call.findAccount(pool.managerFeeAccount);
  if (account === undefined || account.programAddress !== pool.tokenProgramId) return false;
  const { mint } = parseTokenAccount(account) ?? {};
  return mint === pool.poolMint && account.data[ACCOUNT_STATE_OFFSET] === INITIALIZED;
}

/** Lamports of an account; zero when it does not exist. */
export function readLamports(call: ModelledCall, address: Address): bigint {
  return call.findAccount(address)?.lamports ?? 0n;
}

/**
 * Reads the delegation of a stake account.
 *
 * @throws {ProgramFailure} BorshIoError for an account that is no stake account, 11 for one not delegated.
 */
export function requireDelegation(call: ModelledCall, address: Address): Delegation {
  const account = call.findAccount(address);
  const state = account === undefined ? undefined : parseStakeState(account.data);
  if (state === undefined) throw new ProgramFailure('BorshIoError');
  if (state.__kind !== 'Stake') fail(pools.STAKE_POOL_ERROR__WRONG_STAKE_STAKE);
  return state.fields[1].delegation;
}

/**
 * Unwraps a preview of the chain package's arithmetic.
 *
 * @throws {ProgramFailure} with what the program answers instead.
 */
export function requireOk<T extends { readonly ok: true }>(result: T | pools.Refusal): T {
  if (result.ok) return result;
  if ('error' in result) throw new ProgramFailure(result.error);
  if (result.by === 'stake') throw new ProgramFailure({ Custom: result.code });
  return fail(result.code);
}

/** Mints the pool tokens of a deposit: to the user, then the fees of manager and referrer. */
export function mintDeposit(
  call: ModelledCall,
  pool: pools.StakePool,
  authority: Pda,
  deposit: pools.Deposit,
  accounts: {
    readonly destinationTokenAccount: { readonly address: Address };
    readonly referrerTokenAccount: { readonly address: Address };
  },
): void {
  const mintTo = (account: Address, amount: bigint): void =>
    call.invoke(mintTokens(pool.poolMint, account, authority.address, amount), authority);
  mintTo(accounts.destinationTokenAccount.address, deposit.userTokens);
  if (deposit.managerTokens > 0n) mintTo(pool.managerFeeAccount, deposit.managerTokens);
  if (deposit.referrerTokens > 0n) mintTo(accounts.referrerTokenAccount.address, deposit.referrerTokens);
}
