import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, type TestContext, test } from 'node:test';
import { openSqliteFile, type Statement, type StatementResult } from './sqlite-file.ts';

const put = 'insert into t values (?)';
const ALL = 'select x from t order by x';

function prepare(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'file-'));
  const path = join(folder, 'a.sqlite');
  const file = openSqliteFile(path);
  t.after(() => {
    file.close();
    rmSync(folder, { recursive: true });
  });
  const run = (sql: string, ...parameters: Statement['parameters']) => file.run({ sql, parameters });
  run('create table t (x integer primary key)');
  return { run, path, folder };
}
const codeOf = (result: StatementResult) => ('fault' in result ? result.fault.code : undefined);
const listed = (result: StatementResult) => ('rows' in result ? result.rows.map(({ x }) => x) : undefined);
const [CONSTRAINT, READONLY, BUSY, FULL] = [19, 8, 5, 13];

suite('a statement', () => {
  test('has its rows, or how many it changed', (t) => {
    const { run } = prepare(t);
    assert.deepEqual(run(put, 1), { rows: [], changes: 1 });
    assert.deepEqual(listed(run(ALL)), [1]);
    assert.deepEqual(run('select x from t where x = 9'), { rows: [], changes: 0 });
    assert.deepEqual(listed(run('update t set x = x + 1 returning x')), [2]);
  });

  test('fails with the code of SQLite, and leaves nothing open', (t) => {
    const { run, path } = prepare(t);
    run(put, 1);
    assert.equal(codeOf(run(put, 1)), CONSTRAINT);
    assert.equal(codeOf(run('insert into nowhere values (1)')), 1);
    const other = new DatabaseSync(path, { timeout: 0 });
    t.after(() => other.close());
    other.exec('begin immediate; insert into t values (2)');
    run('pragma busy_timeout = 0');
    assert.equal(codeOf(run(put, 3)), BUSY);
    assert.deepEqual(listed(run(ALL)), [1], 'a read waits for no writer');
    other.exec('rollback');
    assert.equal(codeOf(run(put, 3)), undefined);
  });

  test('fails when the file has no room, and undoes the transaction that it is part of', (t) => {
    const { run } = prepare(t);
    run('create table big (y blob)');
    run('pragma max_page_count = 8');
    run('begin immediate');
    run(put, 1);
    assert.equal(codeOf(run('insert into big values (zeroblob(200000))')), FULL);
    run('rollback');
    assert.deepEqual(listed(run(ALL)), []);
    assert.equal(codeOf(run(put, 3)), undefined);
  });
});

suite('a transaction', () => {
  test('is kept as a whole, or not at all', (t) => {
    const { run } = prepare(t);
    for (const sql of ['begin immediate', 'insert into t values (1), (2)', 'rollback']) run(sql);
    assert.deepEqual(listed(run(ALL)), []);
    for (const sql of ['begin immediate', 'insert into t values (1), (2)', 'commit']) run(sql);
    assert.deepEqual(listed(run(ALL)), [1, 2]);
  });

  test('ends as it must though the file was moved meanwhile; after it nothing is taken', (t) => {
    const { run, path } = prepare(t);
    run('begin immediate');
    run(put, 1);
    renameSync(path, `${path}-away`);
    assert.deepEqual([run(put, 2), run('commit')].map(codeOf), [undefined, undefined]);
    assert.deepEqual([run(put, 3), run(ALL)].map(codeOf), [READONLY, READONLY]);
    writeFileSync(path, '');
    assert.equal(codeOf(run(ALL)), READONLY, 'another file stands in its place');
  });
});

suite('a database file', () => {
  test('keeps a log beside it, and waits for the disk', (t) => {
    const { run, path } = prepare(t);
    assert.ok(existsSync(`${path}-wal`));
    const value = (name: string) => {
      const result = run(`pragma ${name}`);
      return 'rows' in result ? Object.values(result.rows[0] ?? {})[0] : undefined;
    };
    assert.equal(value('journal_mode'), 'wal');
    assert.equal(value('synchronous'), 2);
    assert.equal(value('foreign_keys'), 1);
    assert.equal(value('wal_autocheckpoint'), 4_000);
  });

  test('runs more statements than it keeps prepared', (t) => {
    const { run } = prepare(t);
    for (let i = 0; i < 401; i += 1) assert.deepEqual(listed(run(`select ${i} as x`)), [i]);
    assert.equal(codeOf(run('select')), 1);
  });

  test('is not opened where it can have no log', () => {
    assert.throws(() => openSqliteFile(':memory:'), /cannot keep a write-ahead log/);
  });

  test('is not opened when it is none', (t) => {
    const { folder } = prepare(t);
    const path = join(folder, 'b.sqlite');
    writeFileSync(path, 'no database, but as long as one would be at the least'.repeat(100));
    assert.throws(() => openSqliteFile(path), /not a database/);
  });
});

suite('a file that is opened', () => {
  test('is refused when a row in it breaks a rule of its table', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'file-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'a.sqlite');
    const damaging = new DatabaseSync(path);
    damaging.exec('create table t (x integer check (x > 0)); pragma ignore_check_constraints = on');
    damaging.exec('insert into t values (-1)');
    damaging.close();
    assert.throws(() => openSqliteFile(path), /CHECK constraint failed in t/);
  });

  test('knows what it was prepared with', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'file-'));
    const file = openSqliteFile(join(folder, 'a.sqlite'), (database) => database.function('seven', () => 7));
    t.after(() => {
      file.close();
      rmSync(folder, { recursive: true });
    });
    assert.deepEqual(listed(file.run({ sql: 'select seven() as x', parameters: [] })), [7]);
  });
});
