/** A key by its hash. */
export type Key = { readonly keyHash: string };

/** A run that has, or wants, a key. */
export type Run = Key & { readonly holder: string };

/** A run, and for how long it excludes others. */
export type Lease = Run & { readonly milliseconds: number };

/** A run that reserves an unused key. */
export type NewRun = Lease & { readonly fingerprint: string };

/** What a run answers. */
export type KeyedAnswer = Run & { readonly status: number; readonly body: string };

/** An answer of a run that no row told of. */
export type FirstAnswer = Key & {
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
};

/** What is kept of a key; its age and what is left of its lease in milliseconds. */
export type FoundRecord = {
  readonly fingerprint: string;
  readonly holder: string;
  readonly status: number | null;
  readonly body: string | null;
  readonly age: number;
  readonly lease: number;
};

/** The statements that requests with a key run. */
export type RequestQueries = {
  /** Returns whether the run has the key; a key that is there already is left as it is. */
  insert(run: NewRun): Promise<boolean>;
  find(keyHash: string): Promise<FoundRecord | undefined>;
  /** Returns whether the answer is kept: the run still has the key. */
  answer(answer: KeyedAnswer): Promise<boolean>;
};
