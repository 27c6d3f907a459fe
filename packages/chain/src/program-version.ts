import type { Address } from '@solana/kit';
import { isAddressText, toFields } from './adaptor.ts';

/** When a program was deployed last, and who may upgrade it. */
export type ProgramVersion = {
  readonly deploySlot: bigint;
  /** Null for a program that nobody can upgrade. */
  readonly upgradeAuthority: Address | null;
};

const SLOT = /^\d{1,20}$/;

/**
 * Reads what a deployment file records of programs: by address, `deploySlot` as decimal text and `upgradeAuthority`.
 *
 * @param faults - gets a sentence for every field that is wrong.
 */
export function parseProgramVersions(value: unknown, faults: string[]): ReadonlyMap<Address, ProgramVersion> {
  return new Map(
    Object.entries(toFields(value)).flatMap(([program, version]) => {
      const { deploySlot, upgradeAuthority } = toFields(version);
      const isSlot = typeof deploySlot === 'string' && SLOT.test(deploySlot);
      const isAuthority = upgradeAuthority === null || isAddressText(upgradeAuthority);
      if (!isAddressText(program) || !isSlot || !isAuthority) {
        faults.push(
          `programs.${program} must be an address with deploySlot (a slot as text) and upgradeAuthority (an address or null)`,
        );
        return [];
      }
      return [[program, { deploySlot: BigInt(deploySlot), upgradeAuthority }] as const];
    }),
  );
}
