import type { CallToolResult } from '@modelcontextprotocol/server';
import {
  type BuildId,
  type Confirmed,
  isStakingError,
  type Signer,
  StakingError,
  type Step,
} from '@staking-agent/sdk';
import { findFate, type VerifyOptions, verifyJson } from '@staking-agent/sdk/verify';
import { OPERATIONS } from '@staking-agent/wire';
import { isJson, type Json, Refusal, toResult } from '../result.ts';
import { printInput } from '../schemas.ts';
import type { ExtraTool } from '../server.ts';
import { type CallPorts, callOperation, findOperation, type ToolName } from '../tools.ts';
import { type Attempt, type Attempts, nameCall } from './attempts.ts';
import {
  type AgentPolicy,
  checkArguments,
  checkEffects,
  isSignable,
  type Mints,
  needsApproval,
  SIGNABLE,
  type Signable,
  type Spend,
} from './policy.ts';

/** The flows of a client, with what an agent gave; the service judges it. */
export type BuildFlows = {
  stakeAndConfirm(ask: object): Promise<Confirmed>;
  unstakeAndConfirm(ask: object): Promise<Confirmed>;
  withdrawAndConfirm(ask: object): Promise<Confirmed>;
  splitAndConfirm(ask: object): Promise<Confirmed>;
  mergeAndConfirm(ask: object): Promise<Confirmed>;
};

/** What signing needs. */
export type SigningPorts = {
  readonly client: CallPorts & BuildFlows;
  readonly signer: Signer;
  /** The owner's ledger node: who alone is believed that a transaction is dead. */
  readonly rpc: string | undefined;
  readonly policy: AgentPolicy;
  readonly attempts: Attempts;
  readonly mints: Mints;
};

/** Seconds that the status of an earlier attempt is waited for. */
const WAIT_SECONDS = '20';

