import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, type TestContext, test } from 'node:test';
import { openSqliteFile, type Statement, type StatementResult } from './sqlite-file.ts';

const write = (sql: string, ...parameters: Statement['parameters']): Statement => ({
  sql,
  parameters,
  isRead: false,
});
const read = (sql: string): Statement => ({ sql, parameters: [], isRead: true });
const put = (x: number) => write('insert into t values (?)', x);
const ALL = read('select x from t order by x');

function prepare(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'file-'));
  const path = join(folder, 'a.sqlite');
  const file = openSqliteFile(path);
  t.after(() => {
    file.close();
    rmSync(folder, { recursive: true });
  });
  file.runEach([write('create table t (x integer primary key)')]);
  return { file, path, folder };
}
const codeOf = (result: StatementResult | undefined) =>
  result !== undefined && 'fault' in result ? result.fault.code : undefined;
const listed = (result: StatementResult | undefined) =>
  result !== undefined && 'rows' in result ? result.rows.map(({ x }) => x) : undefined;
const [CONSTRAINT, READONLY, BUSY, FULL] = [19, 8, 5, 13];

suite('statements that share a commit', () => {
  test('have their results in their order, and reads see the writes', (t) => {
    const { file } = prepare(t);
    const [first, all, second] = file.runGrouped([put(1), ALL, put(2)]);
    assert.deepEqual(first, { rows: [], changes: 1 });
    assert.deepEqual(second, { rows: [], changes: 1 });
    assert.deepEqual(listed(all), [1, 2]);
    const [none] = file.runGrouped([read('select x from t where x = 9')]);
    assert.deepEqual(none, { rows: [], changes: 0 });
    assert.deepEqual(file.runGrouped([]), []);
  });

  test('fail alone', (t) => {
    const { file } = prepare(t);
    const results = file.runGrouped([put(1), put(1), put(2), write('insert into nowhere values (1)'), ALL]);
    assert.deepEqual(results.map(codeOf), [undefined, CONSTRAINT, undefined, 1, undefined]);
    assert.deepEqual(listed(results.at(-1)), [1, 2]);
  });

  test('are one commit on the disk', (t) => {
    const { file, path } = prepare(t);
    const other = new DatabaseSync(path, { timeout: 0 });
    t.after(() => other.close());
    file.runGrouped([put(1), put(2)]);
    assert.equal(other.prepare('select count(*) as n from t').get()?.['n'], 2);
    other.exec('begin immediate');
    assert.deepEqual(file.runGrouped([put(3), put(4)]).map(codeOf), [BUSY, BUSY]);
    other.exec('rollback');
    assert.deepEqual(listed(file.runGrouped([ALL])[0]), [1, 2]);
    // Nothing stays open of what failed.
    assert.deepEqual(codeOf(file.runGrouped([put(5)])[0]), undefined);
  });

  test('hold up no read behind a writer', (t) => {
    const { file, path } = prepare(t);
    file.runGrouped([put(1)]);
    const other = new DatabaseSync(path, { timeout: 0 });
    t.after(() => other.close());
    other.exec('begin immediate; insert into t values (2)');
    assert.deepEqual(listed(file.runGrouped([ALL])[0]), [1]);
    other.exec('rollback');
  });

  test('all fail when the file has no room, and none of them is kept', (t) => {
    const { file } = prepare(t);
    file.runEach([write('create table big (y blob)'), read('pragma max_page_count = 8')]);
    const big = write('insert into big values (zeroblob(200000))');
    assert.deepEqual(file.runGrouped([put(1), big, put(2)]).map(codeOf), [FULL, FULL, FULL]);
    assert.deepEqual(listed(file.runGrouped([ALL])[0]), []);
    assert.deepEqual(codeOf(file.runGrouped([put(3)])[0]), undefined);
  });
});

test('a commit that fails takes all with it, and leaves nothing open', (t) => {
  const { file } = prepare(t);
  const later = 'create table later (y integer references t (x) deferrable initially deferred)';
  file.runEach([write(later)]);
  const orphan = write('insert into later values (99)');
  assert.deepEqual(file.runGrouped([put(1), orphan]).map(codeOf), [CONSTRAINT, CONSTRAINT]);
  assert.deepEqual(listed(file.runGrouped([ALL])[0]), []);
  assert.deepEqual(codeOf(file.runGrouped([put(2)])[0]), undefined);
});

suite('a transaction', () => {
  test('is kept as a whole, or not at all', (t) => {
    const { file } = prepare(t);
    const commands = (...all: string[]) => all.map((sql) => write(sql));
    file.runEach([...commands('begin immediate'), put(1), put(2), ...commands('rollback')]);
    assert.deepEqual(listed(file.runEach([ALL])[0]), []);
    file.runEach([...commands('begin immediate'), put(1), put(2), ...commands('commit')]);
    assert.deepEqual(listed(file.runEach([ALL])[0]), [1, 2]);
  });

  test('ends as it must though the file was moved meanwhile; after it nothing is taken', (t) => {
    const { file, path } = prepare(t);
    file.runEach([write('begin immediate'), put(1)]);
    renameSync(path, `${path}-away`);
    assert.deepEqual(file.runEach([put(2), write('commit')]).map(codeOf), [undefined, undefined]);
    assert.deepEqual(file.runEach([put(3), ALL]).map(codeOf), [READONLY, READONLY]);
    assert.deepEqual(file.runGrouped([put(3), ALL]).map(codeOf), [READONLY, READONLY]);
    const kept = new DatabaseSync(`${path}-away`, { readOnly: true });
    t.after(() => kept.close());
    writeFileSync(path, '');
    assert.deepEqual(file.runGrouped([ALL]).map(codeOf), [READONLY], 'another file stands in its place');
  });
});

suite('a database file', () => {
  test('keeps a log beside it, and waits for the disk', (t) => {
    const { file, path } = prepare(t);
    assert.ok(existsSync(`${path}-wal`));
    const value = (name: string) => {
      const [result] = file.runEach([read(`pragma ${name}`)]);
      return result !== undefined && 'rows' in result ? Object.values(result.rows[0] ?? {})[0] : undefined;
    };
    assert.equal(value('journal_mode'), 'wal');
    assert.equal(value('synchronous'), 2);
    assert.equal(value('foreign_keys'), 1);
    assert.equal(value('busy_timeout'), 300);
    assert.equal(value('wal_autocheckpoint'), 4_000);
  });

  test('runs more statements than it keeps prepared', (t) => {
    const { file } = prepare(t);
    for (let i = 0; i < 401; i += 1)
      assert.deepEqual(listed(file.runEach([read(`select ${i} as x`)])[0]), [i]);
    assert.equal(codeOf(file.runEach([read('select')])[0]), 1);
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
    assert.deepEqual(file.runEach([read('select seven() as x')]).map(listed), [[7]]);
  });
});
