import { base58 } from '@scure/base';
import { readMessage } from '@staking-agent/verify';
import type { Mutation } from '@staking-agent/wire';
import type { SignedTransaction } from '../builds/message.ts';
import type { TokenContents } from '../builds/token.ts';
import { problem } from '../problems/problem.ts';
import type { FoundBuild } from '../store/builds.ts';
import { type LandingPorts, readFate } from './landing.ts';
import type { Signed } from './signed.ts';

/** A signed transaction, and what its wallet edited. */
type Edited = Pick<Signed, 'contents' | 'transaction' | 'names'> & {
  readonly mutations: readonly Mutation[] | undefined;
};

const CALL_MILLISECONDS = 1_500;

/**
 * Finds until when a transaction can land. Its row says it where it has one; with another blockhash than the build's it lives
 * at most from the slot at which a node knew that.
 *
 * @throws {ProblemError} `upstream_error`, outcome `not_sent`, when no node knows the blockhash.
 * @throws {UpstreamFault} when ledger data is out of date.
 */
export async function findLifetime(
  { contents, mutations, transaction, names }: Edited,
  found: FoundBuild | undefined,
  services: LandingPorts,
): Promise<TokenContents> {
  const own = found?.forms.find(({ id }) => id === names.form);
  if (own !== undefined) return { ...contents, lastValidBlockHeight: own.lastValidBlockHeight };
  if (!mutations?.some(({ kind }) => kind === 'blockhash')) return contents;
  const { lastValidBlockHeight: newest, contextSlot } = await services.blockhash.get();
  const slot = await findSlotOf(transaction, services);
  if (slot === undefined && !contents.isExpired) {
    const expiring = { signature: transaction.signature, lastValidBlockHeight: newest };
    const { kind } = await readFate(expiring, services);
    if (kind !== 'landed' && kind !== 'failed') throw problem('BLOCKHASH_UNKNOWN');
    // It is on the ledger already, so nothing has to be sent.
    return { ...contents, isExpired: true };
  }
  // There are at most as many blocks as slots, so this height is no lower than the true one.
  const ahead = slot === undefined || slot < contextSlot ? 0n : slot - contextSlot;
  return { ...contents, lastValidBlockHeight: newest + ahead, contextSlot };
}

/** Returns the slot at which the first node to answer reports the blockhash of a message as valid. */
async function findSlotOf(
  { message }: SignedTransaction,
  { ledger }: LandingPorts,
): Promise<bigint | undefined> {
  const blockhash = base58.encode(readMessage(message).blockhash);
  const asked = ledger.nodes.map(async (node) => {
    const params = [blockhash, { commitment: 'processed' }];
    const { context, value } = await node.call('isBlockhashValid', params, CALL_MILLISECONDS);
    if (!value) throw new Error('The node does not know the blockhash.');
    return BigInt(context.slot);
  });
  return await Promise.any(asked).catch(() => undefined);
}
