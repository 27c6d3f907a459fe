import { StakingError } from '../staking-error.ts';
import type { Checked, Policy } from './flow-options.ts';

const LEVELS = ['unproven', 'bounded', 'exact'] as const satisfies readonly Checked['level'][];

/**
 * Requires that the policy permits a signature: no finding, and at least the required level of proof.
 *
 * @throws {StakingError} `VERIFICATION_FAILED` with the findings.
 */
export function assertChecked({ level, findings }: Checked, { require = 'bounded' }: Policy = {}): void {
  const isHigh = LEVELS.indexOf(level) >= LEVELS.indexOf(require);
  if (isHigh && (findings.length === 0 || level === 'unproven')) return;
  const [first] = findings;
  const reason = first?.detail ?? `Its proof is ${level}, and ${require} is required.`;
  const cure =
    level === 'unproven' ? ' Give the client rpc, a ledger node of your own, to prove it with.' : '';
  throw new StakingError(`The transaction is not given to the wallet. ${reason}${cure}`, {
    kind: 'verification',
    code: 'VERIFICATION_FAILED',
    retryable: false,
    findings,
  });
}
