import type { Store } from './open-store.ts';
import type { AuditRow } from './schema.ts';

/** The commands of operators; the database refuses to change or remove a line. */
export type AuditLog = {
  /** @param command - as it was typed. */
  append(operator: string, command: string): Promise<void>;
  /** The newest lines, oldest first. */
  list(limit: number): Promise<readonly AuditRow[]>;
};

/** Opens the audit log of a store. */
export function createAuditLog({ db, now }: Store): AuditLog {
  return {
    async append(operator, command) {
      await db.insertInto('audit_log').values({ operator, command, created_at: now }).execute();
    },
    async list(limit) {
      const rows = await db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(limit).execute();
      return rows.toReversed();
    },
  };
}
