import type { Logger } from 'pino';
import type { AttributionClaims, DueClaim } from '../store/attribution-claims.ts';
import type { Attributions, CreditResult } from '../store/attributions.ts';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import { isUpstreamFailure, UpstreamRefusal } from '../upstreams/upstream-fault.ts';
import { type CallBudget, findLanded } from './find-landed.ts';

/** What resolving claims needs. */
export type Resolution = {
  readonly claims: AttributionClaims;
  readonly attributions: Attributions;
  readonly ledger: LedgerReader;
  readonly log: Logger;
  readonly clock: { now(): number };
  /** Called for every claim that is resolved; `age` is milliseconds since its message was built. */
  readonly onResolved: (outcome: ResolvedClaim, age: number) => void;
};

/** How a claim ended: credited, too late, its parties gone, failed on the ledger, or never landed. */
export type ResolvedClaim = 'credited' | 'taken' | 'void' | 'failed' | 'not_landed';

/**
 * Ages at which the ledger is asked for messages that were not broadcast here. By the first one a blockhash is dead,
 * so they landed before or never will; the others are for nodes that were behind, or took no calls.
 */
export const LOOKS_MILLISECONDS = [75_000, 10 * 60_000, 60 * 60_000] as const;
/** A claim as old as this is given up when the ledger refuses to look it up; one that it was never asked for is not. */
export const CLAIM_LIFETIME_MILLISECONDS = 24 * 60 * 60_000;

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
 * Resolves the claims that are due, in bounded work: credits a claim whose message the ledger executed, drops one that
 * cannot land any more, and leaves the rest for later.
 *
 * @throws {StoreFault}, {@link UpstreamFault} or {@link UpstreamRefusal} when store or ledger do not answer; what was due is due again a minute later.
 */
export async function resolveClaims(resolution: Resolution): Promise<void> {
  const { claims } = resolution;
  const due = await claims.takeDue(CLAIMS_PER_ROUND, LEASE_MILLISECONDS);
  if (due.length === 0) return;
  const unresolved = await resolveByStatus(due, resolution);
  const { early = [], late = [] } = Object.groupBy(unresolved, ({ signature, age }) =>
    signature !== null && age < STATUS_WINDOW_MILLISECONDS ? 'early' : 'late',
  );
  await claims.postpone(listHashes(early), STATUS_PAUSE_MILLISECONDS);
  await resolveByWallets(late, resolution);
}

// What was broadcast here has a signature that the ledger can look up.
async function resolveByStatus(
  due: readonly DueClaim[],
  resolution: Resolution,
): Promise<readonly DueClaim[]> {
  const signed = due.filter(isSigned);
  if (signed.length === 0) return due;
  const signatures = signed.map(({ signature }) => signature);
  const { value } = await resolution.ledger.read('getSignatureStatuses', [
    signatures,
    { searchTransactionHistory: true },
  ]);
  const resolved = new Set<DueClaim>();
  for (const [i, claim] of signed.entries()) {
    const status = value[i];
    const isConfirmed =
      status?.confirmationStatus === 'confirmed' || status?.confirmationStatus === 'finalized';
    if (!status || !isConfirmed) continue;
    resolved.add(claim);
    if (status.err === null) await credit(claim, claim.signature, resolution);
    else await drop([claim], 'failed', resolution);
  }
  return due.filter((claim) => !resolved.has(claim));
}

async function resolveByWallets(due: readonly DueClaim[], resolution: Resolution): Promise<void> {
  const { claims, log } = resolution;
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
  if (failures < FAILURES_PER_ROUND) await claims.postpone(listHashes(waiting), 0);
}

// What was not broadcast here can be anywhere among what its wallet has signed.
async function resolveByWallet(
  wallet: string,
  due: readonly DueClaim[],
  budget: CallBudget,
  resolution: Resolution,
): Promise<void> {
  const { claims, ledger, clock } = resolution;
  const allowed = budget.left;
  const messageHashes = new Set(listHashes(due));
  const seconds = Math.floor((clock.now() - Math.max(...due.map(({ age }) => age))) / 1_000);
  const { landed, isComplete } = await findLanded(
    ledger,
    { wallet, messageHashes, since: { seconds } },
    budget,
  );
  for (const { messageHash, signature } of landed) {
    const claim = due.find((each) => each.messageHash === messageHash);
    if (claim === undefined) continue;
    messageHashes.delete(messageHash);
    if ((await credit(claim, signature, resolution)) !== 'void') return;
  }
  const missed = due.filter((claim) => messageHashes.has(claim.messageHash));
  // With all the calls of a round to itself the next time; a wallet that needs more is not looked through further.
  if (!isComplete && allowed < CALLS_PER_ROUND) return await claims.postpone(listHashes(missed), 0);
  for (const claim of missed) {
    const next = LOOKS_MILLISECONDS.find((age) => age > claim.age + LOOK_LEEWAY_MILLISECONDS);
    if (next === undefined) await drop([claim], 'not_landed', resolution);
    else await claims.postpone([claim.messageHash], next - claim.age);
  }
}

async function credit(claim: DueClaim, signature: string, resolution: Resolution): Promise<CreditResult> {
  const { attributions, claims, log, onResolved } = resolution;
  const { wallet, partnerId, referralCode, messageHash, age } = claim;
  const outcome = await attributions.credit({ wallet, partnerId, referralCode, signature });
  // Whoever claims this wallet now is too late; a claim of nobody leaves the wallet to the next.
  if (outcome === 'void') await claims.remove([messageHash]);
  else await claims.removeByWallet(wallet);
  onResolved(outcome, age);
  log.info({ signature, partner: partnerId, referralCode, outcome }, 'attribution resolved');
  return outcome;
}

async function drop(
  claims: readonly DueClaim[],
  outcome: ResolvedClaim,
  resolution: Resolution,
): Promise<void> {
  await resolution.claims.remove(listHashes(claims));
  for (const { age } of claims) resolution.onResolved(outcome, age);
}

function listHashes(claims: readonly DueClaim[]): readonly string[] {
  return claims.map(({ messageHash }) => messageHash);
}

function isSigned(claim: DueClaim): claim is DueClaim & { signature: string } {
  return claim.signature !== null;
}
