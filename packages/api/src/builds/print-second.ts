let last = { seconds: 0, text: printIso(0) };

/**
 * Prints a moment as an ISO time. All builds of one second share the text: printing it takes longer than the rest of an
 * answer's expiry.
 *
 * @param seconds - whole, since the epoch.
 */
export function printSecond(seconds: number): string {
  if (seconds !== last.seconds) last = { seconds, text: printIso(seconds) };
  return last.text;
}

function printIso(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
