import type { Logger } from 'pino';
import { type CallBudget, findLanded } from '../builds/find-landed.ts';
import { isUpstreamFailure, UpstreamRefusal } from '../problems/faults.ts';
import type { Builds } from '../store/builds.ts';
import type { DueClaim, ProvedEnd, ResolvedClaim } from '../store/forms.ts';
import type { LedgerClient } from '../upstreams/ledger/client.ts';

/** Store and ledger, as claims are resolved with them. */
export type Resolution = {
  readonly builds: Builds;
  readonly ledger: LedgerClient;
  /** Reads what two nodes prove of signatures, where there are as many: that they landed, or failed; of others any word. */
  readonly readEnds: (
    signatures: readonly string[],
  ) => Promise<readonly { readonly kind: 'landed' | 'failed' | (string & {}) }[]>;
  readonly log: Logger;
  readonly clock: { now(): number };
  /** Called with each credit. */
  readonly onSettled: (credits: Awaited<ReturnType<Builds['settle']>>) => void;
  /** Called for every claim that ends without a credit; `age` is milliseconds since its message was built. */
  readonly onResolved: (outcome: ResolvedClaim, age: number) => void;
};

/**
 * Ages at which the ledger is asked for messages that were not broadcast here. By the first one a blockhash is dead,
 * so they landed before or never will; the others are for nodes that were behind, or took no calls.
 */
export const LOOKS_MILLISECONDS = [75_000, 10 * 60_000, 60 * 60_000] as const;
/** A claim as old as this is given up when the ledger refuses to look it up; one that it was never asked for is not. */
const CLAIM_LIFETIME_MILLISECONDS = 24 * 60 * 60_000;

const CLAIMS_PER_ROUND = 128;
const CALLS_PER_ROUND = 30;
// Then it is not one wallet's history that a node cannot give, but the ledger that is away.
const FAILURES_PER_ROUND = 3;
// Longer than a round takes while the ledger hangs.
const LEASE_MILLISECONDS = 60_000;
const STATUS_PAUSE_MILLISECONDS = 2_000;
// A token lives for two minutes and a transaction that came with it in the end for another one and a half.
const STATUS_WINDOW_MILLISECONDS = 4 * 60_000;
// Ages of the same look differ by the time that rounds take.
const LOOK_LEEWAY_MILLISECONDS = 5_000;

/**
 * Resolves the claims that are due of forms that were never sent here, in bounded work: credits a claim whose message the
 * ledger executed, drops one that cannot land any more, and leaves the rest for later. Forms that were sent are credited when
 * they land.
 *
 * @throws {StoreFault}, {@link UpstreamFault} or {@link UpstreamRefusal} when store or ledger do not answer; what was due is due again a minute later.
 */
export async function resolveClaims(resolution: Resolution): Promise<void> {
  const due = await resolution.builds.takeDueClaims(CLAIMS_PER_ROUND, LEASE_MILLISECONDS);
  const { over = [], open = [] } = Object.groupBy(due, ({ isCredited }) => (isCredited ? 'over' : 'open'));
  await drop(over, 'taken', resolution);
  if (open.length === 0) return;
  const unresolved = await resolveByStatus(open, resolution);
  const { early = [], late = [] } = Object.groupBy(unresolved, ({ signature, age }) =>
    signature !== undefined && age < STATUS_WINDOW_MILLISECONDS ? 'early' : 'late',
  );
  await resolution.builds.setDue(listIds(early), STATUS_PAUSE_MILLISECONDS);
  await resolveByWallets(late, resolution);
}

// What came with a signature can be looked up by it.
async function resolveByStatus(
  due: readonly DueClaim[],
  resolution: Resolution,
): Promise<readonly DueClaim[]> {
  const signed = due.filter(isSigned);
  if (signed.length === 0) return due;
  const ends = await resolution.readEnds(signed.map(({ signature }) => signature));
  const resolved = new Set<DueClaim>();
  for (const [i, claim] of signed.entries()) {
    const kind = ends[i]?.kind;
    if (kind === 'landed') await credit(claim, claim.signature, resolution);
    else if (kind === 'failed') await drop([claim], 'failed', resolution);
    else continue;
    resolved.add(claim);
  }
  return due.filter((claim) => !resolved.has(claim));
}

