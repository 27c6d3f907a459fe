import { createHmac, hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { base32nopad } from '@scure/base';
import { BoundedCache } from '@staking-agent/chain/address';
import { HEADERS, type StakeBody } from '@staking-agent/wire';
import type { AttributionClaim, TokenKey } from '../builds/token.ts';
import { fromStoreFault } from '../problems/faults.ts';
import { problem } from '../problems/problem.ts';
import { type Clock, SYSTEM_RANDOM } from '../runtime/clock.ts';
import { startLoop } from '../runtime/loop.ts';
import type { Store } from '../store/open.ts';
import {
  type Attributions,
  createAttributions,
  createPartners,
  createReferralCodes,
  type Partners,
  type ReferralCodes,
} from '../store/partners.ts';
import { type Resolution, resolveClaims } from './claims.ts';

export type Attribution = ReturnType<typeof startAttribution>;

const ROUND_MILLISECONDS = 2_000;
const COUNT_EVERY_ROUNDS = 30;
/** Claims on messages that may never be signed; beyond them only what is broadcast here is credited. */
const RECORDED_LIMIT = 100_000;

/** Opens the store's part of attribution and starts resolving claims. */
export function startAttribution(
  ports: Omit<Resolution, 'onSettled'> & {
    readonly clock: Clock;
    readonly store: Store;
    readonly secrets: readonly PartnerKeySecret[];
  },
) {
  const { store, builds, secrets, log, onResolved, clock } = ports;
  const directory = {
    partners: createPartners(store),
    referralCodes: createReferralCodes(store),
    attributions: createAttributions(store),
    secrets,
  };
  const noteCredits: Resolution['onSettled'] = (credits) => {
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
    /**
     * Finds whom to credit for a wallet's stake, as {@link resolveCredit} does.
     *
     * @throws {ProblemError} also `service_unavailable` while the store is away.
     */
    async resolve(asked: AskedAttribution, wallet: string): Promise<AttributionClaim | undefined> {
      try {
        return await resolveCredit(asked, wallet, directory);
      } catch (error) {
        throw fromStoreFault(error, 'attribution');
      }
    },
    /** Finds the active partner of a key. @throws {StoreFault} while the store is away. */
    findPartner: (key: string) => findPartner(key, directory),
    /** Tells whether claims of messages that may never be signed are kept; otherwise only what is broadcast here is credited. */
    hasRoom: () => !isFull,
    /** Counts and logs credits of forms that landed. */
    noteCredits,
    /** Stops resolving claims. */
    close: resolving.stop,
  };
}

/** The tables of partners, codes and credited wallets. */
export type Directory = {
  readonly partners: Partners;
  readonly referralCodes: ReferralCodes;
  readonly attributions: Attributions;
  readonly secrets: readonly PartnerKeySecret[];
};

/**
 * Finds whom to credit for a wallet's stake: first the partner, then the referrer.
 *
 * @returns undefined where no one is credited: a wallet's own code, or a wallet that is credited already.
 * @throws {ProblemError} `forbidden` for an unknown or inactive partner, `not_found` for a code that is of
 *   no wallet; {@link StoreFault} while the store is away.
 */
export async function resolveCredit(
  { partnerKey, referralCode }: AskedAttribution,
  wallet: string,
  directory: Directory,
): Promise<AttributionClaim | undefined> {
  const { referralCodes, attributions } = directory;
  const partnerId = partnerKey === undefined ? undefined : await findPartner(partnerKey, directory);
  // Same text for an unknown and an inactive one, so that guessing keys reveals nothing.
  if (partnerKey !== undefined && partnerId === undefined) throw problem('PARTNER_KEY_UNKNOWN');
  const referrer = referralCode === undefined ? undefined : await referralCodes.findReferrer(referralCode);
  if (referralCode !== undefined && referrer === undefined) throw problem('REFERRAL_CODE_NOT_FOUND');
  // A wallet's own code earns no credit, and the stake proceeds.
  const othersCode = referrer === wallet ? undefined : referralCode;
  if (partnerId === undefined && othersCode === undefined) return undefined;
  return (await attributions.has(wallet)) ? undefined : { partnerId, referralCode: othersCode };
}

/**
 * Finds the active partner of a key.
 *
 * @throws {StoreFault} while the store is away.
 */
export async function findPartner(
  key: string,
  { partners, secrets }: Directory,
): Promise<string | undefined> {
  for (const secret of isPartnerKeyForm(key) ? secrets : []) {
    const found = await partners.findByKey(hashPartnerKey(secret, key));
    if (found !== undefined) return found;
  }
  return undefined;
}

type Found = { readonly partner: string | undefined; readonly until: number };

const HOLDS_MILLISECONDS = 60_000;
const KEYS_LIMIT = 2_000;
/** Lookups at the same time: invented keys must not keep the store busy. */
const LOOKUPS = 4;

/**
 * Caches look-ups of partner keys for a minute. A request never waits for one: until it is done, the caller is identified by
 * its address.
 *
 * @param find - looks a key up; undefined for none of an active partner.
 * @returns the owner of a key, at once; undefined while it is being looked up.
 */
export function createKnownPartners(
  find: (key: string) => Promise<string | undefined>,
  { elapsed }: Clock,
): (key: string) => string | undefined {
  const found = new BoundedCache<Found>(KEYS_LIMIT);
  // Separate, so that invented keys, however many, evict no partner.
  const invented = new BoundedCache<Found>(KEYS_LIMIT);
  const asked = new Set<string>();
  const lookUp = async (key: string, name: string) => {
    asked.add(name);
    try {
      const partner = await find(key);
      const kept = partner === undefined && found.get(name) === undefined ? invented : found;
      kept.set(name, { partner, until: elapsed() + HOLDS_MILLISECONDS });
    } catch {
      // The store is unavailable: the next request with that key looks it up again.
    } finally {
      asked.delete(name);
    }
  };
  return (key) => {
    if (!isPartnerKeyForm(key)) return undefined;
    const name = hash('sha256', key, 'base64url');
    const known = found.get(name) ?? invented.get(name);
    const isOld = known === undefined || known.until <= elapsed();
    // A partner is looked up again whatever else is: there are as many as there are.
    const hasRoom = asked.size < LOOKUPS || known?.partner !== undefined;
    if (isOld && hasRoom && !asked.has(name)) void lookUp(key, name);
    return known?.partner;
  };
}

/** A secret that partner keys are hashed under; `kid` names it beside the hash. */
export type PartnerKeySecret = TokenKey;

const PREFIX = 'sapk_';
const SECRET_BYTES = 20;
// 32 letters and digits for 160 bits, 7 for the checksum of prefix and secret.
const FORM = /^sapk_[a-z2-7]{39}$/;
const CHECKSUM_LENGTH = 7;

/** Makes a partner key of 160 random bits; people and scanners know it by its prefix. */
export function createPartnerKey(): string {
  const head = `${PREFIX}${base32nopad.encode(SYSTEM_RANDOM.bytes(SECRET_BYTES)).toLowerCase()}`;
  return `${head}${getChecksum(head)}`;
}

/** Checks the form of a partner key, so that a mistyped key costs no query. */
export function isPartnerKeyForm(text: string): boolean {
  return (
    FORM.test(text) &&
    text.slice(-CHECKSUM_LENGTH) === getChecksum(text.slice(0, text.length - CHECKSUM_LENGTH))
  );
}

/**
 * Returns the hash that is stored instead of a key; without the secret nobody can find the key from it.
 *
 * A plain HMAC instead of a slow hash: a key has too many bits to guess, and any caller can make the service hash one.
 */
export function hashPartnerKey({ kid, secret }: PartnerKeySecret, key: string): string {
  return `${kid}.${createHmac('sha256', secret).update(key).digest('base64url')}`;
}

/** Returns the name of the secret that a stored hash is keyed with. */
export function getSecretName(keyHash: string): string {
  return keyHash.slice(0, keyHash.indexOf('.'));
}

function getChecksum(head: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(head));
  return base32nopad.encode(bytes).toLowerCase();
}

