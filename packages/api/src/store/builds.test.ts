import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { forEachStore } from '../../test/for-each-store.ts';
import { StoreFault } from '../problems/faults.ts';
import { createBuilds } from './builds.ts';
import { build, edit, form, HOUR, openOne, openReplicas, REFUSAL, type Replica } from './builds.world.ts';

const kinds = (answers: readonly { readonly kind: string }[]) => {
  const counts: Record<string, number> = {};
  for (const { kind } of answers) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

forEachStore((maker) => {
  test('a claim writes what is sent before it is sent, and a second one goes on from it', async (t) => {
    const { builds, claim } = await openOne(t, maker);
    const first = await claim('b', form('b', { claim: { partnerId: undefined, referralCode: 'CODE' } }));
    assert.equal(first.kind, 'first');
    const again = await claim('b', form('b', { lastValidBlockHeight: 999n, signature: 'another' }));
    assert.ok(again.kind === 'again');
    // A message is executed once and the first height holds, whatever is said later.
    assert.equal(again.form.lastValidBlockHeight, 100n);
    assert.equal(again.form.signature, 'signature of b');
    const found = await builds.find({ signature: 'signature of b' });
    assert.deepEqual(found, await builds.find({ build: 'b' }));
    assert.deepEqual(found?.build, {
      id: 'b',
      wallet: 'wallet of b',
      message: 'message of b',
      contextSlot: 7n,
    });
    const [row] = found?.forms ?? [];
    assert.deepEqual(
      [row?.state, row?.kind, row?.signedTransaction, row?.isTaken, row?.claim?.referralCode],
      ['sent', 'built', 'bytes of b', false, 'CODE'],
    );
  });

  test('of forty claims at once for twenty forms of a build, on two replicas, one form is sent', async (t) => {
    const replicas = await openReplicas(t, maker);
    const asked = Array.from({ length: 40 }, (_, i) => edit(`edit ${i % 20}`, 'b'));
    const answers = await Promise.all(
      asked.map(async (each, i) => {
        const { builds, began } = replicas[i % 2] as Replica;
        return await builds.claim(build('b'), each, { began });
      }),
    );
    assert.deepEqual(kinds(answers), { first: 1, again: 1, other: 38 });
    const found = await replicas[0]?.builds.find({ build: 'b' });
    const states = found?.forms.map(({ state }) => state) ?? [];
    assert.equal(states.length, 20);
    assert.equal(states.filter((state) => state === 'sent').length, 1);
    // What was refused is found by its signature all the same.
    assert.deepEqual(await replicas[1]?.builds.find({ signature: 'signature of edit 7' }), found);
  });

  test('a claim whose answer was lost is due for any replica, and no other form has a place', async (t) => {
    const { builds, claim, pass, store } = await openOne(t, maker);
    const lost = createBuilds({
      ...store,
      db: new Proxy(store.db, {
        get: (db, name) =>
          name !== 'transaction'
            ? Reflect.get(db, name).bind(db)
            : () => ({
                execute: async (work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) => {
                  await db.transaction().execute(work);
                  throw new StoreFault('LATE', undefined);
                },
              }),
      }),
    });
    await assert.rejects(lost.claim(build('b'), form('b'), { began: builds.begin() }), StoreFault);
    assert.equal((await claim('b', edit('e', 'b'))).kind, 'other');
    await pass(7_999);
    assert.deepEqual(await builds.takeDue(10), []);
    await pass(1);
    const [due] = await builds.takeDue(10);
    assert.deepEqual([due?.id, due?.signedTransaction], ['b', 'bytes of b']);
  });

  test('a refusal closes a form for good, and only where nothing of its build is out', async (t) => {
    const { builds, claim, close, began } = await openOne(t, maker);
    assert.equal((await close('b', form('b'))).kind, 'closed');
    const claimed = await claim('b', form('b'));
    assert.ok(claimed.kind === 'closed');
    assert.deepEqual(claimed.refusal, REFUSAL);
    const later = await builds.close(build('b'), form('b'), { code: 'TOKEN_EXPIRED' }, { began });
    assert.ok(later.kind === 'closed');
    assert.deepEqual(later.refusal, REFUSAL);
    // The trial of an edit may have failed because of the form that is out.
    await claim('c', form('c'));
    const beside = await close('c', edit('e', 'c'));
    assert.ok(beside.kind === 'other');
    assert.equal(beside.other.id, 'c');
    assert.equal((await close('c', form('c'))).kind, 'sent');
  });

  test('after a form has ended no other signing of it is sent: its caller was told to build anew', async (t) => {
    const { builds, claim, close, state } = await openOne(t, maker);
    const kind = async (answer: ReturnType<typeof claim>) => (await answer).kind;
    await close('refused', form('refused'));
    for (const id of ['expired', 'failed'] as const) {
      await claim(id, form(id));
      assert.equal(await kind(claim(id, edit(`early edit of ${id}`, id))), 'other');
      await builds.settle([{ id, end: id }]);
      assert.equal(await kind(claim(id, edit(`early edit of ${id}`, id))), 'ended');
    }
    for (const id of ['refused', 'expired', 'failed']) {
      assert.equal(await kind(claim(id, edit(`edit of ${id}`, id))), 'ended');
      assert.equal(await state(`edit of ${id}`), undefined, 'a claim writes no end');
    }
    await close('edited', edit('refused edit', 'edited'));
    assert.equal(await kind(claim('edited', form('edited'))), 'ended');
    assert.equal(await kind(claim('edited', edit('another edit', 'edited'))), 'ended');
  });

  test('a signing of a build that has ended is closed for a reason of its own', async (t) => {
    const { builds, claim, close, began } = await openOne(t, maker);
    await close('b', form('b'));
    const ended = await builds.close(build('b'), edit('e', 'b'), { code: 'BUILD_ENDED' }, { began });
    assert.ok(ended.kind === 'closed' && !ended.form.wasSent);
    assert.deepEqual(ended.refusal, { code: 'BUILD_ENDED' });
    for (const answer of [await claim('b', edit('e', 'b')), await close('b', edit('e', 'b'))]) {
      assert.ok(answer.kind === 'closed');
      assert.deepEqual(answer.refusal, { code: 'BUILD_ENDED' });
    }
    const first = await claim('b', form('b'));
    assert.ok(first.kind === 'closed');
    assert.deepEqual(first.refusal, REFUSAL);
  });

  test('a refresh of a build that has ended is another matter: it and its edits have a place', async (t) => {
    const { builds, claim, close, began } = await openOne(t, maker);
    await close('b', form('b'));
    const next = { id: 'r', lastValidBlockHeight: 300n, answer: '{}' };
    assert.equal((await builds.replace(build('b'), 'b', next, { began })).kind, 'free');
    assert.equal((await claim('b', edit('e', 'b'))).kind, 'replaced');
    assert.equal((await claim('b', edit('f', 'r'))).kind, 'first');
    await builds.settle([{ id: 'f', end: 'failed' }]);
    assert.equal((await claim('b', form('r', { baseId: 'r' }))).kind, 'ended');
  });

  test('claims of a build of which another replica refuses a form: one is sent, or none is', async (t) => {
    const [one, two] = (await openReplicas(t, maker)) as [Replica, Replica];
    for (let i = 0; i < 40; i += 1) {
      const id = `b${i}`;
      const [claimed, closed] = await Promise.all([
        one.builds.claim(build(id), edit(`edit of ${id}`, id), one),
        two.builds.close(build(id), form(id), REFUSAL, two),
      ]);
      const isSent = claimed.kind === 'first';
      assert.deepEqual([claimed.kind, closed.kind], isSent ? ['first', 'other'] : ['ended', 'closed']);
    }
  });

  test('claims and refusals of one form at once: sent or closed, never both', async (t) => {
    const [one, two] = (await openReplicas(t, maker)) as [Replica, Replica];
    for (let i = 0; i < 40; i += 1) {
      const id = `b${i}`;
      const [claimed, closed] = await Promise.all([
        one.builds.claim(build(id), form(id), one),
        two.builds.close(build(id), form(id), REFUSAL, two),
      ]);
      const isSent = claimed.kind === 'first';
      assert.deepEqual([claimed.kind, closed.kind], isSent ? ['first', 'sent'] : ['closed', 'closed']);
    }
  });

  test('what the router has may go to the nodes too, and is theirs from then on', async (t) => {
    const { builds, claim } = await openOne(t, maker);
    await claim('b', form('b', { channel: 'router' }));
    await builds.setTaken('b');
    const byRouter = await claim('b', form('b', { channel: 'router' }));
    assert.ok(byRouter.kind === 'again' && byRouter.form.isTaken && byRouter.form.channel === 'router');
    const byNodes = await claim('b', form('b'));
    assert.ok(byNodes.kind === 'again' && !byNodes.form.isTaken && byNodes.form.channel === 'ledger');
    const back = await claim('b', form('b', { channel: 'router' }));
    assert.ok(back.kind === 'again' && back.form.channel === 'ledger');
  });

  test('the message of one build that another one has as an edit is its alone', async (t) => {
    const { builds, claim, close } = await openOne(t, maker);
    await claim('b', edit('e', 'b'));
    for (const answer of [await claim('c', edit('e', 'c')), await close('c', edit('e', 'c'))]) {
      assert.ok(answer.kind === 'elsewhere');
      assert.equal(answer.form.buildId, 'b');
    }
    assert.equal(await builds.offer(build('e'), form('e')), false);
  });

  test('of refreshes at once one form takes the place, and nothing else of the build is sent after it', async (t) => {
    const [one, two] = (await openReplicas(t, maker)) as [Replica, Replica];
    const offered = (id: string) => ({ id, lastValidBlockHeight: 300n, answer: `answer of ${id}` });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => {
        const { builds, began } = i % 2 === 0 ? one : two;
        return builds.replace(build('b'), 'b', offered(`r${i}`), { began });
      }),
    );
    assert.deepEqual(kinds(answers), { free: 1, newer: 9 });
    const found = await one.builds.find({ build: 'b' });
    const [next] = found?.forms ?? [];
    assert.ok(next && found?.forms.length === 1);
    assert.equal(next.answer, `answer of ${next.id}`);
    assert.deepEqual([next.kind, next.baseId, next.state], ['refreshed', 'b', 'offered']);
    for (const old of [form('b'), edit('e', 'b')]) {
      assert.equal((await two.builds.claim(build('b'), old, two)).kind, 'replaced');
    }
    // An edit of the new one has a place, and then nothing takes the place of either.
    assert.equal((await one.builds.claim(build('b'), edit('f', next.id), one)).kind, 'first');
    const beside = await two.builds.replace(build('b'), next.id, offered('s'), two);
    assert.ok(beside.kind === 'out');
    assert.equal(beside.form.id, 'f');
    const taken = await two.builds.replace(build('c'), 'c', offered('f'), two);
    assert.equal(taken.kind, 'taken');
    assert.equal(await two.builds.find({ build: 'c' }), undefined);
  });

  test('an offered message is handed out once', async (t) => {
    const replicas = await openReplicas(t, maker);
    const offers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => replicas[i % 2]?.builds.offer(build('b'), form('b'))),
    );
    assert.equal(offers.filter(Boolean).length, 1);
  });

  test('a state of a newer version counts as sent, and is neither changed nor deleted', async (t) => {
    const { builds, claim, close, state, store, pass } = await openOne(t, maker);
    await claim('b', form('b'));
    await sql`update forms set state = 'sent by two ways'`.execute(store.db);
    assert.equal(await state('b'), 'unknown');
    assert.equal((await claim('b', form('b', { channel: 'router' }))).kind, 'unsure');
    assert.equal((await close('b', form('b'))).kind, 'sent');
    assert.equal((await claim('b', edit('e', 'b'))).kind, 'other');
    const next = { id: 'r', lastValidBlockHeight: 9n, answer: '' };
    assert.equal((await builds.replace(build('b'), 'b', next, { began: builds.begin() })).kind, 'out');
    for (const end of ['landed', 'failed', 'expired'] as const) await builds.settle([{ id: 'b', end }]);
    await pass(10 * HOUR);
    assert.deepEqual(await builds.takeDue(10), []);
    assert.equal(await builds.purge(), 0);
    assert.equal(await state('b'), 'unknown');
  });
});
