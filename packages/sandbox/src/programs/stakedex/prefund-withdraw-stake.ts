import { AccountRole, type Address, createNoopSigner, type Instruction, lamports } from '@solana/kit';
import {
  getAllocateInstruction,
  getAllocateWithSeedInstruction,
  getAssignInstruction,
  getTransferSolInstruction,
} from '@solana-program/system';
import { getWithdrawStakeInstruction } from '@staking-agent/chain/stake-pool';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { STAKE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { STAKE_ACCOUNT_SIZE } from '../../vm/stake/stake-account.ts';
import { getMinimumDelegation, splitStake } from '../stake-pool/native-steps.ts';
import { getReserveFeeCodec, getReservePoolCodec } from '../unstake/accounts.ts';
import { requireData } from '../unstake/check-accounts.ts';
import { UNSTAKE_TAG } from '../unstake/index.ts';
import { solveUnstake } from '../unstake/price-unstake.ts';
import { UNSTAKE_PROGRAM_ADDRESS } from '../unstake/program.ts';
import { assertUserSigns, fail, takeAccounts, takePool } from './dex-call.ts';
import { findBridgeStake, findSlumdogStake, PREFUNDER, SLUMDOG_SEED } from './program.ts';

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
type Named = Readonly<Record<(typeof ACCOUNTS)[number], Address>>;

/**
 * PrefundWithdrawStake: the prefunder lends the rent of two stake accounts, the pool splits stake into the first, and a part
 * of it, the second, is left to the Reserve for what repays the loan.
 *
 * That part is at least the minimum delegation, and the prefunder keeps the surplus over its loan: with a minimum of 1 SOL,
 * an exit costs almost 1 SOL. The program on mainnet does the same.
 */
export function prefundWithdrawStake(call: ModelledCall, amount: bigint, seed: number): void {
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
function partFor(call: ModelledCall, named: Named, rent: bigint): bigint {
  const fee = getReserveFeeCodec().decode(requireData(call, named.reserveFee).data);
  const { incomingStake } = getReservePoolCodec().decode(requireData(call, named.reserve).data);
  const solReserves = call.findAccount(named.solReserves)?.lamports ?? 0n;
  const target = solveUnstake(fee, { incomingStake, solReserves }, 2n * rent);
  if (target === undefined) return fail('slumdogUnstakeTooSmall');
  const minimum = call.minimumDelegation();
  return target - rent > minimum ? target - rent : minimum;
}

function openStakes(call: ModelledCall, bridge: Address, slumdog: Address, rent: bigint): void {
  const signer = createNoopSigner(bridge);
  for (const destination of [bridge, slumdog]) call.invoke(lend(destination, rent), [PREFUNDER]);
  const allocate = getAllocateWithSeedInstruction({
    newAccount: slumdog,
    baseAccount: signer,
    base: bridge,
    seed: SLUMDOG_SEED,
    space: SPACE,
    programAddress: STAKE_PROGRAM_ADDRESS,
  });
  call.invoke(allocate, [bridge]);
  call.invoke(getAllocateInstruction({ newAccount: signer, space: SPACE }), [bridge]);
  call.invoke(getAssignInstruction({ account: signer, programAddress: STAKE_PROGRAM_ADDRESS }), [bridge]);
}

function lend(destination: Address, amount: bigint): Instruction {
  return getTransferSolInstruction({
    source: createNoopSigner(PREFUNDER),
    destination,
    amount: lamports(amount),
  });
}

function unstakeSlumdog(named: Named): Instruction {
  const writable = (address: Address) => ({ address, role: AccountRole.WRITABLE });
  const readonly = (address: Address) => ({ address, role: AccountRole.READONLY });
  return {
    programAddress: UNSTAKE_PROGRAM_ADDRESS,
    accounts: [
      { address: named.user, role: AccountRole.READONLY_SIGNER },
      writable(named.slumdog),
      writable(PREFUNDER),
      writable(named.reserve),
      writable(named.solReserves),
      readonly(named.reserveFee),
      writable(named.record),
      readonly(named.protocolFee),
      writable(named.protocolDestination),
      readonly(named.clock),
      readonly(named.stakeProgram),
      readonly(named.systemProgram),
    ],
    data: UNSTAKE_TAG,
  };
}
