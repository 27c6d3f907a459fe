import { proveBounded } from './bounded/prove-bounded.ts';
import { MalformedMessage, readTransaction, resolveAccounts } from './bytes/message.ts';
import type { VerifyDeployment } from './deployment.ts';
import { planLeveragedExit } from './exact/leveraged-exit.ts';
import { planDeactivate, planNativeStake, planWithdraw } from './exact/native.ts';
import { type MakePlan, verifyExact } from './exact/plan.ts';
import { planLeveragedStake, planUsdcDeposit, planUsdcWithdrawal } from './exact/vault.ts';
import type { Subject } from './subject.ts';
import {
  type BuildOperation,
  type Effects,
  type Evidence,
  type Finding,
  type Level,
  type Proof,
  parseKey,
  Refusal,
  refusable,
  type Verdict,
  type VerifyAnswer,
  type VerifyLimits,
  type VerifyRequest,
} from './verification.ts';

const NO_TABLES: Evidence['lookupTables'] = new Map();

/** Plans of builds of our own, by operation, strategy and kind. */
const EXACT: Readonly<Record<string, MakePlan>> = {
  'stake sol-native-stake': planNativeStake,
  'unstake sol-native-stake deactivate': planDeactivate,
  'withdraw sol-native-stake': planWithdraw,
  'stake usdc-earn': planUsdcDeposit,
  'unstake usdc-earn instant': planUsdcWithdrawal,
  'stake sol-leveraged-stake': planLeveragedStake,
  'unstake sol-leveraged-stake instant': planLeveragedExit,
};

/** Checks whether the plan of a build may be one of the few that the entry `rare` has. */
export function isRare(
  operation: BuildOperation,
  { strategy, step }: Omit<VerifyRequest, 'wallet'>,
  { leveraged }: VerifyDeployment,
): boolean {
  if (step !== undefined || operation === 'split' || operation === 'merge') return true;
  // Where the deployment names no market, an exit buys through the router.
  return strategy === 'sol-leveraged-stake' && leveraged?.market === undefined;
}

/** Built by us while the vault has the funds at hand, by its provider otherwise; only those are simulated. */
const EITHER = 'unstake usdc-earn instant';

/**
 * Proves that the transaction of an answer does what its request asks and nothing else to the wallet.
 *
 * Every address is derived from request and deployment; a figure of the builder is used only if the bytes are compared with
 * it. The proof of most builds of our own needs no evidence; leveraged staking needs the account of the stake pool in
 * `before`, an exit through a flash loan the lookup tables too. Evidence beyond that makes effects complete.
 *
 * Transactions of the router and the vault provider are proved within bounds, which needs evidence with a simulation.
 *
 * @param request - the body that was sent.
 * @param answer - the answer to it, whole.
 * @param limits - by default instant exits may be worth 3 % less than the pool's value.
 * @param rare - what `findRarePlan` of the entry `rare` says of operation, request and deployment, where {@link isRare} says
 *   so; without it such builds are refused.
 * @returns harmless exactly when `findings` is empty. Effects are then stated to the unit, otherwise not at all.
 * @throws {TypeError} for a deployment with text that is no address.
 */
export function prove(
  operation: BuildOperation,
  request: VerifyRequest,
  answer: VerifyAnswer,
  deployment: VerifyDeployment,
  evidence: Partial<Evidence> = {},
  limits: VerifyLimits = { instantExitLossBps: 300 },
  rare?: MakePlan,
): Proof {
  let level: Level = 'exact';
  const verdict = refusable('computed', () => {
    const subject = readSubject({ operation, request, answer, deployment, limits, evidence });
    const plan = rare ?? planFor(subject);
    if (plan) return verifyExact(subject, plan);
    level = 'bounded';
    return proveBounded(subject);
  });
  return new LazyProof(level, verdict);
}

/** A class, because the engine makes a hidden class of its own for every literal with a getter, and keeps them long. */
class LazyProof implements Proof {
  readonly level: Level;
  readonly findings: readonly Finding[];
  readonly #compute: () => Effects;
  #effects: Effects | undefined;

  constructor(level: Level, { findings, effects }: Verdict) {
    this.level = level;
    this.findings = findings;
    this.#compute = effects;
  }

  get effects(): Effects {
    this.#effects ??= this.#compute();
    return this.#effects;
  }
}

/** @throws {Refusal} where wallet or transaction cannot be read. */
function readSubject(asked: Omit<Subject, 'wallet' | 'transaction' | 'accounts'>): Subject {
  const { request, answer, evidence } = asked;
  const wallet = parseKey(String(request.wallet), 'wallet of the request');
  try {
    const transaction = readTransaction(answer.transaction);
    const accounts = resolveAccounts(transaction.message, evidence.lookupTables ?? NO_TABLES);
    return { ...asked, wallet, transaction, accounts };
  } catch (error) {
    if (error instanceof MalformedMessage) throw new Refusal('message', error.message);
    throw error;
  }
}

/** Returns the plan of a build of ours; undefined for builds of the router and the vault provider. */
function planFor({ operation, request, evidence }: Subject): MakePlan | undefined {
  const strategy = request.strategy ?? 'sol-native-stake';
  const build = `${operation} ${strategy}${operation === 'unstake' ? ` ${request.kind}` : ''}`;
  return build === EITHER && evidence.after ? undefined : EXACT[build];
}
