import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { forEachStore } from '../../test/for-each-store.ts';
import { createAuditLog, createStops } from './operator.ts';

forEachStore(({ open }) => {
  test('the audit log only grows', async (t) => {
    const store = await open(t);
    const log = createAuditLog(store);
    await log.append('one@host', 'stop router');
    await log.append('two@host', 'start router');
    for (const attempt of [
      sql`update audit_log set operator = 'nobody'`,
      sql`delete from audit_log`,
      sql`delete from audit_log where id = 1`,
    ]) {
      await assert.rejects(attempt.execute(store.db), /only grows/);
    }
    const lines = await log.list(10);
    assert.deepEqual(
      lines.map(({ operator, command }) => [operator, command]),
      [
        ['one@host', 'stop router'],
        ['two@host', 'start router'],
      ],
    );
    assert.equal((await log.list(1))[0]?.command, 'start router');
  });

  test('a stop is there once, with its last reason, until it is removed', async (t) => {
    const stops = createStops(await open(t));
    await stops.add('router', 'first');
    await stops.add('router', 'second');
    assert.deepEqual(
      (await stops.list()).map(({ target, reason }) => [target, reason]),
      [['router', 'second']],
    );
    assert.equal(await stops.remove('router'), true);
    assert.equal(await stops.remove('router'), false);
    assert.deepEqual(await stops.list(), []);
  });
});
