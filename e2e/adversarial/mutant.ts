import type { EncodedAccount } from '@solana/kit';
import type { HonestBuild } from './honest-builds.ts';
import type { DraftInstruction, TransactionDraft } from './transaction-draft.ts';

/** An account as a program or somebody else would write it; undefined closes it. */
export type AccountWrite = {
  readonly address: string;
  write(account: EncodedAccount | undefined): EncodedAccount | undefined;
};

/** A transaction that is not what was asked, or may not be. */
export type Mutant = {
  readonly of: HonestBuild;
  /** What was done to it. */
  readonly kinds: readonly string[];
  readonly draft: TransactionDraft;
  /** Members of the answer beside the transaction, where they lie. */
  readonly answer: HonestBuild['answer'];
  /** What a program invokes beyond what it says, by index of the instruction that invokes it. */
  readonly hidden: readonly { readonly at: number; readonly instruction: DraftInstruction }[];
  /** What programs write into accounts of their own when the transaction runs. */
  readonly programWrites: readonly AccountWrite[];
  /** What somebody else does to the ledger after the check and before the transaction lands. */
  readonly meanwhile: readonly AccountWrite[];
  /** Changes the wire bytes themselves. */
  readonly rewrite: ((wire: Uint8Array) => Uint8Array) | undefined;
};

/** Starts a mutant of a build as the honest transaction itself, or as another draft of it. */
export function createPlainMutant(of: HonestBuild, draft: TransactionDraft): Mutant {
  const unchanged = { kinds: [], hidden: [], programWrites: [], meanwhile: [], rewrite: undefined };
  return { of, draft, answer: of.answer, ...unchanged };
}
