import { BASE_PATH } from '@staking-agent/wire/light';
import type { ClientOptions } from '../exchange.ts';
import type { SuggestedCall, TransactionAnswer } from '../generated/contract.ts';
import type { RequestOf } from '../operations.ts';
import { StakingError } from '../staking-error.ts';
import type { Fate } from '../verify/own-node.ts';
import type { Verify } from '../verify/verify-build.ts';
import {
  type Build,
  type BuildId,
  type Checked,
  FATAL_WARNINGS,
  type FlowOptions,
  type Policy,
} from './flow-options.ts';
import { type End, ended, type FollowPorts, look, rest, unknown } from './follow.ts';
import type { Signed } from './sign-build.ts';

/** Creates the verification of a client's builds; undefined with `deployment: false`. */
export function createVerify({ deployment = 'mainnet', rpc, fetch }: ClientOptions): Verify | undefined {
  if (deployment === false) return undefined;
  return async (id, request, build, policy, signal) => {
    const { verifyBuild } = await import('../verify/verify-build.ts');
    const checked = await verifyBuild(id, request, build, { deployment, rpc, policy, fetch, signal });
    assertChecked(checked, policy, rpc);
    return checked;
  };
}

/**
 * Requires that the receipt of a build does not warn that it would fail.
 *
 * @throws {StakingError} `BUILD_WOULD_FAIL` with what the wallet holds and needs in its message, and in `next` the same build
 *   with the most that the wallet can afford where that can be asked for.
 */
export function assertNotDoomed<Id extends BuildId>(
  id: Id,
  request: RequestOf<Id>,
  build: Build,
  policy: Policy | undefined,
): void {
  const { warnings }: { readonly warnings?: unknown } = Object(build.receipt);
  const fatal = [warnings]
    .flat()
    .map(Object)
    .find(({ code }) => FATAL_WARNINGS.includes(code));
  if (fatal === undefined || policy?.acceptWarnings === true) return;
  const { detail, code } = fatal;
  const next: SuggestedCall = {
    description: 'Stakes as much as the wallet can pay for.',
    endpoint: `${BASE_PATH}/stake`,
    method: 'POST',
    body: { ...request, amount: 'max' },
  };
  throw new StakingError(`The transaction would fail, and is not given to the wallet. ${code}: ${detail}`, {
    kind: 'verification',
    code: 'BUILD_WOULD_FAIL',
    retryable: false,
    ...(id === 'stake' && { next }),
  });
}

/** The risk of a stake into the vault that borrows, and the loss at worst, for the person who is asked to sign. */
export const LEVERAGE_RISK =
  'The vault borrows SOL against raSOL. If raSOL loses its peg to SOL, the vault loses on the borrowed part too, and its lender can liquidate: it sells raSOL of the vault to repay the loan, and a later rise does not bring that back. Where borrowing costs more than staking earns, the stake shrinks. At worst all of the amount is lost.';

/** Checks whether a build stakes into the vault that borrows, by what was asked: the service may say something else. */
export function isLeveraged({ id, request }: { readonly id: BuildId; readonly request: object }): boolean {
  return id === 'stake' && 'strategy' in request && request.strategy === 'sol-leveraged-stake';
}

/** How far a proof can go, the furthest first. */
export const LEVELS = ['exact', 'bounded', 'unproven'] as const satisfies readonly Checked['level'][];

/**
 * Requires that the policy permits a signature: no finding, and at least the required level of proof.
 *
 * @param rpc - the node that the check has asked.
 * @throws {StakingError} `VERIFICATION_FAILED` with the findings; retryable where the node could prove another build.
 */
