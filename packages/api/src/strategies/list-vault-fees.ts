import type { Address } from '@solana/kit';
import type { VaultState } from '@staking-agent/chain/vault';
import type { FeeFact } from '@staking-agent/wire';
import { printRatio } from './print-ratio.ts';

const BASIS_POINTS = 100n;

/** Lists the fees of a vault, without those that are zero. */
export function listVaultFees(state: VaultState, vault: Address, receipt: string): FeeFact[] {
  const of = {
    management: 'the value of the vault, a year',
    performance: 'gains above the highest value that a receipt ever had',
    issuance: `the ${receipt} that a deposit mints`,
    redemption: `the ${receipt} that a withdrawal burns`,
  };
  const fees = [
    ['manager management', state.managerManagementFee, of.management],
    ['admin management', state.adminManagementFee, of.management],
    ['protocol management', state.protocolManagementFee, of.management],
    ['manager performance', state.managerPerformanceFee, of.performance],
    ['admin performance', state.adminPerformanceFee, of.performance],
    ['protocol performance', state.protocolPerformanceFee, of.performance],
    ['issuance', state.issuanceFee, of.issuance],
    ['redemption', state.redemptionFee, of.redemption],
  ] as const;
  return fees
    .filter(([, basisPoints]) => basisPoints > 0)
    .map(([kind, basisPoints, base]) => ({
      kind,
      percent: printRatio(BigInt(basisPoints), BASIS_POINTS, 9),
      of: base,
      by: vault,
    }));
}
