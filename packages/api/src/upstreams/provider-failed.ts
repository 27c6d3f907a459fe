import { type ProblemError, upstreamFailed } from '../problem-error.ts';
import { UpstreamFault } from './http.ts';
import { UpstreamRefusal, wordsOf } from './refusal.ts';

/** An upstream that makes orders or transactions. */
export type Provider = 'router' | 'vault provider';

const CODES = { router: 'ROUTER', 'vault provider': 'VAULT_PROVIDER' } as const satisfies Record<
  Provider,
  string
>;

/**
 * Says to the caller why a provider made nothing: its own words where it refused, ours where it did not answer.
 *
 * @throws {unknown} what is no failure of the provider.
 */
export function providerFailed(provider: Provider, error: unknown): ProblemError {
  const code = CODES[provider];
  if (error instanceof UpstreamRefusal) {
    if (error.status === 401 || error.status === 403) {
      return upstreamFailed(`The ${provider} does not accept this service at present.`, `${code}_DENIED`, {
        cause: error,
      });
    }
    const facts = { cause: error, retryable: error.status === 429, ...retryHeader(error.retryAfter) };
    return upstreamFailed(`The ${provider} refused: ${wordsOf(error)}`, `${code}_REFUSED`, facts);
  }
  if (!(error instanceof UpstreamFault)) throw error;
  return upstreamFailed(
    `The ${provider} is not answering. Try again in a few seconds.`,
    `${code}_UNAVAILABLE`,
    {
      cause: error,
      ...retryHeader(error.retryAfter),
    },
  );
}

function retryHeader(seconds: number | undefined) {
  return seconds === undefined ? {} : { headers: { 'Retry-After': String(seconds) } };
}
