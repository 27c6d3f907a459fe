import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { forEachStore, type StoreMaker, sqlitePlace } from '../test/for-each-store.ts';
import { openPatientStore } from '../test/open-patient-store.ts';
import { openSqliteHere } from '../test/open-sqlite-here.ts';
import { GROUPS, runAdmin } from './admin.ts';
import { type Act, createAdminProgram, print } from './operator/commands.ts';
import type { StoreLocation } from './store/open.ts';
import { createAttributions, createPartners } from './store/partners.ts';

const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';
const OTHER = '7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh';
const SECRET = `p1:${randomBytes(32).toString('base64')}`;

async function run(environment: Record<string, string>, ...argv: string[]) {
  const [out, error]: [string[], string[]] = [[], []];
  const streams = { out: (text: string) => out.push(text), error: (text: string) => error.push(text) };
  const open = (at: StoreLocation) => openPatientStore(at, { openFile: openSqliteHere });
  const code = await runAdmin(argv, environment, streams, open);
  return { code, out: out.join(''), error: error.join('') };
}

/** Where a new store is, as the environment says it, and the store itself. */
async function setUp(t: TestContext, { migrated }: Pick<StoreMaker, 'migrated'>) {
  const at = await migrated(t);
  const environment = {
    PARTNER_KEY_SECRETS: SECRET,
    ...(at.databaseUrl === undefined ? { DATA_DIR: at.dataDirectory } : { DATABASE_URL: at.databaseUrl }),
  };
  // Open all the time, as the running service has it.
  const store = await openPatientStore(at, { openFile: openSqliteHere });
  t.after(() => store.close());
  const admin = (...argv: string[]) => run(environment, ...argv);
  const ok = async (...argv: string[]) => {
    const { code, out, error } = await admin(...argv, '--json');
    assert.deepEqual([code, error], [0, ''], argv.join(' '));
    return JSON.parse(out);
  };
  return { environment, store, admin, ok };
}

test('a list longer than a call has arguments is printed', () => {
  const text: string[] = [];
  const context = { isJson: false, write: (part: string) => text.push(part) };
  const rows = Array.from({ length: 200_000 }, (_, id) => ({ id }));
  print(Object(context), rows);
  assert.match(text.join(''), /^id\n0\n.*\n199999\n$/s);
});

