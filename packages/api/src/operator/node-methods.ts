import { CLOCK_ADDRESS } from '@staking-agent/chain/ledger';
import { STAKE_ACCOUNT_SPACE, STAKE_PROGRAM_ADDRESS } from '@staking-agent/chain/stake';
import type { Logger } from 'pino';
import { NOBODY } from '../builds/ranges.ts';
import { isUpstreamFailure, JsonRpcError, UpstreamBusy, UpstreamFault } from '../problems/faults.ts';
import type { Clock } from '../runtime/clock.ts';
import type { LedgerMethod } from '../upstreams/ledger/answers.ts';
import type { LedgerNode } from '../upstreams/ledger/node.ts';

/** A signature that no transaction has, and bytes that are no transaction. */
const NO_SIGNATURE = '1'.repeat(64);
const NO_TRANSACTION = 'AA==';
/** No slot either: blocks of old ones may be gone. */
const NO_SLOT = 'none';
const CONFIRMED = { commitment: 'confirmed' } as const;
const SEARCH = {
  ...CONFIRMED,
  encoding: 'base64',
  filters: [{ dataSize: Number(STAKE_ACCOUNT_SPACE) }, { memcmp: { offset: 44, bytes: NOBODY } }],
} as const;

/** A method that can be asked without an effect. */
type AskedMethod = Exclude<LedgerMethod, 'sendTransaction'>;

/** A question to each method that costs a node little: of those that take a transaction it is refused as none. */
const QUESTIONS: Readonly<Record<AskedMethod, readonly unknown[]>> = {
  getBlockHeight: [CONFIRMED],
  getBlockTime: [NO_SLOT],
  getBlocks: [NO_SLOT, NO_SLOT, CONFIRMED],
  getEpochInfo: [CONFIRMED],
  getFeeForMessage: [NO_TRANSACTION, CONFIRMED],
  getGenesisHash: [],
  getInflationReward: [[NO_TRANSACTION], CONFIRMED],
  getLatestBlockhash: [CONFIRMED],
  getMultipleAccounts: [[CLOCK_ADDRESS], { ...CONFIRMED, encoding: 'base64' }],
  getPriorityFeeEstimate: [
    { accountKeys: [STAKE_PROGRAM_ADDRESS], options: { includeAllPriorityFeeLevels: true } },
  ],
  getProgramAccounts: [STAKE_PROGRAM_ADDRESS, SEARCH],
  getProgramAccountsV2: [STAKE_PROGRAM_ADDRESS, { ...SEARCH, limit: 1 }],
  getRecentPrioritizationFees: [[]],
  getSignatureStatuses: [[NO_SIGNATURE], { searchTransactionHistory: true }],
  getSignaturesForAddress: [STAKE_PROGRAM_ADDRESS, { ...CONFIRMED, limit: 1 }],
  getStakeMinimumDelegation: [CONFIRMED],
  getTransaction: [NO_SIGNATURE, { ...CONFIRMED, encoding: 'base64', maxSupportedTransactionVersion: 1 }],
  getVoteAccounts: [{ ...CONFIRMED, votePubkey: NOBODY }],
  isBlockhashValid: [NOBODY, CONFIRMED],
  minimumLedgerSlot: [],
  simulateTransaction: [NO_TRANSACTION, { ...CONFIRMED, encoding: 'base64' }],
};

/** The ways around a method; the service cannot do without one that is not listed. */
const WITHOUT: Partial<Record<AskedMethod, string>> = {
  getBlockTime: 'rewards and dates in a history have no time',
  getBlocks: 'a history does not say from when a requested withdrawal can be claimed',
  getInflationReward: 'a history has no rewards, and says so',
  getPriorityFeeEstimate: 'the priority fee follows getRecentPrioritizationFees',
  getProgramAccounts: 'stake accounts are searched for with getProgramAccountsV2',
  getProgramAccountsV2:
    'without getProgramAccounts too, positions have the stake accounts of the newest transactions of the wallet',
  getRecentPrioritizationFees: 'the least priority fee is paid',
  getSignaturesForAddress:
    'there is no history, and edited and refreshed forms of a transaction are not found',
  getTransaction: 'what a transaction did, forms of it, and histories are not told',
  getVoteAccounts: 'nothing is said of the validator',
  minimumLedgerSlot: 'a transaction that is not found stays unknown for longer',
};

/** How a node answered one method. */
export type MethodAnswer = {
  readonly method: AskedMethod;
  readonly milliseconds: number;
  /** Why it is not served, in a few words; undefined where it is. */
  readonly fault: string | undefined;
};

const MILLISECONDS = 8_000;
/** JSON-RPC: a method that is there, and takes other parameters. */
const INVALID_PARAMS = -32_602;

/** Asks a node for every method that the service calls, one after another; it is sent nothing. */
export async function askMethods(node: LedgerNode, clock: Clock): Promise<readonly MethodAnswer[]> {
  const answers: MethodAnswer[] = [];
  for (const [method, params] of Object.entries(QUESTIONS) as [AskedMethod, readonly unknown[]][]) {
    const begun = clock.elapsed();
    const fault = await node.call(method, params, MILLISECONDS).then(() => undefined, readFault);
    answers.push({ method, milliseconds: Math.round(clock.elapsed() - begun), fault });
  }
  return answers;
}

function readFault(error: unknown): string | undefined {
  if (error instanceof JsonRpcError) {
    return error.code === INVALID_PARAMS ? undefined : `refused with code ${error.code}`;
  }
  if (error instanceof UpstreamBusy) return 'not asked';
  if (error instanceof UpstreamFault) return error.message;
  if (isUpstreamFailure(error)) return `refused with status ${error.status}`;
  throw error;
}

/** Says in a line what a missing method means; undefined for one that is served. */
export function describeLack({ method, fault }: MethodAnswer): string | undefined {
  if (fault === undefined) return undefined;
  return `${method}: ${fault}; ${WITHOUT[method] ?? 'the service cannot do without it'}.`;
}

/** Logs what each node does not serve, once; never fails. */
export async function warnOfMethods(
  nodes: readonly LedgerNode[],
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): Promise<void> {
  try {
    for (const node of nodes) {
      for (const answer of await askMethods(node, clock)) {
        const lack = describeLack(answer);
        if (lack !== undefined) log.warn({ node: node.name, ...answer }, lack);
      }
    }
  } catch (fault) {
    log.warn({ fault: String(fault) }, 'methods of the nodes not checked');
  }
}
