import { ascii, findProgramAddress, isSame } from '../../bytes/index.ts';
import type { DeploymentKeys, ReserveKeys } from '../../deployment-keys.ts';
import { type Call, readCall } from '../../programs/read-call.ts';
import { STAKEDEX } from '../../programs/stakedex.ts';
import { STAKEDEX_PROGRAM } from '../program-keys.ts';
import type { Step } from '../scene.ts';
import type { FixedAccount, PriceProof, Swap } from './swap.ts';
import { toSwap } from './to-swap.ts';

/**
 * Reads an instruction of the router's program on the raSOL pool or the Reserve of the deployment. None of its instructions
 * has a minimum: each is taken where the price is known to stand, and refused over any other pool.
 */
export function readStakedexSwap(step: Step, keys: DeploymentKeys): Swap | undefined {
  const call = readCall(STAKEDEX, step);
  const minimum = call && findProof(call, keys);
  if (call === undefined || minimum === undefined) return undefined;
  return toSwap(call, { minimum, fixed: listFixedAccounts(call, step, keys, minimum) });
}

function listFixedAccounts(
  { account, further, takes }: Call,
  { data }: Step,
  keys: DeploymentKeys,
  { by }: PriceProof,
): readonly FixedAccount[] {
  const reserve = keys.reserve();
  if (by === 'reserve-fee') return fixReserve(further, account('stake account'), reserve);
  if (takes('stake account')) return [];
  const actual = account('mint in') ?? account('mint out');
  const mint = { role: 'the mint of raSOL', actual, due: keys.rasolMint };
  if (by !== 'pool-rate-and-reserve') return [mint];
  const seeds = [ascii('bridge_stake'), account('user') ?? new Uint8Array(), data.subarray(-4)];
  const due = findProgramAddress(seeds, STAKEDEX_PROGRAM);
  const repaying = account('stake account that repays the rent');
  return [
    { role: 'the bridge stake account', actual: account('new stake account'), due },
    mint,
    ...fixReserve(RESERVE_ROLES.map(account), repaying, reserve),
  ];
}

/** The Reserve among the accounts, in the order that every instruction has them in. */
const RESERVE_ROLES = [
  'reserve program',
  'reserve',
  'SOL of the reserve',
  'fee of the reserve',
  'stake record',
  'protocol fee',
] as const;

function fixReserve(
  actual: readonly (Uint8Array | undefined)[],
  stake: Uint8Array | undefined,
  reserve: ReserveKeys | undefined,
): readonly FixedAccount[] {
  if (reserve === undefined) return [];
  const { program, pool, sol, fee, protocolFee } = reserve;
  const record = findProgramAddress([pool, stake ?? new Uint8Array()], program);
  const due = [program, pool, sol, fee, record, protocolFee];
  return due.map((key, at) => ({ role: `the ${RESERVE_ROLES[at]}`, actual: actual[at], due: key }));
}

/** Returns the stake account that `PrefundWithdrawStake` splits off to repay its rent; undefined for other instructions. */
export function findSlumdog(step: Step): Uint8Array | undefined {
  return isSame(step.program, STAKEDEX_PROGRAM)
    ? readCall(STAKEDEX, step)?.account('stake account that repays the rent')
    : undefined;
}

// The pool's accounts follow, its program first.
function findProof({ further, takes }: Call, keys: DeploymentKeys): PriceProof | undefined {
  const [program, pool] = further;
  const reserve = keys.reserve();
  if (isSame(program, keys.stakePool.program) && isSame(pool, keys.stakePool.address)) {
    if (!takes('reserve')) return { by: 'pool-rate' };
    return reserve && { by: 'pool-rate-and-reserve' };
  }
  const isReserve = takes('stake account') && reserve !== undefined && isSame(program, reserve.program);
  return isReserve ? { by: 'reserve-fee' } : undefined;
}