/** The partner that a stake request names, well-formed and not looked up yet. */
type AskedAttribution = {
  readonly partnerKey: string | undefined;
  /** Upper-case. */
  readonly referralCode: string | undefined;
};

// ASCII before any change of case: a dotless i or a long s would become a letter that was never typed.
const REFERRAL_FORM = /^[A-Za-z0-9]{4,12}$/;

/**
 * Reads the partner key and the referral code of a stake request, from body or header.
 *
 * @returns undefined when neither is sent.
 * @throws {ProblemError} `invalid_request` when the two spellings differ or the code is malformed.
 */
export function readAttribution(
  body: Pick<StakeBody, 'partner_api_key' | 'referral_code'>,
  headers: IncomingHttpHeaders,
): AskedAttribution | undefined {
  const partnerKey = resolveEither(
    [body.partner_api_key, headers['x-partner-key']?.toString()],
    ['partner_api_key', HEADERS.partnerKey],
  );
  const referralCode = resolveEither(
    [toReferralCode(body.referral_code), toReferralCode(headers['x-referral-code']?.toString())],
    ['referral_code', HEADERS.referralCode],
  );
  return partnerKey === undefined && referralCode === undefined ? undefined : { partnerKey, referralCode };
}

/** Checks whether a text is a referral code, in upper or lower case. */
export function isReferralCode(text: string): boolean {
  return REFERRAL_FORM.test(text);
}

function toReferralCode(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (isReferralCode(text)) return text.toUpperCase();
  throw problem('REFERRAL_CODE_MALFORMED');
}

function resolveEither(
  [inBody, inHeader]: readonly [string | undefined, string | undefined],
  [field, header]: readonly [string, string],
): string | undefined {
  if (inBody !== undefined && inHeader !== undefined && inBody !== inHeader) {
    throw problem('ATTRIBUTION_CONFLICT', { field, header });
  }
  return inBody ?? inHeader;
}
