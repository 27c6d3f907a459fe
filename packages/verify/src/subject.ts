import type { Transaction } from './bytes/message.ts';
import { decodeKey } from './bytes/text.ts';
import type { VerifyDeployment } from './deployment.ts';
import { Refusal } from './verification.ts';

/** One answer that is judged, its transaction read, and all it is judged by. */
export type Subject = {
  readonly operation: BuildOperation;
  readonly request: VerifyRequest;
  /** 32 bytes of `request.wallet`. */
  readonly wallet: Uint8Array;
  readonly answer: VerifyAnswer;
  readonly deployment: VerifyDeployment;
  readonly limits: VerifyLimits;
  /** A part where bytes alone prove enough. */
  readonly evidence: Partial<Evidence>;
  readonly transaction: Transaction;
  /** The keys that indexes of the message's instructions mean, those of lookup tables included. */
  readonly accounts: readonly Uint8Array[];
};

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
 * Reads a member of a request that is decimal text, exactly.
 *
 * @returns base units, above 0.
 * @throws {Refusal} rule `shape` for any other text, a fraction too fine, or an amount above 2^64 − 1.
 */
export function parseAmount(text: string | undefined, member: string, decimals: number): bigint {
  const [, integer, fraction = ''] = DECIMAL.exec(text ?? '') ?? [];
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
export function parseInteger(value: unknown, member: string): bigint | undefined {
  if (value === undefined) return undefined;
  const isExact =
    typeof value === 'number' ? Number.isSafeInteger(value) && value >= 0 : INTEGER.test(String(value));
  const integer = isExact ? BigInt(value as number | string) : -1n;
  if (integer >= 0n && integer <= U64_MAX) return integer;
  throw new Refusal('shape', `${member} of the answer must be an integer.`);
}

/** No account that a transaction opens may hold more than this for rent, in lamports: 0.01 SOL. */
export const RENT_LIMIT = 10_000_000n;

/** Reads `minReceive` as {@link parseAmount} does; undefined where the request has none. */
export function parseMinReceive({ minReceive }: VerifyRequest, decimals: number): bigint | undefined {
  return minReceive === undefined ? undefined : parseAmount(minReceive, 'minReceive', decimals);
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
