import { ascii, findProgramAddress, isSame } from '../../bytes/index.ts';
import type { DeploymentKeys } from '../../deployment-keys.ts';
import { type Call, readCall } from '../../programs/read-call.ts';
import { STAKEDEX } from '../../programs/stakedex.ts';
import { STAKEDEX_PROGRAM, UNSTAKE_PROGRAM } from '../program-keys.ts';
import type { Step } from '../scene.ts';
import type { FixedAccount, PriceProof, Swap } from './swap.ts';
import { toSwap } from './to-swap.ts';

/**
 * Reads an instruction of the router's program on the raSOL pool or the reserve. None of its instructions has a minimum:
 * each is taken where the price is known to stand, and refused over any other pool.
 */
export function readStakedexSwap(step: Step, keys: DeploymentKeys): Swap | undefined {
  const call = readCall(STAKEDEX, step);
  const minimum = call && findProof(call, keys);
  if (call === undefined || minimum === undefined) return undefined;
  return toSwap(call, {
    minimum,
    fixed: call.takes('stake account') ? [] : listFixedAccounts(call, step, keys),
  });
}

function listFixedAccounts(
  { account, takes }: Call,
  { data }: Step,
  keys: DeploymentKeys,
): readonly FixedAccount[] {
  const actual = account('mint in') ?? account('mint out');
  const mint = { role: 'the mint of raSOL', actual, due: keys.rasolMint };
  if (!takes('new stake account')) return [mint];
  const seeds = [ascii('bridge_stake'), account('user') ?? new Uint8Array(), data.subarray(-4)];
  const due = findProgramAddress(seeds, STAKEDEX_PROGRAM);
  return [{ role: 'the bridge stake account', actual: account('new stake account'), due }, mint];
}

/** Returns the stake account that `PrefundWithdrawStake` splits off to repay its rent; undefined for other instructions. */
export function findSlumdog(step: Step): Uint8Array | undefined {
  return isSame(step.program, STAKEDEX_PROGRAM)
    ? readCall(STAKEDEX, step)?.account('stake account that repays the rent')
    : undefined;
}

// The pool's accounts follow: of a stake pool its program and the pool, of the reserve also what holds its SOL and its fee.
function findProof({ further, takes }: Call, keys: DeploymentKeys): PriceProof | undefined {
  const [program, pool, ...others] = further;
  if (isSame(program, keys.stakePool.program) && isSame(pool, keys.stakePool.address)) {
    return { by: 'pool-rate' };
  }
  const isReserve = takes('stake account') && isSame(program, UNSTAKE_PROGRAM);
  return isReserve ? { by: 'reserve-fee', reserve: [pool, ...others] } : undefined;
}
