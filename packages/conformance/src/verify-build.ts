import {
  type BuildOperation,
  type Effects,
  type Evidence,
  encodeBase58,
  MalformedMessage,
  readTransaction,
  type VerifyDeployment,
  type VerifyRequest,
  verify,
} from '@staking-agent/verify';
import { expectEqual, listAt, textAt } from './check.ts';
import { Breach, type Exchange, memberAt, Skipped } from './client.ts';
import { need, type Subject } from './subject.ts';

/** Builds whose proof reads the price of raSOL on the ledger. */
const NEEDS_POOL = 'sol-leveraged-stake';
const NEEDS_SIMULATION = 'this build is proved from a simulation, which the kit does not run';

/**
 * Verifies every byte of a build against its request.
 *
 * @returns what the transaction does to the wallet.
 * @throws {Breach} when the verifier finds anything.
 * @throws {Skipped} when the proof needs a ledger node and none is known, or a simulation.
 */
export async function verifyBuild(
  subject: Subject,
  operation: BuildOperation,
  request: VerifyRequest,
  exchange: Exchange,
): Promise<Effects> {
  expectSigners(exchange, request.wallet);
  const deployment = await subject.findDeployment();
  const evidence = await gather(subject, request, deployment);
  const answer = { ...Object(exchange.answer.body), transaction: textAt(exchange, 'transaction') };
  const { findings, effects } = verify(operation, request, answer, deployment, evidence);
  const [first] = findings;
  // What router and vault provider make is proved from a simulation, which the kit does not run.
  if (findings.length > 0 && findings.every(({ rule }) => rule === 'evidence'))
    throw new Skipped(NEEDS_SIMULATION);
  if (first) throw new Breach(`The transaction breaks the rule ${first.rule}: ${first.detail}`, exchange);
  return effects;
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
  expectEqual(
    exchange,
    'expiry.blockhash',
    memberAt(exchange.answer.body, 'expiry', 'blockhash'),
    encodeBase58(message.blockhash),
  );
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

async function gather(
  { ledger }: Subject,
  { strategy }: VerifyRequest,
  { stakePool }: VerifyDeployment,
): Promise<Partial<Evidence>> {
  if (strategy !== NEEDS_POOL) return {};
  const node = need(ledger, 'the price of raSOL is read from a node: --rpc or --sandbox names one');
  return { before: await node.readAccounts([stakePool.address]) };
}
