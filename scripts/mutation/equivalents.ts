import type { Mutant } from './mutant.ts';

/** Mutants that no test can tell from the product, by the place and what stands there, and why that is so. */
export type Equivalent = Pick<Mutant, 'file' | 'before'> & {
  /** What the mutant puts there; any unless given. */
  readonly after?: string;
  readonly reason: string;
};

/** The reviewed list: an entry is added with the change that is reviewed, and the gate prints all of them. */
export const EQUIVALENTS: readonly Equivalent[] = [
  {
    file: 'packages/api/src/idempotency/start-idempotency.ts',
    before: '60',
    reason: 'how often old keys are deleted and counted is no promise: neither finds or loses one',
  },
  {
    file: 'packages/api/src/idempotency/start-idempotency.ts',
    before: '1_000',
    reason: 'as above',
  },
  {
    file: 'packages/api/src/idempotency/answer-keyed.ts',
    before: 'operation.requestHeaders?.some((each) => each === name) ?? false',
    reason: 'undefined is as false where it is asked',
  },
  {
    file: 'packages/api/src/store/idempotency-records.ts',
    before: '1',
    after: '2',
    reason: 'the runs of a process are told apart by a counter, by whatever steps it counts',
  },
  {
    file: 'packages/api/src/store/pending-transactions.ts',
    before: '500',
    reason: 'how many signatures go into one statement is no promise: fewer than a database takes',
  },
  {
    file: 'packages/api/src/store/partners.ts',
    before: "(isFormer ? row.former_key_hash : row.key_hash) ?? ''",
    reason: 'a row that is found by its former key has one',
  },
  {
    file: 'packages/api/src/store/known-keys.ts',
    before: '3',
    after: '4',
    reason:
      'how many bits stand for a key is a matter of room: no key that is there is missed by more of them',
  },
  {
    file: 'packages/api/src/store/known-keys.ts',
    before: 'i < BITS_OF_ONE',
    after: '(i) <= (BITS_OF_ONE)',
    reason: 'as above',
  },
];

/** Whether a mutant is on the list. */
export function isEquivalent({ file, before, after }: Mutant): boolean {
  return EQUIVALENTS.some(
    (each) => each.file === file && each.before === before && (each.after ?? after) === after,
  );
}
