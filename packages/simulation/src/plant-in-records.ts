import type { Clock } from '../../api/src/background/clock.ts';
import type { IdempotencyRecords } from '../../api/src/store/idempotency-records.ts';
import type { Plant } from './plant.ts';
import type { SimulatedStore } from './simulated-store.ts';

const HOUR = 60 * 60 * 1_000;
const CHANGES: Partial<Record<Plant, string>> = {
  'keys kept for an hour': 'delete from idempotency_records where created_at < ?',
  'keys kept for ever':
    'update idempotency_records set created_at = created_at + 86400000 where created_at < ?',
};

/** The records of keys, which a planted fault forgets too soon or never. */
export function plantInRecords(
  honest: IdempotencyRecords,
  { look }: Pick<SimulatedStore, 'look'>,
  clock: Clock,
  plant: Plant,
): IdempotencyRecords {
  const change = CHANGES[plant];
  if (change === undefined) return honest;
  return {
    ...honest,
    begin(...asked) {
      look(change, clock.now() - HOUR);
      return honest.begin(...asked);
    },
  };
}
