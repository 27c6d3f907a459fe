import type { SandboxLedger } from './sandbox-ledger.ts';

/** Slots closed in one go after the process had been stopped; time lost beyond that stays lost. */
const MAX_CATCH_UP = 512;

/**
 * Closes a slot every `slotMilliseconds` of monotonic time; slots missed by a busy process follow at once.
 *
 * @returns stops the clock.
 */
export function startSlotClock(ledger: SandboxLedger, slotMilliseconds: number): () => void {
  let due = performance.now() + slotMilliseconds;
  let timer: NodeJS.Timeout;
  const tick = (): void => {
    const missed = Math.floor((performance.now() - due) / slotMilliseconds) + 1;
    if (missed > 0) {
      ledger.advanceSlots(Math.min(missed, MAX_CATCH_UP), BigInt(Math.round(slotMilliseconds)));
      due += missed * slotMilliseconds;
    }
    schedule();
  };
  const schedule = (): void => {
    timer = setTimeout(tick, Math.max(1, due - performance.now()));
    timer.unref();
  };
  schedule();
  return () => clearTimeout(timer);
}
