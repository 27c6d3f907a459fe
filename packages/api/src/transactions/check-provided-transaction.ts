import { base58 } from '@scure/base';
import type { Deployment } from '@staking-agent/chain/deployment';
import {
  type AccountState,
  assertRouterEffects,
  assertRouterMessage,
  IntentMismatch,
  priorityFeeOf,
  type RouterEffects,
  readMessage,
} from '@staking-agent/chain/intent';
import {
  type Evidence,
  type LedgerAccount,
  MalformedMessage,
  readTransaction,
  type Transaction,
} from '@staking-agent/verify';
import type { ProblemCode } from '@staking-agent/wire';
import type { Logger } from 'pino';
import type { Feed } from '../background/feed.ts';
import { SimulationFailed, StateUnsettled, type Subject } from '../evidence/gather-evidence.ts';
import { type EvidencePorts, gatherFromNodes, type Testimony } from '../evidence/gather-from-nodes.ts';
import { insufficientFunds } from '../problems/insufficient-funds.ts';
import { problem } from '../problems/problem.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import type { Provider } from '../upstreams/upstream-fault.ts';
import type { ProvidedBuild } from './build.ts';
import { describeTransactionFault, findLamportShortfall } from './describe-transaction-fault.ts';
import { findShortfall } from './find-shortfall.ts';

/** What a provided transaction is checked with. */
export type CheckPorts = EvidencePorts & {
  readonly ledger: LedgerReader;
  readonly log: Logger;
  readonly signatureFee: Pick<Feed<bigint>, 'get'>;
  readonly config: { readonly deployment: Deployment };
};

type Provided = Omit<ProvidedBuild<unknown>, 'fields' | 'route' | 'lifetime'>;
type Verdict = { readonly findings: readonly string[]; readonly effects: RouterEffects };

const REFUSALS = {
  router: 'ROUTER_TRANSACTION_REFUSED',
  'vault provider': 'VAULT_TRANSACTION_REFUSED',
} as const satisfies Record<Provider, ProblemCode>;

/**
 * Proves that a transaction somebody else made does what was asked and nothing more, from what our own ledger nodes show
 * of it; where two nodes are configured, on each of two by itself.
 *
 * @returns the message that is to be signed, and what the simulation showed.
 * @throws {ProblemError} `upstream_error`: with the rule it breaks, with the ledger's reason when it would fail, or when
 *   the nodes do not say the same.
 */
export async function checkProvidedTransaction(
  build: Provided,
  services: CheckPorts,
): Promise<{ message: Uint8Array; effects: RouterEffects }> {
  try {
    const transaction = readUnsigned(build.transaction);
    const subject = subjectOf(build, transaction, services.config.deployment);
    const testimonies = await gatherFromNodes(subject, services, await services.signatureFee.get());
    const effects = judge(build, transaction, testimonies, services);
    return { message: transaction.messageBytes, effects };
  } catch (error) {
    if (error instanceof MalformedMessage) throw refused(build.by, [error.message], services);
    if (error instanceof StateUnsettled) throw unsettled(error);
    if (error instanceof SimulationFailed) throw await simulationFailed(error, build, services);
    throw error;
  }
}

function readUnsigned(base64: string): Transaction {
  const transaction = readTransaction(base64);
  const [slot, ...others] = transaction.signatures;
  // One empty signature slot: the wallet's.
  if (slot === undefined || others.length > 0 || slot.some((byte) => byte !== 0)) {
    throw new MalformedMessage('There is no unsigned transaction of one signer.');
  }
  return transaction;
}

/** Names what the proof rests on: the pool of raSOL, or the vault; the stake account given up. */
function subjectOf(
  { by, request, wallet, transaction }: Provided,
  { message }: Transaction,
  { stakePool, usdcVault, rausdcMint }: Deployment,
): Subject {
  const { kind, stakeAccount } = request;
  const priced = by === 'router' ? [stakePool.address] : [usdcVault, rausdcMint];
  return {
    transaction,
    message,
    wallet,
    accounts: stakeAccount === undefined ? priced : [...priced, stakeAccount],
    ...(kind === 'slow' && { listOf: stakePool.address }),
  };
}

