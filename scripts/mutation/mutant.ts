/** One small fault in one place of a source file. */
export type Mutant = {
  readonly id: number;
  /** Path from the root of the repository. */
  readonly file: string;
  readonly line: number;
  /** What stands there, and what the mutant puts in its place; '' for a statement that is left out. */
  readonly before: string;
  readonly after: string;
};
