import { createHash } from 'node:crypto';
import {
  type AccountMeta,
  AccountRole,
  type Address,
  address,
  createNoopSigner,
  getAddressEncoder,
  getU32Encoder,
  type Instruction,
} from '@solana/kit';
import { getTransferCheckedInstruction } from '@solana-program/token';
import { getAddressDecoder } from '@staking-agent/chain/address';
import { STAKE_POOL_PROGRAM_ADDRESSES } from '@staking-agent/chain/stake-pool';
import {
  type CallAccount,
  findFixedPda,
  findPda,
  type ModelledCall,
  ProgramFailure,
} from '../../vm/player/model.ts';
import {
  CLOCK_ADDRESS,
  NATIVE_MINT_ADDRESS,
  STAKE_HISTORY_ADDRESS,
  STAKE_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../../vm/program-addresses.ts';
import { parseMintDecimals } from '../../vm/token-balances.ts';
import {
  findProtocolFee,
  findReserveFee,
  findSolReserves,
  findStakeRecord,
  RESERVE_POOL,
  RESERVE_PROTOCOL_VAULT,
  UNSTAKE_PROGRAM_ADDRESS,
} from '../unstake/accounts.ts';

// Codes and sentences of the program's public interface.
const ERRORS = {
  wrongWsolBridgeIn: [0, 'Wrong wsol_bridge_in account'],
  wrongSolBridgeOut: [1, 'Wrong sol_bridge_out account'],
  wrongFeeTokenAccount: [2, 'Wrong fee token account'],
  wrongTokenProgram: [3, 'Wrong token program'],
  notWsolMint: [5, 'Not wSOL mint'],
  wrongBridgeStake: [7, 'Wrong bridge stake account'],
  unsupportedProgram: [13, 'Unsupported stake pool program'],
  slumdogUnstakeTooSmall: [17, 'Instant unstake of slumdog stake was not enough to cover rent'],
} as const;

/** @throws {ProgramFailure} a custom error of the router's program, with its sentence in the log. */
export function fail(error: keyof typeof ERRORS): never {
  const [code, message] = ERRORS[error];
  throw new ProgramFailure({ Custom: code }, message);
}

/** Takes the first accounts of an instruction by the names of their places; the others follow them. */
export function takeAccounts<const N extends readonly string[]>(
  { accounts }: ModelledCall,
  names: N,
): { readonly named: Readonly<Record<N[number], Address>>; readonly further: readonly CallAccount[] } {
  if (accounts.length <= names.length) throw new ProgramFailure('NotEnoughAccountKeys');
  const pairs = names.map((name, index) => [name, accounts[index]?.address]);
  return {
    named: Object.fromEntries(pairs) as Record<N[number], Address>,
    further: accounts.slice(names.length),
  };
}

/** The user has to sign. @throws {ProgramFailure} MissingRequiredSignature */
export function assertUserSigns({ accounts }: ModelledCall): void {
  if (accounts[0]?.isSigner !== true) throw new ProgramFailure('MissingRequiredSignature');
}

/** @throws {ProgramFailure} 2 */
export function assertIsFeeAccount(address: Address, mint: Address): void {
  if (address !== findFeeAccount(mint)) fail('wrongFeeTokenAccount');
}

/** @throws {ProgramFailure} 3 */
export function assertIsTokenProgram(address: Address): void {
  if (address !== TOKEN_PROGRAM_ADDRESS) fail('wrongTokenProgram');
}

/** The pool that takes part, as the accounts behind the named ones say. @throws {ProgramFailure} 13 */
export function takePool<const N extends readonly string[]>(
  further: readonly CallAccount[],
  names: N,
): { readonly programAddress: Address } & Readonly<Record<N[number], Address>> {
  const [program, ...accounts] = further;
  if (program === undefined || accounts.length < names.length) {
    throw new ProgramFailure('NotEnoughAccountKeys');
  }
  if (!STAKE_POOL_PROGRAM_ADDRESSES.includes(program.address)) fail('unsupportedProgram');
  const pairs = names.map((name, index) => [name, accounts[index]?.address]);
  return {
    programAddress: program.address,
    ...(Object.fromEntries(pairs) as Record<N[number], Address>),
  };
}

/** Moves tokens. */
export function moveTokens(
  call: ModelledCall,
  input: {
    readonly source: Address;
    readonly mint: Address;
    readonly destination: Address;
    readonly authority: Address;
    readonly amount: bigint;
  },
): Instruction {
  const decimals = parseMintDecimals(call.findAccount(input.mint));
  if (decimals === undefined) throw new ProgramFailure('InvalidAccountData');
  return getTransferCheckedInstruction({ ...input, authority: createNoopSigner(input.authority), decimals });
}

/** Subtracts the router's fee, at least one unit, from an amount. */
export function lessRouterFee(amount: bigint, basisPoints: bigint): bigint {
  if (amount === 0n) return 0n;
  const fee = (amount * basisPoints) / 10_000n;
  return amount - (fee > 0n ? fee : 1n);
}

/** The router's program over stake pools and its Reserve. */
export const STAKEDEX_PROGRAM_ADDRESS = address('stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq');

/** Seed of the account that wrapped SOL passes through on its way into a pool. */
export const WSOL_BRIDGE_SEED = 'wsol_bridge_in';
/** Seed of the stake account that repays the rent of a new one. */
export const SLUMDOG_SEED = 'slumdog';

const find = findPda.bind(undefined, STAKEDEX_PROGRAM_ADDRESS);

/** Holds SOL between a wrapped-SOL account and a pool. */
export const SOL_BRIDGE_OUT: Address = findFixedPda(STAKEDEX_PROGRAM_ADDRESS, [{ text: 'sol_bridge_out' }]);
/** Lends the rent of new stake accounts until the Reserve repays it. */
export const PREFUNDER: Address = findFixedPda(STAKEDEX_PROGRAM_ADDRESS, [{ text: 'prefunder' }]);
/** A wrapped-SOL account that lives within one instruction. */
export const WSOL_BRIDGE_IN: Address = seeded(SOL_BRIDGE_OUT, WSOL_BRIDGE_SEED, TOKEN_PROGRAM_ADDRESS);
/** What the router takes in wrapped SOL. */
const WSOL_FEE_ACCOUNT: Address = findFeeAccount(NATIVE_MINT_ADDRESS);

/** Derives the account that collects the router's fee in a token. */
export function findFeeAccount(mint: Address): Address {
  return find([{ text: 'fee' }, { address: mint }])[0];
}

/** The stake account that a wallet gets for a seed. */
export function findBridgeStake(wallet: Address, seed: number): Address {
  return find([
    { text: 'bridge_stake' },
    { address: wallet },
    new Uint8Array(getU32Encoder().encode(seed)),
  ])[0];
}

/** The stake account that is split off a new one to repay its rent. */
export function findSlumdogStake(bridgeStake: Address): Address {
  return seeded(bridgeStake, SLUMDOG_SEED, STAKE_PROGRAM_ADDRESS);
}

function seeded(base: Address, seed: string, owner: Address): Address {
  const { encode } = getAddressEncoder();
  const hash = createHash('sha256')
    .update(encode(base) as Uint8Array)
    .update(seed)
    .update(encode(owner) as Uint8Array);
  return getAddressDecoder().decode(hash.digest());
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

/** Names an account that signs. */
export function signer(address: Address): AccountMeta {
  return { address, role: AccountRole.READONLY_SIGNER };
}

function asSigner({ address }: AccountMeta): AccountMeta {
  return { address, role: AccountRole.WRITABLE_SIGNER };
}

/** Names accounts that are written. */
export function writable(...addresses: readonly Address[]): AccountMeta[] {
  return addresses.map((address) => ({ address, role: AccountRole.WRITABLE }));
}

/** Names accounts that are read. */
export function readonly(...addresses: readonly Address[]): AccountMeta[] {
  return addresses.map((address) => ({ address, role: AccountRole.READONLY }));
}
