import { encodeBase58 } from '../bytes/base58.ts';
import { isSame } from '../bytes/is-same.ts';
import type { Message } from '../bytes/read-message.ts';
import type { Transaction } from '../bytes/read-transaction.ts';
import { assertSameParties, assertSameRights } from './accounts.ts';
import { compareBudgets } from './budget.ts';
import { type Difference, Disallowed, type Mutation } from './edit.ts';
import { matchInstructions } from './instructions.ts';

/** What a wallet changed: all of it listed, or the first thing that is not. */
export type EditComparison =
  | { readonly mutations: readonly Mutation[]; readonly difference?: undefined }
  | { readonly mutations: readonly []; readonly difference: Difference };

/**
 * Compares the message that a wallet signed with the one that was built.
 *
 * Wallets guard what they sign by Lighthouse assertions, note it in memos, bid for priority and renew the blockhash.
 * That much is listed as mutations. Anything else is a difference: another version, payer or signer, an account with
 * other rights, other lookups, a built instruction that is changed, moved or gone, or any other one that is added.
 * A transaction with another signer beside the payer may not change at all: that signature would no longer hold.
 *
 * @param built - as the build answered it; its signatures are not looked at, as are those of `edited`.
 */
export function compareEdited(built: Transaction, edited: Transaction): EditComparison {
  if (isSame(built.messageBytes, edited.messageBytes)) return { mutations: [] };
  try {
    return { mutations: listMutations(built.message, edited) };
  } catch (error) {
    if (error instanceof Disallowed) return { mutations: [], difference: error.difference };
    throw error;
  }
}

function listMutations(built: Message, edited: Transaction): Mutation[] {
  const { message } = edited;
  if (built.signerCount > 1) {
    throw new Disallowed(
      'co-signer',
      'Another key has signed this transaction beside the wallet; its signature holds only for the message as it was built.',
    );
  }
  if (built.version === 1) {
    throw new Disallowed('version', 'A message of version 1 must be signed as it was built.');
  }
  if (message.version !== built.version) {
    throw new Disallowed(
      'version',
      `The message is of version ${message.version}; it was built as ${built.version}.`,
    );
  }
  assertSameParties(built, message);
  const added = matchInstructions(built, message);
  assertSameRights(built, message);
  return [...added, ...compareBudgets(built, edited), ...compareBlockhashes(built, message)];
}

function compareBlockhashes(built: Message, edited: Message): Mutation[] {
  if (isSame(built.blockhash, edited.blockhash)) return [];
  const detail = `The blockhash is ${encodeBase58(edited.blockhash)} instead of ${encodeBase58(built.blockhash)}.`;
  return [{ kind: 'blockhash', detail }];
}
