import { MalformedMessage, readTransaction, type Transaction } from '@staking-agent/verify';
import { compareEdited } from '@staking-agent/verify/edited';
import type { Mutation } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import type { SignedTransaction } from './signed-transaction.ts';

/**
 * Reads the transaction of a build answer as it came back beside the signed one.
 *
 * @param base64 - `built_transaction`, signed or not.
 * @throws {ProblemError} `invalid_request` when the bytes are no transaction.
 */
export function readBuiltTransaction(base64: string): Transaction {
  return readOr('BUILT_TX_MALFORMED', base64);
}

/**
 * Lists what the wallet changed before it signed.
 *
 * @param built - what the token was issued for.
 * @throws {ProblemError} `forbidden` naming the first change that is not listed.
 */
export function readEdits(built: Transaction, { base64 }: Pick<SignedTransaction, 'base64'>): Mutation[] {
  const { mutations, difference } = compareEdited(built, readOr('TX_MALFORMED', base64));
  if (difference?.part === 'co-signer') throw problem('EDIT_CO_SIGNED');
  if (difference !== undefined) throw problem('EDIT_NOT_LISTED', { difference: difference.detail });
  return mutations.map(({ kind, detail }) => ({ kind, detail }));
}

/**
 * Tells what a transaction on the ledger is to one that was built: `same`, as it was or edited by the wallet; `equal`, which
 * does the same and has neither compute-unit limit nor price of it, by which builds are told apart: a wallet that changed
 * both, or another build.
 */
export function compareWithBuilt(built: Transaction, base64: string): 'same' | 'equal' | 'other' {
  try {
    const { mutations, difference } = compareEdited(built, readTransaction(base64));
    if (difference !== undefined) return 'other';
    const kinds = mutations.map(({ kind }) => kind);
    return kinds.includes('compute-unit-limit') && kinds.includes('compute-unit-price') ? 'equal' : 'same';
  } catch (error) {
    if (error instanceof MalformedMessage) return 'other';
    throw error;
  }
}

function readOr(code: 'BUILT_TX_MALFORMED' | 'TX_MALFORMED', base64: string): Transaction {
  try {
    return readTransaction(base64);
  } catch (error) {
    if (error instanceof MalformedMessage) throw problem(code);
    throw error;
  }
}
