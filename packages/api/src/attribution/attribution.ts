import type { Logger } from 'pino';
import type { AttributionClaim } from '../builds/token.ts';
import { fromStoreFault } from '../problems/faults.ts';
import type { Clock } from '../runtime/clock.ts';
import { startLoop } from '../runtime/loop.ts';
import type { Builds } from '../store/builds.ts';
import type { ResolvedClaim } from '../store/forms.ts';
import type { Store } from '../store/open.ts';
import { createAttributions, createPartners, createReferralCodes } from '../store/partners.ts';
import type { LedgerClient } from '../upstreams/ledger/client.ts';
import { findPartner, type ReadEnds, resolveClaims, resolveCredit } from './credits.ts';
import type { AskedAttribution, PartnerKeySecret } from './partner-key.ts';

/** Attribution of one process. */
export type Attribution = {
  /**
   * Finds the partner and the referrer to credit for a wallet's stake.
   *
   * @returns undefined when nobody is: a wallet's own code, or a wallet that somebody has brought in already.
   * @throws {ProblemError} `forbidden` for an unknown or inactive partner, `not_found` for a code that resolves to
   *   nobody, `service_unavailable` while the store is away.
   */
  resolve(asked: AskedAttribution, wallet: string): Promise<AttributionClaim | undefined>;
  /** Finds the active partner of a key. @throws {StoreFault} while the store is away. */
  findPartner(key: string): Promise<string | undefined>;
  /** Tells whether claims of messages that may never be signed are kept; otherwise only what is broadcast here is credited. */
  hasRoom(): boolean;
  /** Counts and logs credits of forms that landed. */
  noteCredits(credits: Awaited<ReturnType<Builds['settle']>>): void;
  /** Stops resolving claims. */
  close(): Promise<void>;
};

/** What attribution stands on. */
export type AttributionPorts = {
  readonly store: Store;
  readonly builds: Builds;
  readonly ledger: LedgerClient;
  readonly readEnds: ReadEnds;
  readonly log: Logger;
  readonly clock: Clock;
  readonly secrets: readonly PartnerKeySecret[];
  readonly onResolved: (outcome: ResolvedClaim, age: number) => void;
};

const ROUND_MILLISECONDS = 2_000;
const COUNT_EVERY_ROUNDS = 30;
/** Claims on messages that may never be signed; beyond them only what is broadcast here is credited. */
const RECORDED_LIMIT = 100_000;

/** Opens the store's part of attribution and starts resolving claims. */
export function startAttribution(ports: AttributionPorts): Attribution {
  const { store, builds, secrets, log, onResolved, clock } = ports;
  const directory = {
    partners: createPartners(store),
    referralCodes: createReferralCodes(store),
    attributions: createAttributions(store),
    secrets,
  };
  const noteCredits: Attribution['noteCredits'] = (credits) => {
    for (const { id, claim, outcome, age } of credits) {
      onResolved(outcome, age);
      log.info({ form: id, ...claim, outcome }, 'attribution resolved');
    }
  };
  let isFull = false;
  let round = 0;

  const resolving = startLoop({
    clock,
    pause: ROUND_MILLISECONDS,
    work: async () => {
      const isCounted = round % COUNT_EVERY_ROUNDS === 0;
      round += 1;
      if (isCounted) isFull = (await builds.countClaims()) >= RECORDED_LIMIT;
      await resolveClaims({ ...ports, onSettled: noteCredits });
    },
    onFault: (fault) => log.warn({ fault: String(fault) }, 'attribution claims not resolved'),
  });

  return {
    resolve: (asked, wallet) => orUnavailable(() => resolveCredit(asked, wallet, directory)),
    findPartner: (key) => findPartner(key, directory),
    hasRoom: () => !isFull,
    noteCredits,
    close: resolving.stop,
  };
}

async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw fromStoreFault(error, 'attribution');
  }
}
