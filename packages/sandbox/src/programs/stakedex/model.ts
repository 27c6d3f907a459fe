import { AccountRole, type Address, createNoopSigner, type Instruction, lamports } from '@solana/kit';
import {
  getAllocateInstruction,
  getAllocateWithSeedInstruction,
  getAssignInstruction,
  getCreateAccountWithSeedInstruction,
  getTransferSolInstruction,
} from '@solana-program/system';
import { getCloseAccountInstruction, getInitializeAccount3Instruction } from '@solana-program/token';
import {
  getDepositSolInstruction,
  getDepositStakeInstruction,
  getWithdrawSolInstruction,
  getWithdrawStakeInstruction,
} from '@staking-agent/chain/stake-pool';
import {
  type CallAccount,
  type ModelledCall,
  ProgramFailure,
  type ProgramModel,
} from '../../vm/player/model.ts';
import {
  NATIVE_MINT_ADDRESS,
  STAKE_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../../vm/program-addresses.ts';
import { STAKE_ACCOUNT_SIZE } from '../../vm/stake-account.ts';
import { readTokens } from '../../vm/token-balances.ts';
import { authorizeStake, getMinimumDelegation, splitStake, syncNative } from '../stake-pool/native-steps.ts';
import { getReserveFeeCodec, getReservePoolCodec, UNSTAKE_PROGRAM_ADDRESS } from '../unstake/accounts.ts';
import { requireData, solveUnstake, UNSTAKE_TAG, UNSTAKE_WSOL_TAG } from '../unstake/model.ts';
import {
  assertIsFeeAccount,
  assertIsTokenProgram,
  assertUserSigns,
  fail,
  findBridgeStake,
  findSlumdogStake,
  lessRouterFee,
  moveTokens,
  PREFUNDER,
  readonly,
  SLUMDOG_SEED,
  SOL_BRIDGE_OUT,
  STAKEDEX_PROGRAM_ADDRESS,
  STAKEDEX_TAGS,
  signer,
  takeAccounts,
  takePool,
  WSOL_BRIDGE_IN,
  WSOL_BRIDGE_SEED,
  writable,
} from './call.ts';

/** The program's own units, the programs it invokes not counted; measured on the binary. */
const UNITS = 20_000n;

/** The router's program over stake pools, as far as orders for the pool of raSOL call it. */
export const stakedexModel: ProgramModel = {
  programAddress: STAKEDEX_PROGRAM_ADDRESS,
  name: 'model of stakedex',
  file: 'stakedex.so',
  getUnits: () => UNITS,
  run: (call) => {
    switch (call.data[0]) {
      case STAKEDEX_TAGS.stakeWrappedSol: {
        const amount = amountOf(call, 9);
        call.log(`StakeWrappedSol(StakeWrappedSolIxArgs { amount: ${amount} })`);
        return stakeWrappedSol(call, amount);
      }
      case STAKEDEX_TAGS.withdrawWrappedSol: {
        const amount = amountOf(call, 9);
        call.log(`WithdrawWrappedSol(WithdrawWrappedSolIxArgs { amount: ${amount} })`);
        return withdrawWrappedSol(call, amount);
      }
      case STAKEDEX_TAGS.depositStake:
        call.log('DepositStake');
        return depositStake(call);
      case STAKEDEX_TAGS.prefundWithdrawStake: {
        const amount = amountOf(call, 13);
        const seed = viewOf(call).getUint32(9, true);
        call.log(
          `PrefundWithdrawStake(PrefundWithdrawStakeIxArgs { args: SwapViaStakeArgs { amount: ${amount}, bridge_stake_seed: ${seed} } })`,
        );
        return prefundWithdrawStake(call, amount, seed);
      }
      default:
        throw new ProgramFailure('InvalidInstructionData');
    }
  },
};

function amountOf(call: ModelledCall, size: number): bigint {
  if (call.data.length < size) throw new ProgramFailure('BorshIoError');
  return viewOf(call).getBigUint64(1, true);
}

function viewOf({ data }: ModelledCall): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

/** What the router takes of a pool's tokens; of the Reserve's SOL it takes nothing. */
export const DEPOSIT_STAKE_FEE_BPS = 10n;

const DEPOSIT_ACCOUNTS = ['user', 'stake', 'destination', 'feeAccount', 'mint'] as const;
const RESERVE_ACCOUNTS = 10;

/** DepositStake: a whole stake account into a pool's tokens, or into wrapped SOL of the Reserve. */
function depositStake(call: ModelledCall): void {
  const { named, further } = takeAccounts(call, DEPOSIT_ACCOUNTS);
  assertUserSigns(call);
  const { feeAccount, mint, destination } = named;
  assertIsFeeAccount(feeAccount, mint);
  const isReserve = further[0]?.address === UNSTAKE_PROGRAM_ADDRESS;
  const before = readTokens(call, feeAccount);
  if (isReserve) handToReserve(call, named, further);
  else depositIntoPool(call, named, further);
  const gained = readTokens(call, feeAccount) - before;
  const amount = isReserve ? gained : lessRouterFee(gained, DEPOSIT_STAKE_FEE_BPS);
  const payout = { source: feeAccount, mint, destination, authority: feeAccount, amount };
  call.invoke(moveTokens(call, payout), [feeAccount]);
}

type Named = Readonly<Record<(typeof DEPOSIT_ACCOUNTS)[number], Address>>;

function handToReserve(call: ModelledCall, named: Named, further: readonly CallAccount[]): void {
  const [, ...own] = further;
  if (own.length < RESERVE_ACCOUNTS) throw new ProgramFailure('NotEnoughAccountKeys');
  call.invoke({
    programAddress: UNSTAKE_PROGRAM_ADDRESS,
    accounts: [
      signer(named.user),
      ...writable(named.stake, named.feeAccount),
      ...own.map(({ address, isWritable }) => ({
        address,
        role: isWritable ? AccountRole.WRITABLE : AccountRole.READONLY,
      })),
    ],
    data: UNSTAKE_WSOL_TAG,
  });
}

function depositIntoPool(call: ModelledCall, named: Named, further: readonly CallAccount[]): void {
  const pool = takePool(further, [
    'stakePool',
    'validatorList',
    'depositAuthority',
    'withdrawAuthority',
    'validatorStake',
    'reserveStake',
    'managerFeeAccount',
  ]);
  for (const step of authorizeStake(named.stake, named.user, pool.depositAuthority)) call.invoke(step);
  call.invoke(
    getDepositStakeInstruction(
      {
        ...pool,
        stakeDepositAuthority: pool.depositAuthority,
        depositedStake: named.stake,
        destinationTokenAccount: named.feeAccount,
        referrerTokenAccount: named.feeAccount,
        poolMint: named.mint,
      } as Parameters<typeof getDepositStakeInstruction>[0],
      pool,
    ),
  );
}

const TOKEN_ACCOUNT_SIZE = 165n;
const STAKE_ACCOUNTS = [
  'user',
  'source',
  'destination',
  'bridgeIn',
  'bridgeOut',
  'feeAccount',
  'mint',
  'wsolMint',
  'tokenProgram',
  'systemProgram',
] as const;

/** StakeWrappedSol: wrapped SOL becomes SOL of the bridge, which deposits it; the router takes nothing. */
function stakeWrappedSol(call: ModelledCall, amount: bigint): void {
  const { named, further } = takeAccounts(call, STAKE_ACCOUNTS);
  assertUserSigns(call);
  const { user, source, destination, feeAccount, mint } = named;
  if (named.bridgeIn !== WSOL_BRIDGE_IN) fail('wrongWsolBridgeIn');
  if (named.bridgeOut !== SOL_BRIDGE_OUT) fail('wrongSolBridgeOut');
  assertIsFeeAccount(feeAccount, mint);
  if (named.wsolMint !== NATIVE_MINT_ADDRESS) fail('notWsolMint');
  assertIsTokenProgram(named.tokenProgram);
  const pool = takePool(further, ['stakePool', 'withdrawAuthority', 'reserveStake', 'managerFeeAccount']);

  const bridge = createNoopSigner(SOL_BRIDGE_OUT);
  call.invoke(
    getCreateAccountWithSeedInstruction({
      payer: bridge,
      newAccount: WSOL_BRIDGE_IN,
      base: SOL_BRIDGE_OUT,
      baseAccount: bridge,
      seed: WSOL_BRIDGE_SEED,
      amount: lamports(call.getRent(TOKEN_ACCOUNT_SIZE)),
      space: TOKEN_ACCOUNT_SIZE,
      programAddress: TOKEN_PROGRAM_ADDRESS,
    }),
    [SOL_BRIDGE_OUT],
  );
  const open = { account: WSOL_BRIDGE_IN, mint: NATIVE_MINT_ADDRESS, owner: SOL_BRIDGE_OUT };
  call.invoke(getInitializeAccount3Instruction(open));
  call.invoke(
    moveTokens(call, {
      source,
      mint: NATIVE_MINT_ADDRESS,
      destination: WSOL_BRIDGE_IN,
      authority: user,
      amount,
    }),
  );
  const close = { account: WSOL_BRIDGE_IN, destination: SOL_BRIDGE_OUT, owner: bridge };
  call.invoke(getCloseAccountInstruction(close), [SOL_BRIDGE_OUT]);
  const before = readTokens(call, feeAccount);
  call.invoke(
    getDepositSolInstruction(
      {
        ...pool,
        fundingAccount: bridge,
        destinationTokenAccount: feeAccount,
        referrerTokenAccount: feeAccount,
        poolMint: mint,
        lamports: amount,
      },
      pool,
    ),
    [SOL_BRIDGE_OUT],
  );
  const gained = readTokens(call, feeAccount) - before;
  const payout = { source: feeAccount, mint, destination, authority: feeAccount, amount: gained };
  call.invoke(moveTokens(call, payout), [feeAccount]);
}

/** What the router takes of the SOL. */
export const WITHDRAW_WRAPPED_SOL_FEE_BPS = 1n;

const WITHDRAW_ACCOUNTS = [
  'user',
  'source',
  'destination',
  'feeAccount',
  'mint',
  'wsolMint',
  'tokenProgram',
] as const;

/** WithdrawWrappedSol: the pool pays SOL into the router's wrapped-SOL account, which passes on all but its fee. */
function withdrawWrappedSol(call: ModelledCall, amount: bigint): void {
  const { named, further } = takeAccounts(call, WITHDRAW_ACCOUNTS);
  assertUserSigns(call);
  const { user, source, destination, feeAccount, mint } = named;
  if (named.wsolMint !== NATIVE_MINT_ADDRESS) fail('notWsolMint');
  assertIsFeeAccount(feeAccount, NATIVE_MINT_ADDRESS);
  assertIsTokenProgram(named.tokenProgram);
  const pool = takePool(further, ['stakePool', 'withdrawAuthority', 'reserveStake', 'managerFeeAccount']);
  call.invoke(
    getWithdrawSolInstruction(
      {
        ...pool,
        tokenOwner: createNoopSigner(user),
        sourceTokenAccount: source,
        lamportReceiver: feeAccount,
        poolMint: mint,
        poolTokens: amount,
      },
      pool,
    ),
  );
  const before = readTokens(call, feeAccount);
  call.invoke(syncNative(feeAccount));
  const gained = readTokens(call, feeAccount) - before;
  const rest = lessRouterFee(gained, WITHDRAW_WRAPPED_SOL_FEE_BPS);
  const payout = { source: feeAccount, mint: NATIVE_MINT_ADDRESS, destination, authority: feeAccount };
  call.invoke(moveTokens(call, { ...payout, amount: rest }), [feeAccount]);
}

const SPACE = BigInt(STAKE_ACCOUNT_SIZE);
const ACCOUNTS = [
  'user',
  'source',
  'bridge',
  'mint',
  'prefunder',
  'slumdog',
  'unstakeProgram',
  'reserve',
  'solReserves',
  'reserveFee',
  'record',
  'protocolFee',
  'protocolDestination',
  'clock',
  'stakeProgram',
  'systemProgram',
] as const;
type Prefund = Readonly<Record<(typeof ACCOUNTS)[number], Address>>;

/**
 * PrefundWithdrawStake: the prefunder lends the rent of two stake accounts, the pool splits stake into the first, and a part
 * of it, the second, is left to the Reserve for what repays the loan.
 *
 * That part is at least the minimum delegation, and the prefunder keeps the surplus over its loan: with a minimum of 1 SOL,
 * an exit costs almost 1 SOL. The program on mainnet does the same.
 */
function prefundWithdrawStake(call: ModelledCall, amount: bigint, seed: number): void {
  const { named, further } = takeAccounts(call, ACCOUNTS);
  assertUserSigns(call);
  const { user, bridge, slumdog } = named;
  if (bridge !== findBridgeStake(user, seed)) fail('wrongBridgeStake');
  if (slumdog !== findSlumdogStake(bridge) || named.prefunder !== PREFUNDER) fail('wrongBridgeStake');
  if (named.unstakeProgram !== UNSTAKE_PROGRAM_ADDRESS) fail('unsupportedProgram');
  const pool = takePool(further, [
    'stakePool',
    'validatorList',
    'withdrawAuthority',
    'stakeToSplit',
    'managerFeeAccount',
  ]);
  const lent = call.findAccount(PREFUNDER)?.lamports ?? 0n;
  const rent = call.getRent(SPACE);
  const repayment = partFor(call, named, rent);
  openStakes(call, bridge, slumdog, rent);
  call.invoke(
    getWithdrawStakeInstruction(
      {
        ...pool,
        newStake: bridge,
        newStakeAuthority: user,
        tokenOwner: createNoopSigner(user),
        sourceTokenAccount: named.source,
        poolMint: named.mint,
        poolTokens: amount,
      },
      pool,
    ),
  );
  call.invoke(getMinimumDelegation());
  call.invoke(splitStake(bridge, slumdog, user, repayment));
  call.invoke(unstakeSlumdog(named));
  if ((call.findAccount(PREFUNDER)?.lamports ?? 0n) < lent) fail('slumdogUnstakeTooSmall');
}

/** Computes the lamports of stake for which the Reserve repays the loan, at least the minimum delegation. */
function partFor(call: ModelledCall, named: Prefund, rent: bigint): bigint {
  const fee = getReserveFeeCodec().decode(requireData(call, named.reserveFee).data);
  const { incomingStake } = getReservePoolCodec().decode(requireData(call, named.reserve).data);
  const solReserves = call.findAccount(named.solReserves)?.lamports ?? 0n;
  const target = solveUnstake(fee, { incomingStake, solReserves }, 2n * rent);
  if (target === undefined) return fail('slumdogUnstakeTooSmall');
  const minimum = call.minimumDelegation();
  return target - rent > minimum ? target - rent : minimum;
}

function openStakes(call: ModelledCall, bridge: Address, slumdog: Address, rent: bigint): void {
  const owner = createNoopSigner(bridge);
  for (const destination of [bridge, slumdog]) call.invoke(lend(destination, rent), [PREFUNDER]);
  const allocate = getAllocateWithSeedInstruction({
    newAccount: slumdog,
    baseAccount: owner,
    base: bridge,
    seed: SLUMDOG_SEED,
    space: SPACE,
    programAddress: STAKE_PROGRAM_ADDRESS,
  });
  call.invoke(allocate, [bridge]);
  call.invoke(getAllocateInstruction({ newAccount: owner, space: SPACE }), [bridge]);
  call.invoke(getAssignInstruction({ account: owner, programAddress: STAKE_PROGRAM_ADDRESS }), [bridge]);
}

function lend(destination: Address, amount: bigint): Instruction {
  return getTransferSolInstruction({
    source: createNoopSigner(PREFUNDER),
    destination,
    amount: lamports(amount),
  });
}

function unstakeSlumdog(named: Prefund): Instruction {
  return {
    programAddress: UNSTAKE_PROGRAM_ADDRESS,
    accounts: [
      signer(named.user),
      ...writable(named.slumdog, PREFUNDER, named.reserve, named.solReserves),
      ...readonly(named.reserveFee),
      ...writable(named.record),
      ...readonly(named.protocolFee),
      ...writable(named.protocolDestination),
      ...readonly(named.clock, named.stakeProgram, named.systemProgram),
    ],
    data: UNSTAKE_TAG,
  };
}
