import sodium from 'sodium-native';

/** A call that is due later. */
export type Timer = {
  /** Does nothing once the call has been made. */
  cancel(): void;
};

/** The only source of time in the service: what it reads and what it waits for. Tests and simulations bring their own. */
export type Clock = {
  /** Wall clock, milliseconds since the epoch. It may jump. */
  now(): number;
  /** Milliseconds since some moment in the past. It never goes back. */
  elapsed(): number;
  /**
   * Makes a call later, after what has arrived by then: an answer that waits to be read is not late.
   *
   * @param options.isBackground - true for a call that must not keep the process alive.
   */
  after(milliseconds: number, call: () => void, options?: { readonly isBackground: boolean }): Timer;
};

/** The time of the machine. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(milliseconds, call, options) {
    let turn: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      // After a standstill the event loop makes due calls before it reads: a deadline would miss an answer that has arrived.
      turn = setImmediate(call);
      if (options?.isBackground) turn.unref();
    }, milliseconds);
    if (options?.isBackground) timer.unref();
    return {
      cancel() {
        clearTimeout(timer);
        clearImmediate(turn);
      },
    };
  },
};

/** Resolves after `milliseconds`. */
export function sleep(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
}

/** Makes a call in the next round of the event loop, after the requests that have arrived. */
export function inNextTurn(call: () => void): void {
  setImmediate(call);
}

/**
 * Waits for work, but not for longer than `milliseconds`.
 *
 * @param onLate - gives the result then, or throws; the work goes on, and its result and its error are ignored.
 */
export async function within<Result>(
  clock: Clock,
  milliseconds: number,
  work: Promise<Result>,
  onLate: () => Result | Promise<Result>,
): Promise<Result> {
  const late = Promise.withResolvers<void>();
  const timer = clock.after(milliseconds, late.resolve);
  try {
    return await Promise.race([work, late.promise.then(onLate)]);
  } finally {
    timer.cancel();
  }
}

/** The only source of randomness in the service: keys, names and pauses. Simulations bring a seeded one. */
export type Random = {
  /** Bytes that cannot be guessed. */
  bytes(size: number): Buffer;
};

/** The randomness of the machine: libsodium's, which costs a fifth of what node:crypto's does for a few bytes. */
export const SYSTEM_RANDOM: Random = {
  bytes(size) {
    const bytes = Buffer.allocUnsafe(size);
    sodium.randombytes_buf(bytes);
    return bytes;
  },
};

/** Draws a number from 0 up to 1, without 1. */
export function drawFraction(random: Random): number {
  return random.bytes(4).readUInt32LE() / 2 ** 32;
}
