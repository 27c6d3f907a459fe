import { type AccountMeta, AccountRole, type Address, type Instruction } from '@solana/kit';
import {
  CLOCK_ADDRESS,
  NATIVE_MINT_ADDRESS,
  STAKE_HISTORY_ADDRESS,
  STAKE_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../../vm/program-addresses.ts';
import {
  findProtocolFee,
  findReserveFee,
  findSolReserves,
  findStakeRecord,
  RESERVE_POOL,
  RESERVE_PROTOCOL_VAULT,
  UNSTAKE_PROGRAM_ADDRESS,
} from '../unstake/program.ts';
import {
  findBridgeStake,
  findFeeAccount,
  findSlumdogStake,
  PREFUNDER,
  SOL_BRIDGE_OUT,
  STAKEDEX_PROGRAM_ADDRESS,
  WSOL_BRIDGE_IN,
  WSOL_FEE_ACCOUNT,
} from './program.ts';

/** The accounts of the pool of an order. */
export type PoolAccounts = Readonly<
  Record<
    | 'programAddress'
    | 'stakePool'
    | 'validatorList'
    | 'depositAuthority'
    | 'withdrawAuthority'
    | 'validatorStake'
    | 'reserveStake'
    | 'managerFeeAccount'
    | 'poolMint',
    Address
  >
>;

/** First byte of the instructions. */
export const STAKEDEX_TAGS = {
  stakeWrappedSol: 0,
  depositStake: 5,
  prefundWithdrawStake: 6,
  withdrawWrappedSol: 8,
} as const;

/** Builds `StakeWrappedSol`: wrapped SOL of a wallet into tokens of the pool. No minimum. */
export function stakeWrappedSol(
  pool: PoolAccounts,
  input: {
    readonly wallet: Address;
    readonly source: Address;
    readonly destination: Address;
    readonly amount: bigint;
  },
): Instruction {
  return compose(STAKEDEX_TAGS.stakeWrappedSol, [input.amount], undefined, [
    signer(input.wallet),
    ...writable(
      input.source,
      input.destination,
      WSOL_BRIDGE_IN,
      SOL_BRIDGE_OUT,
      findFeeAccount(pool.poolMint),
      pool.poolMint,
    ),
    ...readonly(NATIVE_MINT_ADDRESS, TOKEN_PROGRAM_ADDRESS, SYSTEM_PROGRAM_ADDRESS, pool.programAddress),
    ...writable(pool.stakePool),
    ...readonly(pool.withdrawAuthority),
    ...writable(pool.reserveStake, pool.managerFeeAccount),
  ]);
}

/** Builds `WithdrawWrappedSol`: tokens of the pool into wrapped SOL. No minimum. */
export function withdrawWrappedSol(
  pool: PoolAccounts,
  input: {
    readonly wallet: Address;
    readonly source: Address;
    readonly destination: Address;
    readonly amount: bigint;
  },
): Instruction {
  return compose(STAKEDEX_TAGS.withdrawWrappedSol, [input.amount], undefined, [
    signer(input.wallet),
    ...writable(input.source, input.destination, WSOL_FEE_ACCOUNT, pool.poolMint),
    ...readonly(NATIVE_MINT_ADDRESS, TOKEN_PROGRAM_ADDRESS, pool.programAddress),
    ...writable(pool.stakePool),
    ...readonly(pool.withdrawAuthority),
    ...writable(pool.reserveStake, pool.managerFeeAccount),
    ...readonly(CLOCK_ADDRESS, STAKE_HISTORY_ADDRESS, STAKE_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS),
  ]);
}

/** Builds `DepositStake` into the pool: a whole stake account into its tokens. No minimum. */
export function depositStakeIntoPool(
  pool: PoolAccounts,
  input: { readonly wallet: Address; readonly stake: Address; readonly destination: Address },
): Instruction {
  return compose(STAKEDEX_TAGS.depositStake, [], undefined, [
    ...writable(input.wallet).map(asSigner),
    ...writable(input.stake, input.destination, findFeeAccount(pool.poolMint), pool.poolMint),
    ...readonly(pool.programAddress),
    ...writable(pool.stakePool, pool.validatorList),
    ...readonly(pool.depositAuthority, pool.withdrawAuthority),
    ...writable(pool.validatorStake, pool.reserveStake, pool.managerFeeAccount),
    ...readonly(CLOCK_ADDRESS, STAKE_HISTORY_ADDRESS, TOKEN_PROGRAM_ADDRESS, STAKE_PROGRAM_ADDRESS),
  ]);
}

/** Builds `DepositStake` into the Reserve: a whole stake account into wrapped SOL. No minimum. */
export function depositStakeIntoReserve(input: {
  readonly wallet: Address;
  readonly stake: Address;
  readonly destination: Address;
}): Instruction {
  return compose(STAKEDEX_TAGS.depositStake, [], undefined, [
    ...writable(input.wallet).map(asSigner),
    ...writable(input.stake, input.destination, WSOL_FEE_ACCOUNT),
    ...readonly(NATIVE_MINT_ADDRESS, UNSTAKE_PROGRAM_ADDRESS),
    ...writable(RESERVE_POOL, findSolReserves(RESERVE_POOL)),
    ...readonly(findReserveFee(RESERVE_POOL)),
    ...writable(findStakeRecord(RESERVE_POOL, input.stake)),
    ...readonly(findProtocolFee()),
    ...writable(RESERVE_PROTOCOL_VAULT),
    ...readonly(CLOCK_ADDRESS, STAKE_PROGRAM_ADDRESS, SYSTEM_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS),
  ]);
}

/** Builds `PrefundWithdrawStake`: tokens of the pool into a stake account of the wallet, whose rent its own stake repays. */
export function prefundWithdrawStake(
  pool: PoolAccounts,
  input: {
    readonly wallet: Address;
    readonly source: Address;
    readonly amount: bigint;
    /** 32 bits. */
    readonly seed: number;
  },
): Instruction {
  const bridge = findBridgeStake(input.wallet, input.seed);
  const slumdog = findSlumdogStake(bridge);
  return compose(STAKEDEX_TAGS.prefundWithdrawStake, [input.amount], input.seed, [
    ...writable(input.wallet).map(asSigner),
    ...writable(input.source, bridge, pool.poolMint, PREFUNDER, slumdog),
    ...readonly(UNSTAKE_PROGRAM_ADDRESS),
    ...writable(RESERVE_POOL, findSolReserves(RESERVE_POOL)),
    ...readonly(findReserveFee(RESERVE_POOL)),
    ...writable(findStakeRecord(RESERVE_POOL, slumdog)),
    ...readonly(findProtocolFee()),
    ...writable(RESERVE_PROTOCOL_VAULT),
    ...readonly(CLOCK_ADDRESS, STAKE_PROGRAM_ADDRESS, SYSTEM_PROGRAM_ADDRESS, pool.programAddress),
    ...writable(pool.stakePool, pool.validatorList),
    ...readonly(pool.withdrawAuthority),
    ...writable(pool.validatorStake, pool.managerFeeAccount),
    ...readonly(CLOCK_ADDRESS, TOKEN_PROGRAM_ADDRESS, STAKE_PROGRAM_ADDRESS, SYSTEM_PROGRAM_ADDRESS),
  ]);
}

function compose(
  tag: number,
  amounts: readonly bigint[],
  seed: number | undefined,
  accounts: readonly AccountMeta[],
): Instruction {
  const data = new Uint8Array(1 + 8 * amounts.length + (seed === undefined ? 0 : 4));
  const view = new DataView(data.buffer);
  data[0] = tag;
  for (const [index, amount] of amounts.entries()) view.setBigUint64(1 + 8 * index, amount, true);
  if (seed !== undefined) view.setUint32(data.length - 4, seed, true);
  return { programAddress: STAKEDEX_PROGRAM_ADDRESS, accounts, data };
}

function signer(address: Address): AccountMeta {
  return { address, role: AccountRole.READONLY_SIGNER };
}

function asSigner({ address }: AccountMeta): AccountMeta {
  return { address, role: AccountRole.WRITABLE_SIGNER };
}

function writable(...addresses: readonly Address[]): AccountMeta[] {
  return addresses.map((address) => ({ address, role: AccountRole.WRITABLE }));
}

function readonly(...addresses: readonly Address[]): AccountMeta[] {
  return addresses.map((address) => ({ address, role: AccountRole.READONLY }));
}
