import { type Confirmed, isStakingError, type Signer, type Step } from '@staking-agent/sdk';
import type { Deployment, DeploymentName } from '@staking-agent/sdk/deployments';
import { type Fate, findFate, readDeadAfter, readSpent, sellArrived } from '@staking-agent/sdk/verify';
import { type Json, Refusal } from '../result.ts';
import type { CallPorts } from '../tools.ts';
import { type Attempts, type Call, nameCall, type SignedAttempt } from './attempts.ts';
import { type AgentPolicy, checkEffects, SIGNABLE, type Signable } from './policy.ts';
import { tellProved } from './proved-words.ts';
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
  /** Tells the person of the warnings of a receipt, before the wallet is asked; `RISK` is one of this package. */
  readonly warn?: (receipt: unknown) => void;
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
  await forgetOld(signatory);
  try {
    const call = { key: nameAsk(signatory, ask), wallet: signer.address, spend: terms.spend };
    const attempt = attempts.begin(call, terms.policy?.perDay ?? {});
    if (attempt.signed === null) return await signNew(signatory, ask, terms, attempt.id);
    const earlier = await goOn(signatory, attempt.id, attempt.signed, attempt.isLanded, terms.signal);
    if (earlier !== undefined) return earlier;
  } catch (error) {
    const isFull = error instanceof Refusal && error.code === 'DAY_LIMIT_REACHED';
    if (!isFull || !(await giveBack(signatory))) throw error;
  }
  return await signOnce(signatory, ask, terms);
}

/** Signs what no attempt has signed yet; one that ends unsigned is dropped. */
async function signNew(signatory: Signatory, ask: Ask, terms: Terms, id: number): Promise<Json> {
  try {
    terms.approve?.();
    return await sign(signatory, ask, terms, id);
  } catch (error) {
    signatory.attempts.drop(id);
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

/** Gives back to the caps of the day what the owner's node proves dead. Returns whether there was any. */
async function giveBack(signatory: Signatory): Promise<boolean> {
  let isAny = false;
  for (const { id, signed } of signatory.attempts.listOpen(signatory.signer.address)) {
    const fate = signed !== null && (await settle(signatory, id, signed));
    isAny ||= fate === 'dead' || fate === 'failed';
  }
  return isAny;
}

/** Asks the owner's node for the fate of an attempt, and writes its end into the journal. */
async function settle(
  { attempts, rpc }: Signatory,
  id: number,
  signed: SignedAttempt,
  signal?: AbortSignal | undefined,
): Promise<Fate> {
  const fate = await readFate(rpc, signed, signal);
  if (fate === 'landed') attempts.setLanded(id);
  if (fate === 'failed' && rpc !== undefined)
    attempts.setFailed(id, await readSpent({ rpc, signature: signed.signature, signal }));
  if (fate === 'dead') attempts.removeDead(id);
  return fate;
}

async function readFate(
  rpc: string | undefined,
  { signature, deadAfter }: SignedAttempt,
  signal?: AbortSignal | undefined,
): Promise<Fate> {
  if (rpc === undefined) return 'unknown';
  return await findFate({ rpc, signature, deadAfter: deadAfter ?? undefined, signal });
}

/**
 * Goes on with a transaction that was signed before: its bytes may never have left a process that was killed, and sending
 * them again is harmless.
 *
 * @returns its status: what the owner's node shows, and without a node the service's word; undefined where the node proves it
 *   dead or failed.
 * @throws {StakingError} outcome `unknown` where the signal stops it.
 */
async function goOn(
  signatory: Signatory,
  id: number,
  signed: SignedAttempt,
  isLanded: boolean,
  signal: AbortSignal | undefined,
): Promise<Json | undefined> {
  const { client, rpc } = signatory;
  const { signature, lastValidBlockHeight, broadcast } = signed;
  const landed = { signature, status: 'landed', isRepeat: true };
  if (isLanded) return landed;
  // A refusal says no more than the status, and a signal that stops the call does not stop the bytes.
  const ignore = (error: unknown) => {
    if (!isStakingError(error)) throw error;
    if (signal?.aborted) throw error.with({ signature, outcome: 'unknown' });
    return {};
  };
  let told: { readonly status?: unknown } = {};
  for (const isAsked of [false, true]) {
    if (isAsked) {
      await client.call('broadcast', broadcast, { signal }).catch(ignore);
      const question = { signature, lastValidBlockHeight, wait: WAIT_SECONDS };
      told = {
        ...(await client.call('getTransaction', question, { timeoutMs: 60_000, signal }).catch(ignore)),
      };
    }
    const fate = await settle(signatory, id, signed, signal);
    if (fate === 'dead' || fate === 'failed') return undefined;
    if (fate === 'landed') return landed;
  }
  const { status = 'pending' } = rpc === undefined ? told : {};
  return { signature, status, isRepeat: true };
}

/** Codes of an end that the owner's node may show. */
const LANDED_BEFORE = ['TRANSACTION_LANDED', 'AMOUNTS_DIFFER'] as const;

async function sign(
  { client, signer, deployment, attempts, rpc, warn }: Signatory,
  { tool, args }: Ask,
  { policy, spend, require, acceptWarnings = false, signal }: Terms,
  id: number,
): Promise<Json> {
  let build: Step['build'];
  let risk: string | undefined;
  let signed: SignedAttempt | undefined;
  // The flow waits for this: what throws here is neither signed nor sent.
  const onStep = ({ step, checked, signature, transaction, deadAfter, ...given }: Step) => {
    build = given.build ?? build;
    risk = given.risk ?? risk;
    // A service cannot leave it out of the receipt.
    if (given.risk !== undefined) warn?.({ warnings: [{ code: 'RISK', detail: given.risk }] });
    if (step === 'verified' && checked !== undefined && build !== undefined)
      warn?.(tellProved(build, checked, deployment)['receipt']);
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
  const confirmed = await client[`${SIGNABLE[tool]}AndConfirm`]({ ...args, ...options }).catch(
    async (error: unknown) => {
      // The service can say this too, and no word of it makes a landing.
      const hasLanded = LANDED_BEFORE.some((code) => isStakingError(error, code));
      if (hasLanded && signed !== undefined && (await readFate(rpc, signed)) === 'landed')
        attempts.setLanded(id);
      throw error;
    },
  );
  attempts.setLanded(id);
  const { signature, checked = { level: 'unproven', findings: [] } } = confirmed;
  const { receipt } = tellProved(confirmed.build, checked, deployment);
  // A leveraged exit to SOL takes two transactions: this one has brought raSOL.
  const isFirstOfTwo = args['strategy'] === 'sol-leveraged-stake' && args['outputAsset'] === 'SOL';
  const next = isFirstOfTwo ? sellArrived(confirmed, signer.address) : undefined;
  // No more of the transaction, which is as the service tells it: it would pass for verified.
  return {
    signature,
    status: 'landed',
    isRepeat: false,
    ...(confirmed.checked && { verified: checked.level }),
    ...(risk !== undefined && { risk }),
    ...(receipt !== undefined && { receipt }),
    ...(next !== undefined && { next }),
  };
}

function toBroadcast(build: NonNullable<Step['build']>, signed_tx: string): Json {
  const { service_token } = build;
  if (!('router_order' in build)) return { signed_tx, service_token };
  const { route, routerKind, router_order } = build;
  return { signed_tx, service_token, route, routerKind, router_order };
}
