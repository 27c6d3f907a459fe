import { createHash } from 'node:crypto';
import {
  AccountRole,
  type Address,
  address,
  getStructCodec,
  getU32Codec,
  getU32Encoder,
  getU64Codec,
  type Instruction,
} from '@solana/kit';
import { toAddress, toAddressBytes } from '@staking-agent/chain/address';
import { findPda, type Pda } from '../../vm/player/model.ts';
import {
  CLOCK_ADDRESS,
  NATIVE_MINT_ADDRESS,
  STAKE_HISTORY_ADDRESS,
  STAKE_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../../vm/program-addresses.ts';
import { defineInstruction } from '../instruction-format.ts';
import { signer } from '../native.ts';
import {
  findStakeRecord,
  listReserveAccounts,
  PROTOCOL_FEE,
  RESERVE_FEE,
  RESERVE_POOL,
  RESERVE_PROTOCOL_VAULT,
  SOL_RESERVES,
  UNSTAKE_PROGRAM_ADDRESS,
} from '../unstake.ts';

/** The router's program over stake pools and its Reserve. */
export const STAKEDEX_PROGRAM_ADDRESS = address('stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq');
const CONFIG = { programAddress: STAKEDEX_PROGRAM_ADDRESS };

/** Seed of the account that wrapped SOL passes through on its way into a pool. */
export const WSOL_BRIDGE_SEED = 'wsol_bridge_in';
/** Seed of the stake account that repays the rent of a new one. */
export const SLUMDOG_SEED = 'slumdog';

/** Holds SOL between a wrapped-SOL account and a pool. */
export const SOL_BRIDGE_OUT: Pda = findPda(STAKEDEX_PROGRAM_ADDRESS, 'sol_bridge_out');
/** Lends the rent of new stake accounts until the Reserve repays it. */
export const PREFUNDER: Pda = findPda(STAKEDEX_PROGRAM_ADDRESS, 'prefunder');
/** A wrapped-SOL account that lives within one instruction. */
export const WSOL_BRIDGE_IN: Address = seeded(
  SOL_BRIDGE_OUT.address,
  WSOL_BRIDGE_SEED,
  TOKEN_PROGRAM_ADDRESS,
);

/** Derives the account that collects the router's fee in a token; it owns itself. */
export function findFeeAccount(mint: Address): Pda {
  return findPda(STAKEDEX_PROGRAM_ADDRESS, 'fee', toAddressBytes(mint));
}

/** Derives the stake account that a wallet gets for a seed of 32 bits. */
export function findBridgeStake(wallet: Address, seed: number): Pda {
  const suffix = getU32Encoder().encode(seed);
  return findPda(STAKEDEX_PROGRAM_ADDRESS, 'bridge_stake', toAddressBytes(wallet), suffix);
}

/** Derives the stake account that is split off a new one to repay its rent. */
export function findSlumdogStake(bridgeStake: Address): Address {
  return seeded(bridgeStake, SLUMDOG_SEED, STAKE_PROGRAM_ADDRESS);
}

function seeded(base: Address, seed: string, owner: Address): Address {
  const hash = createHash('sha256').update(toAddressBytes(base)).update(seed).update(toAddressBytes(owner));
  return toAddress(hash.digest());
}

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

const read = <const N extends string>(name: N) => ({ name, role: AccountRole.READONLY }) as const;
const write = <const N extends string>(name: N) => ({ name, role: AccountRole.WRITABLE }) as const;
const fixed = <const N extends string>(name: N, account: Address) =>
  ({ name, role: AccountRole.READONLY, address: account }) as const;

const USER = { name: 'user', role: AccountRole.READONLY_SIGNER } as const;
const PAYING_USER = { name: 'user', role: AccountRole.WRITABLE_SIGNER } as const;
const CLOCK = fixed('clock', CLOCK_ADDRESS);
const STAKE_HISTORY = fixed('stakeHistory', STAKE_HISTORY_ADDRESS);
const STAKE_PROGRAM = fixed('stakeProgram', STAKE_PROGRAM_ADDRESS);
const SYSTEM_PROGRAM = fixed('systemProgram', SYSTEM_PROGRAM_ADDRESS);
const TOKEN_PROGRAM = fixed('tokenProgram', TOKEN_PROGRAM_ADDRESS);
const WSOL_MINT = fixed('wsolMint', NATIVE_MINT_ADDRESS);
const AMOUNT = getStructCodec([['amount', getU64Codec()]]);

export const STAKE_WRAPPED_SOL = defineInstruction(
  STAKEDEX_TAGS.stakeWrappedSol,
  [
    USER,
    write('source'),
    write('destination'),
    { ...write('bridgeIn'), address: WSOL_BRIDGE_IN },
    { ...write('bridgeOut'), address: SOL_BRIDGE_OUT.address },
    write('feeAccount'),
    write('poolMint'),
    WSOL_MINT,
    TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
    read('programAddress'),
    write('stakePool'),
    read('withdrawAuthority'),
    write('reserveStake'),
    write('managerFeeAccount'),
  ],
  AMOUNT,
);

export const WITHDRAW_WRAPPED_SOL = defineInstruction(
  STAKEDEX_TAGS.withdrawWrappedSol,
  [
    USER,
    write('source'),
    write('destination'),
    write('feeAccount'),
    write('poolMint'),
    WSOL_MINT,
    TOKEN_PROGRAM,
    read('programAddress'),
    write('stakePool'),
    read('withdrawAuthority'),
    write('reserveStake'),
    write('managerFeeAccount'),
    CLOCK,
    STAKE_HISTORY,
    STAKE_PROGRAM,
    { ...TOKEN_PROGRAM, name: 'poolTokenProgram' },
  ],
  AMOUNT,
);

const DEPOSITED = [PAYING_USER, write('stake'), write('destination'), write('feeAccount')] as const;

export const DEPOSIT_INTO_POOL = defineInstruction(
  STAKEDEX_TAGS.depositStake,
  [
    ...DEPOSITED,
    write('poolMint'),
    read('programAddress'),
    write('stakePool'),
    write('validatorList'),
    read('depositAuthority'),
    read('withdrawAuthority'),
    write('validatorStake'),
    write('reserveStake'),
    write('managerFeeAccount'),
    CLOCK,
    STAKE_HISTORY,
    TOKEN_PROGRAM,
    STAKE_PROGRAM,
  ],
  getStructCodec([]),
);

/** The Reserve's own accounts follow. */
export const DEPOSIT_INTO_RESERVE = defineInstruction(
  STAKEDEX_TAGS.depositStake,
  [...DEPOSITED, WSOL_MINT, fixed('unstakeProgram', UNSTAKE_PROGRAM_ADDRESS)],
  getStructCodec([]),
);

export const PREFUND_WITHDRAW_STAKE = defineInstruction(
  STAKEDEX_TAGS.prefundWithdrawStake,
  [
    PAYING_USER,
    write('source'),
    write('bridge'),
    write('poolMint'),
    { ...write('prefunder'), address: PREFUNDER.address },
    write('slumdog'),
    fixed('unstakeProgram', UNSTAKE_PROGRAM_ADDRESS),
    { ...write('reserve'), address: RESERVE_POOL },
    { ...write('solReserves'), address: SOL_RESERVES.address },
    fixed('reserveFee', RESERVE_FEE),
    write('record'),
    fixed('protocolFee', PROTOCOL_FEE),
    { ...write('protocolVault'), address: RESERVE_PROTOCOL_VAULT },
    CLOCK,
    STAKE_PROGRAM,
    SYSTEM_PROGRAM,
    read('programAddress'),
    write('stakePool'),
    write('validatorList'),
    read('withdrawAuthority'),
    write('validatorStake'),
    write('managerFeeAccount'),
    { ...CLOCK, name: 'poolClock' },
    TOKEN_PROGRAM,
    { ...STAKE_PROGRAM, name: 'poolStakeProgram' },
    { ...SYSTEM_PROGRAM, name: 'poolSystemProgram' },
  ],
  getStructCodec([
    ['amount', getU64Codec()],
    ['seed', getU32Codec()],
  ]),
);

/** A conversion of a wallet over the pool, from one token account to another; neither has a minimum. */
export type WrappedSolOrder = {
  readonly wallet: Address;
  readonly source: Address;
  readonly destination: Address;
  /** Base units of what goes in. */
  readonly amount: bigint;
};

/** Builds `StakeWrappedSol`: wrapped SOL of a wallet into tokens of the pool. */
export function stakeWrappedSol(pool: PoolAccounts, { wallet, ...order }: WrappedSolOrder): Instruction {
  const feeAccount = findFeeAccount(pool.poolMint).address;
  return STAKE_WRAPPED_SOL.build({ ...pool, ...order, user: signer(wallet), feeAccount }, CONFIG);
}

/** Builds `WithdrawWrappedSol`: tokens of the pool into wrapped SOL. */
export function withdrawWrappedSol(pool: PoolAccounts, { wallet, ...order }: WrappedSolOrder): Instruction {
  const feeAccount = findFeeAccount(NATIVE_MINT_ADDRESS).address;
  return WITHDRAW_WRAPPED_SOL.build({ ...pool, ...order, user: signer(wallet), feeAccount }, CONFIG);
}

/** A whole stake account of a wallet, and the token account that is paid for it; there is no minimum. */
export type StakeOrder = {
  readonly wallet: Address;
  readonly stake: Address;
  readonly destination: Address;
};

/** Builds `DepositStake` into the pool: a whole stake account into its tokens. */
export function depositStakeIntoPool(pool: PoolAccounts, { wallet, ...order }: StakeOrder): Instruction {
  const feeAccount = findFeeAccount(pool.poolMint).address;
  return DEPOSIT_INTO_POOL.build({ ...pool, ...order, user: signer(wallet), feeAccount }, CONFIG);
}

/** Builds `DepositStake` into the Reserve: a whole stake account into wrapped SOL. */
export function depositStakeIntoReserve({ wallet, ...order }: StakeOrder): Instruction {
  const feeAccount = findFeeAccount(NATIVE_MINT_ADDRESS).address;
  const input = { ...order, user: signer(wallet), feeAccount };
  return DEPOSIT_INTO_RESERVE.build(input, CONFIG, [
    ...listReserveAccounts(order.stake),
    { address: TOKEN_PROGRAM_ADDRESS, role: AccountRole.READONLY },
  ]);
}

/** A withdrawal of stake from the pool, into a stake account of the wallet. */
export type PrefundedOrder = {
  readonly wallet: Address;
  readonly source: Address;
  /** Base units of the pool's token. */
  readonly amount: bigint;
  /** Tells the wallet's stake accounts apart; 32 bits. */
  readonly seed: number;
};

/** Builds `PrefundWithdrawStake`: tokens of the pool into a stake account, whose rent its own stake repays. */
export function prefundWithdrawStake(pool: PoolAccounts, { wallet, ...order }: PrefundedOrder): Instruction {
  const bridge = findBridgeStake(wallet, order.seed).address;
  const slumdog = findSlumdogStake(bridge);
  const record = findStakeRecord(slumdog).address;
  const accounts = { ...pool, user: signer(wallet), bridge, slumdog, record };
  return PREFUND_WITHDRAW_STAKE.build({ ...accounts, ...order }, CONFIG);
}