async function resolveByWallets(due: readonly DueClaim[], resolution: Resolution): Promise<void> {
  const { builds, log } = resolution;
  const budget = { left: CALLS_PER_ROUND };
  const waiting: DueClaim[] = [];
  let failures = 0;
  for (const [wallet, ofWallet] of Map.groupBy(due, (claim) => claim.wallet)) {
    if (budget.left === 0 || failures === FAILURES_PER_ROUND) {
      waiting.push(...ofWallet);
      continue;
    }
    try {
      await resolveByWallet(wallet, ofWallet, budget, resolution);
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error;
      const isRefused = error instanceof UpstreamRefusal;
      const isGivenUp = ({ age }: DueClaim) => isRefused && age > CLAIM_LIFETIME_MILLISECONDS;
      await drop(ofWallet.filter(isGivenUp), 'not_landed', resolution);
      // The others are due again when their lease ends.
      // A refusal is about this wallet, and no sign that the ledger is away.
      if (!isRefused) failures += 1;
      log.warn({ fault: String(error) }, 'transactions of a wallet not listed');
    }
  }
  if (failures < FAILURES_PER_ROUND) await builds.setDue(listIds(waiting), 0);
}

// What was not broadcast here can be anywhere among what its wallet has signed.
async function resolveByWallet(
  wallet: string,
  due: readonly DueClaim[],
  budget: CallBudget,
  resolution: Resolution,
): Promise<void> {
  const { builds, ledger, readEnds, clock } = resolution;
  const allowed = budget.left;
  const messageHashes = new Set(listIds(due));
  const seconds = Math.floor((clock.now() - Math.max(...due.map(({ age }) => age))) / 1_000);
  const { landed, isComplete } = await findLanded(
    ledger,
    { wallet, messageHashes, since: { seconds } },
    budget,
  );
  if (landed.length > 0) budget.left = Math.max(0, budget.left - 1);
  const ends = landed.length === 0 ? [] : await readEnds(landed.map(({ signature }) => signature));
  for (const [i, { messageHash, signature }] of landed.entries()) {
    const claim = due.find((each) => each.id === messageHash);
    if (claim === undefined) continue;
    messageHashes.delete(messageHash);
    // What one node shows and two do not prove is due again when its lease ends.
    if (ends[i]?.kind === 'landed') await credit(claim, signature, resolution);
  }
  const missed = due.filter((claim) => messageHashes.has(claim.id));
  // With all the calls of a round to itself the next time; a wallet that needs more is not looked through further.
  if (!isComplete && allowed < CALLS_PER_ROUND) return await builds.setDue(listIds(missed), 0);
  for (const claim of missed) {
    const next = LOOKS_MILLISECONDS.find((age) => age > claim.age + LOOK_LEEWAY_MILLISECONDS);
    if (next === undefined) await drop([claim], 'not_landed', resolution);
    else await builds.setDue([claim.id], next - claim.age);
  }
}

async function credit({ id }: DueClaim, signature: string, { builds, onSettled }: Resolution): Promise<void> {
  const end: ProvedEnd = { id, end: 'landed', signature };
  onSettled(await builds.settle([end]));
  await builds.setDue([id], null);
}

async function drop(
  claims: readonly DueClaim[],
  outcome: ResolvedClaim,
  { builds, onResolved }: Resolution,
): Promise<void> {
  if (claims.length === 0) return;
  await builds.setDue(listIds(claims), null);
  for (const { age } of claims) onResolved(outcome, age);
}

function listIds(claims: readonly DueClaim[]): readonly string[] {
  return claims.map(({ id }) => id);
}

function isSigned(claim: DueClaim): claim is DueClaim & { signature: string } {
  return claim.signature !== undefined;
}
