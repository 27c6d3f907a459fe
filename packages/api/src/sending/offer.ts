import {
  type Build as AnyBuild,
  type Finished,
  findRoot,
  isExclusiveBuild,
  type ProvidedBuild,
} from '../builds/build.ts';
import { type FinishedBuild, type Finishing, finishBuild } from '../builds/finish.ts';
import { hashMessage, readSignedTransaction, readWallet, type SignedTransaction } from '../builds/message.ts';
import type { BuildServices } from '../builds/provided.ts';
import { readServiceToken, type TokenContents, verifyServiceToken } from '../builds/token.ts';
import { readStaked } from '../builds/value-limits.ts';
import { fromStoreFault } from '../problems/faults.ts';
import { isProblemError, problem } from '../problems/problem.ts';
import { createFairQueues } from '../runtime/callers.ts';
import { type Clock, sleep } from '../runtime/clock.ts';
import type { Builds } from '../store/builds.ts';
import type { OfferedForm } from '../store/claims.ts';
import type { Build } from '../store/decide.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash.ts';

/** A build as its caller has it, and what its token says. */
export type TokenedBuild = { readonly transaction: SignedTransaction; readonly contents: TokenContents };

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
  make: () => Promise<AnyBuild<Fields>>,
  place: (build: AnyBuild<Fields>) => Promise<Placed | undefined>,
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
        const placed = await place(build);
        if (placed !== undefined) return placed;
        const pause = blockhash.slotMilliseconds() ?? SLOT_MILLISECONDS;
        if (clock.elapsed() + pause > until) throw problem('EQUAL_BUILD_ISSUED');
        await sleep(clock, pause);
      }
    };
    return first.by === 'service' ? await placeNext() : await queues.take(nameOrder(first), placeNext);
  };
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
  make: () => Promise<AnyBuild<Fields>>,
  services: OfferPorts,
  finishing: Finishing = {},
): Promise<FinishedBuild<Fields>> {
  return await services.makeUnique(make, async (build) => {
    const finished = await finishBuild(build, services, finishing).catch((error: unknown) => {
      if (isProblemError(error) && error.code === 'EQUAL_BUILD_ISSUED') return undefined;
      throw error;
    });
    if (finished === undefined) return undefined;
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
  readonly build: Build;
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

/**
 * Reads a transaction and the token that was issued for it.
 *
 * @throws {ProblemError} `forbidden` where the token is not one of ours for it, `invalid_request` for what is none.
 */
export function readBuild(
  { transaction, service_token: token }: Pick<Finished, 'transaction' | 'service_token'>,
  { tokenKeys, clock }: Pick<BuildServices, 'tokenKeys' | 'clock'>,
): TokenedBuild {
  const read = readServiceToken(tokenKeys, token);
  const signed = readSignedTransaction(transaction);
  const contents = verifyServiceToken(read, signed.message, Math.floor(clock.now() / 1_000));
  return { transaction: signed, contents };
}
