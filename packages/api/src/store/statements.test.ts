import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachStore } from '../../test/for-each-store.ts';
import { openPatientStore } from '../../test/open-patient-store.ts';
import { createBuilds } from './builds.ts';
import { build, edit, form } from './builds.world.ts';

forEachStore((maker) => {
  test('a broadcast makes at most eight round trips to the store, and two more with a limit', async (t) => {
    let statements = 0;
    const onQuery = () => {
      statements += 1;
    };
    const store = await openPatientStore(await maker.place(t), { onQuery });
    t.after(() => store.close());
    const builds = createBuilds(store);
    // PostgreSQL reports the begin and the end of a transaction as statements.
    const boundaries = store.kind === 'postgresql' ? 0 : 2;
    const began = builds.begin();
    /** Counts round trips: statements, with the begin and the end of a transaction. */
    const count = async (work: () => Promise<unknown>, around = 0) => {
      statements = 0;
      await work();
      return statements + around;
    };
    const staked = { strategy: 'usdc-earn', amount: 5n };
    const find = await count(() => builds.find({ form: 'b' }));
    const claim = await count(() => builds.claim(build('b'), form('b'), { began }), boundaries);
    const taken = await count(() => builds.setTaken('b'));
    assert.deepEqual([find, claim, taken], [1, 5, 1]);
    const limited = await count(
      () => builds.claim(build('c', { staked }), form('c'), { began, hour: 10n }),
      boundaries,
    );
    assert.equal(limited, store.kind === 'postgresql' ? 7 : 6);
    const other = await count(() => builds.claim(build('b'), edit('e', 'b'), { began }), boundaries);
    const close = await count(
      () => builds.close(build('d'), form('d'), { code: 'LEDGER_REJECTED' }, { began }),
      boundaries,
    );
    const offer = await count(() => builds.offer(build('p'), form('p')), boundaries);
    const next = { id: 'r', lastValidBlockHeight: 9n, answer: '' };
    const replace = await count(() => builds.replace(build('p'), 'p', next, { began }), boundaries);
    const due = await count(() => builds.takeDue(200));
    const ends = ['b', 'c'].map((id) => ({ id, end: 'landed' as const }));
    const settle = await count(() => builds.settle(ends), boundaries);
    assert.deepEqual(
      { other, close, offer, replace, due, settle },
      { other: 5, close: 5, offer: 4, replace: 5, due: 1, settle: 3 },
    );
  });
});
