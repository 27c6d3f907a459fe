import type { Message } from '../bytes/index.ts';
import { isWritableAt } from '../bytes/index.ts';
import type { Evidence, LedgerAccount } from '../evidence.ts';
import { encodeAddress } from '../ledger/encode-address.ts';
import type { Subject } from '../subject.ts';
import type { VerifyDeployment } from '../verify-deployment.ts';
import type { BoundedIntent } from './bounded-intent.ts';
import type { Terms } from './price/terms.ts';

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
  const none = new Uint8Array();
  const keyAt = (index: number) => accounts[index] ?? none;
  return transaction.message.instructions.map((instruction, index) => ({
    index,
    program: keyAt(instruction.program),
    accounts: Array.from(instruction.accounts, keyAt),
    data: instruction.data,
  }));
}

/** Lists the base58 addresses a message may write to, those of lookup tables included, each once. */
export function listWritable({
  transaction: { message },
  accounts,
}: Pick<Subject, 'transaction' | 'accounts'>): readonly string[] {
  return [...new Set(accounts.filter((_, index) => isWritableAt(message, index)).map(encodeAddress))];
}

/** Collects the evidence about every account that the message may write to. */
export function readChanges(
  subject: Pick<Subject, 'transaction' | 'accounts'>,
  { before, after }: Evidence,
): readonly AccountChange[] {
  const { message } = subject.transaction;
  const seen = new Set<string>();
  return subject.accounts.flatMap((key, index) => {
    const address = encodeAddress(key);
    if (!isWritableAt(message, index) || seen.has(address)) return [];
    seen.add(address);
    return [{ key, address, before: existing(before.get(address)), after: existing(after?.get(address)) }];
  });
}

// An account without lamports is none.
function existing(account: LedgerAccount | undefined): LedgerAccount | undefined {
  return account === undefined || account.lamports === 0n ? undefined : account;
}
