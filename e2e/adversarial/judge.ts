import type { Rehearsal } from '@staking-agent/sandbox';
import type { HonestBuild } from './honest-build.ts';
import type { Staged } from './stage.ts';

/** One reason to withhold a transaction. */
export type Objection = { readonly rule: string; readonly detail: string };

/** What somebody who verifies is asked. */
export type Question = {
  readonly of: HonestBuild;
  /** The answer with the transaction that is shown, base64. */
  readonly answer: HonestBuild['answer'];
  readonly staged: Staged;
  /** Runs at most once, when the verdict depends on it; undefined when the ledger cannot read the bytes. */
  readonly simulate: () => Rehearsal | undefined;
};

/** Decides whether a transaction may leave: nothing objected to means that it may. */
export type Judge = (question: Question) => readonly Objection[];