forEachStore(({ migrated }) => {
  test('a partner is added, listed, deactivated, activated, and given another key', async (t) => {
    const { store, ok, admin } = await setUp(t, { migrated });
    const { id, name, key } = await ok('partners', 'add', 'Wallet Inc');
    assert.match(id, /^p_[a-z2-7]{16}$/);
    assert.equal(name, 'Wallet Inc');
    assert.match(key, /^sapk_/);
    const [row] = await store.db.selectFrom('partners').selectAll().execute();
    assert.ok(!JSON.stringify(row).includes(key.slice(0, 20)), 'the key is not stored');
    assert.match(row?.key_hash ?? '', /^p1\.[\w-]{43}$/);
    const people = (await admin('partners', 'list')).out.split('\n');
    assert.match(people[0] ?? '', /^id +name +keyLast4 +active +keyUsable +addedAt +deactivatedAt$/);
    assert.match(people[1] ?? '', /^p_\w+ +Wallet Inc +\w{4} +true +true +20[\dTZ:.-]+ +none$/);
    const readStatus = async () => (await ok('partners', 'list'))[0];
    assert.deepEqual(await readStatus(), {
      ...(await readStatus()),
      id,
      name,
      keyLast4: key.slice(-4),
      active: true,
      keyUsable: true,
    });
    for (let i = 0; i < 2; i += 1) await ok('partners', 'deactivate', id);
    assert.equal((await readStatus()).active, false);
    await ok('partners', 'activate', id);
    assert.equal((await readStatus()).active, true);
    const rotated = await ok('partners', 'rotate-key', id);
    assert.notEqual(rotated.key, key);
    assert.equal(rotated.overlapHours, 24);
    const partners = createPartners(store);
    assert.equal(await partners.findByKey(row?.key_hash ?? ''), id);
    await ok('partners', 'rotate-key', id, '--overlap-hours', '0');
    assert.equal(await partners.findByKey(row?.key_hash ?? ''), undefined);
  });

  test('a code is created for a wallet, listed, retired, and never given to another', async (t) => {
    const { ok, admin } = await setUp(t, { migrated });
    const { code } = await ok('referrals', 'create', WALLET);
    assert.match(code, /^[A-HJ-NP-Z2-9]{8}$/);
    assert.equal((await ok('referrals', 'create', WALLET, '--code', 'acorn23')).code, 'ACORN23');
    const again = await admin('referrals', 'create', WALLET, '--code', 'Acorn23');
    assert.deepEqual([again.code, again.out], [1, '']);
    assert.match(again.error, /ACORN23 exists already/);
    await ok('referrals', 'retire', 'aCORN23');
    assert.equal((await admin('referrals', 'create', OTHER, '--code', 'ACORN23')).code, 1);
    const codes = await ok('referrals', 'list', '--wallet', WALLET);
    assert.deepEqual(
      codes.map((row: { code: string; active: boolean }) => [row.code, row.active]),
      [
        [code, true],
        ['ACORN23', false],
      ],
    );
    assert.deepEqual(await ok('referrals', 'list', '--wallet', OTHER), []);
  });

  test('attributions are listed by partner, referrer and date', async (t) => {
    const { store, ok } = await setUp(t, { migrated });
    const { id } = await ok('partners', 'add', '=cmd|"calc", Inc');
    await ok('referrals', 'create', WALLET, '--code', 'ACORN23');
    const attributions = createAttributions(store);
    const credits = Array.from({ length: 3 }, async (_, i) => {
      const wallet = `w${i}`;
      const referralCode = i < 2 ? 'ACORN23' : undefined;
      await attributions.credit({ wallet, partnerId: id, referralCode, signature: `s${i}` });
    });
    await Promise.all(credits);
    await store.db
      .updateTable('attributions')
      .set({ created_at: Date.parse('2026-01-31T12:00:00Z') })
      .execute();
    const all = await ok('attributions', 'list');
    assert.equal(new Set(all.map(({ wallet }: { wallet: string }) => wallet)).size, 3);
    assert.deepEqual(all[0], {
      credited_at: '2026-01-31T12:00:00.000Z',
      wallet: 'w0',
      partner_id: id,
      partner_name: '=cmd|"calc", Inc',
      referral_code: 'ACORN23',
      referrer: WALLET,
      signature: 's0',
    });
    const count = async (...options: string[]) => (await ok('attributions', 'list', ...options)).length;
    assert.equal(await count('--referrer', WALLET), 2);
    assert.equal(await count('--partner', id, '--since', '2026-01-31', '--until', '2026-02-01'), 3);
    assert.equal(await count('--until', '2026-01-31'), 0);
    assert.equal(await count('--since', '2026-01-31T12:00:00.001Z'), 0);
  });

  const refused: Record<string, [string[], RegExp]> = {
    'an unknown partner': [['partners', 'deactivate', 'p_nobody'], /no partner "p_nobody"/],
    'another key for an unknown partner': [['partners', 'rotate-key', 'p_nobody'], /no partner/],
    'a name twice': [['partners', 'add', 'Taken'], /partner "Taken" exists already/],
    'an unknown code': [['referrals', 'retire', 'NOBODY'], /no referral code NOBODY/],
    'attributions of an unknown partner': [['attributions', 'list', '--partner', 'p_x'], /no partner "p_x"/],
  };
  test('refuses with exit code 1 what cannot be done, and changes nothing', async (t) => {
    const { admin, ok } = await setUp(t, { migrated });
    await ok('partners', 'add', 'Taken');
    const before = await ok('partners', 'list');
    for (const [name, [argv, message]] of Object.entries(refused)) {
      const { code, out, error } = await admin(...argv);
      assert.deepEqual([code, out], [1, ''], name);
      assert.match(error, message);
    }
    assert.deepEqual(await ok('partners', 'list'), before);
  });

  test('warns when other keys are hashed under a secret that is not configured', async (t) => {
    const { environment, ok } = await setUp(t, { migrated });
    const { key } = await ok('partners', 'add', 'First');
    const other = { ...environment, PARTNER_KEY_SECRETS: `p2:${randomBytes(32).toString('base64')}` };
    const { code, error, out } = await run(other, 'partners', 'add', 'Second');
    assert.equal(code, 0);
    assert.match(error, /hashed under p1, which this PARTNER_KEY_SECRETS does not contain/);
    assert.ok(!`${error}${out}`.includes(key));
    assert.match((await run(other, 'partners', 'list')).out, /First .* true +false /);
  });
});