/** Makes the tool that signs: it builds, verifies, holds to the policy, signs, sends and waits, in one call. */
export function createSignAndSubmit(ports: SigningPorts): ExtraTool {
  return {
    name: 'sign_and_submit',
    title: 'Sign and submit',
    description: `Builds what a build tool builds, verifies it, signs it with the wallet ${ports.signer.address} within the policy of its owner, sends it and waits until it has landed. After a timeout call it again with the same arguments: it goes on, and never pays twice. To do the same again on purpose within 24 hours, give another word as attempt.`,
    input: {
      type: 'object',
      properties: {
        tool: { type: 'string', enum: SIGNABLE },
        arguments: { type: 'object', description: 'Of that tool, without wallet.' },
        attempt: { type: 'string', maxLength: 64, description: 'Only to repeat on purpose what has landed.' },
      },
      required: ['tool', 'arguments'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: {
        signature: { type: 'string' },
        status: { type: 'string' },
        isRepeat: { type: 'boolean' },
      },
      required: ['signature', 'status', 'isRepeat'],
    },
    run: (request) => signAndSubmit(ports, request),
  };
}

async function signAndSubmit(ports: SigningPorts, request: Json): Promise<CallToolResult> {
  const { attempts, policy, signer } = ports;
  const { tool } = request;
  if (!isSignable(tool))
    throw new Refusal('ARGUMENT_UNKNOWN', `tool must be one of: ${SIGNABLE.join(', ')}.`);
  const { wallet = signer.address, ...args } = isJson(request['arguments']) ? request['arguments'] : {};
  if (wallet !== signer.address)
    throw new Refusal('WALLET_NOT_ALLOWED', `Only ${signer.address} can sign here.`);
  assertKnown(tool, args);
  const spend = checkArguments(policy, tool, args, signer.address);
  if (policy.dryRun)
    throw new Refusal('DRY_RUN', 'The policy lets nothing be signed. The build tools show what would be.');
  const key = nameCall(tool, { ...args, attempt: request['attempt'] });
  const { isNew, attempt } = attempts.begin(key, spend, policy.perDay);
  if (!isNew) {
    const earlier = await findEarlier(ports, attempt);
    if (earlier !== undefined) return earlier;
    attempts.retire(attempt.id);
    return signAndSubmit(ports, request);
  }
  try {
    if (needsApproval(policy, spend)) takeApproval(ports, tool, args);
    return await sign(ports, tool, args, spend, attempt.id);
  } catch (error) {
    noteEnd(attempts, attempt.id, error);
    throw error;
  }
}

/** Drops an attempt that was not signed. A signed one stays: the next call asks the owner's node whether it is dead. */
function noteEnd(attempts: Attempts, id: number, error: unknown): void {
  if (isStakingError(error, 'TRANSACTION_LANDED')) attempts.setLanded(id);
  else attempts.drop(id);
}

/** Refuses unknown arguments, which would give one call two identities. @throws {Refusal} */
function assertKnown(tool: Signable, args: Json): void {
  const { properties } = printInput(OPERATIONS[findOperation(tool)]);
  const unknown = Object.keys(args).find((name) => !Object.hasOwn(properties, name));
  if (unknown === undefined) return;
  throw new Refusal(
    'ARGUMENT_UNKNOWN',
    `${tool} takes no ${unknown}. It takes: ${Object.keys(properties).join(', ')}.`,
  );
}

/** Requires that a person has approved the same arguments, for any attempt. @throws {Refusal} */
function takeApproval({ attempts, signer }: SigningPorts, tool: Signable, args: Json): void {
  const key = nameCall(tool, args);
  if (attempts.takeApproval(key)) return;
  attempts.askApproval(key, `${tool} by ${signer.address}: ${JSON.stringify(args)}`);
  throw new Refusal(
    'CONFIRMATION_REQUIRED',
    `The policy asks a person to approve this. Ask the owner of the wallet to run: staking-agent-mcp approve ${key}. Then call again with the same arguments.`,
    true,
  );
}

/**
 * What became of the same call before; undefined where the owner's node proves that it is dead. On the word of the service alone
 * nothing is signed again.
 */
async function findEarlier(
  { client, rpc, attempts }: SigningPorts,
  { id, signature, lastValidBlockHeight, deadAfter, isLanded }: Attempt,
): Promise<CallToolResult | undefined> {
  const landed = { signature, status: 'landed', isRepeat: true };
  if (isLanded) return toResult(landed);
  if (rpc !== undefined) {
    const sought = { rpc, signature: String(signature), deadAfter: deadAfter ?? undefined };
    const fate = await findFate(sought);
    if (fate === 'dead' || fate === 'failed') return undefined;
    if (fate === 'landed') {
      attempts.setLanded(id);
      return toResult(landed);
    }
  }
  const question = {
    signature: String(signature),
    lastValidBlockHeight: String(lastValidBlockHeight),
    wait: WAIT_SECONDS,
  };
  const found = await client.call('getTransaction', question, { timeoutMs: 60_000 });
  return toResult({ ...found, isRepeat: true });
}

async function sign(
  { client, signer, policy, attempts, mints }: SigningPorts,
  tool: Signable,
  args: Json,
  spend: Spend | undefined,
  id: number,
): Promise<CallToolResult> {
  let height = '0';
  // The flow waits for this: what throws here is neither signed nor sent.
  const onStep = ({ step, checked, expiry, signature, deadAfter }: Step) => {
    if (expiry !== undefined) height = expiry.lastValidBlockHeight;
    if (step === 'verified') checkEffects(checked, spend, mints);
    if (step === 'signed' && signature !== undefined) {
      attempts.setSigned(id, { signature, lastValidBlockHeight: height, deadAfter: deadAfter ?? null });
    }
  };
  const ask = { ...args, signer, policy: { require: policy.require }, onStep, include: ['receipt'] };
  const { signature, build, transaction } = await flowOf(client, tool)(ask);
  attempts.setLanded(id);
  const { receipt }: { readonly receipt?: unknown } = build;
  return toResult({ ...transaction, signature, isRepeat: false, ...(receipt !== undefined && { receipt }) });
}

/** Returns the flow of a tool; the service validates the arguments. */
export function flowOf(client: BuildFlows, tool: Signable): (ask: object) => Promise<Confirmed> {
  const flows: Readonly<Record<Signable, (ask: object) => Promise<Confirmed>>> = {
    build_stake: client.stakeAndConfirm,
    build_unstake: client.unstakeAndConfirm,
    build_withdraw: client.withdrawAndConfirm,
    build_split: client.splitAndConfirm,
    build_merge: client.mergeAndConfirm,
  };
  return flows[tool];
}

/** What a call on the agent's own machine is held to. */
export type CheckPorts = {
  readonly client: CallPorts;
  /** What builds are verified against. */
  readonly verify: VerifyOptions;
  readonly policy: AgentPolicy | undefined;
};

const CHECKED_OPERATIONS: Readonly<Record<Signable, BuildId>> = {
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
  const { level, findings } = await verifyJson(
    CHECKED_OPERATIONS[tool],
    args,
    { ...build, transaction },
    verify,
  );
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
