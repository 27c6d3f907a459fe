import { type ProblemError, upstreamFailed } from '../../problem-error.ts';
import { UpstreamFault } from '../http.ts';
import { RouterRefusal } from './router-client.ts';

const WORDS_LIMIT = 200;

/**
 * Says to the caller why the router made no order: its own words where it refused, ours where it did not answer.
 *
 * @throws {unknown} what is no failure of the router.
 */
export function routerFailed(error: unknown): ProblemError {
  if (error instanceof RouterRefusal) {
    if (error.status === 401 || error.status === 403) {
      return upstreamFailed('The router does not accept this service at present.', 'ROUTER_DENIED', {
        cause: error,
      });
    }
    const facts = { cause: error, retryable: error.status === 429, ...retryHeader(error.retryAfter) };
    return upstreamFailed(`The router refused: ${routerWords(error)}`, 'ROUTER_REFUSED', facts);
  }
  if (!(error instanceof UpstreamFault)) throw error;
  return upstreamFailed('The router is not answering. Try again in a few seconds.', 'ROUTER_UNAVAILABLE', {
    cause: error,
    ...retryHeader(error.retryAfter),
  });
}

/** The router's own words: one line, bounded, without addresses of hosts. */
export function routerWords({ message }: RouterRefusal): string {
  const words = message.replace(/\b[a-z]+:\/\/\S+/gi, '(address removed)').replace(/[^\x20-\x7e]/g, ' ');
  return words.slice(0, WORDS_LIMIT).trim();
}

function retryHeader(seconds: number | undefined) {
  return seconds === undefined ? {} : { headers: { 'Retry-After': String(seconds) } };
}
