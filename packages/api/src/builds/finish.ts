import type { AddressesByLookupTableAddress, Instruction } from '@solana/kit';
import { isGivenAway } from '@staking-agent/chain/ledger';
import { type ComputeBudget, getComputeBudgetInstructions } from '@staking-agent/chain/message';
import type { Evidence, Proof } from '@staking-agent/verify';
import type { StrategyKey } from '@staking-agent/wire';
import sodium from 'sodium-native';
import { fromStoreFault, UpstreamFault } from '../problems/faults.ts';
import { isProblemError, type ProblemError, problem } from '../problems/problem.ts';
import { createFairQueues } from '../runtime/callers.ts';
import { type Clock, sleep } from '../runtime/clock.ts';
import type { Builds } from '../store/builds.ts';
import type { OfferedForm } from '../store/claims.ts';
import type { Build as BuildRow } from '../store/decide.ts';
import type { BlockhashFeed, Lifetime } from '../upstreams/ledger/blockhash.ts';
import type { LookupTablesFeed } from '../upstreams/ledger/feeds.ts';
import { drawBudget, drawTrialBudget, limitSimulated } from './budget.ts';
import {
  type Build,
  type CompiledBuild,
  encodeBuildRecord,
  type Finished,
  findNewStakeAccount,
  findRoot,
  isExclusiveBuild,
  listFigures,
  type ProvidedBuild,
  proveBuild,
  type ToldBuild,
} from './build.ts';
import { type CompiledMessage, compileOwn, hashMessage, type OwnMessage, readWallet } from './message.ts';
import { type BuildServices, checkProvidedTransaction, UnknownRoute } from './provided.ts';
import { type ExplainRefusal, simulateOwn } from './simulate.ts';
import {
  type AttributionClaim,
  issueServiceToken,
  readBuild,
  TOKEN_LIFETIME,
  type TokenedBuild,
  type TokenRoute,
} from './token.ts';
import { readStaked } from './value-limits.ts';

/** A build that the service compiles and only the wallet signs. */
export type OwnDraft<Fields extends { readonly strategy: StrategyKey }> = Omit<
  CompiledBuild<Fields>,
  'by' | 'message' | 'isSimulated' | 'lifetime' | 'coSigner'
> & {
  /** Compute units that its fee is taken to be for before it is simulated. */
  readonly units: number;
  /** Those behind the compute budget; a function arranges all of them. */
  readonly instructions: readonly Instruction[] | OwnMessage['arrange'];
  /** The ledger as it was read for the build. */
  readonly evidence: Partial<Evidence> & { readonly slot: bigint };
  /** Accounts that the message may take from tables where it is too large without. */
  readonly lookupTables?: LookupTablesFeed;
  /** Tables beside these. */
  readonly furtherTables?: AddressesByLookupTableAddress | undefined;
  /** Throws where the message must not be simulated. */
  readonly inspect?: ((compiled: CompiledMessage) => void) | undefined;
  /** Says why the ledger would refuse it, where the wallet has the lamports. */
  readonly explain?: ExplainRefusal;
};

/**
 * Compiles a build, has the ledger simulate it on a state no older than that of its evidence, and compiles it again with limits of
 * what it has used.
 *
 * @throws {ProblemError} `upstream_error` when it does not fit with the tables either; with the program's own name of the
 *   error, when the ledger would refuse it.
 */
export async function buildOwn<Fields extends { readonly strategy: StrategyKey }>(
  { units, instructions, lookupTables, furtherTables, inspect, explain, ...draft }: OwnDraft<Fields>,
  services: BuildServices,
): Promise<CompiledBuild<Fields>> {
  const { wallet, evidence, fields } = draft;
  const { strategy } = fields;
  const lifetime = await services.blockhash.get();
  const arrange =
    typeof instructions === 'function'
      ? instructions
      : (budget: ComputeBudget) => [...getComputeBudgetInstructions(budget, wallet), ...instructions];
  const compile = (budget: ComputeBudget) =>
    compileOwn({ wallet, lifetime, budget, arrange, lookupTables, furtherTables });
  const trial = await compile(drawTrialBudget(strategy, units, services));
  inspect?.(trial);
  const simulated = await simulateOwn(trial.message, evidence.slot, services, explain);
  const limits = limitSimulated(simulated, units);
  const { message, ...tables } = await compile(drawBudget(strategy, limits, services));
  const read = { ...evidence, ...tables };
  return { ...draft, by: 'service', message, isSimulated: true, evidence: read, lifetime };
}

