import type { TransactionAnswer } from '../generated/contract.ts';
import type { RequestOf } from '../operations.ts';
import { isStakingError } from '../staking-error.ts';
import type { Fate } from '../verify/own-node.ts';
import type { Verify } from '../verify/verify-build.ts';
import type { Build, BuildId, Confirmed, FlowOptions, ShownBuild } from './flow-options.ts';
import { type End, ended, type FollowPorts, follow } from './follow.ts';
import { assertNotDoomed, isLeveraged, LEVERAGE_RISK, type OwnNode, proveEnd, proveLanded } from './proof.ts';
import { type Signed, signBuild } from './sign-build.ts';

/**
 * The parts of a client that flows use; without `verify` nothing is checked before it is signed, without `ownNode` nothing proves
 * that a transaction is dead.
 */
export type FlowPorts = FollowPorts & {
  readonly verify: Verify | undefined;
  readonly ownNode: OwnNode | undefined;
};

/** Refusals of a refresh of a build that is no longer renewed; one that is dead may be built again. */
const NOT_RENEWED: readonly string[] = [
  'REFRESH_TOO_LATE',
  'TOKEN_EXPIRED',
  'TOKEN_KEY_UNKNOWN',
  'TOKEN_NOT_REFRESHABLE',
];

/** Fates of a transaction that do not change. */
const SETTLED: readonly unknown[] = ['landed', 'failed', 'dead'] satisfies readonly Fate[];

/** A request that is to land, and its build. */
type Plan<Id extends BuildId> = {
  readonly id: Id;
  readonly request: RequestOf<Id>;
  readonly build: Build;
};

/**
 * Builds a transaction, verifies it, has it signed, sends it and waits until it has landed.
 *
 * If the transaction expires, or signing took longer than it lives, it is rebuilt, verified and signed once more. This needs
 * proof by the caller's own node that the first one is dead, or a caller who trusts the service's word.
 *
 * @throws {StakingError} with `signature` once the wallet has signed.
 */
export async function land<Id extends BuildId>(
  ports: FlowPorts,
  id: Id,
  request: RequestOf<Id>,
  options: FlowOptions,
): Promise<Confirmed> {
  const { signal, onStep } = options;
  const first: Build = await ports.call(id, request, { signal });
  const outcome = await attempt(ports, { id, request, build: first }, options, renewOnce);
  if ('checked' in outcome) return outcome;
  const { renewed: build } = outcome;
  onStep?.({ step: 'rebuilding', build, expiry: build.expiry });
  return await attempt(ports, { id, request, build }, options, giveUp);
}

/**
 * Lands one build that was made before: verifies it, has it signed, sends it and waits until it has landed. Never makes
 * another one, because nobody has looked at that.
 *
 * @throws {StakingError} from the signature on with `signature`.
 */
export const landBuild = (ports: FlowPorts, ask: ShownBuild & FlowOptions): Promise<Confirmed> =>
  attempt(ports, { ...ask, id: ask.operation }, ask, giveUp);

/** Handles a build that was signed too late, or has died. */
type Renew<Result> = {
  late(ports: FlowPorts, plan: Plan<BuildId>, late: Late, options: FlowOptions): Promise<Result | undefined>;
  dead(ports: FlowPorts, plan: Plan<BuildId>, ended: Ended, signal: AbortSignal | undefined): Promise<Result>;
};
type Late = { readonly signed: Signed; readonly deadAfter: string | undefined };
type Ended = { readonly signed: Signed; readonly end: End['end'] };
type Renewed = { readonly renewed: Build };

const renewOnce: Renew<Renewed> = { late: renewLate, dead: renewDead };
const giveUp: Renew<never> = {
  late: async () => undefined,
  dead: async (_ports, _plan, { signed }) => {
    const message = 'The transaction has not landed and can land no more.';
    throw ended(signed, 'TRANSACTION_EXPIRED', message, { retryable: true, outcome: 'expired' });
  },
};