function judge(
  build: Provided,
  transaction: Transaction,
  testimonies: readonly Testimony[],
  services: Pick<CheckPorts, 'log'>,
): RouterEffects {
  const verdicts = testimonies.map(({ node, shown }) => ({
    node,
    verdict: shown instanceof SimulationFailed ? shown : verdictOf(build, transaction, shown),
  }));
  const [first, ...others] = verdicts.map(({ verdict }) => verdict);
  if (first === undefined) throw new Error('No node was asked.');
  if (others.some((other) => outcomeOf(other) !== outcomeOf(first))) {
    const said = verdicts.map(({ node, verdict }) => ({ node, said: outcomeOf(verdict) }));
    services.log.error({ by: build.by, said }, 'nodes disagree on a provided transaction');
    throw nodesDisagree();
  }
  if (first instanceof SimulationFailed) throw first;
  if (first.findings.length > 0) throw refused(build.by, first.findings, services);
  return first.effects;
}

/** What nodes have to agree on: that it would fail, that it is refused, or what account it makes. */
function outcomeOf(verdict: Verdict | SimulationFailed): string {
  if (verdict instanceof SimulationFailed) return 'fails';
  if (verdict.findings.length > 0) return 'refused';
  const { newStakeAccount } = verdict.effects;
  return `harmless ${newStakeAccount === undefined ? '' : base58.encode(newStakeAccount)}`;
}

function verdictOf({ intent, bounds }: Provided, { messageBytes }: Transaction, evidence: Evidence): Verdict {
  try {
    const { lookups } = readMessage(messageBytes);
    const keysAt = (table: Uint8Array, indexes: Uint8Array) =>
      Array.from(indexes, (index) =>
        base58.decode(evidence.lookupTables.get(base58.encode(table))?.[index] ?? ''),
      );
    const view = readMessage(messageBytes, {
      writable: lookups.flatMap(({ table, writable }) => keysAt(table, writable)),
      readonly: lookups.flatMap(({ table, readonly }) => keysAt(table, readonly)),
    });
    assertRouterMessage(view, intent);
    const changes = view.writable().map((key) => ({
      key,
      before: toState(evidence.before.get(base58.encode(key))),
      after: toState(evidence.after?.get(base58.encode(key))),
    }));
    const fee = evidence.signatureFee + priorityFeeOf(view.instructions);
    return { findings: [], effects: assertRouterEffects(changes, intent, { ...bounds, fee }) };
  } catch (error) {
    if (error instanceof IntentMismatch) return { findings: [error.message], effects: {} };
    throw error;
  }
}

function toState(account: LedgerAccount | undefined): AccountState | undefined {
  return account && { ...account, owner: base58.decode(account.owner) };
}

function refused(by: Provider, findings: readonly string[], { log }: Pick<CheckPorts, 'log'>): ProblemError {
  log.error({ by, findings }, 'provided transaction refused');
  return problem(REFUSALS[by]);
}

async function simulationFailed(
  { fault, logs }: SimulationFailed,
  build: Provided,
  services: Pick<CheckPorts, 'ledger' | 'signatureFee' | 'config'>,
): Promise<ProblemError> {
  const lamports = findLamportShortfall(logs);
  if (lamports !== undefined) return insufficientFunds({ holder: 'wallet', asset: 'SOL', ...lamports });
  const fee = await services.signatureFee.get();
  const shortfall = await findShortfall(build, fee, services.config.deployment, services);
  if (shortfall !== undefined) return insufficientFunds(shortfall);
  return problem('SIMULATION_FAILED', {
    reason: describeTransactionFault(fault, logs),
    rule: 'The wallet may lack a token account, or lamports for fees and rent.',
  });
}

function nodesDisagree(): ProblemError {
  return problem('NODES_DISAGREE');
}

function unsettled(cause: StateUnsettled): ProblemError {
  return problem('WALLET_STATE_CHANGING', undefined, { cause });
}
