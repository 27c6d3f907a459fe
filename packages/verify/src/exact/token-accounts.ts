import { encodeBase58 } from '../bytes/base58.ts';
import { ByteReader } from '../bytes/byte-reader.ts';
import { isSame } from '../bytes/is-same.ts';
import { ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../bytes/known-keys.ts';
import { CREATE_TOKEN_ACCOUNT } from '../programs/associated-token.ts';
import { TRANSFER_TOKENS } from '../programs/token.ts';
import { Refusal } from '../refusal.ts';
import type { LockedRent } from '../verification.ts';
import type { ExactSubject } from './exact-subject.ts';
import { type Expected, readAs } from './plan.ts';

const TOKEN_ACCOUNT_SIZE = 165;
const AMOUNT_AT = 64;
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
  readonly instructions: readonly Expected[];
  /** Base units that arrive or the transaction fails; undefined where that is not known. */
  readonly least: bigint | undefined;
};

/**
 * Finds the balance requirement that ends a message, where one does.
 *
 * @param promised - base units that the answer says arrive; undefined where it says nothing.
 * @throws {Refusal} rule `minimum` when it requires nothing, or more than 0.5 % less than what is promised.
 */
export function findPostCondition(
  subject: ExactSubject,
  account: Uint8Array,
  promised: bigint | undefined,
): PostCondition {
  const last = subject.transaction.message.instructions.at(-1);
  const found = last && readAs(subject, last, TOKEN_PROGRAM, TRANSFER_TOKENS);
  const [amount] = found?.values ?? [];
  if (typeof amount !== 'bigint') return { instructions: [], least: undefined };
  const before = balanceBefore(subject, account);
  const least = amount - (before ?? 0n);
  const due = ((promised ?? 1n) * TOLERANCE.numerator) / TOLERANCE.denominator || 1n;
  if (least < due) {
    throw new Refusal(
      'minimum',
      `The balance required at the end lets ${least} base units arrive; at least ${due} must.`,
      { account: encodeBase58(account) },
    );
  }
  return {
    instructions: [requireBalance(subject.wallet, account, amount)],
    least: before === undefined ? undefined : least,
  };
}

/** What a token account held before, in base units: 0 where there was none, undefined where nobody looked. */
export function balanceBefore({ evidence }: ExactSubject, account: Uint8Array): bigint | undefined {
  const address = encodeBase58(account);
  const state = evidence.before?.get(address);
  if (state === undefined) return evidence.before?.has(address) ? 0n : undefined;
  const { data } = state;
  return data.length < TOKEN_ACCOUNT_SIZE ? 0n : new ByteReader(data, AMOUNT_AT).u64();
}

/** Lists the rent of the token accounts among these that were seen to be missing. */
export function rentOfMissing(
  { evidence: { before, rentExemption } }: ExactSubject,
  accounts: readonly Uint8Array[],
): readonly LockedRent[] {
  return accounts.flatMap((key) => {
    const account = encodeBase58(key);
    if (!before?.has(account) || before.get(account) !== undefined || rentExemption === undefined) return [];
    return [{ account, lamports: rentExemption(TOKEN_ACCOUNT_SIZE), isRefundable: true }];
  });
}

/** Whether the message opens a token account. */
export function opensTokenAccount(subject: ExactSubject, account: Uint8Array): boolean {
  return subject.transaction.message.instructions.some((each) =>
    isSame(readAs(subject, each, ASSOCIATED_TOKEN_PROGRAM, CREATE_TOKEN_ACCOUNT)?.accounts[1], account),
  );
}
