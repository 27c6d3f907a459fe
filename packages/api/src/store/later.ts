import { type RawBuilder, sql } from 'kysely';
import type { Store } from './open-store.ts';

/** The time of the database, and some milliseconds. */
export function later(milliseconds: number, { now }: Store): RawBuilder<number> {
  return sql<number>`${now} + ${milliseconds}`;
}
