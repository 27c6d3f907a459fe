import { type BuildId, StakingError } from '@staking-agent/sdk';
import { type VerifyOptions, verifyJson } from '@staking-agent/sdk/verify';
import { type CallPorts, callOperation } from '../call-operation.ts';
import { Refusal } from '../refusal.ts';
import type { Json } from '../schemas/json.ts';
import type { ToolName } from '../tools/tools.ts';
import { checkArguments, isSignable, type Signable } from './check-policy.ts';
import type { AgentPolicy } from './policy.ts';

/** What a call on the agent's own machine is held to. */
export type CheckPorts = {
  readonly client: CallPorts;
  /** What builds are verified against. */
  readonly verify: VerifyOptions;
  readonly policy: AgentPolicy | undefined;
};

const OPERATIONS: Readonly<Record<Signable, BuildId>> = {
  build_stake: 'stake',
  build_unstake: 'unstake',
  build_withdraw: 'withdraw',
  build_split: 'split',
  build_merge: 'merge',
};

/**
 * Calls the operation of a tool. A build is checked against the policy before the call and verified after it, so that an
 * agent never sees a transaction that a wallet should not sign; `verified` is the level of the proof.
 *
 * @throws {Refusal} by the policy.
 * @throws {StakingError} of the API, or kind `verification`.
 */
export async function callChecked(
  { client, verify, policy }: CheckPorts,
  tool: ToolName,
  args: Json,
): Promise<Json> {
  if (tool === 'submit_signed_transaction' && policy?.dryRun) {
    throw new Refusal('DRY_RUN', 'The policy lets nothing be sent.');
  }
  if (!isSignable(tool)) return await callOperation(client, tool, args);
  if (policy !== undefined) checkArguments(policy, tool, args, String(args['wallet']));
  const build = await callOperation(client, tool, args);
  const transaction = String(build['transaction']);
  const { level, findings } = await verifyJson(OPERATIONS[tool], args, { ...build, transaction }, verify);
  if (level !== 'unproven' && findings.length > 0) {
    throw new StakingError(`Do not sign it. ${findings[0]?.detail}`, {
      kind: 'verification',
      code: 'VERIFICATION_FAILED',
      retryable: false,
      findings,
    });
  }
  return { ...build, verified: level };
}
