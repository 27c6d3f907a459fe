import { Refusal } from './refusal.ts';
import type { Verdict } from './subject.ts';
import type { Effects, Finding } from './verification.ts';

/** Runs a proof; if it throws a {@link Refusal}, the verdict is that finding. */
export function refusable(basis: Effects['basis'], judge: () => Verdict): Verdict {
  try {
    return judge();
  } catch (error) {
    if (error instanceof Refusal) return refused(basis, error.finding);
    throw error;
  }
}

/** Creates the verdict for a transaction that must not be signed; it states no effects. */
export function refused(basis: Effects['basis'], finding: Finding): Verdict {
  const fee = { signatures: 0n, priority: 0n };
  return { findings: [finding], effects: () => ({ basis, leaves: [], arrives: [], rent: [], fee }) };
}
