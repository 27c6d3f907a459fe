import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { VOLTR_VAULT_PROGRAM_ADDRESS } from '@staking-agent/chain/vault';

/** Lists the programs that builds invoke, each with its member in the deployment file; a program may appear twice. */
export function namePrograms({
  stakePool,
  reserve,
  routerPrograms,
  usdcStrategies,
  leveraged,
}: Deployment): readonly (readonly [field: string, program: Address])[] {
  return [
    ['the vault program', VOLTR_VAULT_PROGRAM_ADDRESS],
    ['stakePool.program', stakePool.program],
    ...(reserve === undefined ? [] : [['reserve.program', reserve.program] as const]),
    ...routerPrograms.map((program, i) => [`routerPrograms[${i}]`, program] as const),
    ...(usdcStrategies?.adaptors ?? []).map(
      ({ program }, i) => [`usdcStrategies.adaptors[${i}].program`, program] as const,
    ),
    ...(['adaptor', 'lending', 'market'] as const).flatMap((part) => {
      const program = leveraged?.[part]?.program;
      return program === undefined ? [] : [[`leveraged.${part}.program`, program] as const];
    }),
  ];
}
