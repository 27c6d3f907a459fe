import { AccountRole, type Address, type Instruction, lamports } from '@solana/kit';
import {
  getAllocateInstruction,
  getAllocateWithSeedInstruction,
  getAssignInstruction,
  getCreateAccountWithSeedInstruction,
} from '@solana-program/system';
import { getCloseAccountInstruction, getInitializeAccount3Instruction } from '@solana-program/token';
import {
  getDepositSolInstruction,
  getDepositStakeInstruction,
  getWithdrawSolInstruction,
  getWithdrawStakeInstruction,
  STAKE_POOL_PROGRAM_ADDRESSES,
} from '@staking-agent/chain/stake-pool';
import { type ModelledCall, ProgramFailure, type ProgramModel, toMeta } from '../../vm/player/model.ts';
import {
  NATIVE_MINT_ADDRESS,
  STAKE_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../../vm/program-addresses.ts';
import { STAKE_ACCOUNT_SIZE } from '../../vm/stake-account.ts';
import { parseMintDecimals, readTokens } from '../../vm/token-balances.ts';
import * as native from '../native.ts';
import * as reserve from '../unstake.ts';
import * as stakedex from './instructions.ts';

/** The program's own units, the programs it invokes not counted; measured on the binary. */
const UNITS = 20_000n;
/** Place of the Reserve's program among the accounts of a deposit, where no pool takes part. */
const RESERVE_AT = 5;

/** The router's program over stake pools, as far as orders for the pool of raSOL call it. */
export const stakedexModel: ProgramModel = {
  programAddress: stakedex.STAKEDEX_PROGRAM_ADDRESS,
  name: 'model of stakedex',
  file: 'stakedex.so',
  getUnits: () => UNITS,
  run: (call) => {
    switch (call.data[0]) {
      case stakedex.STAKEDEX_TAGS.stakeWrappedSol:
        call.log('StakeWrappedSol');
        return stakeWrappedSol(call);
      case stakedex.STAKEDEX_TAGS.withdrawWrappedSol:
        call.log('WithdrawWrappedSol');
        return withdrawWrappedSol(call);
      case stakedex.STAKEDEX_TAGS.depositStake:
        call.log('DepositStake');
        if (call.accounts[RESERVE_AT]?.address === reserve.UNSTAKE_PROGRAM_ADDRESS)
          return handToReserve(call);
        return depositIntoPool(call);
      case stakedex.STAKEDEX_TAGS.prefundWithdrawStake:
        call.log('PrefundWithdrawStake');
        return prefundWithdrawStake(call);
      default:
        throw new ProgramFailure('InvalidInstructionData');
    }
  },
};

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
function fail(error: keyof typeof ERRORS): never {
  const [code, message] = ERRORS[error];
  throw new ProgramFailure({ Custom: code }, message);
}

/**
 * Reads an instruction: its data, and its accounts as addresses.
 *
 * @throws {ProgramFailure} also where the user has not signed, and 13 for a pool of another program.
 */
function open<N extends string, D extends object>(
  call: ModelledCall,
  { parse }: stakedex.DefinedInstruction<N, D>,
) {
  const opened = parse(call);
  if (call.accounts[0]?.isSigner !== true) throw new ProgramFailure('MissingRequiredSignature');
  const { programAddress }: Readonly<Record<string, unknown>> = opened;
  const isPool = STAKE_POOL_PROGRAM_ADDRESSES.some((program) => program === programAddress);
  if (programAddress !== undefined && !isPool) fail('unsupportedProgram');
  return opened;
}

/** Moves tokens whose mint says how many decimals they have. */
function moveTokens(
  call: ModelledCall,
  transfer: Omit<Parameters<typeof native.transferTokens>[0], 'decimals'>,
): Instruction {
  const decimals = parseMintDecimals(call.findAccount(transfer.mint));
  if (decimals === undefined) throw new ProgramFailure('InvalidAccountData');
  return native.transferTokens({ ...transfer, decimals });
}

/** Hands what the fee account has gained to the user, less a fee of at least one unit where one is taken. */
function payOut(
  call: ModelledCall,
  { mint, feeAccount, destination }: Readonly<Record<'mint' | 'feeAccount' | 'destination', Address>>,
  { before, basisPoints }: { readonly before: bigint; readonly basisPoints?: bigint },
): void {
  const gained = readTokens(call, feeAccount) - before;
  const amount = basisPoints === undefined ? gained : lessRouterFee(gained, basisPoints);
  const transfer = { mint, source: feeAccount, destination, owner: feeAccount, amount };
  call.invoke(moveTokens(call, transfer), stakedex.findFeeAccount(mint));
}

/** Subtracts the router's fee, at least one unit, from an amount. */
export function lessRouterFee(amount: bigint, basisPoints: bigint): bigint {
  if (amount === 0n) return 0n;
  const fee = (amount * basisPoints) / 10_000n;
  return amount - (fee > 0n ? fee : 1n);
}

/** The router's fee on a pool's tokens for stake; on the Reserve's SOL it takes nothing. */
export const DEPOSIT_STAKE_FEE_BPS = 10n;

/** DepositStake into the Reserve: a whole stake account into wrapped SOL. */
function handToReserve(call: ModelledCall): void {
  const { user, stake, destination, feeAccount, wsolMint, remaining } = open(
    call,
    stakedex.DEPOSIT_INTO_RESERVE,
  );
  if (feeAccount !== stakedex.findFeeAccount(wsolMint).address) fail('wrongFeeTokenAccount');
  const before = readTokens(call, feeAccount);
  call.invoke({
    programAddress: reserve.UNSTAKE_PROGRAM_ADDRESS,
    accounts: [
      { address: user, role: AccountRole.READONLY_SIGNER },
      { address: stake, role: AccountRole.WRITABLE },
      { address: feeAccount, role: AccountRole.WRITABLE },
      ...remaining,
    ],
    data: reserve.UNSTAKE_WSOL_TAG,
  });
  payOut(call, { mint: wsolMint, feeAccount, destination }, { before });
}

/** DepositStake into a pool: a whole stake account into its tokens. */
function depositIntoPool(call: ModelledCall): void {
  const { user, stake, destination, feeAccount, ...pool } = open(call, stakedex.DEPOSIT_INTO_POOL);
  if (feeAccount !== stakedex.findFeeAccount(pool.poolMint).address) fail('wrongFeeTokenAccount');
  const before = readTokens(call, feeAccount);
  for (const step of native.authorizeStake(stake, user, pool.depositAuthority)) call.invoke(step);
  call.invoke(
    getDepositStakeInstruction(
      {
        ...pool,
        depositedStake: stake,
        destinationTokenAccount: feeAccount,
        referrerTokenAccount: feeAccount,
      },
      pool,
    ),
  );
  payOut(
    call,
    { mint: pool.poolMint, feeAccount, destination },
    { before, basisPoints: DEPOSIT_STAKE_FEE_BPS },
  );
}

const TOKEN_ACCOUNT_SIZE = 165n;

/** StakeWrappedSol: wrapped SOL becomes SOL of the bridge, which deposits it; the router takes nothing. */
function stakeWrappedSol(call: ModelledCall): void {
  const { user, source, destination, feeAccount, amount, ...pool } = open(call, stakedex.STAKE_WRAPPED_SOL);
  const mint = pool.poolMint;
  if (pool.bridgeIn !== stakedex.WSOL_BRIDGE_IN) fail('wrongWsolBridgeIn');
  if (pool.bridgeOut !== stakedex.SOL_BRIDGE_OUT.address) fail('wrongSolBridgeOut');
  if (feeAccount !== stakedex.findFeeAccount(mint).address) fail('wrongFeeTokenAccount');
  if (pool.wsolMint !== NATIVE_MINT_ADDRESS) fail('notWsolMint');
  if (pool.tokenProgram !== TOKEN_PROGRAM_ADDRESS) fail('wrongTokenProgram');

  const bridge = native.signer(stakedex.SOL_BRIDGE_OUT.address);
  call.invoke(
    getCreateAccountWithSeedInstruction({
      payer: bridge,
      newAccount: stakedex.WSOL_BRIDGE_IN,
      base: bridge.address,
      baseAccount: bridge,
      seed: stakedex.WSOL_BRIDGE_SEED,
      amount: lamports(call.getRent(TOKEN_ACCOUNT_SIZE)),
      space: TOKEN_ACCOUNT_SIZE,
      programAddress: TOKEN_PROGRAM_ADDRESS,
    }),
    stakedex.SOL_BRIDGE_OUT,
  );
  const opened = { account: stakedex.WSOL_BRIDGE_IN, mint: NATIVE_MINT_ADDRESS, owner: bridge.address };
  call.invoke(getInitializeAccount3Instruction(opened));
  const wrapped = {
    source,
    mint: NATIVE_MINT_ADDRESS,
    destination: stakedex.WSOL_BRIDGE_IN,
    owner: user,
    amount,
  };
  call.invoke(moveTokens(call, wrapped));
  const close = { account: stakedex.WSOL_BRIDGE_IN, destination: bridge.address, owner: bridge };
  call.invoke(getCloseAccountInstruction(close), stakedex.SOL_BRIDGE_OUT);
  const before = readTokens(call, feeAccount);
  call.invoke(
    getDepositSolInstruction(
      {
        ...pool,
        fundingAccount: bridge,
        destinationTokenAccount: feeAccount,
        referrerTokenAccount: feeAccount,
        lamports: amount,
      },
      pool,
    ),
    stakedex.SOL_BRIDGE_OUT,
  );
  payOut(call, { mint, feeAccount, destination }, { before });
}

/** The router's fee on the SOL. */
export const WITHDRAW_WRAPPED_SOL_FEE_BPS = 1n;

/** WithdrawWrappedSol: the pool pays SOL into the router's wrapped-SOL account, which passes on all but its fee. */
function withdrawWrappedSol(call: ModelledCall): void {
  const { user, source, destination, feeAccount, amount, ...pool } = open(
    call,
    stakedex.WITHDRAW_WRAPPED_SOL,
  );
  const mint = NATIVE_MINT_ADDRESS;
  if (pool.wsolMint !== mint) fail('notWsolMint');
  if (feeAccount !== stakedex.findFeeAccount(mint).address) fail('wrongFeeTokenAccount');
  if (pool.tokenProgram !== TOKEN_PROGRAM_ADDRESS) fail('wrongTokenProgram');
  call.invoke(
    getWithdrawSolInstruction(
      {
        ...pool,
        tokenOwner: native.signer(user),
        sourceTokenAccount: source,
        lamportReceiver: feeAccount,
        poolTokens: amount,
      },
      pool,
    ),
  );
  const before = readTokens(call, feeAccount);
  call.invoke(native.syncNative(feeAccount));
  payOut(call, { mint, feeAccount, destination }, { before, basisPoints: WITHDRAW_WRAPPED_SOL_FEE_BPS });
}

const SPACE = BigInt(STAKE_ACCOUNT_SIZE);
/** Places of the accounts that PrefundWithdrawStake hands on to the Reserve. */
const RESERVE_ACCOUNTS = [7, 16] as const;

/**
 * PrefundWithdrawStake: the prefunder lends the rent of two stake accounts, the pool splits stake into the first, and a part
 * of it, the second, is left to the Reserve for what repays the loan.
 *
 * That part is at least the minimum delegation, and the prefunder keeps the surplus over its loan: with a minimum of 1 SOL,
 * an exit costs almost 1 SOL. The program on mainnet does the same.
 */
function prefundWithdrawStake(call: ModelledCall): void {
  const { user, source, slumdog, amount, seed, ...pool } = open(call, stakedex.PREFUND_WITHDRAW_STAKE);
  const bridge = stakedex.findBridgeStake(user, seed);
  const isRight = pool.bridge === bridge.address && slumdog === stakedex.findSlumdogStake(bridge.address);
  if (!isRight || pool.prefunder !== stakedex.PREFUNDER.address) fail('wrongBridgeStake');
  if (pool.unstakeProgram !== reserve.UNSTAKE_PROGRAM_ADDRESS) fail('unsupportedProgram');
  const lent = call.findAccount(stakedex.PREFUNDER.address)?.lamports ?? 0n;
  const rent = call.getRent(SPACE);
  const repayment = partFor(call, pool, rent);

  for (const account of [bridge.address, slumdog]) {
    call.invoke(native.transferSol(stakedex.PREFUNDER.address, account, rent), stakedex.PREFUNDER);
  }
  const owner = native.signer(bridge.address);
  const programAddress = STAKE_PROGRAM_ADDRESS;
  const base = { baseAccount: owner, base: owner.address, seed: stakedex.SLUMDOG_SEED };
  call.invoke(
    getAllocateWithSeedInstruction({ newAccount: slumdog, ...base, space: SPACE, programAddress }),
    bridge,
  );
  call.invoke(getAllocateInstruction({ newAccount: owner, space: SPACE }), bridge);
  call.invoke(getAssignInstruction({ account: owner, programAddress }), bridge);
  call.invoke(
    getWithdrawStakeInstruction(
      {
        ...pool,
        stakeToSplit: pool.validatorStake,
        newStake: bridge.address,
        newStakeAuthority: user,
        tokenOwner: native.signer(user),
        sourceTokenAccount: source,
        poolTokens: amount,
      },
      pool,
    ),
  );
  call.invoke(native.getMinimumDelegation());
  call.invoke(native.splitStake(bridge.address, slumdog, user, repayment));
  call.invoke({
    programAddress: reserve.UNSTAKE_PROGRAM_ADDRESS,
    accounts: [
      { address: user, role: AccountRole.READONLY_SIGNER },
      { address: slumdog, role: AccountRole.WRITABLE },
      { address: stakedex.PREFUNDER.address, role: AccountRole.WRITABLE },
      ...call.accounts.slice(...RESERVE_ACCOUNTS).map(toMeta),
    ],
    data: reserve.UNSTAKE_TAG,
  });
  if ((call.findAccount(stakedex.PREFUNDER.address)?.lamports ?? 0n) < lent) fail('slumdogUnstakeTooSmall');
}

/** Computes the lamports of stake for which the Reserve repays the loan, at least the minimum delegation. */
function partFor(
  call: ModelledCall,
  accounts: Readonly<Record<'reserve' | 'solReserves' | 'reserveFee', Address>>,
  rent: bigint,
): bigint {
  const fee = reserve.RESERVE_FEE_CODEC.decode(reserve.requireAccount(call, accounts.reserveFee).data);
  const { incomingStake } = reserve.RESERVE_POOL_CODEC.decode(
    reserve.requireAccount(call, accounts.reserve).data,
  );
  const solReserves = call.findAccount(accounts.solReserves)?.lamports ?? 0n;
  const target = reserve.solveUnstake(fee, { incomingStake, solReserves }, 2n * rent);
  if (target === undefined) return fail('slumdogUnstakeTooSmall');
  const minimum = call.minimumDelegation();
  return target - rent > minimum ? target - rent : minimum;
}
