import type { Blockhash } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { CLOCK_ADDRESS } from '@staking-agent/chain/sysvar';
import {
  type Evidence,
  encodeBase58,
  type Finding,
  MalformedMessage,
  type Message,
  readTransaction,
  type Transaction,
  type Verification,
  verify,
} from '@staking-agent/verify';
import { insufficientFunds } from '../problems/insufficient-funds.ts';
import { problem } from '../problems/problem.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import type { Feed } from '../runtime/feed.ts';
import { codeOfFailure } from '../transactions/status/explain-failure.ts';
import type { WitnessPorts } from '../upstreams/ask-witnesses.ts';
import type { Lifetime } from '../upstreams/ledger/blockhash-feed.ts';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import { readAccounts } from '../upstreams/ledger/read-accounts.ts';
import { RENT } from '../upstreams/node-reading.ts';
import type { ProvidedBuild } from './build.ts';
import { createSubject } from './create-subject.ts';
import { readFailure } from './describe-transaction-fault.ts';
import { findLamportShortfall } from './find-lamport-shortfall.ts';
import { findLeastStake } from './find-least-stake.ts';
import { findTokenShortfall } from './find-token-shortfall.ts';
import { SimulationFailed, StateUnsettled } from './gather-evidence.ts';
import { gatherFromNodes, type Testimony } from './gather-from-nodes.ts';
import { type MeansPorts, readMeans } from './means.ts';
import { addNearest, addNearestStake } from './nearest.ts';
import { readMessageOf } from './read-message-of.ts';
import { type RefusalPorts, refuseProvidedTransaction } from './refuse-provided-transaction.ts';

/** What a provided transaction is checked with. */
export type CheckPorts = WitnessPorts &
  RefusalPorts &
  MeansPorts & {
    readonly ledger: LedgerReader;
    readonly signatureFee: Pick<Feed<bigint>, 'get' | 'peek'>;
    readonly config: { readonly instantExitLossBps: number };
  };

type Provided = ProvidedBuild<object>;

/**
 * Proves that a transaction built by others does what was requested and nothing more, from evidence of our own ledger nodes;
 * if several are configured, on two nodes independently.
 *
 * @returns the message that is to be signed, how long it can live, and the proof by the healthiest node, with the accounts
 *   that it saw.
 * @throws {ProblemError} `upstream_error`: with the rule it breaks, with the ledger's reason when it would fail, or when the
 *   nodes do not show the same.
 */
export async function checkProvidedTransaction(
  build: Provided,
  services: CheckPorts,
): Promise<{ message: Uint8Array; lifetime: Lifetime; proof: Verification; before: Evidence['before'] }> {
  try {
    const transaction = readUnsigned(build.transaction);
    const subject = createSubject(build, transaction, services.config.deployment);
    const testimonies = await gatherFromNodes(subject, services, await services.signatureFee.get());
    const proof = prove(build, testimonies, services);
    const { messageBytes, message } = transaction;
    const before = testimonies.flatMap(({ shown }) =>
      shown instanceof SimulationFailed ? [] : [shown.before],
    );
    return {
      message: messageBytes,
      lifetime: boundLifetime(message, build.lifetime, testimonies),
      proof,
      before: before[0] ?? new Map(),
    };
  } catch (error) {
    if (error instanceof MalformedMessage) {
      throw refuseProvidedTransaction(build.by, [{ rule: 'message', detail: error.message }], services);
    }
    if (error instanceof StateUnsettled) throw problem('WALLET_STATE_CHANGING', undefined, { cause: error });
    if (error instanceof SimulationFailed) throw await simulationFailed(error, build, services);
    throw error;
  }
}

/** More blocks than this are not made between our reading of a blockhash and a simulation, however slots jump. */
const BLOCKS_LIMIT = 150n;

/**
 * Bounds the life of a foreign blockhash: the nodes knew it at the slots of their simulations, and at most as many blocks as
 * slots lie between our blockhash and those slots.
 */
