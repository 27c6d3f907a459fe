/** The strength of a proof: `exact` lists every byte, `bounded` proves limits from a simulation. */
export type Level = 'exact' | 'bounded';

/**
 * The rules a transaction is held to.
 *
 * - `message`: the bytes can be read one way only, and fit one transaction.
 * - `signers`: the wallet pays, and nobody signs but the wallet and the accounts the request creates.
 * - `fee`: the compute budget is well-formed and bids no more than the limit.
 * - `shape`: the instructions follow the one pattern of their kind.
 * - `account`: every account is the one derived from request and deployment, and no other account of the wallet changes.
 * - `new-account`: only named accounts come into being, with rent within its cap.
 * - `conservation`: the wallet loses no more than was asked and the named costs.
 * - `price`: what arrives is worth what our own price says.
 * - `minimum`: the minimum that was simulated stands in the bytes, or the price cannot move.
 * - `inner-instruction`: what programs invoke keeps to the same rules.
 * - `evidence`: what the proof needs to see of the ledger is missing or contradicts itself.
 */
export const RULES = [
  'message',
  'signers',
  'fee',
  'shape',
  'account',
  'new-account',
  'conservation',
  'price',
  'minimum',
  'inner-instruction',
  'evidence',
] as const;

export type Rule = (typeof RULES)[number];

/** One reason to withhold a transaction. */
export type Finding = {
  readonly rule: Rule;
  /** One sentence: what stands there, and what would be right. Amounts in base units. */
  readonly detail: string;
  /** Index of the instruction, where one is at fault. */
  readonly instruction?: number;
  /** Base58 address of the account, where one is at fault. */
  readonly account?: string;
  /** Both figures in base units, with rule `price`, and with `minimum` where the bytes demand too little. */
  readonly price?: { readonly least: bigint; readonly offered: bigint; readonly mint: string };
};

/** An amount of one asset that moves. */
export type Change = {
  /** Base58 mint; the mint of wrapped SOL stands for SOL, wrapped or not; `stake` for SOL in a stake account. */
  readonly asset: string;
  /** Base units. */
  readonly amount: bigint;
  /** The wallet's account it leaves or arrives in, base58. */
  readonly account: string;
  /**
   * The least that can arrive when the price moves until the transaction lands; equal to `amount` when it cannot, and
   * undefined where nothing in the bytes makes sure of any.
   */
  readonly least?: bigint | undefined;
  /** That `least` rests on a rate that stands for now, and nothing in the bytes demands it. */
  readonly isAtRate?: boolean;
};

/** Lamports that an account of the wallet must hold to exist. */
export type LockedRent = {
  readonly account: string;
  readonly lamports: bigint;
  /** True if the wallet gets them back when it closes the account. */
  readonly isRefundable: boolean;
};

/** Effects of a transaction on its wallet, to the unit. */
export type Effects = {
  /** `computed` from the bytes alone, `simulated` where programs decide. */
  readonly basis: 'computed' | 'simulated';
  readonly leaves: readonly Change[];
  readonly arrives: readonly Change[];
  readonly rent: readonly LockedRent[];
  /** Lamports: the signatures' and the priority bid, rounded up. */
  readonly fee: { readonly signatures: bigint; readonly priority: bigint };
};

export type ExplainedAccount = {
  /** Base58. */
  readonly address: string;
  /** Its name in the program, such as `stake account`. */
  readonly role: string;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
};

export type ExplainedInstruction = {
  /** Base58 address, and name where it is known. */
  readonly program: { readonly address: string; readonly name: string | undefined };
  /** Name of the instruction, such as `DelegateStake`; undefined where it is not known. */
  readonly name: string | undefined;
  readonly accounts: readonly ExplainedAccount[];
  /** The decoded fields in order; amounts as integer text, keys as base58. */
  readonly data: Readonly<Record<string, string>>;
  /** One plain sentence. */
  readonly sentence: string;
};

/** The verdict on one answer of a build. Harmless exactly when `findings` is empty. */
export type Proof = {
  readonly level: Level;
  readonly findings: readonly Finding[];
  /** Computed on first use. */
  readonly effects: Effects;
};

/** The verdict, and what the transaction does in words. */
export type Verification = Proof & {
  /** Computed on first use, one entry per top-level instruction. */
  readonly explanation: readonly ExplainedInstruction[];
};

/** Ends a proof with the finding that refuses the transaction. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly finding: Finding;

  constructor(rule: Rule, detail: string, place: Omit<Finding, 'rule' | 'detail'> = {}) {
    super(detail);
    this.finding = { rule, detail, ...place };
  }
}

export type Verdict = {
  /** Empty when the transaction is harmless. */
  readonly findings: readonly Finding[];
  /** Computes what the transaction does to its wallet; called at most once, and only when somebody asks. */
  readonly effects: () => Effects;
};

/** Runs a proof; if it throws a {@link Refusal}, the verdict is that finding, and states no effects. */
export function refusable(basis: Effects['basis'], judge: () => Verdict): Verdict {
  try {
    return judge();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const none = { basis, leaves: [], arrives: [], rent: [], fee: { signatures: 0n, priority: 0n } };
    return { findings: [error.finding], effects: () => none };
  }
}
