import type { TransactionAnswer } from '../generated/contract.ts';
import { StakingError } from '../staking-error.ts';
import type { Fate } from '../verify/find-fate.ts';
import type { OwnNode } from './create-own-node.ts';
import type { Build, FlowOptions } from './flow-options.ts';
import { type FollowPorts, look, rest, unknown } from './follow.ts';
import type { Signed } from './sign-build.ts';

/** A transaction of which the service says that it is dead, and the height after which it is. */
export type Suspect = {
  readonly build: Build;
  readonly signed: Signed;
  readonly deadAfter: string | undefined;
};

const PAUSE = 2_000;
/** Milliseconds in which 182 blocks pass on a ledger that is slow. */
const LONGEST = 300_000;
/** How often in a row the node may fail to answer. */
const SILENCES = 3;

/**
 * Has the caller's own node prove that a signed transaction is dead, and waits for it.
 *
 * Without a node nothing is proved: the word of the service counts only where the caller's policy says so.
 *
 * @returns the transaction where it has landed after all, as both the node and the service show; undefined where it is dead.
 * @throws {StakingError} where that is not proved, or the node shows that it failed.
 */
export async function proveDead(
  ports: FollowPorts & { readonly ownNode: OwnNode | undefined },
  suspect: Suspect,
  { policy, signal }: Pick<FlowOptions, 'policy' | 'signal'>,
): Promise<TransactionAnswer | undefined> {
  const { ownNode } = ports;
  const { build, signed } = suspect;
  if (ownNode === undefined && policy?.trustService === true) return undefined;
  if (ownNode === undefined) throw unproved(signed);
  const fate = await awaitFate(ports, ownNode, suspect, signal);
  if (fate === 'dead') return undefined;
  if (fate === 'failed') throw failed(signed);
  if (fate !== 'landed') throw unknown(signed, undefined);
  const found = await look(ports, build, signed, { isSent: true, signal });
  if (found?.status === 'landed') return found;
  throw unknown(signed, undefined, 'OUTCOME_UNKNOWN', SHOWN);
}

async function awaitFate(
  ports: FollowPorts,
  ownNode: OwnNode,
  { signed, deadAfter }: Suspect,
  signal: AbortSignal | undefined,
): Promise<Fate> {
  const end = ports.pace.now() + LONGEST;
  let silences = 0;
  for (;;) {
    const fate = await ownNode.findFate(signed.signature, deadAfter, signal);
    silences = fate === 'unknown' ? silences + 1 : 0;
    const isOpen = fate === 'alive' || (fate === 'unknown' && silences < SILENCES);
    if (!isOpen || ports.pace.now() > end) return fate;
    await rest(ports, signed, PAUSE, signal);
  }
}

const SHOWN =
  'Your own node shows that the transaction has landed, and the service does not. Do not send another one: look its signature up.';

function unproved({ signature, transaction }: Signed): StakingError {
  return new StakingError(
    'The service says that the transaction has expired, and without rpc nothing proves it. Look its signature up yourself before you ask for another one, or give the client rpc, a ledger node of your own.',
    {
      kind: 'ledger',
      code: 'TRANSACTION_EXPIRED',
      retryable: false,
      outcome: 'expired',
      signature,
      signedTransaction: transaction,
    },
  );
}

function failed({ signature, transaction }: Signed): StakingError {
  return new StakingError('Your own node shows that the transaction failed on the ledger.', {
    kind: 'ledger',
    code: 'LEDGER_EXECUTION_FAILED',
    retryable: false,
    outcome: 'rejected',
    signature,
    signedTransaction: transaction,
  });
}