async function attempt<Result>(
  ports: FlowPorts,
  plan: Plan<BuildId>,
  options: FlowOptions,
  renew: Renew<Result>,
): Promise<Confirmed | Result> {
  const { pace, verify, ownNode } = ports;
  const { id, request, build } = plan;
  const { signer, policy, onStep, signal, allowWalletEdits = false } = options;
  const { expiry } = build;
  const builtAt = pace.now();
  onStep?.({ step: 'built', build, expiry, ...(isLeveraged(plan) && { risk: LEVERAGE_RISK }) });
  assertNotDoomed(id, request, build, policy);
  // The blockhash of the build exists by now: a wallet that takes its time does not put off the end.
  const measured = ownNode?.readDeadAfter(signal);
  const checked = await verify?.(id, request, build, policy, signal);
  if (checked !== undefined) onStep?.({ step: 'verified', build, checked });
  const signed = await signBuild(build, signer, { allowEdits: allowWalletEdits, signal });
  const { signature } = signed;
  const deadAfter = (signed.isDated ? await measured : undefined) ?? (await ownNode?.readDeadAfter(signal));
  onStep?.({
    step: 'signed',
    signature,
    expiry,
    ...(signed.transaction !== undefined && { transaction: signed.transaction }),
    ...(deadAfter !== undefined && { deadAfter }),
  });
  const { validForSeconds } = expiry;
  const isLate = validForSeconds !== null && pace.now() - builtAt > validForSeconds * 1_000;
  const late = isLate ? await renew.late(ports, plan, { signed, deadAfter }, options) : undefined;
  if (late !== undefined) return late;
  const isSettled = async () => SETTLED.includes(await ownNode?.findFate(signature, deadAfter, signal));
  const followed = await follow(ports, build, signed, options, isSettled);
  const confirm = (transaction: TransactionAnswer): Confirmed => {
    onStep?.({ step: 'confirmed', signature });
    const sentBy = signed.transaction === undefined ? 'wallet' : 'service';
    return { signature, build, transaction, checked, sentBy };
  };
  if (!('end' in followed)) {
    await proveLanded(ports, { build, signed, deadAfter }, checked, signal);
    return confirm(followed);
  }
  const landed = await proveEnd(ports, { build, signed, deadAfter }, followed, options);
  if (landed !== undefined) return confirm(landed);
  return await renew.dead(ports, plan, { signed, end: followed.end }, signal);
}

/**
 * Rebuilds a transaction whose signing took too long, once it is known to be dead; returns undefined when it may land or has
 * landed, and must be sent.
 */
async function renewLate(
  { call, ownNode }: FlowPorts,
  { build }: Plan<BuildId>,
  { signed: { signature, transaction }, deadAfter }: Late,
  { policy, signal }: FlowOptions,
): Promise<Renewed | undefined> {
  if (transaction === undefined) return undefined;
  const fate = await ownNode?.findFate(signature, deadAfter, signal);
  const isDead = ownNode === undefined ? policy?.trustService === true : fate === 'dead';
  if (!isDead) return undefined;
  try {
    const asked = { transaction, service_token: build.service_token };
    return { renewed: await call('refresh', asked, { signal, retries: 0 }) };
  } catch (error) {
    if (isStakingError(error)) return undefined;
    throw error;
  }
}

/** Rebuilds a dead transaction, or gets its existing successor; the service refuses when both could land. */
async function renewDead(
  { call }: FlowPorts,
  { id, request, build }: Plan<BuildId>,
  { signed, end }: Ended,
  signal: AbortSignal | undefined,
): Promise<Renewed> {
  const { signature, transaction = build.transaction } = signed;
  try {
    const asked = { transaction, service_token: build.service_token };
    return { renewed: await call('refresh', asked, { signal }) };
  } catch (error) {
    if (!isStakingError(error)) throw error;
    const isOver = end === 'expired' && NOT_RENEWED.includes(error.code);
    if (isOver) return { renewed: await call(id, request, { signal }) };
    throw error.with({ signature, signedTransaction: transaction });
  }
}
