import { base58 } from '@scure/base';
import type { Logger } from 'pino';
import type { Clock } from '../background/clock.ts';
import { startLoop } from '../background/loop.ts';
import { fromStoreFault } from '../problems/from-fault.ts';
import { createAttributionClaims, type RecordedClaim } from '../store/attribution-claims.ts';
import { createAttributions } from '../store/attributions.ts';
import type { Store } from '../store/index.ts';
import { createPartners } from '../store/partners.ts';
import { createReferralCodes } from '../store/referral-codes.ts';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import type { AttributionClaim } from './attribution-claim.ts';
import { hashMessage, hashTransactionMessage } from './hash-message.ts';
import type { PartnerKeySecret } from './partner-key.ts';
import type { AskedAttribution } from './read-attribution.ts';
import { LOOKS_MILLISECONDS, type ResolvedClaim, resolveClaims } from './resolve-claims.ts';
import { findPartner, resolveCredit } from './resolve-credit.ts';

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
  /**
   * Records a claim on the message just built, for the case that it reaches the ledger without this service.
   *
   * @param transaction - base64, unsigned or partially signed.
   * @throws {ProblemError} `service_unavailable` while the store is away.
   */
  record(claim: AttributionClaim, wallet: string, transaction: string): Promise<void>;
  /** Records a broadcast and the claim of its service token. It runs in the background, and its faults fail no request. */
  noteBroadcast(claim: AttributionClaim | undefined, transaction: Broadcast, as: BroadcastAs): void;
  /** Stops resolving claims, after what is being noted. */
  close(): Promise<void>;
};

/** A signed transaction that was broadcast; the first signer is the wallet. */
export type Broadcast = {
  readonly message: Uint8Array;
  readonly signers: readonly Uint8Array[];
  /** Base58. */
  readonly signature: string;
};

/**
 * What was broadcast is to the message of its token. `built`: the same; its claim counts. `edited`: another message, which
 * may be the build of somebody else; the claim counts where none is recorded for it, so this is said before it is sent.
 * `landed`: on the ledger before it came; the claim counts for nothing.
 */
export type BroadcastAs = 'built' | 'edited' | 'landed';

/** What attribution stands on. */
export type AttributionPorts = {
  readonly store: Store;
  readonly ledger: LedgerReader;
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
  const { store, secrets, ledger, log, clock, onResolved } = ports;
  const attributions = createAttributions(store);
  const directory = {
    partners: createPartners(store),
    referralCodes: createReferralCodes(store),
    attributions,
    secrets,
  };
  const claims = createAttributionClaims(store);
  const noting = new Set<Promise<void>>();
  let isFull = false;
  let round = 0;

  const resolving = startLoop({
    clock,
    pause: ROUND_MILLISECONDS,
    work: async () => {
      const isCounted = round % COUNT_EVERY_ROUNDS === 0;
      round += 1;
      if (isCounted) isFull = (await claims.count()) >= RECORDED_LIMIT;
      await resolveClaims({ claims, attributions, ledger, log, clock, onResolved });
    },
    onFault: (fault) => log.warn({ fault: String(fault) }, 'attribution claims not resolved'),
  });

  return {
    resolve: (asked, wallet) => orUnavailable(() => resolveCredit(asked, wallet, directory)),
    findPartner: (key) => findPartner(key, directory),
    record: (claim, wallet, transaction) =>
      orUnavailable(async () => {
        if (isFull) return;
        const messageHash = hashTransactionMessage(transaction);
        await claims.record({ messageHash, wallet, ...toRow(claim) }, LOOKS_MILLISECONDS[0]);
      }),
    noteBroadcast(claim, { message, signers, signature }, as) {
      if (claim === undefined) return;
      const messageHash = hashMessage(message);
      const wallet = base58.encode(signers[0] ?? new Uint8Array());
      const writes: Readonly<Record<BroadcastAs, (recorded: RecordedClaim) => Promise<void>>> = {
        built: (recorded) => claims.sign(recorded, signature),
        edited: (recorded) => claims.signEdit(recorded, signature),
        landed: () => claims.setSignature(messageHash, signature),
      };
      const noted = writes[as]({ messageHash, wallet, ...toRow(claim) })
        .catch((fault: unknown) => {
          // Where the claim was recorded at build, the message is found on the ledger later.
          log.warn({ signature, ...claim, fault: String(fault) }, 'attribution_unpersisted');
        })
        .finally(() => noting.delete(noted));
      noting.add(noted);
    },
    async close() {
      await resolving.stop();
      await Promise.all(noting);
    },
  };
}

function toRow({ partnerId, referralCode }: AttributionClaim) {
  return { partnerId: partnerId ?? null, referralCode: referralCode ?? null };
}

async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw fromStoreFault(error, 'attribution');
  }
}
