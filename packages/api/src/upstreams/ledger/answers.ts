import { type Static, type TSchema, Type } from 'typebox';

// Integers arrive as numbers while a double holds them exactly and as bigints beyond.
const U64 = Type.Union([
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  // Compiled, a limit becomes a double: 2^64 is one, and 2^64 - 1 would round up to it.
  Type.BigInt({ minimum: 0n, exclusiveMaximum: 2n ** 64n }),
]);

const TransactionFault = Type.Union([Type.Null(), Type.String(), Type.Record(Type.String(), Type.Unknown())]);

const Base64 = Type.Tuple([Type.String(), Type.Literal('base64')]);
const Account = Type.Object({ lamports: U64, owner: Type.String(), data: Base64 });

const IndexedInstruction = Type.Object({
  programIdIndex: Type.Integer({ minimum: 0 }),
  accounts: Type.Array(Type.Integer({ minimum: 0 })),
  data: Type.String(),
});

// By names where the node knows the program, by addresses where it does not, by index.
const InnerInstruction = Type.Union([
  Type.Object({ programId: Type.String(), parsed: Type.Unknown() }),
  Type.Object({ programId: Type.String(), accounts: Type.Array(Type.String()), data: Type.String() }),
  IndexedInstruction,
]);

const VoteAccount = Type.Object({
  votePubkey: Type.String(),
  activatedStake: U64,
  // Basis points on the ledger, of any u16; nodes round up to a percent that fits a byte.
  commission: Type.Integer({ minimum: 0, maximum: 255 }),
});

const TokenBalance = Type.Object({
  accountIndex: Type.Integer({ minimum: 0 }),
  mint: Type.String(),
  owner: Type.Optional(Type.String()),
  uiTokenAmount: Type.Object({
    amount: Type.String({ pattern: '^\\d{1,20}$' }),
    decimals: Type.Integer({ minimum: 0, maximum: 255 }),
  }),
});

const Nullable = <T extends TSchema>(schema: T) => Type.Union([Type.Null(), schema]);
const OrNull = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));

const innerOf = <T extends TSchema>(instruction: T) =>
  OrNull(
    Type.Array(Type.Object({ index: Type.Integer({ minimum: 0 }), instructions: Type.Array(instruction) })),
  );

const TransactionMeta = Type.Object({
  err: TransactionFault,
  fee: U64,
  preBalances: Type.Array(U64),
  postBalances: Type.Array(U64),
  preTokenBalances: OrNull(Type.Array(TokenBalance)),
  postTokenBalances: OrNull(Type.Array(TokenBalance)),
  loadedAddresses: OrNull(
    Type.Object({ writable: Type.Array(Type.String()), readonly: Type.Array(Type.String()) }),
  ),
  logMessages: OrNull(Type.Array(Type.String())),
  // By index: only `jsonParsed` has names.
  innerInstructions: innerOf(IndexedInstruction),
});

const inContext = <T extends TSchema>(value: T) =>
  Type.Object({ context: Type.Object({ slot: U64 }), value });

const ProgramAccounts = Type.Array(Type.Object({ pubkey: Type.String(), account: Account }));

/** The members of the answer to each RPC method that the service relies on. */
export const ANSWERS = {
  getBlockHeight: U64,
  getBlockTime: Nullable(U64),
  getBlocks: Type.Array(U64),
  getEpochInfo: Type.Object({
    epoch: U64,
    slotIndex: U64,
    slotsInEpoch: U64,
    absoluteSlot: U64,
    blockHeight: U64,
  }),
  isBlockhashValid: inContext(Type.Boolean()),
  getFeeForMessage: inContext(Nullable(U64)),
  getGenesisHash: Type.String({ minLength: 32, maxLength: 44 }),
  getInflationReward: Type.Array(
    Nullable(
      Type.Object({ amount: U64, effectiveSlot: U64, postBalance: U64, commission: OrNull(Type.Number()) }),
    ),
  ),
  getLatestBlockhash: inContext(
    Type.Object({ blockhash: Type.String({ minLength: 32, maxLength: 44 }), lastValidBlockHeight: U64 }),
  ),
  getMultipleAccounts: inContext(Type.Array(Nullable(Account))),
  getProgramAccounts: ProgramAccounts,
  /** Methods of providers, by pages. */
  getProgramAccountsV2: Type.Object({
    accounts: ProgramAccounts,
    paginationKey: OrNull(Type.String()),
  }),
  getPriorityFeeEstimate: Type.Object({
    priorityFeeLevels: Type.Object({
      low: Type.Number({ minimum: 0 }),
      medium: Type.Number({ minimum: 0 }),
      high: Type.Number({ minimum: 0 }),
      veryHigh: Type.Number({ minimum: 0 }),
    }),
  }),
  getRecentPrioritizationFees: Type.Array(Type.Object({ prioritizationFee: U64 })),
  getSignatureStatuses: inContext(
    Type.Array(
      Nullable(
        Type.Object({
          err: TransactionFault,
          slot: Type.Optional(U64),
          confirmationStatus: OrNull(Type.String()),
        }),
      ),
    ),
  ),
  getSignaturesForAddress: Type.Array(
    Type.Object({
      signature: Type.String(),
      err: TransactionFault,
      slot: Type.Optional(U64),
      blockTime: OrNull(U64),
    }),
  ),
  getStakeMinimumDelegation: inContext(U64),
  minimumLedgerSlot: U64,
  getVoteAccounts: Type.Object({ current: Type.Array(VoteAccount), delinquent: Type.Array(VoteAccount) }),
  getTransaction: Nullable(
    Type.Object({
      transaction: Base64,
      slot: Type.Optional(U64),
      blockTime: OrNull(U64),
      meta: OrNull(TransactionMeta),
    }),
  ),
  sendTransaction: Type.String(),
  simulateTransaction: inContext(
    Type.Object({
      err: TransactionFault,
      logs: Nullable(Type.Array(Type.String())),
      fee: OrNull(U64),
      unitsConsumed: OrNull(U64),
      loadedAccountsDataSize: OrNull(U64),
      accounts: OrNull(Type.Array(Nullable(Account))),
      innerInstructions: innerOf(InnerInstruction),
    }),
  ),
} as const satisfies Readonly<Record<string, TSchema>>;

/** The RPC methods the service calls. */
export type LedgerMethod = keyof typeof ANSWERS;

/** The answer to an RPC method, checked. */
export type LedgerAnswer<M extends LedgerMethod> = Static<(typeof ANSWERS)[M]>;

/** Why a transaction failed, as the ledger serialises it. */
export type TransactionFault = Exclude<Static<typeof TransactionFault>, null>;
