import type { VerifyDeployment } from './deployment.ts';
import { explainTransaction } from './explain.ts';
import { isRare, prove } from './prove.ts';
import { findRarePlan } from './rare.ts';
import type {
  BuildOperation,
  Evidence,
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
  const explanation = explainTransaction(answer.transaction, deployment, evidence?.lookupTables);
  return Object.assign(proof, { explanation });
}
