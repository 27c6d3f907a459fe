import { timingSafeEqual } from 'node:crypto';
import type { AttributionClaim } from '../builds/token.ts';
import { problem } from '../problems/problem.ts';
import type { Attributions, Partners, ReferralCodes } from '../store/partners.ts';
import { hashPartnerKey, isPartnerKeyForm, type PartnerKeySecret } from './partner-key.ts';
import type { AskedAttribution } from './read-attribution.ts';

/** The tables of partners, codes and credited wallets. */
export type Directory = {
  readonly partners: Pick<Partners, 'findByKey'>;
  readonly referralCodes: Pick<ReferralCodes, 'findReferrer'>;
  readonly attributions: Pick<Attributions, 'has'>;
  readonly secrets: readonly PartnerKeySecret[];
};

/**
 * Finds whom to credit for a wallet's stake: first the partner, then the referrer.
 *
 * @returns undefined for nobody: a wallet's own code, or a wallet that is credited already.
 * @throws {ProblemError} `forbidden` for an unknown or inactive partner, `not_found` for a code that resolves to
 *   nobody; {@link StoreFault} while the store is away.
 */
export async function resolveCredit(
  { partnerKey, referralCode }: AskedAttribution,
  wallet: string,
  directory: Directory,
): Promise<AttributionClaim | undefined> {
  const partnerId = partnerKey === undefined ? undefined : await requirePartner(partnerKey, directory);
  const code = referralCode === undefined ? undefined : await othersCode(referralCode, wallet, directory);
  if (partnerId === undefined && code === undefined) return undefined;
  return (await directory.attributions.has(wallet)) ? undefined : { partnerId, referralCode: code };
}

async function requirePartner(key: string, directory: Directory): Promise<string> {
  const id = await findPartner(key, directory);
  // Same text for both, so that guessing keys reveals nothing.
  if (id === undefined) throw problem('PARTNER_KEY_UNKNOWN');
  return id;
}

/**
 * Finds the active partner of a key.
 *
 * @throws {StoreFault} while the store is away.
 */
export async function findPartner(
  key: string,
  { partners, secrets }: Pick<Directory, 'partners' | 'secrets'>,
): Promise<string | undefined> {
  for (const secret of isPartnerKeyForm(key) ? secrets : []) {
    const keyHash = hashPartnerKey(secret, key);
    const found = await partners.findByKey(keyHash);
    if (found?.isActive && isSame(found.keyHash, keyHash)) return found.id;
  }
  return undefined;
}

// Undefined for a wallet's own code: it earns no credit, and the stake proceeds.
async function othersCode(
  code: string,
  wallet: string,
  { referralCodes }: Directory,
): Promise<string | undefined> {
  const referrer = await referralCodes.findReferrer(code);
  if (referrer === undefined) {
    throw problem('REFERRAL_CODE_NOT_FOUND');
  }
  return referrer === wallet ? undefined : code;
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
