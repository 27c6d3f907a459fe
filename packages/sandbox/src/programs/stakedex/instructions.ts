import {
  type AccountMeta,
  AccountRole,
  type Address,
  address,
  type Codec,
  createDecoderThatConsumesEntireByteArray,
  getConstantCodec,
  getHiddenPrefixCodec,
  getStructCodec,
  getU32Codec,
  getU32Encoder,
  getU64Codec,
  type Instruction,
} from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import {
  findPda,
  findSeeded,
  type ModelledCall,
  type Pda,
  ProgramFailure,
  toMeta,
} from '../../vm/player/model.ts';
import {
  CLOCK_ADDRESS,
  NATIVE_MINT_ADDRESS,
  STAKE_HISTORY_ADDRESS,
  STAKE_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../../vm/program-addresses.ts';
import * as reserve from '../unstake.ts';

/** The router's program over stake pools and its Reserve. */
export const STAKEDEX_PROGRAM_ADDRESS = address('stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq');

/** Seed of the account that wrapped SOL passes through on its way into a pool. */
export const WSOL_BRIDGE_SEED = 'wsol_bridge_in';
/** Seed of the stake account that repays the rent of a new one. */
export const SLUMDOG_SEED = 'slumdog';

/** Holds SOL between a wrapped-SOL account and a pool. */
export const SOL_BRIDGE_OUT: Pda = findPda(STAKEDEX_PROGRAM_ADDRESS, 'sol_bridge_out');
/** Lends the rent of new stake accounts until the Reserve repays it. */
export const PREFUNDER: Pda = findPda(STAKEDEX_PROGRAM_ADDRESS, 'prefunder');
/** A wrapped-SOL account that lives within one instruction. */
export const WSOL_BRIDGE_IN: Address = findSeeded(
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
  return findSeeded(bridgeStake, SLUMDOG_SEED, STAKE_PROGRAM_ADDRESS);
}

/** Accounts that stand in their places whatever the order. */
const FIXED = {
  bridgeIn: WSOL_BRIDGE_IN,
  bridgeOut: SOL_BRIDGE_OUT.address,
  clock: CLOCK_ADDRESS,
  poolClock: CLOCK_ADDRESS,
  stakeHistory: STAKE_HISTORY_ADDRESS,
  stakeProgram: STAKE_PROGRAM_ADDRESS,
  poolStakeProgram: STAKE_PROGRAM_ADDRESS,
  systemProgram: SYSTEM_PROGRAM_ADDRESS,
  poolSystemProgram: SYSTEM_PROGRAM_ADDRESS,
  tokenProgram: TOKEN_PROGRAM_ADDRESS,
  poolTokenProgram: TOKEN_PROGRAM_ADDRESS,
  wsolMint: NATIVE_MINT_ADDRESS,
  prefunder: PREFUNDER.address,
  unstakeProgram: reserve.UNSTAKE_PROGRAM_ADDRESS,
  reserve: reserve.RESERVE_POOL,
  solReserves: reserve.SOL_RESERVES.address,
  reserveFee: reserve.RESERVE_FEE,
  protocolFee: reserve.PROTOCOL_FEE,
  protocolVault: reserve.RESERVE_PROTOCOL_VAULT,
} as const;

type Given<N extends string, D> = Readonly<Record<Exclude<N, keyof typeof FIXED>, Address>> & D;

/** An instruction of the program: `build` writes it, `parse` reads a call of it. */
export type DefinedInstruction<N extends string, D extends object> = {
  build(given: Given<N, D>, remaining?: readonly AccountMeta[]): Instruction;
  /** @throws {ProgramFailure} NotEnoughAccountKeys, and BorshIoError for data that are not the instruction's. */
  parse(
    call: ModelledCall,
  ): Readonly<Record<N, Address>> & D & { readonly remaining: readonly AccountMeta[] };
};

/** Names of the accounts that the program only reads, in whichever instruction they stand. */
const READONLY: ReadonlySet<string> = new Set(
  [
    'clock poolClock stakeHistory stakeProgram poolStakeProgram systemProgram poolSystemProgram tokenProgram',
    'poolTokenProgram programAddress unstakeProgram depositAuthority withdrawAuthority protocolFee reserveFee wsolMint',
  ].flatMap(toWords),
);

/** The words of lines of text. */
type WordsOf<L extends string> = L extends `${infer Word} ${infer Rest}` ? Word | WordsOf<Rest> : L;

function toWords<L extends string>(line: L): WordsOf<L>[] {
  return line.split(' ') as WordsOf<L>[];
}

function getRole(name: string): AccountRole {
  if (name === 'user') return AccountRole.WRITABLE_SIGNER;
  return READONLY.has(name) ? AccountRole.READONLY : AccountRole.WRITABLE;
}

/**
 * Defines an instruction.
 *
 * @param tag - the first byte of its data.
 * @param lines - the names of its accounts, in the order of the program.
 * @param fields - the codec of the other bytes.
 */
function defineInstruction<const L extends string, D extends object>(
  tag: number,
  lines: readonly L[],
  fields: Codec<D>,
): DefinedInstruction<WordsOf<L>, D> {
  const names = lines.flatMap(toWords);
  const codec = getHiddenPrefixCodec(fields, [getConstantCodec(Uint8Array.of(tag))]);
  const decoder = createDecoderThatConsumesEntireByteArray(codec);
  return {
    build: (given, remaining = []) => {
      const named: Readonly<Record<string, unknown>> = { ...FIXED, ...given };
      const own = names.map((name) => ({ address: named[name] as Address, role: getRole(name) }));
      const accounts = [...own, ...remaining];
      return { programAddress: STAKEDEX_PROGRAM_ADDRESS, accounts, data: codec.encode(given) };
    },
    parse: ({ accounts, data }) => {
      if (accounts.length < names.length) throw new ProgramFailure('NotEnoughAccountKeys');
      const named = Object.fromEntries(names.map((name, at) => [name, accounts[at]?.address]));
      const remaining = accounts.slice(names.length).map(toMeta);
      try {
        return { ...(named as Record<WordsOf<L>, Address>), ...decoder.decode(data), remaining };
      } catch {
        throw new ProgramFailure('BorshIoError');
      }
    },
  };
}

/** First byte of the instructions. */
export const STAKEDEX_TAGS = {
  stakeWrappedSol: 0,
  depositStake: 5,
  prefundWithdrawStake: 6,
  withdrawWrappedSol: 8,
} as const;

const AMOUNT = getStructCodec([['amount', getU64Codec()]]);

export const STAKE_WRAPPED_SOL = defineInstruction(
  STAKEDEX_TAGS.stakeWrappedSol,
  [
    'user source destination bridgeIn bridgeOut feeAccount poolMint wsolMint tokenProgram systemProgram',
    'programAddress stakePool withdrawAuthority reserveStake managerFeeAccount',
  ],
  AMOUNT,
);

export const WITHDRAW_WRAPPED_SOL = defineInstruction(
  STAKEDEX_TAGS.withdrawWrappedSol,
  [
    'user source destination feeAccount poolMint wsolMint tokenProgram programAddress stakePool',
    'withdrawAuthority reserveStake managerFeeAccount clock stakeHistory stakeProgram poolTokenProgram',
  ],
  AMOUNT,
);

const DEPOSITED = 'user stake destination feeAccount';

export const DEPOSIT_INTO_POOL = defineInstruction(
  STAKEDEX_TAGS.depositStake,
  [
    DEPOSITED,
    'poolMint programAddress stakePool validatorList depositAuthority withdrawAuthority validatorStake',
    'reserveStake managerFeeAccount clock stakeHistory tokenProgram stakeProgram',
  ],
  getStructCodec([]),
);

/** The Reserve's own accounts follow. */
export const DEPOSIT_INTO_RESERVE = defineInstruction(
  STAKEDEX_TAGS.depositStake,
  [DEPOSITED, 'wsolMint unstakeProgram'],
  getStructCodec([]),
);

export const PREFUND_WITHDRAW_STAKE = defineInstruction(
  STAKEDEX_TAGS.prefundWithdrawStake,
  [
    'user source bridge poolMint prefunder slumdog unstakeProgram reserve solReserves reserveFee record',
    'protocolFee protocolVault clock stakeProgram systemProgram programAddress stakePool validatorList',
    'withdrawAuthority validatorStake managerFeeAccount poolClock tokenProgram poolStakeProgram',
    'poolSystemProgram',
  ],
  getStructCodec([
    ['amount', getU64Codec()],
    ['seed', getU32Codec()],
  ]),
);

/** The accounts of the pool of an order. */
type PoolAccounts = Readonly<
  Record<
    | WordsOf<'programAddress stakePool validatorList depositAuthority withdrawAuthority validatorStake'>
    | WordsOf<'reserveStake managerFeeAccount poolMint'>,
    Address
  >
>;

/** A conversion of a wallet over the pool, from one token account to another; neither has a minimum. */
type WrappedSolOrder = {
  readonly user: Address;
  readonly source: Address;
  readonly destination: Address;
  /** Base units of what goes in. */
  readonly amount: bigint;
};

/** Builds `StakeWrappedSol`: wrapped SOL of a wallet into tokens of the pool. */
export function stakeWrappedSol(pool: PoolAccounts, order: WrappedSolOrder): Instruction {
  return STAKE_WRAPPED_SOL.build({ ...pool, ...order, feeAccount: findFeeAccount(pool.poolMint).address });
}

/** Builds `WithdrawWrappedSol`: tokens of the pool into wrapped SOL. */
export function withdrawWrappedSol(pool: PoolAccounts, order: WrappedSolOrder): Instruction {
  const feeAccount = findFeeAccount(NATIVE_MINT_ADDRESS).address;
  return WITHDRAW_WRAPPED_SOL.build({ ...pool, ...order, feeAccount });
}

/** A whole stake account of a wallet, and the token account that is paid for it; there is no minimum. */
type StakeOrder = Readonly<Record<'user' | 'stake' | 'destination', Address>>;

/** Builds `DepositStake` into the pool: a whole stake account into its tokens. */
export function depositStakeIntoPool(pool: PoolAccounts, order: StakeOrder): Instruction {
  return DEPOSIT_INTO_POOL.build({ ...pool, ...order, feeAccount: findFeeAccount(pool.poolMint).address });
}

/** Builds `DepositStake` into the Reserve: a whole stake account into wrapped SOL. */
export function depositStakeIntoReserve(order: StakeOrder): Instruction {
  const feeAccount = findFeeAccount(NATIVE_MINT_ADDRESS).address;
  const tokenProgram = { address: TOKEN_PROGRAM_ADDRESS, role: AccountRole.READONLY };
  return DEPOSIT_INTO_RESERVE.build({ ...order, feeAccount }, [
    ...reserve.listReserveAccounts(order.stake),
    tokenProgram,
  ]);
}

/** A withdrawal of stake from the pool, into a stake account of the wallet. */
type PrefundedOrder = {
  readonly user: Address;
  readonly source: Address;
  /** Base units of the pool's token. */
  readonly amount: bigint;
  /** Tells the wallet's stake accounts apart; 32 bits. */
  readonly seed: number;
};

/** Builds `PrefundWithdrawStake`: tokens of the pool into a stake account, whose rent its own stake repays. */
export function prefundWithdrawStake(pool: PoolAccounts, order: PrefundedOrder): Instruction {
  const bridge = findBridgeStake(order.user, order.seed).address;
  const slumdog = findSlumdogStake(bridge);
  const record = reserve.findStakeRecord(slumdog).address;
  return PREFUND_WITHDRAW_STAKE.build({ ...pool, ...order, bridge, slumdog, record });
}
