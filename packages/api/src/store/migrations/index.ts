import type { Migration } from 'kysely/migration';
import type { StoreKind } from '../schema.ts';
import { durableState } from './0001-durable-state.ts';
import { operatorSafety } from './0002-operator-safety.ts';
import { valueLimits } from './0003-value-limits.ts';
import { buildForms } from './0004-build-forms.ts';
import { builtMessages } from './0005-built-messages.ts';
import { displacedForms } from './0006-displaced-forms.ts';
import { buildsFormsKeys } from './0007-builds-forms-keys.ts';

/**
 * Every change of the schema, oldest first, by names that sort in that order.
 *
 * A released migration is never edited; a schema change is a new migration at the end.
 */
export function createMigrations(kind: StoreKind): Readonly<Record<string, Migration>> {
  return {
    '0001-durable-state': durableState(kind),
    '0002-operator-safety': operatorSafety(kind),
    '0003-value-limits': valueLimits(),
    '0004-build-forms': buildForms(),
    '0005-built-messages': builtMessages(),
    '0006-displaced-forms': displacedForms(),
    '0007-builds-forms-keys': buildsFormsKeys(kind),
  };
}