export function assertChecked({ level, findings }: Checked, policy: Policy = {}, rpc?: string): void {
  // In the body: among the parameters, the bundler of types takes the name for the function of CommonJS.
  const { require = 'bounded' } = policy;
  // No level is as high as a word that is none.
  const isHigh = LEVELS.indexOf(level) <= LEVELS.indexOf(require);
  if (isHigh && (findings.length === 0 || level === 'unproven')) return;
  const [first] = findings;
  const reason = first?.detail ?? `Its proof is ${level}, and ${require} is required.`;
  const isOpen = level === 'unproven';
  const cure =
    rpc === undefined
      ? 'Give the client rpc, a ledger node of your own, to prove it with.'
      : 'Your own node cannot prove it as the ledger stands now: ask for a new build.';
  throw new StakingError(`The transaction is not given to the wallet. ${reason}${isOpen ? ` ${cure}` : ''}`, {
    kind: 'verification',
    code: 'VERIFICATION_FAILED',
    retryable: isOpen && rpc !== undefined,
    findings,
  });
}

/** The caller's own ledger node, as a witness of what became of a transaction. */
export type OwnNode = {
  /** The height after which what exists now can land no more; undefined where the node does not say. */
  readDeadAfter(signal: AbortSignal | undefined): Promise<string | undefined>;
  findFate(signature: string, deadAfter: string | undefined, signal: AbortSignal | undefined): Promise<Fate>;
  /** The first amount that moved against a proof, in words; undefined where all are within it, or nothing was proved. */
  findDifference(
    signature: string,
    effects: Checked['effects'],
    signal: AbortSignal | undefined,
  ): Promise<string | undefined>;
};

/** Creates the node of the caller; undefined without `rpc`. */
export function createOwnNode({ rpc, fetch }: ClientOptions): OwnNode | undefined {
  if (rpc === undefined) return undefined;
  const load = async () => await import('../verify/own-node.ts');
  return {
    readDeadAfter: async (signal) => (await load()).readDeadAfter({ rpc, fetch, signal }),
    findFate: async (signature, deadAfter, signal) =>
      (await load()).findFate({ rpc, fetch, signature, deadAfter, signal }),
    findDifference: async (signature, effects, signal) =>
      effects && (await load()).findDifference({ rpc, fetch, signature, signal }, effects),
  };
}

/** A signed transaction, and the height after which it is dead. */
export type Suspect = {
  readonly build: Build;
  readonly signed: Signed;
  readonly deadAfter: string | undefined;
};

const PAUSE = 2_000;
/** Milliseconds in which 182 blocks pass on a ledger that is slow. */
const LONGEST = 300_000;
/** Milliseconds that the own node may be behind those of the service. */
const LONGEST_LAG = 30_000;
/** How often in a row the node may fail to answer. */
const SILENCES = 3;

/**
 * Has the caller's own node prove the end that the service tells of a signed transaction.
 *
 * A death is waited for, because another transaction follows it; a failure too, because the node shows it at once. What the
 * service refused is told as soon as the node answers: as refused where it is dead or has failed, else with outcome
 * `unknown`, because the service has the bytes. Without a node the word of the service is told as such, with outcome `unknown`,
 * and counts only where the caller's policy says so.
 *
 * @returns the transaction where it has landed after all, as both the node and the service show; undefined where it is dead
 *   and may be made anew.
 * @throws {StakingError} where it failed or was refused, and where nothing is proved.
 */
export async function proveEnd(
  ports: FollowPorts & { readonly ownNode: OwnNode | undefined },
  suspect: Suspect,
  { end, error }: End,
  { policy, signal }: FlowOptions,
): Promise<TransactionAnswer | undefined> {
  const { ownNode } = ports;
  const { build, signed } = suspect;
  if (ownNode === undefined) {
    if (policy?.trustService !== true) throw unproved(signed, error);
    if (error !== undefined) throw error;
    return undefined;
  }
  const fate = await awaitFate(ports, ownNode, suspect, { isWaiting: end !== 'refused', signal });
  if (fate === 'dead') {
    if (error === undefined) return undefined;
    throw error.with({
      kind: 'ledger',
      ...(end === 'refused' && error.outcome === 'unknown' && { outcome: 'expired' }),
    });
  }
  // What the service says of a failure names what else of the build has landed or can.
  if (fate === 'failed')
    throw end === 'failed' ? error : (error?.with({ kind: 'ledger', outcome: 'rejected' }) ?? failed(signed));
  if (fate !== 'landed') throw undecided(suspect, error);
  const found = await look(ports, build, signed, { isSent: true, signal });
  if (found?.status === 'landed') return found;
  throw unknown(signed, error, 'OUTCOME_UNKNOWN', SHOWN);
}

