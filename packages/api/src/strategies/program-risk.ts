import type { OptionRisk } from '@staking-agent/wire';

/** The risk of a program that others wrote and can change. */
export function programRisk(name: string): OptionRisk {
  return {
    code: 'PROGRAM',
    detail: `The ${name} can have a defect, or be changed by whoever may upgrade it.`,
  };
}
