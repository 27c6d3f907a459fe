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
  /** Called for every claim whose message did not land; `age` is milliseconds since it was built. */
  readonly onResolved: (outcome: ResolvedClaim, age: number) => void;
};

/** A message that was not found is looked for again: a node may have been behind, or taken no calls. */
const AGAIN_MILLISECONDS = 30 * 60_000;
/** A claim as old as this is given up when it is not found. */
const LOOKED_FOR_MILLISECONDS = 60 * 60_000;
/** A claim as old as this is given up when the ledger refuses to look it up; one that it was never asked for is not. */
const CLAIM_LIFETIME_MILLISECONDS = 24 * 60 * 60_000;

const CLAIMS_PER_ROUND = 128;
const CALLS_PER_ROUND = 30;
// Then it is not one wallet's history that a node cannot give, but the ledger that is away.
const FAILURES_PER_ROUND = 3;
// Longer than a round takes while the ledger hangs.
const LEASE_MILLISECONDS = 60_000;

/**
 * Resolves the claims that are due of forms that were never sent here, in bounded work: credits a claim whose message the
 * ledger executed, drops one that cannot land any more, and leaves the rest for later. Forms that were sent are credited when
 * they land.
 *
 * @throws {StoreFault}, {@link UpstreamFault} or {@link UpstreamRefusal} when store or ledger do not answer; what was due is due again a minute later.
 */
export async function resolveClaims(resolution: Resolution): Promise<void> {
  const { builds, log } = resolution;
  const due = await builds.takeDueClaims(CLAIMS_PER_ROUND, LEASE_MILLISECONDS);
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
      await drop(ofWallet.filter(isGivenUp), resolution);
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
  const { over = [], open = [] } = Object.groupBy(missed, ({ age }) =>
    age < LOOKED_FOR_MILLISECONDS ? 'open' : 'over',
  );
  await drop(over, resolution);
  await builds.setDue(listIds(open), AGAIN_MILLISECONDS);
}

async function credit({ id }: DueClaim, signature: string, { builds, onSettled }: Resolution): Promise<void> {
  const end: ProvedEnd = { id, end: 'landed', signature };
  onSettled(await builds.settle([end]));
  await builds.setDue([id], null);
}

async function drop(claims: readonly DueClaim[], { builds, onResolved }: Resolution): Promise<void> {
  await builds.setDue(listIds(claims), null);
  for (const { age } of claims) onResolved('not_landed', age);
}

function listIds(claims: readonly DueClaim[]): readonly string[] {
  return claims.map(({ id }) => id);
}
