import { type Confirmed, isStakingError, type Receipt, type Signer, type Step } from '@staking-agent/sdk';
import type { Deployment, DeploymentName } from '@staking-agent/sdk/deployments';
import { findFate, readDeadAfter } from '@staking-agent/sdk/verify';
import type { Json } from '../result.ts';
import type { CallPorts } from '../tools.ts';
import { type Attempts, type Call, nameCall, type SignedAttempt } from './attempts.ts';
import { type AgentPolicy, checkEffects, SIGNABLE, type Signable } from './policy.ts';
import { findAddresses, readMints } from './settings.ts';

/** The flows of a client, with what an agent gave; the service judges it. */
type BuildFlows = {
  stakeAndConfirm(ask: object): Promise<Confirmed>;
  unstakeAndConfirm(ask: object): Promise<Confirmed>;
  withdrawAndConfirm(ask: object): Promise<Confirmed>;
  splitAndConfirm(ask: object): Promise<Confirmed>;
  mergeAndConfirm(ask: object): Promise<Confirmed>;
};

/** A wallet that signs on this machine, with its journal and the deployment that it calls and verifies against. */
export type Signatory = {
  readonly client: CallPorts & BuildFlows;
  readonly signer: Signer;
  readonly deployment: DeploymentName | Deployment;
  /** The owner's ledger node: its word alone makes a transaction dead. */
  readonly rpc: string | undefined;
  readonly attempts: Attempts;
  /** Tells the person of what the receipt warns of, before the wallet is asked. */
  readonly warn?: (receipt: Receipt | undefined) => void;
};

/** A build that is asked for. */
export type Ask = {
  readonly tool: Signable;
  /** Without the wallet. */
  readonly args: Json;
  /** Tells a call from an equal one that is made on purpose. */
  readonly attempt: unknown;
};

/** How a call is signed. */
export type Terms = {
  /** Undefined where no policy limits the call. */
  readonly policy: AgentPolicy | undefined;
  readonly spend: Call['spend'];
  readonly require: AgentPolicy['require'];
  /** True if it is signed although its receipt warns that it would fail. */
  readonly acceptWarnings?: boolean;
  /** Stops the call. Bytes that were sent may land all the same: the error has their signature. */
  readonly signal?: AbortSignal | undefined;
  /** Called before a new signature. @throws where the owner has not approved. */
  approve?(): void;
};

/** Words of the service that only the owner's node can confirm. */
const ENDS: readonly unknown[] = ['landed', 'failed', 'expired'];
/** Seconds that the status of an earlier attempt is waited for. */
const WAIT_SECONDS = '20';

/** Returns the identity of a call of one wallet on one network. @param purpose - tells its approval from its attempt. */
export function nameAsk(
  { signer, deployment }: Signatory,
  { tool, args, attempt }: Ask,
  purpose = 'attempt',
) {
  const { genesisHash } = findAddresses(deployment);
  return nameCall({ ...args, attempt }, purpose, tool, signer.address, genesisHash ?? 'sandbox');
}

/**
 * Builds, verifies, signs and sends a call, and waits until it has landed. The same call within 24 hours goes on with the same
 * transaction, in any process of this machine: it is signed again only where the owner's node proves the first one dead.
 *
 * @returns the status, with `isRepeat` true where it was signed before.
 * @throws {StakingError}
 * @throws {Refusal}
 */
export async function signOnce(signatory: Signatory, ask: Ask, terms: Terms): Promise<Json> {
  const { attempts, signer } = signatory;
  const call = { key: nameAsk(signatory, ask), wallet: signer.address, spend: terms.spend };
  const { attempt } = await begin(signatory, call, terms.policy?.perDay ?? {});
  if (attempt.signed !== null) {
    const earlier = await goOn(signatory, attempt.id, attempt.signed, attempt.isLanded);
    if (earlier !== undefined) return earlier;
    attempts.removeDead(attempt.id);
    return signOnce(signatory, ask, terms);
  }
  try {
    terms.approve?.();
    return await sign(signatory, ask, terms, attempt.id);
  } catch (error) {
    const hasLanded = isStakingError(error, 'TRANSACTION_LANDED') || isStakingError(error, 'AMOUNTS_DIFFER');
    if (hasLanded) attempts.setLanded(attempt.id);
    else attempts.drop(attempt.id);
    throw error;
  }
}

/** Blocks after which a day may be over: on the ledger it takes them 20 hours. */
const BLOCKS_OF_A_DAY = 180_000n;

/**
 * Forgets what was signed a day ago by the clock and, where the owner's node was asked at the signature, by the blocks since:
 * a clock that jumps ahead frees neither a cap nor a second signature.
 */
async function forgetOld({ attempts, rpc }: Signatory): Promise<void> {
  const aged = attempts.listAged();
  const height = aged.length > 0 && rpc !== undefined ? await readDeadAfter({ rpc }) : undefined;
  for (const { id, signed } of aged) {
    const isByClock = rpc === undefined || signed?.deadAfter == null;
    const blocks = isByClock ? 0n : BigInt(height ?? 0) - BigInt(signed.deadAfter);
    if (isByClock || blocks >= BLOCKS_OF_A_DAY) attempts.forget(id);
  }
}

