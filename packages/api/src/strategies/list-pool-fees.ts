import type { Address } from '@solana/kit';
import type { StakePool } from '@staking-agent/chain/stake-pool';
import type { FeeFact } from '@staking-agent/wire';
import { printRatio } from './print-ratio.ts';

/** The fees that a stake pool takes. */
const FEES = {
  epochFee: ['rewards', 'the rewards of an epoch'],
  solDepositFee: ['SOL deposit', 'the raSOL that a deposit of SOL mints'],
  stakeDepositFee: ['stake deposit', 'the raSOL that a deposit of stake mints'],
  solWithdrawalFee: ['SOL withdrawal', 'the raSOL that a withdrawal of SOL takes'],
  stakeWithdrawalFee: ['stake withdrawal', 'the raSOL that a withdrawal of stake takes'],
} as const;

/** Lists the fees of the raSOL pool, without those that are zero. */
export function listPoolFees(
  pool: StakePool,
  address: Address,
  kinds: readonly (keyof typeof FEES)[],
): FeeFact[] {
  return kinds.flatMap((name) => {
    const { numerator, denominator } = pool[name];
    if (numerator === 0n || denominator === 0n) return [];
    const [kind, of] = FEES[name];
    return [{ kind, percent: printRatio(numerator * 100n, denominator, 9), of, by: address }];
  });
}
