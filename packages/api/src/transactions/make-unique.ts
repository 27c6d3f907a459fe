import { type Clock, sleep } from '../background/clock.ts';
import { createFairQueues } from '../callers/fair-queues.ts';
import { problem } from '../problems/problem.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash-feed.ts';
import type { Build, ProvidedBuild } from './build.ts';
import type { ClaimMessage } from './claim-message.ts';
import { isExclusiveBuild } from './is-exclusive-build.ts';

/**
 * Makes a build whose message was handed out to nobody else, on any replica.
 *
 * Messages of the service are told apart by their compute budget. A provider's are equal where wallet, amount and slot are,
 * and the ledger executes equal ones once: such a build is ordered again slot by slot, in turn by callers.
 *
 * @param make - makes it; again where somebody else makes it and it was handed out before.
 * @throws {ProblemError} `service_unavailable` when it was equal each time, and what `make` throws.
 */
export type MakeUnique = <Fields>(make: () => Promise<Build<Fields>>) => Promise<Build<Fields>>;

/** What tells builds apart. */
export type UniquePorts = {
  readonly claimMessage: ClaimMessage;
  readonly blockhash: Pick<BlockhashFeed, 'slotMilliseconds'>;
  readonly clock: Clock;
};

/** From the first order on; the last one is begun before. */
const PATIENCE_MILLISECONDS = 5_000;
/** Until slots have been measured. */
const SLOT_MILLISECONDS = 400;

/** Makes the builds of one process distinct. */
export function createMakeUnique({ claimMessage, blockhash, clock }: UniquePorts): MakeUnique {
  const queues = createFairQueues();
  return async (make) => {
    const until = clock.elapsed() + PATIENCE_MILLISECONDS;
    const first = await make();
    if (first.by === 'service' || isExclusiveBuild(first)) return first;
    return queues.take(nameOrder(first), async () => {
      for (let build: Awaited<ReturnType<typeof make>> = first; ; build = await make()) {
        if (build.by === 'service' || (await claimMessage(build.transaction))) return build;
        const pause = blockhash.slotMilliseconds() ?? SLOT_MILLISECONDS;
        if (clock.elapsed() + pause > until) throw problem('EQUAL_BUILD_ISSUED');
        await sleep(clock, pause);
      }
    });
  };
}

/** Names an order by the properties in which orders with equal transactions agree. */
function nameOrder({ operation, request, wallet, spends }: ProvidedBuild<unknown>): string {
  const { strategy, kind } = request;
  return [wallet, operation, strategy, kind, spends.amount].join();
}
