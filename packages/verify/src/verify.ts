import { proveBounded } from './bounded/prove-bounded.ts';
import { decodeKey } from './bytes/base58.ts';
import { MalformedMessage } from './bytes/byte-reader.ts';
import { readTransaction } from './bytes/read-transaction.ts';
import { resolveAccounts } from './bytes/resolve-accounts.ts';
import type { Evidence } from './evidence.ts';
import type { ExactSubject } from './exact/exact-subject.ts';
import { planLeveragedExit, planLeveragedStake } from './exact/leveraged.ts';
import { planDeactivate, planNativeStake, planWithdraw } from './exact/native.ts';
import { planUsdcDeposit, planUsdcWithdrawal } from './exact/vault.ts';
import { type MakePlan, NO_EFFECTS, verifyExact } from './exact/verify-exact.ts';
import { explain } from './explain.ts';
import { Refusal } from './refusal.ts';
import type { Verdict } from './subject.ts';
import type { Effects, ExplainedInstruction, Finding, Level, Verification } from './verification.ts';
import type { VerifyDeployment } from './verify-deployment.ts';
import type { BuildOperation, VerifyAnswer, VerifyLimits, VerifyRequest } from './verify-request.ts';

const DEFAULT_LIMITS: VerifyLimits = { instantExitLossBps: 300 };
const NO_EVIDENCE: Partial<Evidence> = {};
const NO_TABLES: Evidence['lookupTables'] = new Map();

/** What we build ourselves, by operation, strategy and kind. */
const EXACT: Readonly<Record<string, MakePlan>> = {
  'stake sol-native-stake': planNativeStake,
  'unstake sol-native-stake deactivate': planDeactivate,
  'withdraw sol-native-stake': planWithdraw,
  'stake usdc-earn': planUsdcDeposit,
  'unstake usdc-earn instant': planUsdcWithdrawal,
  'stake sol-leveraged-stake': planLeveragedStake,
  'unstake sol-leveraged-stake instant': planLeveragedExit,
};

/** Built by us while the vault has the funds at hand, by its provider otherwise; only those are simulated. */
const EITHER: ReadonlySet<string> = new Set(['unstake usdc-earn instant']);

/**
 * Proves that the transaction of an answer does what its request asks and cannot hurt the wallet otherwise.
 *
 * Every address is derived from request and deployment; nothing the builder says is believed but what the bytes are then
 * held to. The proof of most builds of our own needs no evidence; leveraged staking needs the account of the stake pool in
 * `before`, an exit through a flash loan the lookup tables too. Evidence beyond that makes effects complete.
 *
 * What router and vault provider make is proved within bounds, from evidence with a simulation and nothing less.
 *
 * @param request - the body that was sent.
 * @param answer - the answer to it, whole.
 * @param limits - by default instant exits may be worth 3 % less than the pool's value.
 * @returns harmless exactly when `findings` is empty. Effects are then stated to the unit, otherwise not at all.
 * @throws {TypeError} for a deployment with text that is no address.
 */
export function verify(
  operation: BuildOperation,
  request: VerifyRequest,
  answer: VerifyAnswer,
  deployment: VerifyDeployment,
  evidence: Partial<Evidence> = NO_EVIDENCE,
  limits: VerifyLimits = DEFAULT_LIMITS,
): Verification {
  try {
    const transaction = readTransaction(
      answer.transaction instanceof Uint8Array ? answer.transaction : String(answer.transaction),
    );
    const accounts = resolveAccounts(transaction.message, evidence.lookupTables ?? NO_TABLES);
    const wallet = requireWallet(request);
    const asked = { operation, request, wallet, answer, deployment, limits };
    const subject: ExactSubject = { ...asked, evidence, transaction, accounts };
    const plan = planFor(subject);
    return plan === undefined
      ? new Proof('bounded', subject, proveBounded({ ...subject, evidence: completeEvidence(evidence) }))
      : new Proof('exact', subject, verifyExact(subject, plan));
  } catch (error) {
    if (error instanceof MalformedMessage) return unreadable({ rule: 'message', detail: error.message });
    if (error instanceof Refusal) return unreadable(error.finding);
    throw error;
  }
}

class Proof implements Verification {
  readonly level: Level;
  readonly findings: readonly Finding[];
  readonly #subject: ExactSubject;
  readonly #verdict: Verdict;
  #effects: Effects | undefined;
  #explanation: readonly ExplainedInstruction[] | undefined;

  constructor(level: Level, subject: ExactSubject, verdict: Verdict) {
    this.level = level;
    this.findings = verdict.findings;
    this.#subject = subject;
    this.#verdict = verdict;
  }

  get effects(): Effects {
    this.#effects ??= this.#verdict.effects();
    return this.#effects;
  }

  get explanation(): readonly ExplainedInstruction[] {
    this.#explanation ??= explain(this.#subject);
    return this.#explanation;
  }
}

/** The plan of a build of ours; undefined for what router and vault provider make. */
function planFor({ operation, request, evidence }: ExactSubject): MakePlan | undefined {
  const strategy = request.strategy ?? 'sol-native-stake';
  const build = `${operation} ${strategy}${operation === 'unstake' ? ` ${request.kind}` : ''}`;
  const isSimulated = evidence.after !== undefined;
  return isSimulated && EITHER.has(build) ? undefined : EXACT[build];
}

/** Evidence in which nothing is missing that every proof from a simulation needs. */
function completeEvidence({
  slot,
  epoch,
  unixTimestamp,
  before,
  lookupTables,
  rentExemption,
  signatureFee,
  ...simulation
}: Partial<Evidence>): Evidence | undefined {
  const isWhole =
    slot !== undefined &&
    epoch !== undefined &&
    unixTimestamp !== undefined &&
    before !== undefined &&
    lookupTables !== undefined &&
    rentExemption !== undefined &&
    signatureFee !== undefined;
  return isWhole
    ? { ...simulation, slot, epoch, unixTimestamp, before, lookupTables, rentExemption, signatureFee }
    : undefined;
}

function requireWallet({ wallet }: VerifyRequest): Uint8Array {
  const key = decodeKey(String(wallet));
  if (key === undefined) throw new Refusal('shape', 'wallet of the request must be a base58 address.');
  return key;
}

// Nothing can be told of bytes that cannot be read, and nothing is proved.
function unreadable(finding: Finding): Verification {
  return { level: 'exact', findings: [finding], effects: NO_EFFECTS, explanation: [] };
}
