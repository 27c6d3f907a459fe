/** A test, or a suite that has to run whole, which a mutant is tried with. */
export type Unit = {
  readonly file: string;
  /** Its place among the file's. */
  readonly index: number;
  readonly name: string;
  /** What it took without a mutant. */
  readonly milliseconds: number;
  /** Milliseconds of a processor, which others on the machine do not lengthen. */
  readonly cost: number;
  /** Mutants whose code it runs. */
  readonly reached: readonly number[];
};

/** What the tests of a module do without a mutant. */
export type DryRun = {
  readonly units: readonly Unit[];
  /** Mutants whose code runs when modules are imported. */
  readonly atImport: readonly number[];
  /** Units that fail by themselves, with their faults. */
  readonly broken: readonly string[];
};

/** What a process that tries mutants is asked. */
export type Order =
  | { readonly kind: 'dry' }
  | {
      readonly kind: 'try';
      readonly id: number;
      /** The first are tried first. */
      readonly units: readonly Unit[];
      /** Whether the mutant is on before the modules are imported. */
      readonly isFresh: boolean;
    };

/** What became of a mutant; `spoiled` when the tests fail without it too, after whatever ran before in the process. */
export type Outcome = 'killed' | 'survived' | 'spoiled';

/** What the process tells: that it goes on, and what came out. */
export type Report =
  | { readonly kind: 'beat'; readonly limit: number }
  | { readonly kind: 'dried'; readonly dryRun: DryRun }
  | {
      readonly kind: 'tried';
      readonly id: number;
      readonly outcome: Outcome;
      readonly by: Unit | undefined;
      /** Whether the process must not try another one. */
      readonly isSpent: boolean;
    };
