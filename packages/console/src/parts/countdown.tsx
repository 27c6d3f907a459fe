import { now } from '../state/clock.ts';

const SOON = 10;

/** How long a transaction can still land; spoken only when that is nearly over. */
export function Countdown({ endsAt }: { readonly endsAt: number | undefined }) {
  if (endsAt === undefined) return <span class="dim">How long it can land is not measured yet.</span>;
  const left = secondsUntil(endsAt);
  if (left === 0) {
    return (
      <span class="bad" role="status">
        Its time is over. Build it again; what was not signed can never land.
      </span>
    );
  }
  return <span class={left <= SOON ? 'warn' : 'dim'}>Can land for about {left} s more.</span>;
}

/** Whole seconds, none below zero. */
export function secondsUntil(milliseconds: number): number {
  return Math.max(0, Math.floor((milliseconds - now.value) / 1_000));
}
