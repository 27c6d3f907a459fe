import { base58 } from '@scure/base';
import type { Deployment } from '@staking-agent/chain/deployment';
import { encodeBase58, readMessage, readTransaction, type Verification, verify } from '@staking-agent/verify';
import { SimulationFailed, StateUnsettled } from '@staking-agent/verify/evidence';
import { formatAmount } from '@staking-agent/wire';
import { computeWorth, decodePool, PROVED_AGAIN, readPoolFloor } from '../builds/pool-floor.ts';
import { gatherFromNodes, printUnsigned, refusePrice } from '../builds/provided.ts';
import { type BuildRecord, decodeBuildRecord } from '../builds/record.ts';
import { findLackingArrival } from '../builds/shortfalls.ts';
import type { SignedTransaction } from '../builds/signed.ts';
import type { TokenContents } from '../builds/token.ts';
import { problem } from '../problems/problem.ts';
import type { Feed } from '../runtime/feed.ts';
import type { Random } from '../runtime/random.ts';
import { type LedgerClient, readAccounts } from '../upstreams/ledger/client.ts';
import { isTooOld, type LandingPorts, readFate } from './landing.ts';

/** What a transaction is held to its least with. */
export type LeastPorts = PoolFloorPorts & {
  readonly random: Random;
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
  const subject = {
    transaction: readTransaction(transaction),
    base64: transaction,
    request: asked,
    deployment,
  };
  try {
    const testimonies = await gatherFromNodes(subject, ports);
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

/** What the rate of the pool is looked at with. */
export type PoolFloorPorts = LandingPorts & {
  readonly ledger: LedgerClient;
  readonly deployment: Deployment;
};

/** A signed transaction, and what its token says. */
export type Floored = Pick<TokenContents, 'record' | 'lastValidBlockHeight'> & { readonly signature: string };

const DECIMALS = 9;
/** Slots more than blocks that may pass until a transaction is dead: some leaders make none. */
const SKIPPED_SLOTS = 40n;

/**
 * Enforces `minReceive` for transactions whose bytes do not: the pool must still give enough, and must not change its rate
 * before the transaction has landed or died. Other transactions, and those that have landed, are not checked.
 *
 * @throws {ProblemError} `upstream_error`: the pool gives less, or may before the transaction is dead.
 * @throws {UpstreamFault} when the ledger does not answer.
 */
export async function assertPoolFloor(floored: Floored, ports: PoolFloorPorts): Promise<void> {
  const build = floored.record && decodeBuildRecord(floored.record);
  const floor = build?.floor === undefined ? undefined : readPoolFloor(build.floor);
  if (build === undefined || floor === undefined) return;
  const [tip, read] = await Promise.all([
    ports.ledger.read('getEpochInfo', [{ commitment: 'confirmed' }]),
    readAccounts([ports.deployment.stakePool.address], ports),
  ]);
  const pool = decodePool(read, ports.deployment);
  const trade = { operation: build.operation, kind: build.request.kind, amount: floor.amount };
  const offered = floor.least + computeWorth(pool, trade, floor) - floor.worth;
  const slotsLeft = BigInt(tip.slotsInEpoch) - BigInt(tip.slotIndex);
  const blocksLeft = floored.lastValidBlockHeight - BigInt(tip.blockHeight);
  const isSteady = pool.lastUpdateEpoch === BigInt(tip.epoch) && slotsLeft > blocksLeft + SKIPPED_SLOTS;
  if (offered >= floor.least && isSteady) return;
  if ((await readFate(floored, ports)).kind === 'landed') return;
  const facts = {
    asset: build.operation === 'stake' ? 'raSOL' : 'SOL',
    least: formatAmount(floor.least, DECIMALS),
  };
  throw offered < floor.least
    ? problem('PRICE_OUT_OF_BOUNDS', {
        ...facts,
        offered: formatAmount(offered > 0n ? offered : 0n, DECIMALS),
      })
    : problem('RATE_CHANGES', facts);
}
