import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachStore } from '../../test/for-each-store.ts';
import { openPatientStore } from '../../test/open-patient-store.ts';
import { createBuilds } from './builds.ts';
import { build, edit, form } from './builds.world.ts';
import { createKeys } from './keys.ts';

forEachStore((maker) => {
  test('a broadcast makes at most eight round trips to the store, and two more with a limit', async (t) => {
    let statements = 0;
    const onQuery = () => {
      statements += 1;
    };
    const store = await openPatientStore(await maker.migrated(t), { onQuery });
    t.after(() => store.close());
    const builds = createBuilds(store);
    const began = builds.begin();
    /** Counts round trips: statements, with the begin and the end of a transaction. */
    const count = async (work: () => Promise<unknown>) => {
      statements = 0;
      await work();
      return statements;
    };
    const keys = createKeys(store);
    const keyed = await count(async () => {
      await keys.find('k');
      await keys.keep('k', 'request', { status: 200, body: '{}' });
    });
    assert.equal(keyed, 2, 'a build with a key');
    const staked = { strategy: 'usdc-earn', amount: 5n };
    const find = await count(() => builds.find({ form: 'b' }));
    const claim = await count(() => builds.claim(build('b'), form('b'), { began }));
    const taken = await count(() => builds.setTaken('b'));
    assert.deepEqual([find, claim, taken], [1, 5, 1]);
    const limited = await count(() => builds.claim(build('c', { staked }), form('c'), { began, hour: 10n }));
    assert.equal(limited, store.kind === 'postgresql' ? 7 : 6);
    const other = await count(() => builds.claim(build('b'), edit('e', 'b'), { began }));
    const close = await count(() =>
      builds.close(build('d'), form('d'), { code: 'LEDGER_REJECTED' }, { began }),
    );
    const offer = await count(() => builds.offer(build('p'), form('p')));
    const next = { id: 'r', lastValidBlockHeight: 9n, answer: '' };
    const replace = await count(() => builds.replace(build('p'), 'p', next, { began }));
    const due = await count(() => builds.takeDue(200));
    const ends = ['b', 'c'].map((id) => ({ id, end: 'landed' as const }));
    const settle = await count(() => builds.settle(ends));
    assert.deepEqual(
      { other, close, offer, replace, due, settle },
      { other: 5, close: 5, offer: 4, replace: 5, due: 1, settle: 3 },
    );
  });
});
