/** Rows of what one process sends, some of which the store has not got yet. */
export type KeptRows = {
  /**
   * Adds a row of bytes that are to be sent.
   *
   * @param add - tells whether they may be: not where they were refused.
   * @returns the same; without the store, true unless it can be read and has a refusal. What was let go once stays so,
   *   whoever brings the bytes again, and whatever another replica says of them.
   */
  keep(signature: string, add: () => Promise<boolean>): Promise<boolean>;
  /** Takes back a row of bytes that no node was given. */
  takeBack(signature: string, work: () => Promise<boolean>): Promise<boolean>;
};

/** What rows are kept with. */
export type KeptRowsPorts = {
  /** Returns when it is written, or need not be waited for. */
  readonly write: (signature: string, work: () => Promise<void>) => Promise<void>;
  /** Read where the store refuses a row. */
  readonly wasRefused: (signature: string) => Promise<boolean>;
  /** Says in place of a refusal that these bytes are out. Nobody sends them again for that: a caller was told otherwise. */
  readonly reveal: (signature: string) => Promise<void>;
};

/** Creates the rows of one process. */
export function createKeptRows({ write, wasRefused, reveal }: KeptRowsPorts): KeptRows {
  /** What was let go while the store did not answer. */
  const unrecorded = new Set<string>();
  return {
    async keep(signature, add) {
      let maySend: boolean | undefined;
      let hasFailed = false;
      await write(signature, async () => {
        const isAdded = await add().catch((fault: unknown) => {
          hasFailed = true;
          throw fault;
        });
        const isOut = unrecorded.has(signature);
        if (isOut && !isAdded) await reveal(signature);
        unrecorded.delete(signature);
        maySend = isAdded || isOut;
      });
      if (maySend !== undefined) return maySend;
      // A store that takes no more rows can often still be read.
      const mustNot = hasFailed && !unrecorded.has(signature) && (await wasRefused(signature));
      if (maySend !== undefined) return maySend;
      if (!mustNot) unrecorded.add(signature);
      return !mustNot;
    },
    takeBack(signature, work) {
      unrecorded.delete(signature);
      return work();
    },
  };
}