/** Begins a call. Where a cap of the day stands in the way, what the owner's node proves dead is given back first. */
async function begin(signatory: Signatory, call: Call, perDay: AgentPolicy['perDay']) {
  const { attempts, rpc } = signatory;
  await forgetOld(signatory);
  try {
    return attempts.begin(call, perDay);
  } catch (error) {
    if (Object(error).code !== 'DAY_LIMIT_REACHED' || rpc === undefined) throw error;
    for (const { id, signed } of attempts.listOpen(call.wallet)) {
      if (signed !== null && (await isDead(signatory, id, signed))) attempts.removeDead(id);
    }
    return attempts.begin(call, perDay);
  }
}

/** Asks the owner's node; notes what has landed. */
async function isDead({ attempts, rpc }: Signatory, id: number, signed: SignedAttempt): Promise<boolean> {
  const fate = await readFate(rpc, signed);
  if (fate === 'landed') attempts.setLanded(id);
  return fate === 'dead' || fate === 'failed';
}

async function readFate(rpc: string | undefined, { signature, deadAfter }: SignedAttempt) {
  if (rpc === undefined) return 'unknown';
  return await findFate({ rpc, signature, deadAfter: deadAfter ?? undefined });
}

/**
 * Goes on with a transaction that was signed before: its bytes may never have left a process that was killed, and sending
 * them again is harmless.
 *
 * @returns its status; undefined where the owner's node proves it dead. With a node, no end is told that it does not show.
 */
async function goOn(
  { client, rpc, attempts }: Signatory,
  id: number,
  signed: SignedAttempt,
  isLanded: boolean,
): Promise<Json | undefined> {
  const { signature, lastValidBlockHeight, broadcast } = signed;
  const landed = { signature, status: 'landed', isRepeat: true };
  if (isLanded) return landed;
  let told: Json = {};
  for (const isAsked of [false, true]) {
    if (isAsked) {
      await client.call('broadcast', broadcast).catch(assertStaking);
      const question = { signature, lastValidBlockHeight, wait: WAIT_SECONDS };
      told = { ...(await client.call('getTransaction', question, { timeoutMs: 60_000 })) };
    }
    const fate = await readFate(rpc, signed);
    if (fate === 'dead' || fate === 'failed') return undefined;
    if (fate === 'landed') {
      attempts.setLanded(id);
      return { ...told, ...landed };
    }
  }
  const isEnd = ENDS.includes(told['status']);
  if (rpc === undefined || !isEnd) return { ...told, signature, isRepeat: true };
  return { signature, status: 'pending', isRepeat: true };
}

/** Throws a defect again. A refusal of the service says no more than the status that is asked next. */
function assertStaking(error: unknown): void {
  if (!isStakingError(error)) throw error;
}

async function sign(
  { client, signer, deployment, attempts, warn }: Signatory,
  { tool, args }: Ask,
  { policy, spend, require, acceptWarnings = false, signal }: Terms,
  id: number,
): Promise<Json> {
  let build: Step['build'];
  let signed: SignedAttempt | undefined;
  // The flow waits for this: what throws here is neither signed nor sent.
  const onStep = ({ step, checked, signature, transaction, deadAfter, ...given }: Step) => {
    build = given.build ?? build;
    if (step === 'verified') warn?.(build?.receipt);
    if (step === 'verified' && policy !== undefined) {
      const costs = checkEffects(checked, spend, readMints(deployment));
      attempts.setCosts(id, costs, policy.perDay);
    }
    if (step !== 'signed' || signature === undefined || transaction === undefined || build === undefined)
      return;
    const replaces = signed?.signature;
    signed = {
      signature,
      lastValidBlockHeight: build.expiry.lastValidBlockHeight,
      deadAfter: deadAfter ?? null,
      broadcast: toBroadcast(build, transaction),
    };
    attempts.setSigned(id, signed, replaces);
  };
  const rules = { require, acceptWarnings, instantExitLossBps: policy?.exitLossBps };
  const options = { signer, policy: rules, onStep, signal, include: ['receipt'] };
  const confirmed = await client[`${SIGNABLE[tool]}AndConfirm`]({ ...args, ...options });
  attempts.setLanded(id);
  const { receipt }: { readonly receipt?: unknown } = confirmed.build;
  const { signature, transaction, checked } = confirmed;
  return {
    ...transaction,
    signature,
    isRepeat: false,
    ...(checked && { verified: checked.level }),
    ...(receipt !== undefined && { receipt }),
  };
}

function toBroadcast(build: NonNullable<Step['build']>, signed_tx: string): Json {
  const { service_token } = build;
  if (!('router_order' in build)) return { signed_tx, service_token };
  const { route, routerKind, router_order } = build;
  return { signed_tx, service_token, route, routerKind, router_order };
}
