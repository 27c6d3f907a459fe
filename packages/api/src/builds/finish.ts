import type { AddressesByLookupTableAddress, Instruction } from '@solana/kit';
import { type ComputeBudget, getComputeBudgetInstructions } from '@staking-agent/chain/message';
import type { Evidence, Proof } from '@staking-agent/verify';
import type { StrategyKey } from '@staking-agent/wire';
import sodium from 'sodium-native';
import { isProblemError, type ProblemError, problem } from '../problems/problem.ts';
import type { Lifetime } from '../upstreams/ledger/blockhash.ts';
import type { LookupTablesFeed } from '../upstreams/ledger/feeds.ts';
import { drawBudget, drawTrialBudget, limitSimulated } from './budget.ts';
import {
  type Build,
  type CompiledBuild,
  encodeBuildRecord,
  type Finished,
  findNewStakeAccount,
  listFigures,
  type ProvidedBuild,
  proveBuild,
  type ToldBuild,
} from './build.ts';
import { type CompiledMessage, compileOwn, type OwnMessage } from './message.ts';
import { type BuildServices, checkProvidedTransaction, UnknownRoute } from './provided.ts';
import { type ExplainRefusal, simulateOwn } from './simulate.ts';
import { type AttributionClaim, issueServiceToken, TOKEN_LIFETIME, type TokenRoute } from './token.ts';

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
  const { level, findings } = proveBuild(build, answer, config.deployment, build.evidence);
  if (level === 'exact' && findings.length === 0) return;
  throw mismatch(new Error(findings[0]?.detail ?? `The proof is ${level}.`));
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
