import type { IncomingHttpHeaders } from 'node:http';
import { HEADERS, type StakeBody } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';

/** What a stake request says of who brought the wallet in, well-formed and not looked up yet. */
export type AskedAttribution = {
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
