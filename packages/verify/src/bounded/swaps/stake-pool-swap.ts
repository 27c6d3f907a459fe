import { u64At } from '../../ledger/little-endian.ts';
import type { BoundedKeys } from '../bounded-keys.ts';
import type { Step } from '../scene.ts';
import type { Swap } from './swap.ts';

type Layout = {
  readonly name: string;
  /** Bytes of data; an amount stands at 1 unless the whole stake account goes. */
  readonly size: number;
  readonly authority?: number;
  readonly source: number;
  readonly destination: number;
  /** Offset of the minimum; absent in the older forms, which have none. */
  readonly minimumAt?: number;
  /** Accounts that must be the wallet's beside the destination. */
  readonly owner?: number;
};

// One tag byte, then u64 fields. A stake account that is deposited goes as a whole; Authorize has handed it over.
const LAYOUTS: Readonly<Record<number, Layout>> = {
  9: { name: 'DepositStake', size: 1, source: 4, destination: 7 },
  10: { name: 'WithdrawStake', size: 9, authority: 6, source: 7, destination: 4, owner: 5 },
  14: { name: 'DepositSol', size: 9, authority: 3, source: 3, destination: 4 },
  16: { name: 'WithdrawSol', size: 9, authority: 2, source: 3, destination: 5 },
  23: { name: 'DepositStakeWithSlippage', size: 9, source: 4, destination: 7, minimumAt: 1 },
  24: {
    name: 'WithdrawStakeWithSlippage',
    size: 17,
    authority: 6,
    source: 7,
    destination: 4,
    owner: 5,
    minimumAt: 9,
  },
  25: { name: 'DepositSolWithSlippage', size: 17, authority: 3, source: 3, destination: 4, minimumAt: 9 },
  26: { name: 'WithdrawSolWithSlippage', size: 17, authority: 2, source: 3, destination: 5, minimumAt: 9 },
};

/** Reads a deposit into, or a withdrawal from, the pool of raSOL; undefined for any other instruction of the program. */
export function readStakePoolSwap(
  { accounts, data }: Step,
  keys: BoundedKeys,
  wallet: Uint8Array,
): Swap | undefined {
  const layout = LAYOUTS[data[0] ?? -1];
  if (layout === undefined || data.length !== layout.size) return undefined;
  const { authority, owner, minimumAt } = layout;
  const isWholeAccount = layout.name.startsWith('DepositStake');
  return {
    name: layout.name,
    authority: authority === undefined ? wallet : accounts[authority],
    source: accounts[layout.source],
    most: isWholeAccount ? 'everything' : (u64At(data, 1) ?? 0n),
    destinations: [accounts[layout.destination]],
    minimum: minimumAt === undefined ? { by: 'pool-rate' } : (u64At(data, minimumAt) ?? 0n),
    fixed: [
      { role: 'the stake pool', actual: accounts[0], due: keys.stakePool },
      ...(owner === undefined
        ? []
        : [{ role: 'authority of the new stake account', actual: accounts[owner], due: wallet }]),
    ],
  };
}