export type Finishing = {
  /** Goes into the token, for the broadcast. */
  readonly attribution?: AttributionClaim | undefined;
  /** The hash of the first message of a refreshed build, 32 bytes. */
  readonly root?: Uint8Array | undefined;
};

/** A build that can be answered. */
export type FinishedBuild<Fields> = {
  readonly answer: Fields & Finished;
  /** Returns what a receipt and an explanation rest on. */
  readonly prove: () => Promise<ToldBuild>;
};

const SIGNATURE_SIZE = 64;

/**
 * Turns a build into its answer: signs for a new stake account, proves that the final bytes do what was requested, and issues
 * the token.
 *
 * @throws {ProblemError} `internal_error` when a message of ours is wrong, `upstream_error` when one built by others is;
 *   neither is answered then.
 * @throws {UpstreamFault} `malformed` when a node has shown a token account of the wallet as another's, and simulated otherwise.
 */
export async function finishBuild<Fields extends object>(
  build: Build<Fields>,
  services: BuildServices,
  finishing: Finishing = {},
): Promise<FinishedBuild<Fields>> {
  const { amount } = build;
  const finished =
    build.by === 'service'
      ? finishCompiled(build, services, finishing)
      : await finishProvided(build, services, finishing);
  return amount === undefined ? finished : { ...finished, answer: { ...finished.answer, amount } };
}

/** Finishes a build of others; one that goes through what the proof does not know is ordered once more. */
async function finishProvided<Fields extends object>(
  build: ProvidedBuild<Fields>,
  services: BuildServices,
  finishing: Finishing,
): Promise<FinishedBuild<Fields>> {
  const { orderAgain } = build;
  try {
    return await finishOrdered(build, services, finishing);
  } catch (refusal) {
    const isUnknown = isProblemError(refusal) && refusal.cause instanceof UnknownRoute;
    if (orderAgain === undefined || !isUnknown) throw refusal;
    const again = await orderAgain().catch(() => {
      throw refusal;
    });
    return finishOrdered(again, services, finishing);
  }
}

async function finishOrdered<Fields extends object>(
  build: ProvidedBuild<Fields>,
  services: BuildServices,
  { attribution, root }: Finishing,
): Promise<FinishedBuild<Fields>> {
  const { transaction, route, wallet, fields } = build;
  const { message, lifetime, ...proved } = await checkProvidedTransaction(build, services);
  const own = fields(findNewStakeAccount(proved.proof));
  const record = createRecord(build, own, root);
  const token = issueToken(message, { route, lifetime, attribution, record }, services);
  const answer = { ...own, transaction, ...token, signers: [wallet] };
  return { answer, prove: async () => ({ ...build, ...proved }) };
}

/** Proves again with the current fee of a signature, which only effects depend on. */
async function proveAtFee(
  build: CompiledBuild<unknown>,
  answer: Finished,
  { config, stakeTerms }: BuildServices,
): Promise<Proof> {
  const { signatureFee } = await stakeTerms.get();
  const known = { ...build.evidence, signatureFee };
  const proof = proveBuild(build, { ...answer }, config.deployment, known);
  if (proof.findings.length > 0) throw mismatch(new Error(proof.findings[0]?.detail));
  return proof;
}