test('says that it has made a database where there was none', async (t) => {
  const { dataDirectory } = await sqlitePlace(t);
  const list = () => run({ DATA_DIR: dataDirectory }, 'partners', 'list', '--json');
  const [first, second] = [await list(), await list()];
  assert.match(first.error, /Created a new database in .*Is that the service's DATA_DIR/);
  assert.deepEqual([first.code, first.out], [0, '[]\n']);
  assert.deepEqual([second.code, second.out, second.error], [0, '[]\n', '']);
});

const usage: Record<string, [string[], RegExp]> = {
  'nothing at all': [[], /Usage: npm run admin/],
  'an unknown group': [['partner'], /unknown command 'partner'/],
  'a name that every object has': [['constructor'], /unknown command 'constructor'/],
  'a group alone': [['partners'], /partners add <name>/],
  'an unknown command': [['partners', 'remove'], /unknown command 'remove'/],
  'a missing parameter': [['partners', 'add'], /missing required argument 'name'/],
  'a parameter too many': [['partners', 'add', 'Wallet', 'Inc'], /Expected 1 argument but got 2/],
  'a parameter where none is due': [['partners', 'list', 'all'], /Expected 0 arguments but got 1/],
  'an unknown option': [['partners', 'list', '--all'], /unknown option '--all'/],
  'an option without its value': [['attributions', 'list', '--since'], /--since/],
  'a value for a flag': [['partners', 'list', '--json=yes'], /--json/],
  'an empty name': [['partners', 'add', ''], /1 to 80/],
  'a name of spaces': [['partners', 'add', '  '], /1 to 80/],
  'a name with a line break': [['partners', 'add', 'a\nb'], /printable/],
  'a name that turns the line round': [['partners', 'add', 'a\u202eb'], /printable/],
  'a name of 81 characters': [['partners', 'add', 'n'.repeat(81)], /1 to 80/],
  'hours in words': [['partners', 'rotate-key', 'p_x', '--overlap-hours', 'ten'], /whole number/],
  'hours below zero': [['partners', 'rotate-key', 'p_x', '--overlap-hours=-1'], /whole number/],
  'too many hours': [['partners', 'rotate-key', 'p_x', '--overlap-hours', '721'], /0 to 720/],
  'a wallet that is none': [['referrals', 'create', 'abc'], /wallet must be a base58 address/],
  'a code that is too short': [['referrals', 'create', WALLET, '--code', 'abc'], /4 to 12/],
  'a code with a dotless i': [['referrals', 'create', WALLET, '--code', 'ıABC'], /ASCII/],
  'a code to retire that is none': [['referrals', 'retire', 'a-b-c'], /4 to 12/],
  'a referrer that is none': [['attributions', 'list', '--referrer', 'x'], /--referrer must be/],
  'a day that is none': [['attributions', 'list', '--since', '2026-02-30'], /--since must be/],
  'a time without a zone': [['attributions', 'list', '--until', '2026-01-31T12:00'], /--until must be/],
  'a date in words': [['attributions', 'list', '--until', 'yesterday'], /--until must be/],
  'limits of a strategy that is none': [['limits', 'set', 'sol', '--per-hour', '1'], /no strategy "sol"/],
  'limits without a limit': [['limits', 'set', 'usdc-earn'], /--per-transaction, --per-hour or both/],
  'a limit of zero': [
    ['limits', 'set', 'usdc-earn', '--per-hour', '0'],
    /--per-hour must be greater than zero/,
  ],
  'a limit too fine': [
    ['limits', 'set', 'usdc-earn', '--per-hour', '0.0000001'],
    /at most 6 .*or it is none/,
  ],
  'a limit in words': [['limits', 'set', 'usdc-earn', '--per-transaction', 'all'], /plain decimal/],
};

test('does not understand, exit code 2', async (t) => {
  const { dataDirectory } = await sqlitePlace(t);
  for (const [name, [argv, message]] of Object.entries(usage)) {
    const { code, out, error } = await run({ DATA_DIR: dataDirectory }, ...argv);
    assert.match(error, message, name);
    assert.deepEqual([code, out], [2, ''], name);
  }
});

const unconfigured: Record<string, [Record<string, string>, RegExp]> = {
  'production without secrets': [{ NODE_ENV: 'production' }, /PARTNER_KEY_SECRETS must be set in production/],
  'a short secret': [{ PARTNER_KEY_SECRETS: 'p:Y2FuYXJ5' }, /PARTNER_KEY_SECRETS holds a key of 6 bytes/],
  'a database that is not PostgreSQL': [{ DATABASE_URL: 'mysql://Y2FuYXJ5@db' }, /DATABASE_URL must be/],
  'a database that is not there': [
    { DATABASE_URL: 'postgresql://u:Y2FuYXJ5@127.0.0.1:1/x' },
    /DATABASE_URL cannot be used: .*ECONNREFUSED/,
  ],
  'a data directory that is a file': [{ DATA_DIR: import.meta.filename }, /cannot be used/],
};

test('refuses with exit code 1 and shows no secret', async (t) => {
  const { dataDirectory } = await sqlitePlace(t);
  for (const [name, [environment, message]] of Object.entries(unconfigured)) {
    const variables = { DATA_DIR: dataDirectory, ...environment };
    const { code, out, error } = await run(variables, 'partners', 'add', 'Wallet');
    assert.deepEqual([code, out], [1, ''], name);
    assert.match(error, message);
    assert.doesNotMatch(error, /Y2FuYXJ5|canary/);
  }
});

test('help exists at every level and names every command and option, with no store touched', async () => {
  const nowhere = { DATABASE_URL: 'postgresql://127.0.0.1:1/x' };
  const top = await run(nowhere, '--help');
  assert.equal(top.code, 0);
  const act: Act = () => async () => undefined;
  for (const group of createAdminProgram(GROUPS, { out: () => undefined, error: () => undefined }, act)
    .commands) {
    const ofGroup = await run(nowhere, group.name(), '--help');
    assert.equal(ofGroup.code, 0);
    for (const command of group.commands) {
      const help = await run(nowhere, group.name(), command.name(), '--help');
      assert.deepEqual([help.code, help.error], [0, '']);
      for (const text of [top.out, ofGroup.out, help.out])
        assert.ok(text.includes(`${group.name()} ${command.name()}`));
      assert.ok(help.out.includes(command.description()));
      for (const { long } of command.options) assert.ok(help.out.includes(String(long)));
    }
  }
});
