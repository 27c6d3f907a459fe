import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

/** Makes the name of a request: a UUID of version 7, which sorts by time. */
export function drawRequestId({
  clock,
  random,
}: {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
}): string {
  const bytes = random.bytes(16);
  bytes.writeUIntBE(clock.now(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
