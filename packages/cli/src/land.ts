import { readFileSync } from 'node:fs';
import {
  type BuildFlows,
  callChecked,
  createSignAndSubmit,
  openAttempts,
  PolicyError,
  parsePolicy,
  Refusal,
  readMints,
  readStatePath,
} from '@staking-agent/mcp/local';
import { type BytesSigner, isStakingError } from '@staking-agent/sdk';
import type { Connection, Environment } from './connection.ts';
import { UsageError } from './exit-code.ts';
import type { BuildVerb } from './verbs.ts';

/** How a build is landed. */
export type LandOptions = {
  /** A policy file. */
  readonly policy?: string;
  /** Whether real money may move. */
  readonly yes?: true;
  readonly require?: 'exact' | 'bounded' | 'unproven';
};

/**
 * Builds and verifies a transaction that is signed elsewhere.
 *
 * @throws {StakingError} kind `verification` where it should not be signed.
 */
export async function buildOnly(
  { client, deployment, rpc }: Connection,
  { name }: BuildVerb,
  request: Readonly<Record<string, unknown>>,
): Promise<object> {
  const verify = { deployment, rpc };
  return await callChecked({ client, verify, policy: undefined }, `build_${name}`, request);
}

/**
 * Builds, verifies, signs, sends, and waits until it has landed.
 *
 * @throws {StakingError}
 * @throws {Refusal} by the policy.
 * @throws {UsageError} where real money would move and `--yes` is missing.
 */
export async function landNow(
  connection: Connection,
  { name, operation }: BuildVerb,
  request: Readonly<Record<string, unknown>>,
  signer: BytesSigner,
  options: LandOptions & { readonly env: Environment },
): Promise<object> {
  const { client, deployment } = connection;
  if (deployment !== 'sandbox' && options.yes === undefined) {
    throw new UsageError('This moves real money. Give --yes, or --dry-run to see what it would do.');
  }
  const { wallet: _, ...asked } = request;
  if (options.policy !== undefined)
    return await landWithin(options.policy, connection, `build_${name}`, asked, signer, options.env);
  const confirm: BuildFlows = client;
  const flows = {
    stake: confirm.stakeAndConfirm,
    unstake: confirm.unstakeAndConfirm,
    withdraw: confirm.withdrawAndConfirm,
    split: confirm.splitAndConfirm,
    merge: confirm.mergeAndConfirm,
  };
  const policy = { require: options.require ?? 'bounded' };
  const { signature, build, transaction, checked } = await flows[operation]({
    ...asked,
    signer,
    policy,
    include: ['receipt'],
  });
  const { receipt }: { readonly receipt?: unknown } = build;
  return { ...transaction, signature, verified: checked?.level, ...(receipt !== undefined && { receipt }) };
}

/** Lands a build within a policy, whose caps also count what agents have signed. */
async function landWithin(
  path: string,
  { client, deployment, rpc }: Connection,
  tool: string,
  args: object,
  signer: BytesSigner,
  env: Environment,
): Promise<object> {
  const attempts = openAttempts(readStatePath(env));
  try {
    const policy = readPolicy(path);
    const { run } = createSignAndSubmit({
      client,
      signer,
      rpc,
      policy,
      attempts,
      mints: readMints(deployment),
    });
    // A person who types a command twice means two.
    const { structuredContent } = await run({ tool, arguments: args, attempt: crypto.randomUUID() });
    return structuredContent ?? {};
  } finally {
    attempts.close();
  }
}

function readPolicy(path: string) {
  try {
    return parsePolicy(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof PolicyError || error instanceof Error)
      throw new UsageError(`--policy ${path}: ${error.message}`);
    throw error;
  }
}

/** Describes a failure as JSON for programs. */
export function describeFailure(error: unknown): object {
  if (error instanceof Refusal)
    return { code: error.code, detail: error.message, retryable: error.retryable };
  if (!isStakingError(error))
    return {
      code: error instanceof UsageError ? 'USAGE' : 'FAILED',
      detail: error instanceof Error ? error.message : String(error),
    };
  return error.toJSON();
}