function finishCompiled<Fields extends object>(
  build: CompiledBuild<Fields>,
  services: BuildServices,
  { attribution, root }: Finishing,
): FinishedBuild<Fields> {
  const { message, lifetime, wallet, coSigner, fields } = build;
  // The wallet pays, so its slot is the first; the other one is the new account's.
  const signatureCount = coSigner === undefined ? 1 : 2;
  const messageAt = 1 + signatureCount * SIGNATURE_SIZE;
  const transaction = Buffer.allocUnsafe(messageAt + message.length);
  transaction.fill(0, 0, messageAt);
  transaction[0] = signatureCount;
  transaction.set(message, messageAt);
  if (coSigner !== undefined) {
    const slot = transaction.subarray(1 + SIGNATURE_SIZE, 1 + 2 * SIGNATURE_SIZE);
    sodium.crypto_sign_detached(slot, transaction.subarray(messageAt), coSigner.secretKey as Buffer);
    sodium.sodium_memzero(coSigner.secretKey as Buffer);
  }
  assertProved(build, { ...fields, transaction }, services);
  const record = createRecord(build, fields, root);
  const token = issueToken(message, { route: 'rpc', lifetime, attribution, record }, services);
  const answer = { ...fields, transaction: transaction.toString('base64'), ...token, signers: [wallet] };
  const prove = async () => ({
    ...build,
    ...answer,
    proof: await proveAtFee(build, answer, services),
    lookupTables: build.evidence?.lookupTables,
  });
  return { answer, prove };
}

// A build of the service itself is answered only if every byte of it is proved.
function assertProved(
  build: CompiledBuild<unknown>,
  answer: { readonly transaction: Uint8Array },
  { config }: BuildServices,
): void {
  const { evidence, wallet } = build;
  const { level, findings } = proveBuild(build, answer, config.deployment, evidence);
  if (level === 'exact' && findings.length === 0) return;
  const [{ detail = `The proof is ${level}.`, account = '' } = {}] = findings;
  const cause = new Error(detail);
  // With an account that was given away it would not have passed the simulation: the node contradicts itself.
  if (isGivenAway(account, evidence?.before?.get(account)?.data, wallet))
    throw new UpstreamFault('ledger', 'malformed', { cause });
  throw mismatch(cause);
}

/** Returns the record from which a refresh repeats the build. */
function createRecord(
  { operation, request, keep }: Build<unknown>,
  answer: object,
  root: Uint8Array | undefined,
): Uint8Array {
  return encodeBuildRecord({
    operation,
    request,
    ...(keep && { keep }),
    root,
    figures: listFigures(answer),
  });
}

function issueToken(
  message: Uint8Array,
  facts: {
    route: TokenRoute;
    lifetime: Lifetime;
    attribution: AttributionClaim | undefined;
    record: Uint8Array;
  },
  { tokenKeys, clock, blockhash }: BuildServices,
) {
  const { route, lifetime, attribution, record } = facts;
  const { lastValidBlockHeight, contextSlot, blockhashText } = lifetime;
  const contents = { route, lastValidBlockHeight, contextSlot, record, ...(attribution && { attribution }) };
  const now = Math.floor(clock.now() / 1_000);
  const left = blockhash.untilPast(lastValidBlockHeight);
  return {
    service_token: issueServiceToken(tokenKeys, message, contents, now),
    expiry: {
      blockhash: blockhashText,
      lastValidBlockHeight: String(lastValidBlockHeight),
      validForSeconds: left === undefined ? null : Math.floor(left / 1_000),
      tokenExpiresAt: new Date((now + TOKEN_LIFETIME) * 1_000).toISOString(),
    },
  };
}

function mismatch(cause: Error): ProblemError {
  return problem('INTENT_MISMATCH', undefined, { cause });
}

/**
 * Makes a build and places it, again where its message was handed out before.
 *
 * Messages of the service are told apart by their compute budget. A provider's are equal where wallet, amount and slot are,
 * and the ledger executes equal ones once: such a build is ordered again slot by slot, in turn by callers.
 *
 * @param place - finishes the build and writes its row; undefined where another request has the message, or it has landed.
 * @throws {ProblemError} `service_unavailable` when it was equal each time, and what `make` and `place` throw.
 */
