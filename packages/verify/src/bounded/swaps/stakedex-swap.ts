import { ascii, findProgramAddress, isSame } from '../../bytes/index.ts';
import { u64At } from '../../ledger/little-endian.ts';
import type { BoundedKeys } from '../bounded-keys.ts';
import { STAKEDEX_PROGRAM, UNSTAKE_PROGRAM } from '../program-keys.ts';
import type { Step } from '../scene.ts';
import type { PriceProof, Swap } from './swap.ts';

const STAKE_WRAPPED_SOL = 0;
const DEPOSIT_STAKE = 5;
const PREFUND_WITHDRAW_STAKE = 6;
const WITHDRAW_WRAPPED_SOL = 8;
/** Accounts before those of the pool that takes part. */
const PREFIX = {
  [STAKE_WRAPPED_SOL]: 10,
  [DEPOSIT_STAKE]: 5,
  [PREFUND_WITHDRAW_STAKE]: 16,
  [WITHDRAW_WRAPPED_SOL]: 7,
};
const SLUMDOG = 5;

/**
 * Reads what the router's program does over the pool of raSOL or the reserve. None of its instructions has a minimum: each
 * is taken where the price is known to stand, and refused over any other pool.
 */
export function readStakedexSwap(step: Step, keys: BoundedKeys): Swap | undefined {
  const { accounts, data } = step;
  const proof = proofOf(step, keys);
  const base = { authority: accounts[0], source: accounts[1], destinations: [accounts[2]] };
  if (proof === undefined) return undefined;
  const amount = u64At(data, 1) ?? 0n;
  const rasolAt = (index: number) => [
    { role: 'the mint of raSOL', actual: accounts[index], due: keys.rasolMint },
  ];
  switch (data[0]) {
    case STAKE_WRAPPED_SOL:
      if (data.length !== 9) return undefined;
      return { ...base, name: 'StakeWrappedSol', most: amount, minimum: proof, fixed: rasolAt(6) };
    case WITHDRAW_WRAPPED_SOL:
      if (data.length !== 9) return undefined;
      return { ...base, name: 'WithdrawWrappedSol', most: amount, minimum: proof, fixed: rasolAt(4) };
    case DEPOSIT_STAKE:
      if (data.length !== 1) return undefined;
      return { ...base, name: 'DepositStake', most: 'everything', minimum: proof, fixed: [] };
    case PREFUND_WITHDRAW_STAKE: {
      if (data.length !== 13) return undefined;
      const seeds = [ascii('bridge_stake'), base.authority ?? new Uint8Array(), data.subarray(9, 13)];
      const due = findProgramAddress(seeds, STAKEDEX_PROGRAM);
      const fixed = [{ role: 'the bridge stake account', actual: accounts[2], due }, ...rasolAt(3)];
      return { ...base, name: 'PrefundWithdrawStake', most: amount, minimum: proof, fixed };
    }
    default:
      return undefined;
  }
}

/** Returns the stake account that `PrefundWithdrawStake` splits off to repay its rent; undefined for other instructions. */
export function findSlumdog({ program, accounts, data }: Step): Uint8Array | undefined {
  return isSame(program, STAKEDEX_PROGRAM) && data[0] === PREFUND_WITHDRAW_STAKE
    ? accounts[SLUMDOG]
    : undefined;
}

// The pool's accounts follow the prefix: of a stake pool its program and the pool, of the reserve also what holds its SOL
// and its fee.
function proofOf({ accounts, data }: Step, keys: BoundedKeys): PriceProof | undefined {
  const at = (PREFIX as Readonly<Record<number, number>>)[data[0] ?? -1];
  if (at === undefined) return undefined;
  const [program, pool, , feeAccount] = accounts.slice(at);
  if (isSame(program, keys.stakePoolProgram) && isSame(pool, keys.stakePool)) return { by: 'pool-rate' };
  const isReserve = data[0] === DEPOSIT_STAKE && isSame(program, UNSTAKE_PROGRAM);
  if (!isReserve || pool === undefined || feeAccount === undefined) return undefined;
  return { by: 'reserve-fee', pool, feeAccount };
}
