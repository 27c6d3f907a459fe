import { decodeKey } from './bytes/text.ts';

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
  /** Lamports: the signatures', the priority bid, rounded up, and the tip where one was asked for. */
  readonly fee: { readonly signatures: bigint; readonly priority: bigint; readonly tip?: bigint };
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
  /** One entry per top-level instruction. */
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

/** The operations whose answers hold a transaction. */
export type BuildOperation = 'stake' | 'unstake' | 'withdraw' | 'split' | 'merge';

/** The members of a request that decide what its transaction may do, as they were sent. */
export type VerifyRequest = {
  /** Absent on `withdraw`, `split` and `merge`, which are of sol-native-stake. */
  readonly strategy?: string;
  readonly wallet: string;
  /** Decimal text. */
  readonly amount?: string;
  readonly kind?: string;
  readonly stakeAccount?: string;
  readonly isWithdrawAll?: boolean;
  readonly outputAsset?: string;
  /** Decimal text in the unit that arrives; tightens the price bound, and may loosen it for an instant exit. */
  readonly minReceive?: string;
  /** On an exit from the USDC vault only: `request` or `claim` where it takes two steps. */
  readonly step?: string;
  /** On a native stake only: `seed` where the address of the new account derives from the wallet. */
  readonly stakeAccountForm?: string;
  /** On `withdraw` only; the whole account when absent. */
  readonly lamports?: number;
  /** On `split` only: `deactivate` where the cooldown of the part begins in the same transaction. */
  readonly then?: string;
  /** On `merge` only: the stake account that stays. */
  readonly into?: string;
  /** On `merge` only: the stake accounts that become part of it. */
  readonly from?: readonly string[];
  /** The bid for priority: a level, or the most that it may cost, lamports as integer text. */
  readonly priority?: string | { readonly maxLamports: string };
  /** Lamports, as integer text, that the wallet gives to a tip account of the deployment. */
  readonly tip?: { readonly lamports: string };
};

/** The members of an answer that a verification reads; further ones are ignored. */
export type VerifyAnswer = {
  /** Unsigned or partially signed: base64 as it was answered, or its bytes. */
  readonly transaction: string | Uint8Array;
  readonly [member: string]: unknown;
};

export type VerifyLimits = {
  /** Most that an instant exit may be worth less than the pool's value, in hundredths of a percent. 300 by default. */
  readonly instantExitLossBps: number;
};

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
 * A reading of the ledger at one slot of one node, before and after a simulation of the transaction.
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
  /** Instructions that programs invoked, by index of the top-level instruction. Absent without a simulation. */
  readonly innerInstructions?: ReadonlyMap<number, readonly InnerInstruction[]>;
  /** Contents of lookup tables, by base58 address. */
  readonly lookupTables: ReadonlyMap<string, readonly string[]>;
  /** Lamports that an account of so many bytes of data must hold, as the ledger says now. */
  readonly rentExemption: (size: number) => bigint;
  /** Lamports a signature costs, as the ledger says now. */
  readonly signatureFee: bigint;
};

/** Places of amounts; raSOL has those of SOL. */
export const [SOL_DECIMALS, LP_DECIMALS, USDC_DECIMALS] = [9, 9, 6];
const DECIMAL = /^(0|[1-9][0-9]{0,19})(?:\.([0-9]+))?$/;
const INTEGER = /^[0-9]{1,20}$/;
const U64_MAX = 2n ** 64n - 1n;

/**
 * Reads an amount of a request, decimal text, exactly.
 *
 * @returns base units, above 0.
 * @throws {Refusal} rule `shape` for any other text, a fraction too fine, or an amount above 2^64 − 1.
 */
export function parseAmount(
  request: VerifyRequest,
  decimals: number,
  member: 'amount' | 'minReceive' = 'amount',
): bigint {
  const [, integer, fraction = ''] = DECIMAL.exec(request[member] ?? '') ?? [];
  const baseUnits = BigInt(integer === undefined ? 0 : integer + fraction.padEnd(decimals, '0'));
  if (baseUnits > 0n && baseUnits <= U64_MAX && fraction.length <= decimals) return baseUnits;
  throw new Refusal(
    'shape',
    `${member} of the request must be decimal text above 0 with at most ${decimals} decimals.`,
  );
}

/**
 * Reads a member of an answer that is an integer, in JSON or in text.
 *
 * @returns undefined when there is no such member.
 * @throws {Refusal} rule `shape` for anything that is not an exact integer of 64 bits.
 */
export function parseInteger(given: Readonly<Record<string, unknown>>, member: string): bigint | undefined {
  const value = given[member];
  if (value === undefined) return undefined;
  const isExact =
    typeof value === 'number' ? Number.isSafeInteger(value) && value >= 0 : INTEGER.test(String(value));
  const integer = isExact ? BigInt(value as number | string) : -1n;
  if (integer >= 0n && integer <= U64_MAX) return integer;
  throw new Refusal('shape', `${member} of the answer must be an integer.`);
}

/** Refuses an answer whose member, where it has one, states another amount than was asked for. */
export function requireStated(answer: VerifyAnswer, member: string, asked: bigint): void {
  const stated = parseInteger(answer, member) ?? asked;
  if (stated === asked) return;
  throw new Refusal('conservation', `${member} of the answer is ${stated} where ${asked} were asked.`);
}

/** No account that a transaction opens may hold more than this for rent, in lamports: 0.01 SOL. */
export const RENT_LIMIT = 10_000_000n;

/** Reads `minReceive` as {@link parseAmount} does; undefined where the request has none. */
export function parseMinReceive(request: VerifyRequest, decimals: number): bigint | undefined {
  return request.minReceive === undefined ? undefined : parseAmount(request, decimals, 'minReceive');
}

/**
 * Reads a member that is a base58 address.
 *
 * @throws {Refusal} rule `shape` for anything else.
 */
export function parseKey(value: unknown, member: string): Uint8Array {
  const key = typeof value === 'string' ? decodeKey(value) : undefined;
  if (key === undefined) throw new Refusal('shape', `${member} must be a base58 address.`);
  return key;
}
