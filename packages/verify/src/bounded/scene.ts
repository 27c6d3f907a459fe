import { isWritableAt, type Message } from '../bytes/message.ts';
import { encodeAddress } from '../bytes/text.ts';
import type { VerifyDeployment } from '../deployment.ts';
import { STAKE_ACCOUNT_SIZE } from '../ledger/accounts.ts';
import { type Evidence, type LedgerAccount, RENT_LIMIT, type Subject } from '../subject.ts';
import { Refusal } from '../verification.ts';
import type { BoundedIntent, Terms } from './intent.ts';

/** One top-level instruction with its accounts resolved. */
export type Step = {
  readonly index: number;
  readonly program: Uint8Array;
  readonly accounts: readonly Uint8Array[];
  readonly data: Uint8Array;
};

/** A writable account before and after the simulation; undefined where there is none. */
export type AccountChange = {
  readonly key: Uint8Array;
  readonly address: string;
  readonly before: LedgerAccount | undefined;
  readonly after: LedgerAccount | undefined;
};

/** All that the rules look at. */
export type Scene = {
  readonly intent: BoundedIntent;
  /** Base58 of the wallet. */
  readonly wallet: string;
  readonly terms: Terms;
  readonly message: Message;
  readonly steps: readonly Step[];
  readonly changes: readonly AccountChange[];
  readonly evidence: Evidence;
  readonly deployment: VerifyDeployment;
};

/** Lists the instructions of a message with their accounts as keys. */
export function readSteps({
  transaction,
  accounts,
}: Pick<Subject, 'transaction' | 'accounts'>): readonly Step[] {
  const keyAt = (index: number) => accounts[index] ?? new Uint8Array();
  return transaction.message.instructions.map((instruction, index) => ({
    index,
    program: keyAt(instruction.program),
    accounts: Array.from(instruction.accounts, keyAt),
    data: instruction.data,
  }));
}

/** Lists the accounts that a message may write to by base58 address, those of lookup tables included. */
export function listWritable({
  transaction: { message },
  accounts,
}: Pick<Subject, 'transaction' | 'accounts'>): ReadonlyMap<string, Uint8Array> {
  const writable = accounts.filter((_, index) => isWritableAt(message, index));
  return new Map(writable.map((key) => [encodeAddress(key), key]));
}

/** Collects the evidence about every account that the message may write to. */
export function readChanges(
  writable: ReadonlyMap<string, Uint8Array>,
  { before, after }: Evidence,
): readonly AccountChange[] {
  return Array.from(writable, ([address, key]) => ({
    key,
    address,
    before: existing(before.get(address)),
    after: existing(after?.get(address)),
  }));
}

// An account without lamports is none.
function existing(account: LedgerAccount | undefined): LedgerAccount | undefined {
  return account === undefined || account.lamports === 0n ? undefined : account;
}

/** Most lamports that a signature may cost; twenty times what it does. */
const SIGNATURE_FEE_LIMIT = 100_000n;

/**
 * Refuses evidence that lacks a state of a writable account or the inner instructions, or has impossible figures.
 *
 * @throws {Refusal} rule `evidence`. An account that is missing in the map is not one that does not exist: only an entry
 *   `undefined` says so.
 */
export function assertEvidence(evidence: Evidence, writable: Iterable<string>): void {
  const { before, after, innerInstructions, signatureFee } = evidence;
  if (after === undefined || innerInstructions === undefined) {
    throw new Refusal('evidence', 'There is no simulation.');
  }
  const unread = [...writable].find((address) => !(before.has(address) && after.has(address)));
  if (unread !== undefined) {
    const when = before.has(unread) ? 'after the simulation' : 'before it';
    const detail = `Account ${unread} may be written to, and was not read ${when}.`;
    throw new Refusal('evidence', detail, { account: unread });
  }
  const rent = evidence.rentExemption(STAKE_ACCOUNT_SIZE);
  if (rent > RENT_LIMIT) {
    throw new Refusal('evidence', `A rent of ${rent} lamports is over ${RENT_LIMIT}.`);
  }
  if (signatureFee > SIGNATURE_FEE_LIMIT) {
    throw new Refusal(
      'evidence',
      `A signature fee of ${signatureFee} lamports is over ${SIGNATURE_FEE_LIMIT}.`,
    );
  }
}
