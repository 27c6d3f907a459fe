import type { Blockhash } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { CLOCK_ADDRESS } from '@staking-agent/chain/ledger';
import { applyFee, lamportsForPoolTokens, STAKE_POOL_CODEC } from '@staking-agent/chain/stake-pool';
import {
  type Evidence,
  encodeBase58,
  type Finding,
  MalformedMessage,
  type Message,
  type Proof,
  type Rule,
  readTransaction,
  type Transaction,
} from '@staking-agent/verify';
import {
  type EvidenceSubject,
  gatherEvidence,
  SimulationFailed,
  StateUnsettled,
  UnusableReading,
} from '@staking-agent/verify/evidence';
import { ASSET_DECIMALS, formatAmount, type ProblemCode, parseAmount } from '@staking-agent/wire';
import type { Logger } from 'pino';
import { JsonRpcError, type Provider, UpstreamFault } from '../problems/faults.ts';
import { insufficientFunds, type ProblemError, problem } from '../problems/problem.ts';
import { type Clock, type Random, sleep } from '../runtime/clock.ts';
import type { BlockhashFeed, Lifetime } from '../upstreams/ledger/blockhash.ts';
import {
  askWitnesses,
  CALL_MILLISECONDS,
  type LedgerClient,
  RENT,
  readAccounts,
} from '../upstreams/ledger/client.ts';
import type { LedgerNode } from '../upstreams/ledger/node.ts';
import type { TipService, UniqueBudget } from './budget.ts';
import { findAsset, findNewStakeAccount, type Proved, type ProvidedBuild, proveBuild } from './build.ts';
import { readFailure, refuseFailure } from './failures.ts';
import { readMessageOf } from './message.ts';
import type { Metrics } from './metrics.ts';
import { addNearest, addNearestStake, type MeansPorts, readMeans } from './ranges.ts';
import { findLamportShortfall, findTokenShortfall } from './simulate.ts';
import type { TokenKey } from './token.ts';

/** The parts of the service that builds are checked and finished with. */
export type BuildServices = MeansPorts & {
  readonly ledger: LedgerClient;
  readonly blockhash: BlockhashFeed;
  readonly tokenKeys: readonly TokenKey[];
  readonly uniqueBudget: UniqueBudget;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly config: {
    readonly deployment: Deployment;
    readonly instantExitLossBps: number;
    readonly tipService: TipService;
  };
};

type Provided = ProvidedBuild<object>;

/**
 * Proves that a transaction built by others does what was requested and nothing more, from evidence of our own ledger nodes;
 * if several are configured, on two nodes independently.
 *
 * @returns the message that is to be signed, how long it can live, and the proof by the healthiest node.
 * @throws {ProblemError} `upstream_error`: with the rule it breaks, with the ledger's reason when it would fail, or when the
 *   nodes do not show the same.
 */
