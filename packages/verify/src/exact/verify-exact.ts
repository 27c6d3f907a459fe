import { getFee } from '../fee.ts';
import { Refusal } from '../refusal.ts';
import type { Verdict } from '../subject.ts';
import type { Effects } from '../verification.ts';
import type { ExactSubject } from './exact-subject.ts';
import { holdToPlan } from './hold-to-plan.ts';
import type { Plan } from './plan.ts';

/** Makes the plan that one kind of build is held to. */
export type MakePlan = (subject: ExactSubject) => Plan;

/** Proves a build of our own: every byte of it is listed, and the accounts are the right ones. */
export function verifyExact(subject: ExactSubject, makePlan: MakePlan): Verdict {
  try {
    const fee = getFee(subject);
    const plan = makePlan(subject);
    holdToPlan(subject, plan);
    return { findings: [], effects: (): Effects => ({ basis: 'computed', ...plan.effects(), fee }) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { findings: [error.finding], effects: () => NO_EFFECTS };
  }
}

/** What a transaction does that nobody should sign. */
export const NO_EFFECTS: Effects = {
  basis: 'computed',
  leaves: [],
  arrives: [],
  rent: [],
  fee: { signatures: 0n, priority: 0n },
};