export type MakeUnique = <Fields, Placed>(
  make: () => Promise<Build<Fields>>,
  place: (build: Build<Fields>) => Promise<Placed | undefined>,
) => Promise<Placed>;

/** From the first order on; the last one is begun before. */
const PATIENCE_MILLISECONDS = 5_000;
/** Until slots have been measured. */
const SLOT_MILLISECONDS = 400;

/** Makes the builds of one process distinct. */
export function createMakeUnique({
  blockhash,
  clock,
}: {
  readonly blockhash: BlockhashFeed;
  readonly clock: Clock;
}): MakeUnique {
  const queues = createFairQueues();
  return async (make, place) => {
    const until = clock.elapsed() + PATIENCE_MILLISECONDS;
    const first = await make();
    const placeNext = async () => {
      for (let build = first; ; build = await make()) {
        const placed = await place(build).catch(orEqual);
        if (placed !== undefined) return placed;
        const pause = blockhash.slotMilliseconds() ?? SLOT_MILLISECONDS;
        if (clock.elapsed() + pause > until) throw problem('EQUAL_BUILD_ISSUED');
        await sleep(clock, pause);
      }
    };
    return first.by === 'service' ? await placeNext() : await queues.take(nameOrder(first), placeNext);
  };
}

/** Takes a message that has landed, as its simulation says, for one that another request has. */
function orEqual(error: unknown): undefined {
  if (!isProblemError(error) || error.code !== 'EQUAL_BUILD_ISSUED') throw error;
}

/** Names an order by the properties in which orders with equal transactions agree. */
function nameOrder({ operation, request, wallet, spends }: ProvidedBuild<unknown>): string {
  const { strategy, kind } = request;
  return [wallet, operation, strategy, kind, spends.amount].join();
}

/** The store and everything that builds are finished with. */
export type OfferPorts = BuildServices & {
  readonly makeUnique: MakeUnique;
  readonly builds: Builds;
  readonly attribution: { hasRoom(): boolean };
};

/**
 * Makes a build and finishes it. A provider's message, which must be handed out once, and one with a claim have a row before
 * they are handed out; a build of the service without a claim has none until it is broadcast.
 *
 * @throws {ProblemError} `service_unavailable` while the store is away and a row is needed, and what building throws.
 */
export async function handOut<Fields extends object>(
  make: () => Promise<Build<Fields>>,
  services: OfferPorts,
  finishing: Finishing = {},
): Promise<FinishedBuild<Fields>> {
  return await services.makeUnique(make, async (build) => {
    const finished = await finishBuild(build, services, finishing);
    const isProvided = build.by !== 'service' && !isExclusiveBuild(build);
    const hasClaim = finishing.attribution !== undefined && services.attribution.hasRoom();
    if (!isProvided && !hasClaim) return finished;
    const offered = toOffered(readBuild(finished.answer, services));
    const isNew = await services.builds.offer(offered.build, offered.form).catch((error: unknown) => {
      throw fromStoreFault(error, isProvided ? 'provider build' : 'attribution');
    });
    return isNew ? finished : undefined;
  });
}

/**
 * Passes while the store is there, which a provider's transaction needs before it is ordered.
 *
 * @throws {ProblemError} `service_unavailable` while it is away.
 */
export async function requireStore(builds: Builds): Promise<void> {
  await builds.find({ build: '' }).catch((error: unknown) => {
    throw fromStoreFault(error, 'provider build');
  });
}

/** Returns the rows of a build that is handed out. */
export function toOffered({ transaction, contents }: TokenedBuild): {
  readonly build: BuildRow;
  readonly form: OfferedForm;
} {
  const { message } = transaction;
  const { lastValidBlockHeight, contextSlot, attribution: claim, record } = contents;
  const id = hashMessage(message);
  return {
    build: {
      id: findRoot(record) ?? id,
      wallet: readWallet(transaction),
      message: Buffer.from(message).toString('base64'),
      contextSlot,
      staked: readStaked(record),
    },
    form: { id, lastValidBlockHeight, claim },
  };
}
