/** An account as one ledger node shows it. */
export type LedgerAccount = {
  readonly lamports: bigint;
  /** Base58 address of the program that owns it. */
  readonly owner: string;
  readonly data: Uint8Array;
};

/** One instruction that a program invoked in the simulation; accounts resolved, base58. */
export type InnerInstruction = {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
};

/**
 * What a reader of the ledger saw at one slot of one node, before and after a simulation of the transaction.
 *
 * A transaction made by somebody else cannot be judged without it. For our own builds it is needed where an account is
 * named by another account (the reserve of a stake pool) and by no derivation.
 */
export type Evidence = {
  /** Slot of the reading and the simulation. */
  readonly slot: bigint;
  /** Epoch of that slot. */
  readonly epoch: bigint;
  /** Unix seconds of the ledger's clock. */
  readonly unixTimestamp: bigint;
  /**
   * Accounts before the transaction, by base58 address; undefined where there is none. A proof from a simulation needs an
   * entry for every writable account: one that is absent was not read, and nothing is proved.
   */
  readonly before: ReadonlyMap<string, LedgerAccount | undefined>;
  /** Every writable account after the simulation, by base58 address; undefined where there is none. Absent without one. */
  readonly after?: ReadonlyMap<string, LedgerAccount | undefined>;
  /** What programs invoked, by index of the top-level instruction. Absent without a simulation. */
  readonly innerInstructions?: ReadonlyMap<number, readonly InnerInstruction[]>;
  /** What lookup tables hold, by base58 address. */
  readonly lookupTables: ReadonlyMap<string, readonly string[]>;
  /** Lamports that an account of so many bytes of data must hold, as the ledger says now. */
  readonly rentExemption: (size: number) => bigint;
  /** Lamports a signature costs, as the ledger says now. */
  readonly signatureFee: bigint;
};
