/** An upstream understood a request and refused it, in its own words. */
export class UpstreamRefusal extends Error {
  override readonly name = 'UpstreamRefusal';
  readonly status: number;
  /** `Retry-After` in seconds, where one came. */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, retryAfter: number | undefined) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

const WORDS_LIMIT = 200;

/** The words of a refusal for the caller: one line, bounded, without addresses of hosts. */
export function wordsOf({ message }: UpstreamRefusal): string {
  const words = message.replace(/\b[a-z]+:\/\/\S+/gi, '(address removed)').replace(/[^\x20-\x7e]/g, ' ');
  return words.slice(0, WORDS_LIMIT).trim();
}

/**
 * Finds the reason in the body of a refusal.
 *
 * Upstreams say `{error: {code, message}}` or `{error: text}`; gateways in front of them also `{message}`, or
 * something that is not JSON.
 */
export function reasonIn(text: string): string {
  try {
    const { error, message } = Object(JSON.parse(text)) as { error?: unknown; message?: unknown };
    const words = Object(error).message ?? error ?? message;
    return typeof words === 'string' ? words : 'it gave no reason.';
  } catch {
    return 'it gave no reason.';
  }
}
