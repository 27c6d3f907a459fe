import type { Migration } from 'kysely/migration';
import type { StoreKind } from './0001-to-0006.ts';
import {
  BUILD_FORMS,
  BUILT_MESSAGES,
  DISPLACED_FORMS,
  listDurableState,
  listOperatorSafety,
  run,
  VALUE_LIMITS,
} from './0001-to-0006.ts';
import { buildsFormsKeys } from './0007-builds-forms-keys.ts';

/**
 * Every change of the schema, oldest first, by names that sort in that order.
 *
 * A released migration is never edited: databases have run it. A schema change is a new migration at the end.
 */
export function createMigrations(kind: StoreKind): Readonly<Record<string, Migration>> {
  return {
    '0001-durable-state': { up: (db) => run(db, listDurableState(kind)) },
    '0002-operator-safety': { up: (db) => run(db, listOperatorSafety(kind)) },
    '0003-value-limits': { up: (db) => run(db, VALUE_LIMITS) },
    '0004-build-forms': { up: (db) => run(db, BUILD_FORMS) },
    '0005-built-messages': { up: (db) => run(db, BUILT_MESSAGES) },
    '0006-displaced-forms': { up: (db) => run(db, DISPLACED_FORMS) },
    '0007-builds-forms-keys': buildsFormsKeys(kind),
  };
}