/**
 * Has the caller's own node prove that a transaction has landed, of which the service says so, and that it moved what the
 * proof before the signature allowed. Without a node the word of the service is taken: no second payment follows it.
 *
 * @throws {StakingError} `OUTCOME_UNKNOWN` where the node does not show it, `AMOUNTS_DIFFER` where it shows other amounts.
 */
export async function proveLanded(
  ports: FollowPorts & { readonly ownNode: OwnNode | undefined },
  suspect: Suspect,
  checked: Checked | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { ownNode } = ports;
  const { signed, deadAfter } = suspect;
  if (ownNode === undefined) return;
  const fate = await awaitFate(ports, ownNode, suspect, { isWaiting: true, longest: LONGEST_LAG, signal });
  if (fate === 'failed') throw failed(signed);
  if (fate !== 'landed') throw unknown(signed, undefined, 'OUTCOME_UNKNOWN', NOT_SHOWN).with({ deadAfter });
  const difference = await ownNode.findDifference(signed.signature, checked?.effects, signal);
  if (difference === undefined) return;
  const message = `The transaction has landed, and moved other amounts than were proved. ${difference}`;
  throw ended(signed, 'AMOUNTS_DIFFER', message);
}

async function awaitFate(
  ports: FollowPorts,
  ownNode: OwnNode,
  { signed, deadAfter }: Suspect,
  {
    isWaiting,
    longest = LONGEST,
    signal,
  }: { readonly isWaiting: boolean; readonly longest?: number; readonly signal: AbortSignal | undefined },
): Promise<Fate> {
  const end = ports.pace.now() + longest;
  let silences = 0;
  for (;;) {
    const fate = await ownNode.findFate(signed.signature, deadAfter, signal);
    silences = fate === 'unknown' ? silences + 1 : 0;
    const isOpen = (fate === 'alive' && isWaiting) || (fate === 'unknown' && silences < SILENCES);
    if (!isOpen || ports.pace.now() > end) return fate;
    await rest(ports, signed, PAUSE, signal);
  }
}

const SHOWN =
  'Your own node shows that the transaction has landed, and the service does not. Do not send another one: look its signature up.';
const NOT_SHOWN =
  'The service says that the transaction has landed, and your own node does not show it. Do not send another one: look its signature up.';
const LOOK = 'Look its signature up yourself before you ask for another one';

function unproved(signed: Signed, error: StakingError | undefined): StakingError {
  const cure = `${LOOK}, or give the client rpc, a ledger node of your own.`;
  if (error !== undefined) {
    const reason = `${error.message} Without rpc nothing proves that it will not land. ${cure}`;
    return new StakingError(reason, { ...error, retryable: false, outcome: 'unknown' }, error);
  }
  const reason = `The service says that the transaction has expired, and without rpc nothing proves it. ${cure}`;
  return ended(signed, 'TRANSACTION_EXPIRED', reason, { outcome: 'unknown' });
}

/** The service has the bytes, and the node does not show what became of them. */
function undecided({ signed, deadAfter }: Suspect, error: StakingError | undefined): StakingError {
  if (error === undefined) return unknown(signed, undefined).with({ deadAfter });
  const until = deadAfter === undefined ? '' : ` It can land until block height ${deadAfter}.`;
  const reason = `${error.message} The service has the signed bytes, and your own node does not show yet that they failed.${until} ${LOOK}.`;
  return new StakingError(reason, { ...error, retryable: false, outcome: 'unknown', deadAfter }, error);
}

function failed(signed: Signed): StakingError {
  const message = 'Your own node shows that the transaction failed on the ledger.';
  return ended(signed, 'LEDGER_EXECUTION_FAILED', message, { outcome: 'rejected' });
}
