import { getFee } from '../fee.ts';
import { refusable } from '../refusable.ts';
import type { Verdict } from '../subject.ts';
import type { ExactSubject } from './exact-subject.ts';
import { holdToPlan } from './hold-to-plan.ts';
import type { Plan } from './plan.ts';

/** Makes the plan that one kind of build is held to. */
export type MakePlan = (subject: ExactSubject) => Plan;

/** Proves a build of our own: every byte of it is listed, and the accounts are the right ones. */
export function verifyExact(subject: ExactSubject, makePlan: MakePlan): Verdict {
  return refusable('computed', () => {
    const fee = getFee(subject);
    const plan = makePlan(subject);
    holdToPlan(subject, plan);
    return { findings: [], effects: () => ({ basis: 'computed', ...plan.effects(), fee }) };
  });
}
