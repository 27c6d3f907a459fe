import type { IncomingHttpHeaders } from 'node:http';
import { HEADERS, type StakeBody } from '@staking-agent/wire';
import { forbidden, invalidRequest, ProblemError } from './problem-error.ts';

// ASCII before any change of case: a dotless i or a long s would become a letter that was never typed.
const REFERRAL_FORM = /^[A-Za-z0-9]{4,12}$/;

/**
 * Checks the partner key and the referral code of a stake request, from body or header.
 *
 * No partner and no referrer is registered with this service, so every key is unknown and no code resolves.
 *
 * @throws {ProblemError} `invalid_request` when the two spellings differ or the code is malformed, `forbidden`
 *   for an unknown partner key, `not_found` for a code that does not resolve.
 */
export function assertAttribution(body: StakeBody, headers: IncomingHttpHeaders): void {
  const partnerKey = eitherOf(
    body.partner_api_key,
    headers['x-partner-key'],
    'partner_api_key',
    HEADERS.partnerKey,
  );
  const code = eitherOf(
    body.referral_code,
    headers['x-referral-code'],
    'referral_code',
    HEADERS.referralCode,
  );
  if (code !== undefined && !REFERRAL_FORM.test(code)) {
    throw invalidRequest(
      'referral_code must be 4 to 12 ASCII letters and digits.',
      'REFERRAL_CODE_MALFORMED',
    );
  }
  if (partnerKey !== undefined) {
    throw forbidden('The partner key is unknown or belongs to an inactive partner.', 'PARTNER_KEY_UNKNOWN');
  }
  if (code !== undefined) {
    throw new ProblemError('not_found', 'The referral code does not resolve to a referrer.', {
      code: 'REFERRAL_CODE_NOT_FOUND',
      retryable: false,
    });
  }
}

function eitherOf(
  inBody: string | undefined,
  inHeader: string | string[] | undefined,
  field: string,
  header: string,
) {
  if (inBody !== undefined && inHeader !== undefined && inBody !== inHeader) {
    throw invalidRequest(`${field} and ${header} differ; send one of them.`, 'ATTRIBUTION_CONFLICT');
  }
  return inBody ?? inHeader?.toString();
}
