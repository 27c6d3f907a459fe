import type { Logger } from 'pino';
import { problem } from '../problems/problem.ts';
import { isProblemError } from '../problems/problem-error.ts';
import type { Clock } from '../runtime/clock.ts';
import { readServiceToken, verifyServiceToken } from './service-token.ts';
import { sliceMessage } from './slice-message.ts';
import type { TokenKey } from './token-key.ts';

/**
 * Checks that an answer from the store is one of this service: its token is ours and was issued for its transaction. An
 * expired token is valid here, because the answer is repeated unchanged.
 *
 * @param answer - printed.
 * @throws {ProblemError} `internal_error`: because write access to the store must not allow anybody to issue transactions;
 *   `idempotency_mismatch` for a token of a retired key: it can no longer be checked, and another build under the same key
 *   could be a second payment.
 */
export function assertOwnAnswer(
  answer: string,
  { tokenKeys, clock, log }: { tokenKeys: readonly TokenKey[]; clock: Clock; log: Logger },
): void {
  try {
    const { transaction, service_token: token }: Record<string, unknown> = JSON.parse(answer);
    const bytes = Buffer.from(String(transaction), 'base64');
    verifyServiceToken(
      readServiceToken(tokenKeys, String(token)),
      sliceMessage(bytes),
      Math.floor(clock.now() / 1_000),
    );
  } catch (cause) {
    if (isProblemError(cause) && cause.code === 'TOKEN_KEY_UNKNOWN') {
      throw problem('IDEMPOTENT_ANSWER_RETIRED', undefined, { cause });
    }
    log.error({ fault: String(cause) }, 'kept answer withheld: its token is not for its transaction');
    throw problem('INTENT_MISMATCH', undefined, { cause });
  }
}
