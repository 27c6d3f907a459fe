import { base58 } from '@scure/base';
import { encodeBase58, readMessage, readTransaction, type Verification, verify } from '@staking-agent/verify';
import { SimulationFailed, StateUnsettled } from '../builds/gather-evidence.ts';
import { gatherFromNodes } from '../builds/gather-from-nodes.ts';
import { isOfVault, PROVED_AGAIN } from '../builds/pool-floor.ts';
import { createSubject, printUnsigned, refusePrice } from '../builds/provided.ts';
import { type BuildRecord, decodeBuildRecord } from '../builds/record.ts';
import { findLackingArrival } from '../builds/shortfalls.ts';
import type { SignedTransaction } from '../builds/signed.ts';
import type { TokenContents } from '../builds/token.ts';
import { problem } from '../problems/problem.ts';
import type { Feed } from '../runtime/feed.ts';
import { isTooOld, readFate } from '../sending/landing.ts';
import type { WitnessPorts } from '../upstreams/ask-witnesses.ts';
import { assertPoolFloor, type PoolFloorPorts } from './assert-pool-floor.ts';

/** What a transaction is held to its least with. */
export type LeastPorts = PoolFloorPorts &
  WitnessPorts & {
    readonly signatureFee: Pick<Feed<bigint>, 'get'>;
    readonly instantExitLossBps: number;
  };

/** A signed transaction, what its token says, and the message that was built. */
export type Promised = Pick<TokenContents, 'record' | 'lastValidBlockHeight'> &
  Pick<SignedTransaction, 'signature' | 'message' | 'signers'> & { readonly built: Uint8Array };

/**
 * Enforces `minReceive` at broadcast as at the build, for transactions whose bytes do not: the pool must still give enough
 * ({@link assertPoolFloor}), or, where the vault provider built, the proof must succeed again.
 * A balance requirement in the bytes must not be weakened by what the wallet has received since the build
 * ({@link findLackingArrival}). Other transactions, and those that have landed, are not checked.
 *
 * @throws {ProblemError} `upstream_error`: it may bring less, or that is unknown.
 * @throws {UpstreamFault} when the ledger does not answer.
 */
export async function assertLeast(promised: Promised, ports: LeastPorts): Promise<void> {
  const build = promised.record && decodeBuildRecord(promised.record);
  if (build === undefined) return;
  if (build.floor === undefined) return await assertArrival(build, promised, ports);
  if (build.floor !== PROVED_AGAIN) return await assertPoolFloor(promised, ports);
  if (isTooOld(promised, ports)) return;
  const findings = await proveAgain(build, promised, ports);
  if (findings.length === 0 || (await readFate(promised, ports)).kind === 'landed') return;
  const price = findings.find((finding) => finding.price !== undefined)?.price;
  throw price === undefined ? problem('EVIDENCE_INCOMPLETE') : refusePrice(price, ports.deployment);
}

async function assertArrival(build: BuildRecord, promised: Promised, ports: LeastPorts): Promise<void> {
  if (build.request.minReceive === undefined) return;
  const lacking = await findLackingArrival(build, promised.built, ports);
  if (lacking !== undefined && (await readFate(promised, ports)).kind !== 'landed') throw lacking;
}

/** Lists the findings of the nodes against the build; none if they would refuse it, because the send then reports that. */
async function proveAgain(
  { operation, request }: BuildRecord,
  { built, message, signers }: Promised,
  ports: LeastPorts,
): Promise<Verification['findings']> {
  const transaction = printUnsigned(restamp(built, message));
  const wallet = base58.encode(signers[0] ?? new Uint8Array());
  const { deployment, instantExitLossBps } = ports;
  const asked = { ...request, wallet };
  const by = isOfVault(request.strategy) ? 'vault provider' : 'router';
  const subject = createSubject(
    { by, request: asked, wallet, transaction },
    readTransaction(transaction),
    deployment,
  );
  try {
    const testimonies = await gatherFromNodes(subject, ports, await ports.signatureFee.get());
    return testimonies.flatMap(({ shown }) => {
      if (!(shown instanceof SimulationFailed)) {
        return verify(operation, asked, { transaction }, deployment, shown, { instantExitLossBps }).findings;
      }
      if (shown.fault !== 'BlockhashNotFound') return [];
      throw problem('LEDGER_UNAVAILABLE', { fault: 'behind' });
    });
  } catch (error) {
    if (error instanceof StateUnsettled) throw problem('WALLET_STATE_CHANGING', undefined, { cause: error });
    throw error;
  }
}

/** Returns the built transaction with the signed blockhash; no other part of an edit changes what arrives. */
function restamp(built: Uint8Array, signed: Uint8Array): Uint8Array {
  const [own, other] = [readMessage(built).blockhash, readMessage(signed).blockhash];
  if (encodeBase58(own) === encodeBase58(other)) return built;
  const bytes = Buffer.from(built);
  bytes.set(other, bytes.indexOf(own));
  return bytes;
}
