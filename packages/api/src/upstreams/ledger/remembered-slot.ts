/** The highest slot that a node has shown of late. */
export type RememberedSlot = {
  /** 0 while nothing was shown within the last ten seconds. */
  current(): bigint;
  show(slot: bigint): void;
};

const MEMORY_MILLISECONDS = 10_000;

/**
 * Remembers slots for ten seconds, so that a stalled node, or one that reported a wrong slot once, does not stay the newest.
 *
 * @param now - a monotonic clock, milliseconds.
 */
export function rememberSlot(now: () => number): RememberedSlot {
  let highest = { slot: 0n, at: Number.NEGATIVE_INFINITY };
  const isRemembered = () => now() - highest.at <= MEMORY_MILLISECONDS;
  return {
    current: () => (isRemembered() ? highest.slot : 0n),
    show(slot) {
      if (slot > highest.slot || !isRemembered()) highest = { slot, at: now() };
    },
  };
}