export async function checkProvidedTransaction(
  build: Provided,
  services: BuildServices,
): Promise<Proved & { message: Uint8Array; lifetime: Lifetime }> {
  try {
    const transaction = readUnsigned(build.transaction);
    const subject = { transaction, base64: build.transaction, request: build.request };
    const testimonies = await gatherFromNodes(
      { ...subject, deployment: services.config.deployment },
      services,
    );
    const proved = prove(build, testimonies, services);
    const { messageBytes, message } = transaction;
    return {
      ...proved,
      message: messageBytes,
      lifetime: await boundLifetime(message, build.lifetime, testimonies, services),
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

/** More blocks than this are not made between our reading of a blockhash and a simulation, unless the ledger jumps. */
const BLOCKS_LIMIT = 150n;
/** Readings after a jump: by then one is of a later time than the simulations. */
const READINGS = 11;

/**
 * Bounds the life of a foreign blockhash: the nodes knew it at the slots of their simulations, and at most as many blocks as
 * slots lie between our blockhash and those slots. Where the ledger has jumped since ours was read, a newer one is waited for.
 */
export async function boundLifetime(
  { blockhash }: Message,
  own: Lifetime,
  testimonies: readonly Testimony[],
  { clock, blockhash: feed }: BuildServices,
): Promise<Lifetime> {
  const blockhashText = encodeBase58(blockhash) as Blockhash;
  if (blockhashText === own.blockhashText) return own;
  const slots = testimonies.flatMap(({ shown }) => (shown instanceof SimulationFailed ? [] : [shown.slot]));
  const slot = slots.reduce((latest, each) => (each > latest ? each : latest), own.contextSlot);
  let newest = own;
  for (let read = 0; read < READINGS && slot - newest.contextSlot >= BLOCKS_LIMIT; read += 1) {
    await sleep(clock, PAUSE_MILLISECONDS);
    newest = await feed.get();
  }
  const ahead = slot - newest.contextSlot;
  const passed = ahead < 0n ? 0n : ahead < BLOCKS_LIMIT ? ahead : BLOCKS_LIMIT;
  const lastValidBlockHeight = newest.lastValidBlockHeight + passed;
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

function prove(build: Provided, testimonies: readonly Testimony[], services: BuildServices): Proved {
  const { by, request, transaction, fields } = build;
  const { deployment, instantExitLossBps } = services.config;
  const answer = { transaction, ...fields(undefined) };
  const proofs = testimonies.map(({ shown }) =>
    shown instanceof SimulationFailed
      ? shown
      : proveBuild(build, answer, deployment, shown, { instantExitLossBps }),
  );
  const [first, ...others] = proofs;
  if (first === undefined) throw new Error('No node was asked.');
  if (others.some((other) => formatResult(other) !== formatResult(first))) {
    const shown = proofs.map((proof, i) => ({ node: testimonies[i]?.node, result: formatResult(proof) }));
    services.log.error({ by, shown }, 'nodes disagree on a provided transaction');
    services.metrics.refusals.inc({ provider: by, rule: 'nodes' });
    throw problem('NODES_DISAGREE');
  }
  if (first instanceof SimulationFailed) throw first;
  if (request.minReceive !== undefined && isUnheld(first)) {
    const isPrefunded = request.kind === 'slow' && first.effects.arrives[0]?.least === undefined;
    throw problem('MIN_RECEIVE_NOT_HELD', { by: isPrefunded ? 'prefunding' : by });
  }
  const findings = [...first.findings, ...findCostlyExit(build, proofs, testimonies, deployment)];
  if (findings.length > 0) throw refuseProvidedTransaction(by, findings, services);
  const [{ shown } = {}] = testimonies;
  return { proof: first, lookupTables: shown instanceof SimulationFailed ? undefined : shown?.lookupTables };
}

/** Checks whether nothing in the bytes demands a minimum, and the proof objects to nothing but the price. */
function isUnheld({ findings, effects }: Proof): boolean {
  const isOnlyThat = findings.every(({ rule }) => rule === 'minimum' || rule === 'price');
  return isOnlyThat && effects.arrives.some(({ least, isAtRate }) => least === undefined || isAtRate);
}

/** Holds a slow exit to {@link findLeastStake}, on every node. */
function findCostlyExit(
  { request }: Provided,
  proofs: readonly (Proof | SimulationFailed)[],
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

const STAKE_ACCOUNT_SIZE = 200;
/** Rents of a stake account that a slow exit may cost: two that the router has lent, and what being paid back for them costs. */
const RENTS = 3n;

/**
 * Computes the minimum of a slow exit without `minReceive`: what the pool redeems the raSOL for, less the rent of three
 * stake accounts.
 *
 * The pool pays by arithmetic and takes no more. A router's program that repays its loan out of the stake may cost the
 * ledger's minimum delegation instead, which within the proof's 0.5 % is 1 SOL of an exit of 200.
 *
 * @returns lamports, rounded down; undefined for another request, or where the pool was not read.
 */
export function findLeastStake(
  { kind, amount, minReceive }: ProvidedBuild<object>['request'],
  { before, rentExemption }: Evidence,
  { stakePool }: Deployment,
): bigint | undefined {
  const pool = before.get(stakePool.address);
  if (kind !== 'slow' || minReceive !== undefined || pool?.owner !== stakePool.program) return undefined;
  const tokens = parseAmount(amount ?? '', ASSET_DECIMALS.raSOL);
  if (!tokens.ok) return undefined;
  const decoded = STAKE_POOL_CODEC.decode(pool.data);
  const redeemed = tokens.baseUnits - applyFee(decoded.stakeWithdrawalFee, tokens.baseUnits, 'up');
  const least = lamportsForPoolTokens(decoded, redeemed) - RENTS * rentExemption(STAKE_ACCOUNT_SIZE);
  return least > 0n ? least : undefined;
}

/** Returns the results that nodes must agree on: failure, refusal, or the address of the new stake account. */
function formatResult(proof: Proof | SimulationFailed): string {
  if (proof instanceof SimulationFailed) return 'fails';
  return proof.findings.length > 0 ? 'refused' : `harmless ${findNewStakeAccount(proof)}`;
}

async function simulationFailed(
  { fault, logs }: SimulationFailed,
  build: Provided,
  services: BuildServices,
): Promise<ProblemError> {
  // Equal bytes have landed past the service, within the life of their blockhash.
  if (fault === 'AlreadyProcessed') return problem('EQUAL_BUILD_ISSUED');
  const shortfall =
    (await findTokenShortfall(build.wallet, build.spends, services)) ??
    (await findLamportShortfall(build.transaction, { fault, logs }, services));
  if (shortfall !== undefined) return await refuseLacking(build, insufficientFunds(shortfall), services);
  const failure = readFailure(fault, logs, readMessageOf(build.transaction));
  return refuseFailure(failure, 'The wallet may lack a token account, or lamports for fees and rent.');
}

/** Adds the nearest amounts that the wallet holds; costs one more read of the ledger. */
async function refuseLacking(
  { wallet, operation, request, spends, locate }: Provided,
  refusal: ProblemError,
  services: BuildServices,
): Promise<ProblemError> {
  if (locate === undefined) return refusal;
  const located = locate(wallet, services.config.deployment);
  const read = await readAccounts(
    [...new Set([wallet, RENT, CLOCK_ADDRESS, ...located.addresses])],
    services,
  );
  const range = located.describe(read, await readMeans(read, services));
  if (operation === 'stake') return addNearestStake(refusal, spends.amount, range);
  const exit = range.exits.find(({ kind }) => kind === request.kind);
  return exit?.takes === 'amount' ? addNearest(refusal, spends.amount, exit.own, exit.asset) : refusal;
}

const CODES = {
  router: 'ROUTER_TRANSACTION_REFUSED',
  'vault provider': 'VAULT_TRANSACTION_REFUSED',
} as const satisfies Record<Provider, ProblemCode>;

/** Words on a broken rule, to follow "it". */
const WORDS: Readonly<Record<Rule, string>> = {
  message: 'cannot be read as one transaction of the ledger',
  signers: 'asks for other signatures than that of the wallet, or is paid for by somebody else',
  fee: 'bids more for priority than any transaction of this service may',
  shape: 'holds an instruction that such a transaction does not have',
  account: 'changes an account of the wallet that was not part of the request',
  'new-account': 'opens an account that was not part of the request, or locks more than its rent',
  conservation: 'takes more from the wallet than was asked and named',
  price: 'brings less than it has to',
  minimum: 'does not hold the program to a minimum, so that it could bring less than it shows',
  'inner-instruction': 'invokes a program in a way that such a transaction does not',
  evidence: 'touches what the ledger nodes of this service did not show',
};

/**
 * Creates the problem of a withheld transaction that others built; logs all findings and counts their rules.
 *
 * @param findings - at least one; the first one that is not about the price alone decides the code.
 */
export function refuseProvidedTransaction(
  by: Provider,
  findings: readonly Finding[],
  { log, metrics, config }: BuildServices,
): ProblemError {
  log.error({ by, findings: findings.map(printable) }, 'provided transaction refused');
  for (const rule of new Set(findings.map((finding) => finding.rule)))
    metrics.refusals.inc({ provider: by, rule });
  const decisive =
    findings.find(({ price }) => price === undefined) ??
    findings.find((finding) => finding.rule === 'price') ??
    findings[0];
  const rule = decisive?.rule ?? 'message';
  if (rule === 'evidence') return problem('EVIDENCE_INCOMPLETE');
  if (decisive?.price !== undefined) return refusePrice(decisive.price, config.deployment);
  const cause = rule === 'shape' || rule === 'inner-instruction' ? new UnknownRoute() : undefined;
  return problem(CODES[by], { rule, words: WORDS[rule] }, { cause });
}

/** A transaction goes through programs, or instructions of them, that the proof does not know. */
export class UnknownRoute extends Error {
  override readonly name = 'UnknownRoute';
}

/** Creates the problem of a transaction that may bring less than its minimum. */
function refusePrice(
  { least, offered, mint }: NonNullable<Finding['price']>,
  deployment: Deployment,
): ProblemError {
  const asset = findAsset(mint, deployment);
  const inWords = (amount: bigint) => formatAmount(amount < 0n ? 0n : amount, ASSET_DECIMALS[asset]);
  return problem('PRICE_OUT_OF_BOUNDS', { asset, least: inWords(least), offered: inWords(offered) });
}

/** JSON has no integers beyond doubles. */
function printable({ price, ...finding }: Finding): object {
  return price === undefined
    ? finding
    : { ...finding, price: { ...price, least: String(price.least), offered: String(price.offered) } };
}

/** The evidence of one node, or its word that the ledger would refuse the transaction. */
type Testimony = { readonly node: string; readonly shown: Evidence | SimulationFailed };

const PAUSE_MILLISECONDS = 200;
const SLOT_NOT_REACHED = -32_016;

/**
 * Gathers evidence on the nodes that {@link askWitnesses} asks.
 *
 * @returns what each of them showed, the healthiest first.
 * @throws {UpstreamRefusal} or {@link UpstreamFault} when fewer nodes answer than have to.
 * @throws {MalformedMessage} {@link StateUnsettled} as {@link gatherEvidence}.
 */
async function gatherFromNodes(
  subject: Omit<EvidenceSubject, 'signatureFee'>,
  ports: BuildServices,
): Promise<readonly Testimony[]> {
  const asked = { ...subject, signatureFee: (await ports.stakeTerms.get()).signatureFee };
  const ask = async (node: LedgerNode): Promise<Testimony> => {
    const reads = {
      getMultipleAccounts: (params: readonly unknown[]) =>
        unlessTooEarly(node.call('getMultipleAccounts', params, CALL_MILLISECONDS)),
      simulateTransaction: (params: readonly unknown[]) =>
        unlessTooEarly(node.call('simulateTransaction', params, CALL_MILLISECONDS)),
    };
    try {
      return {
        node: node.name,
        shown: await gatherEvidence(asked, reads, () => sleep(ports.clock, PAUSE_MILLISECONDS)),
      };
    } catch (error) {
      if (error instanceof SimulationFailed) return { node: node.name, shown: error };
      if (error instanceof UnusableReading) throw new UpstreamFault('ledger', 'malformed');
      throw error;
    }
  };
  return Promise.all(askWitnesses(ports.ledger.byHealth(), ask, ports));
}

/** A backend behind the slot that another one has shown says so; it may have caught up a moment later. */
async function unlessTooEarly<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof JsonRpcError && error.code === SLOT_NOT_REACHED) return undefined;
    throw error;
  }
}
