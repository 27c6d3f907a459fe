import { Refusal } from './refusal.ts';
import type { Verdict } from './subject.ts';
import type { Effects, Finding } from './verification.ts';

/** Carries out a proof; where it ends in a {@link Refusal}, that finding is the verdict. */
export function refusable(basis: Effects['basis'], judge: () => Verdict): Verdict {
  try {
    return judge();
  } catch (error) {
    if (error instanceof Refusal) return refused(basis, error.finding);
    throw error;
  }
}

/** The verdict on what nobody should sign: no effects are stated. */
export function refused(basis: Effects['basis'], finding: Finding): Verdict {
  const fee = { signatures: 0n, priority: 0n };
  return { findings: [finding], effects: () => ({ basis, leaves: [], arrives: [], rent: [], fee }) };
}