function boundLifetime({ blockhash }: Message, own: Lifetime, testimonies: readonly Testimony[]): Lifetime {
  const blockhashText = encodeBase58(blockhash) as Blockhash;
  if (blockhashText === own.blockhashText) return own;
  const slots = testimonies.flatMap(({ shown }) => (shown instanceof SimulationFailed ? [] : [shown.slot]));
  const contextSlot = slots.reduce((latest, slot) => (slot > latest ? slot : latest), own.contextSlot);
  const passed = contextSlot - own.contextSlot;
  const lastValidBlockHeight = own.lastValidBlockHeight + (passed < BLOCKS_LIMIT ? passed : BLOCKS_LIMIT);
  return { blockhash, blockhashText, lastValidBlockHeight, contextSlot: own.contextSlot };
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

function prove(build: Provided, testimonies: readonly Testimony[], services: CheckPorts): Verification {
  const { by, operation, request, transaction, fields } = build;
  const { deployment, instantExitLossBps } = services.config;
  const answer = { transaction, ...fields(undefined) };
  const proofs = testimonies.map(({ shown }) =>
    shown instanceof SimulationFailed
      ? shown
      : verify(operation, request, answer, deployment, shown, { instantExitLossBps }),
  );
  const [first, ...others] = proofs;
  if (first === undefined) throw new Error('No node was asked.');
  if (others.some((other) => formatResult(other) !== formatResult(first))) {
    const shown = proofs.map((proof, i) => ({ node: testimonies[i]?.node, result: formatResult(proof) }));
    services.log.error({ by, shown }, 'nodes disagree on a provided transaction');
    services.metrics.onRefusal(by, 'nodes');
    throw problem('NODES_DISAGREE');
  }
  if (first instanceof SimulationFailed) throw first;
  if (request.minReceive !== undefined && isUnheld(first)) {
    throw problem('MIN_RECEIVE_NOT_HELD', { exit: request.kind === 'slow' ? 'slow' : 'instant' });
  }
  const findings = [...first.findings, ...findCostlyExit(build, proofs, testimonies, deployment)];
  if (findings.length > 0) throw refuseProvidedTransaction(by, findings, services);
  return first;
}

/** Checks whether nothing in the bytes demands a minimum, and the proof has no other objection. */
function isUnheld({ findings, effects }: Verification): boolean {
  const isOnlyThat = findings.every(({ rule, price }) => rule === 'minimum' && price === undefined);
  return isOnlyThat && effects.arrives.some(({ least }) => least === undefined);
}

/** Holds a slow exit to {@link findLeastStake}, on every node. */
function findCostlyExit(
  { request }: Provided,
  proofs: readonly (Verification | SimulationFailed)[],
  testimonies: readonly Testimony[],
  deployment: Deployment,
): readonly Finding[] {
  return proofs.flatMap((proof, i): readonly Finding[] => {
    const shown = testimonies[i]?.shown;
    if (shown === undefined || shown instanceof SimulationFailed || proof instanceof SimulationFailed)
      return [];
    const least = findLeastStake(request, shown, deployment);
    const [arriving] = proof.effects.arrives;
    if (least === undefined || arriving === undefined || arriving.amount >= least) return [];
    const price = { least, offered: arriving.amount, mint: arriving.asset };
    return [{ rule: 'price', detail: 'The exit costs more than rents.', price }];
  });
}

/** Returns the results that nodes must agree on: failure, refusal, or the address of the new stake account. */
function formatResult(proof: Verification | SimulationFailed): string {
  if (proof instanceof SimulationFailed) return 'fails';
  return proof.findings.length > 0 ? 'refused' : `harmless ${findNewStakeAccount(proof)}`;
}

/** The stake account that a proved transaction makes for its wallet, where it makes one. */
export function findNewStakeAccount({ effects }: Pick<Verification, 'effects'>): string | undefined {
  return effects.arrives.find(({ asset }) => asset === 'stake')?.account;
}

async function simulationFailed(
  { fault, logs }: SimulationFailed,
  build: Provided,
  services: CheckPorts,
): Promise<ProblemError> {
  const shortfall =
    (await findTokenShortfall(build, services)) ??
    (await findLamportShortfall(build.transaction, { fault, logs }, services));
  if (shortfall !== undefined) return await refuseLacking(build, insufficientFunds(shortfall), services);
  const failure = readFailure(fault, logs, readMessageOf(build.transaction));
  const code = codeOfFailure(failure);
  if (code === 'POOL_NOT_UPDATED' || code === 'EPOCH_REWARDS_BEING_PAID') return problem(code);
  if (code === 'SLIPPAGE_EXCEEDED') return problem('SLIPPAGE_EXCEEDED', { reason: failure.words });
  return problem('SIMULATION_FAILED', {
    reason: failure.words,
    rule: 'The wallet may lack a token account, or lamports for fees and rent.',
  });
}

/** Adds the nearest amounts that the wallet holds; costs one more read of the ledger. */
async function refuseLacking(
  { wallet, operation, request, spends, findRange }: Provided,
  refusal: ProblemError,
  services: CheckPorts,
): Promise<ProblemError> {
  if (findRange === undefined) return refusal;
  const located = await findRange(wallet);
  const read = await readAccounts(
    [...new Set([wallet, RENT, CLOCK_ADDRESS, ...located.addresses])],
    services,
  );
  const range = located.describe(read, await readMeans(read, services));
  if (operation === 'stake') return addNearestStake(refusal, spends.amount, range);
  const exit = range.exits.find(({ kind }) => kind === request.kind);
  return exit?.takes === 'amount' ? addNearest(refusal, spends.amount, exit.own, exit.asset) : refusal;
}
