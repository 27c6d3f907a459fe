import type { SandboxLedger } from './sandbox-ledger.ts';

/**
 * What a process that was held up makes up for in one go. Time lost beyond that stays lost, as on a ledger that halted: what
 * is under way would die of slots in which nobody could send it.
 */
const CATCH_UP_MILLISECONDS = 500;

/**
 * Closes a slot every `slotMilliseconds` of monotonic time; the few slots missed by a busy process follow at once.
 *
 * @param elapsed - milliseconds since some moment in the past.
 * @returns stops the clock.
 */
export function startSlotClock(
  ledger: SandboxLedger,
  slotMilliseconds: number,
  elapsed: () => number,
): () => void {
  const most = Math.max(1, Math.floor(CATCH_UP_MILLISECONDS / slotMilliseconds));
  let due = elapsed() + slotMilliseconds;
  let timer: NodeJS.Timeout;
  const tick = (): void => {
    const missed = Math.floor((elapsed() - due) / slotMilliseconds) + 1;
    if (missed > 0) {
      ledger.advanceSlots(Math.min(missed, most), BigInt(Math.round(slotMilliseconds)));
      due += missed * slotMilliseconds;
    }
    schedule();
  };
  const schedule = (): void => {
    timer = setTimeout(tick, Math.max(1, due - elapsed()));
    timer.unref();
  };
  schedule();
  return () => clearTimeout(timer);
}
