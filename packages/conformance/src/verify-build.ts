import { type BuildId, verifyJson } from '@staking-agent/sdk/verify';
import { type Effects, encodeBase58, MalformedMessage, readTransaction } from '@staking-agent/verify';
import { expectEqual, expectMember, listAt, textAt } from './check.ts';
import { Breach, type Exchange, Skipped } from './client.ts';
import { fetchPatiently, type Subject } from './subject.ts';

/** The body that a build was asked for with. */
export type BuildRequest = { readonly wallet: string; readonly [member: string]: unknown };

/**
 * Verifies a build against its request, as the client does before a signature: from its bytes, and from a ledger node where they
 * prove too little.
 *
 * @returns what the transaction does to the wallet.
 * @throws {Breach} when the verifier finds anything.
 * @throws {Skipped} when the proof needs a ledger node and none is known, or it does not answer.
 */
export async function verifyBuild(
  { findDeployment, rpc }: Subject,
  operation: BuildId,
  request: BuildRequest,
  exchange: Exchange,
): Promise<Effects> {
  expectSigners(exchange, request.wallet);
  const answer = { ...Object(exchange.answer.body), transaction: textAt(exchange, 'transaction') };
  const terms = { deployment: await findDeployment(), rpc, fetch: fetchPatiently };
  const { level, findings, effects } = await verifyJson(operation, request, answer, terms);
  const [first] = findings;
  if (level === 'unproven' && rpc === undefined)
    throw new Skipped('the proof of this build reads a node: --rpc or --sandbox names one');
  // The node is the caller's: what it does not show is no breach of the service.
  if (level === 'unproven' && first?.rule === 'evidence') throw new Skipped(first.detail);
  if (effects !== undefined) return effects;
  throw new Breach(`The transaction breaks the rule ${first?.rule}: ${first?.detail}`, exchange);
}

/**
 * Verifies what the bytes of a build show by themselves: the wallet pays and signs, no other signature is missing, and the
 * deployment lists the addresses. More needs a simulation for transactions of the router or the vault provider.
 */
export function expectSigners(exchange: Exchange, wallet: string): void {
  const signers = listAt(exchange, 'signers');
  expectEqual(exchange, 'signers', String(signers), wallet);
  const { message, signatures } = readBuild(exchange);
  const keys = message.keys.slice(0, message.signerCount).map(encodeBase58);
  expectEqual(exchange, 'The payer', keys[0], wallet);
  const unsigned = keys.filter((_, i) => signatures[i]?.every((byte) => byte === 0));
  expectEqual(exchange, 'Signers whose signature is missing', String(unsigned), wallet);
  expectMember(exchange, 'expiry.blockhash', encodeBase58(message.blockhash));
}

/** Reads the transaction of a build. @throws {Breach} when it cannot be read. */
export function readBuild(exchange: Exchange): ReturnType<typeof readTransaction> {
  try {
    return readTransaction(textAt(exchange, 'transaction'));
  } catch (error) {
    if (error instanceof MalformedMessage) throw new Breach(error.message, exchange);
    throw error;
  }
}
