import { readTransaction } from '@staking-agent/verify';
import sodium from 'sodium-native';
import { hashMessage } from '../attribution/hash-message.ts';
import { problem } from '../problems/problem.ts';
import type { SignedForm } from '../store/build-forms.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash-feed.ts';
import { UpstreamFault } from '../upstreams/upstream-fault.ts';
import type { FormGate } from './form-gate.ts';
import { type LandingPorts, MARGIN_BLOCKS, readFate } from './landing.ts';
import { searchForms } from './search-forms.ts';
import type { SignedTransaction } from './signed-transaction.ts';

/** What proves that a second transaction cannot pay a second time. */
export type ReplaceablePorts = LandingPorts & {
  readonly blockhash: Pick<BlockhashFeed, 'untilPast'>;
  readonly forms: Pick<FormGate, 'read' | 'replace'>;
};

/** A transaction that is to be replaced by another one of the same kind. */
export type Replaced = {
  readonly transaction: SignedTransaction;
  readonly wallet: string;
  readonly lastValidBlockHeight: bigint;
  /** Slot at which its blockhash was read. */
  readonly contextSlot: bigint;
  /** Whether the ledger itself lets only one of the two land. */
  readonly isExclusive: boolean;
};

const WITNESSES = 2;
/** Transactions of the wallet that are looked at on one node. */
const CALLS = 150;

/**
 * Permits the replacement of a transaction only if it has not landed and cannot land beside its replacement: two nodes
 * report its blockhash as dead, or the ledger lets only one of the two land.
 *
 * It, or an edit of it, is looked for as {@link searchForms} does. An edit that was broadcast here and can land longer than
 * what was built is waited for. After that, no form of the build is broadcast here.
 *
 * @throws {ProblemError} `forbidden`: it landed, or may still land, with the seconds until it cannot, or the wallet has
 *   signed more since than the search covers; `service_unavailable` while the store cannot list edits.
 * @throws {UpstreamFault} when too few nodes answer.
 */
export async function assertReplaceable(replaced: Replaced, ports: ReplaceablePorts): Promise<void> {
  const { transaction, lastValidBlockHeight, isExclusive } = replaced;
  const hasFailed = await readFailure(replaced, ports);
  if (isExclusive) {
    if (!hasFailed) await assertAbsent(replaced, 1, ports);
    return;
  }
  const { message } = transaction;
  const { sent } = await ports.forms.read(message);
  if (hasFailed && isOnlyForm(sent, transaction) && (await ports.forms.replace(message, sent))) return;
  const edited = sent?.lastValidBlockHeight ?? 0n;
  const until = edited > lastValidBlockHeight ? edited : lastValidBlockHeight;
  const isDead = await assertAbsent({ ...replaced, lastValidBlockHeight: until }, WITNESSES, ports);
  // From here on no replica sends a form of this build for which it has not reserved the build yet.
  if (isDead && (await ports.forms.replace(message, sent))) return;
  throw tooEarly(until, ports);
}

/** Searches a number of nodes for a transaction. @returns whether all of them say that its height is past. */
async function assertAbsent(
  replaced: Replaced,
  witnesses: number,
  { ledger }: ReplaceablePorts,
): Promise<boolean> {
  const sought = { ...replaced, built: readTransaction(replaced.transaction.base64) };
  const words = await searchForms(sought, { ledger }, { witnesses, calls: CALLS });
  const signature = words.find((word) => word?.landed !== undefined)?.landed;
  if (signature !== undefined) throw problem('TRANSACTION_LANDED', { signature });
  const equal = words.find((word) => word?.equal !== undefined)?.equal;
  if (equal !== undefined && !replaced.isExclusive) {
    throw problem('EQUAL_TRANSACTION_LANDED', { signature: equal });
  }
  if (words.length === 0 || words.includes(undefined)) throw new UpstreamFault('ledger', 'unreachable');
  if (words.some((word) => word?.isPartial)) throw problem('TOO_MANY_TRANSACTIONS', { most: CALLS - 1 });
  return words.every((word) => word?.isDead);
}

/** Checks whether only the built message, without edits, was sent of a build. */
function isOnlyForm(sent: SignedForm | undefined, { message }: SignedTransaction): boolean {
  return sent === undefined || sent.form === hashMessage(message);
}

/**
 * Looks up a transaction by the wallet's signature, if it came with a valid one. The absence of this signature proves
 * nothing, because a wallet may sign twice.
 *
 * @returns whether it failed on the ledger, which takes no message a second time.
 */
async function readFailure({ transaction, lastValidBlockHeight }: Replaced, ports: ReplaceablePorts) {
  const { signature, signatures, signers, message } = transaction;
  const holds = sodium.crypto_sign_verify_detached(
    Buffer.from(signatures[0] ?? []),
    Buffer.from(message),
    Buffer.from(signers[0] ?? []),
  );
  if (!holds) return false;
  const { kind } = await readFate({ signature, lastValidBlockHeight }, ports);
  if (kind === 'landed') throw problem('TRANSACTION_LANDED', { signature });
  return kind === 'failed';
}

function tooEarly(lastValidBlockHeight: bigint, { blockhash }: Pick<ReplaceablePorts, 'blockhash'>) {
  const left = blockhash.untilPast(lastValidBlockHeight + MARGIN_BLOCKS) ?? 0;
  const seconds = Math.max(Math.ceil(left / 1_000), 1);
  return problem('REFRESH_TOO_EARLY', { seconds }, { retryAfter: seconds });
}
