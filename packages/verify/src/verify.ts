import type { VerifyDeployment } from './deployment.ts';
import { explainTransaction } from './explain.ts';
import { isRare, prove } from './prove.ts';
import { findRarePlan } from './rare.ts';
import type {
  BuildOperation,
  Effects,
  Evidence,
  ExplainedInstruction,
  Finding,
  Level,
  Proof,
  Verification,
  VerifyAnswer,
  VerifyLimits,
  VerifyRequest,
} from './verification.ts';

/**
 * Proves that the transaction of an answer does what its request asks and cannot hurt the wallet otherwise, as `prove` does,
 * and tells each of its instructions in words.
 *
 * @returns harmless exactly when `findings` is empty. Effects are then stated to the unit, otherwise not at all.
 * @throws {TypeError} for a deployment with text that is no address.
 */
export function verify(
  operation: BuildOperation,
  request: VerifyRequest,
  answer: VerifyAnswer,
  deployment: VerifyDeployment,
  evidence?: Partial<Evidence>,
  limits?: VerifyLimits,
): Verification {
  const isPlanned = isRare(operation, request, deployment);
  const rare = isPlanned ? findRarePlan(operation, request, deployment) : undefined;
  const proof = prove(operation, request, answer, deployment, evidence, limits, rare);
  return new LazyVerification(proof, () =>
    explainTransaction(answer.transaction, deployment, evidence?.lookupTables),
  );
}

class LazyVerification implements Verification {
  readonly level: Level;
  readonly findings: readonly Finding[];
  readonly #proof: Proof;
  readonly #explain: () => readonly ExplainedInstruction[];
  #explanation: readonly ExplainedInstruction[] | undefined;

  constructor(proof: Proof, explain: () => readonly ExplainedInstruction[]) {
    this.level = proof.level;
    this.findings = proof.findings;
    this.#proof = proof;
    this.#explain = explain;
  }

  get effects(): Effects {
    return this.#proof.effects;
  }

  get explanation(): readonly ExplainedInstruction[] {
    this.#explanation ??= this.#explain();
    return this.#explanation;
  }
}
