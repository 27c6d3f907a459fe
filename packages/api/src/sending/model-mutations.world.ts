import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide, decideReplace, decideSettle, type Form } from '../store/decide.ts';
import { RULES, type Rules } from './model.world.ts';
import { FIRST_SEED, runModel } from './model-caller.world.ts';

const without = (forms: readonly Form[], id: string) => forms.filter((form) => form.id !== id);
/** Takes states of a newer version for another one. */
const knowing = (forms: readonly Form[], state: Form['state']) =>
  forms.map((form) => (form.state === 'unknown' ? { ...form, state } : form));
const heeding = (heeded: Partial<Rules['heedsBreaks']>) => ({
  heedsBreaks: { ...RULES.heedsBreaks, ...heeded },
});
const believing = (believed: Partial<Rules['witnesses']>) => ({
  witnesses: { ...RULES.witnesses, ...believed },
});

/** Decides as if what was decided were not there. */
const ignoring = (kind: ReturnType<typeof decide>['kind'], ignored: (form: Form, id: string) => boolean) => ({
  decide: (forms: readonly Form[], id: string, baseId: string) => {
    const decision = decide(forms, id, baseId);
    if (decision.kind !== kind) return decision;
    return decide(
      forms.filter((form) => !ignored(form, id)),
      id,
      baseId,
    );
  },
});

/** Rules that are taken away, by what a service without them does. Each breaks a promise that the model judges. */
export const MUTATIONS: Readonly<Record<string, Partial<Rules>>> = {
  'sends without a trial, and believes the refusal of a node': { tries: false },
  'tries signed bytes': { triesUnsigned: false },
  'believes one node that a form failed': believing({ failed: 1 }),
  'believes one node that a form is dead': believing({ dead: 1 }),
  'believes one node that a form landed': believing({ landed: 1 }),
  'tells a refusal without closing the form': { closesRefused: false },
  'calls a send refused that no node took': { doubtsSends: false },
  'lets callers build anew after unsent although an answer was lost': { heedsLostAnswers: false },
  'takes a claim without an answer for none': { doubtsLostClaims: false },
  'refuses what may have been sent before a break': heeding({ refusing: false }),
  'refreshes what may have been sent before a break': heeding({ refreshing: false }),
  'refreshes without a proof': { proves: false },
  'sends before it claims': { claimsFirst: false },
  'sends two forms of a build': {
    decide: (forms, id, baseId) => {
      const decision = decide(forms, id, baseId);
      return decision.kind === 'other' ? { kind: 'free' } : decision;
    },
  },
  'sends a form beside one that landed': ignoring('other', ({ state }) => state === 'landed'),
  'sends another signing of a build that has ended': {
    decide: (forms, id, baseId) => {
      const decision = decide(forms, id, baseId);
      return decision.kind === 'ended' ? { kind: 'free' } : decision;
    },
  },
  'sends a form that was closed': ignoring('closed', ({ id }, own) => id === own),
  'closes a form that was sent': {
    decide: (forms, id, baseId) => decide(without(forms, id), id, baseId),
  },
  'takes a state of a newer version for unsent': {
    decide: (forms, id, baseId) => decide(knowing(forms, 'offered'), id, baseId),
    decideReplace: (forms, baseId) => decideReplace(knowing(forms, 'offered'), baseId),
  },
  'changes a row of a newer version': {
    decideSettle: (forms, id, end) => decideSettle(knowing(forms, 'sent'), id, end),
  },
  'replaces a form beside one that is out': {
    decideReplace: (forms, baseId) => {
      const replacement = decideReplace(forms, baseId);
      return replacement.kind === 'out' ? { kind: 'free' } : replacement;
    },
  },
  'gives a form two successors': {
    decideReplace: (forms, baseId) => {
      const replacement = decideReplace(forms, baseId);
      return replacement.kind === 'newer' ? { kind: 'free' } : replacement;
    },
  },
  'lets a form land beside one that is out': {
    decideSettle: (forms, id, end) => (end === 'landed' ? 'landed' : decideSettle(forms, id, end)),
  },
};

/** The same of rules that matter in few histories only. */
export const RARE_MUTATIONS: typeof MUTATIONS = {
  'calls dead what may have been sent before a break': heeding({ expiring: false }),
  'claims for a request from before a break': { forgetsOldRequests: false },
  'calls dead what has no row, and gives it none': { closesDead: false },
  'calls a form dead beside another one of its build': { looksForOthers: false },
  'sends an edit of a form that was replaced': ignoring('replaced', ({ kind }) => kind === 'refreshed'),
};

/** Tests that the service breaks no promise in so many histories, and that each mutation breaks one in `most` at the most. */
export function testRules(histories: number, mutations: typeof MUTATIONS, most: number): void {
  test(`in ${histories} histories no caller pays twice, and no word is untrue`, (t) => {
    t.diagnostic(`SEED=${FIRST_SEED}`);
    for (let seed = FIRST_SEED; seed < FIRST_SEED + histories; seed += 1) {
      assert.equal(runModel(seed), undefined, `SEED=${seed}`);
    }
  });
  for (const [name, taken] of Object.entries(mutations)) {
    test(`a service that ${name} is found`, (t) => {
      const rules = { ...RULES, ...taken };
      for (let seed = FIRST_SEED; seed < FIRST_SEED + most; seed += 1) {
        const violation = runModel(seed, rules);
        if (violation === undefined) continue;
        t.diagnostic(`SEED=${seed}: ${violation}`);
        return;
      }
      assert.fail(`not in ${most} histories from SEED=${FIRST_SEED}`);
    });
  }
}
