/** One request of a client, and what became of it. */
export type Event = {
  readonly key: string;
  /** Which of the requests that were tried under this key it was. */
  readonly variant: number;
  /** Milliseconds on one clock. */
  readonly start: number;
  readonly end: number;
  /** Undefined where no answer came: then it may have been done or not. */
  readonly answer: { readonly status: number; readonly text: string; readonly isReplay: boolean } | undefined;
};

/** Statuses that a build with a key may meet while processes die: answered, busy, another request's, store away. */
const POSSIBLE: ReadonlySet<number> = new Set([200, 409, 422, 503]);

/**
 * Holds a history against what keys promise, and returns every breach in words.
 *
 * An answer that a client has read is a promise: whoever asks the same later gets the same bytes, marked as a replay,
 * and nobody ever reads other bytes under that key.
 */
export function checkHistory(events: readonly Event[]): readonly string[] {
  return [...Map.groupBy(events, ({ key }) => key)].flatMap(([key, ofKey]) => {
    const found = [...divergences(ofKey), ...repetitions(ofKey), ...impossible(ofKey)];
    return found.map((breach) => `${key}: ${breach}`);
  });
}

function successes(events: readonly Event[]) {
  return events.flatMap((event) =>
    event.answer?.status === 200 ? [{ ...event, answer: event.answer }] : [],
  );
}

function divergences(events: readonly Event[]): readonly string[] {
  const read = successes(events);
  const bodies = new Set(read.map(({ answer }) => answer.text));
  const variants = new Set(read.map(({ variant }) => variant));
  return [
    ...(bodies.size > 1 ? [`${bodies.size} different answers`] : []),
    ...(variants.size > 1 ? [`answers to ${variants.size} different requests`] : []),
  ];
}

function repetitions(events: readonly Event[]): readonly string[] {
  const read = successes(events);
  const firstEnd = Math.min(...read.map(({ end }) => end));
  const owner = read.find(({ end }) => end === firstEnd)?.variant;
  const later = events.filter(({ start }) => start > firstEnd);
  return later.flatMap(({ variant, answer }) => {
    if (answer === undefined || answer.status === 503) return [];
    if (variant !== owner) return answer.status === 422 ? [] : [`${answer.status} for another request`];
    if (answer.status !== 200) return [`${answer.status} after it was answered`];
    return answer.isReplay ? [] : ['ran again after it was answered'];
  });
}

function impossible(events: readonly Event[]): readonly string[] {
  const variants = new Set(events.map(({ variant }) => variant));
  const isUnfounded = variants.size === 1 && events.some(({ answer }) => answer?.status === 422);
  return [...unexpected(events), ...(isUnfounded ? ['422 though only one request was sent'] : [])];
}

function unexpected(events: readonly Event[]): readonly string[] {
  return events.flatMap(({ answer }) =>
    answer === undefined || POSSIBLE.has(answer.status)
      ? []
      : [`unexpected ${answer.status}: ${answer.text}`],
  );
}
