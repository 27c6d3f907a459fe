import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import { type Upstream, UpstreamFault, UpstreamRefusal } from '../problems/faults.ts';
import type { HttpAnswer } from './http.ts';

type ReadOptions = { readonly parse?: (text: string) => unknown; readonly isOnlyAsked?: boolean };

/** Of a reason, which goes into the log. */
const REASON_CHARACTERS = 500;
const NO_REASON = 'it gave no reason.';

/**
 * Reads an answer of JSON.
 *
 * @param schema - only the members in use.
 * @param options.parse - parses it; numbers are doubles unless given.
 * @param options.isOnlyAsked - whether the call has no effects there: then a 500 with a reason is a refusal of this call,
 *   not a failure of the upstream.
 * @throws {UpstreamRefusal} with the upstream's own words for a status below 500 other than 200; {@link UpstreamFault} when
 *   the answer cannot be used.
 */
export function readAnswer<Schema extends TSchema>(
  upstream: Upstream,
  { status, text, retryAfter }: HttpAnswer,
  schema: Schema,
  { parse = (json): unknown => JSON.parse(json), isOnlyAsked = false }: ReadOptions = {},
): Static<Schema> {
  const reason = status === 200 ? undefined : findReason(text);
  const isRefusal = status < 500 || (status === 500 && isOnlyAsked && reason !== undefined);
  if (!isRefusal) throw new UpstreamFault(upstream, 'status', { status, retryAfter });
  if (status !== 200) throw new UpstreamRefusal(upstream, status, reason ?? NO_REASON, retryAfter);
  const answer = parseText(upstream, text, parse);
  if (!Check(schema, answer)) throw new UpstreamFault(upstream, 'malformed');
  return answer;
}

function parseText(upstream: Upstream, text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch (cause) {
    throw new UpstreamFault(upstream, 'malformed', { cause });
  }
}

/**
 * Finds the reason in the body of a refusal; undefined where none is given.
 *
 * Upstreams say `{error: {code, message}}` or `{error: text}`; gateways in front of them also `{message}`, or
 * something that is not JSON.
 */
function findReason(text: string): string | undefined {
  try {
    const { error, message }: { error?: unknown; message?: unknown } = Object(JSON.parse(text));
    const words = Object(error).message ?? error ?? message;
    return typeof words === 'string' ? words.slice(0, REASON_CHARACTERS) : undefined;
  } catch {
    return undefined;
  }
}
