import type { Evidence } from './evidence.ts';
import { explainTransaction } from './explain/explain-transaction.ts';
import { prove } from './prove.ts';
import type { ExplainedInstruction, Verification } from './verification.ts';
import type { VerifyDeployment } from './verify-deployment.ts';
import type { BuildOperation, VerifyAnswer, VerifyLimits, VerifyRequest } from './verify-request.ts';

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
  const proof = prove(operation, request, answer, deployment, evidence, limits);
  let known: readonly ExplainedInstruction[] | undefined;
  return {
    level: proof.level,
    findings: proof.findings,
    get effects() {
      return proof.effects;
    },
    get explanation() {
      known ??= explainTransaction(answer.transaction, deployment, evidence?.lookupTables);
      return known;
    },
  };
}
