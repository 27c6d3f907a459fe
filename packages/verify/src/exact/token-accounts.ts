import { ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../bytes/known-keys.ts';
import { encodeAddress, isSame } from '../bytes/text.ts';
import { readTokenAccount, TOKEN_ACCOUNT_SIZE } from '../ledger/accounts.ts';
import { CREATE_TOKEN_ACCOUNT, TRANSFER_TOKENS } from '../programs/native.ts';
import type { ExactSubject } from '../subject.ts';
import { type LockedRent, Refusal } from '../verification.ts';
import { type Expected, readAs } from './plan.ts';

/** What may be paid less than promised until the transaction lands: 0.5 %. */
const TOLERANCE = { numerator: 995n, denominator: 1_000n };

/** Expects the wallet's associated account of a mint to be opened where there is none. */
export function openTokenAccount(wallet: Uint8Array, account: Uint8Array, mint: Uint8Array): Expected {
  return {
    program: ASSOCIATED_TOKEN_PROGRAM,
    format: CREATE_TOKEN_ACCOUNT,
    accounts: [wallet, account, wallet, mint, SYSTEM_PROGRAM, TOKEN_PROGRAM],
    values: [],
  };
}

/** Expects an account to hold at least an amount: a transfer from the account to itself fails when it does not. */
export function requireBalance(wallet: Uint8Array, account: Uint8Array, amount: bigint): Expected {
  return {
    program: TOKEN_PROGRAM,
    format: TRANSFER_TOKENS,
    accounts: [account, account, wallet],
    values: [amount],
  };
}

/** A balance requirement at the end, and what it makes sure of. */
export type PostCondition = {
  readonly instruction: Expected;
  /** Base units that arrive or the transaction fails; undefined where that is not known. */
  readonly least: bigint | undefined;
};

/** What has to arrive, in base units. */
export type Promised = {
  /** What arrives now; undefined where nothing says how much that is. */
  readonly amount: bigint | undefined;
  /** Least that the caller wants. */
  readonly minReceive?: bigint | undefined;
};

/**
 * Finds the balance requirement that ends a message; undefined where none does.
 *
 * @throws {Refusal} rule `minimum` when it requires nothing, less than the caller wants, or more than 0.5 % less than what
 *   is promised.
 */
export function findPostCondition(
  subject: ExactSubject,
  account: Uint8Array,
  { amount: promised = 0n, minReceive = 1n }: Promised,
): PostCondition | undefined {
  const last = subject.transaction.message.instructions.at(-1);
  const found = last && readAs(subject, last, TOKEN_PROGRAM, TRANSFER_TOKENS);
  const [amount] = found?.values ?? [];
  if (typeof amount !== 'bigint') return undefined;
  const before = balanceBefore(subject, account);
  const least = amount - (before ?? 0n);
  const tolerated = (promised * TOLERANCE.numerator) / TOLERANCE.denominator;
  const due = tolerated > minReceive ? tolerated : minReceive;
  if (least < due) {
    throw new Refusal(
      'minimum',
      `The balance required at the end lets ${least} base units arrive; it must be at least ${due}.`,
      { account: encodeAddress(account) },
    );
  }
  return {
    instruction: requireBalance(subject.wallet, account, amount),
    least: before === undefined ? undefined : least,
  };
}

/**
 * Finds the balance requirement that has to end a message, because its program takes no minimum.
 *
 * @throws {Refusal} rule `minimum` when there is none, and as {@link findPostCondition} does.
 */
export function requirePostCondition(
  subject: ExactSubject,
  account: Uint8Array,
  promised: Promised,
): PostCondition {
  const condition = findPostCondition(subject, account, promised);
  if (condition !== undefined) return condition;
  throw new Refusal('minimum', 'The message must end by requiring that what is due has arrived.', {
    account: encodeAddress(account),
  });
}

/** Returns the previous balance of a token account in base units: 0 for a missing account, undefined without evidence. */
export function balanceBefore({ evidence }: ExactSubject, account: Uint8Array): bigint | undefined {
  const address = encodeAddress(account);
  const state = evidence.before?.get(address);
  if (state === undefined) return evidence.before?.has(address) ? 0n : undefined;
  return readTokenAccount(state)?.amount ?? 0n;
}

/** Lists the rent of the token accounts among these that were seen to be missing. */
export function rentOfMissing(subject: ExactSubject, accounts: readonly Uint8Array[]): readonly LockedRent[] {
  const { before } = subject.evidence;
  return accounts.flatMap((key) => {
    const account = encodeAddress(key);
    const isMissing = before?.has(account) && before.get(account) === undefined;
    return isMissing ? rentOf(subject, key, TOKEN_ACCOUNT_SIZE) : [];
  });
}

/** States the recoverable rent of a new account; nothing when the evidence has no rent. */
export function rentOf(
  { evidence: { rentExemption } }: ExactSubject,
  account: Uint8Array,
  size: number,
): readonly LockedRent[] {
  if (rentExemption === undefined) return [];
  return [{ account: encodeAddress(account), lamports: rentExemption(size), isRefundable: true }];
}

/** Whether the message opens a token account. */
export function opensTokenAccount(subject: ExactSubject, account: Uint8Array): boolean {
  return subject.transaction.message.instructions.some((each) =>
    isSame(readAs(subject, each, ASSOCIATED_TOKEN_PROGRAM, CREATE_TOKEN_ACCOUNT)?.accounts[1], account),
  );
}
