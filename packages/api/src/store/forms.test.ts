import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { forEachStore } from '../../test/for-each-store.ts';
import { build, edit, form, openOne, openReplicas, type Replica } from './builds.world.ts';
import { createPartners } from './partners.ts';

forEachStore((maker) => {
  test('three that take what is due at once take disjoint rows, and none is left', async (t) => {
    const replicas = await openReplicas(t, maker, 3);
    const [{ builds, began, store }] = replicas as [Replica];
    for (let i = 0; i < 90; i += 1) await builds.claim(build(`b${i}`), form(`b${i}`), { began });
    await sql`update forms set due_at = due_at - 8000`.execute(store.db);
    const taken = await Promise.all(replicas.map((each) => each.builds.takeDue(60)));
    const rest = await builds.takeDue(90);
    const ids = [...taken.flat(), ...rest].map(({ id }) => id);
    assert.equal(ids.length, 90);
    assert.equal(new Set(ids).size, 90);
  });

  test('what was sent comes due again, sooner while it is young, and never once it has ended', async (t) => {
    const { builds, claim, pass } = await openOne(t, maker);
    await claim('b', form('b'));
    const due = async () => (await builds.takeDue(10)).length;
    await builds.setDue(['b'], 0);
    assert.equal(await due(), 1);
    await pass(1_999);
    assert.equal(await due(), 0);
    await pass(1);
    assert.equal(await due(), 1);
    await pass(2_000);
    assert.equal(await due(), 1);
    await pass(3_999);
    assert.equal(await due(), 0);
    await builds.setTaken('b');
    await pass(2_000);
    const [taken] = await builds.takeDue(10);
    assert.equal(taken?.isTaken, true);
    await builds.settle([{ id: 'b', end: 'expired' }]);
    await builds.setDue(['b'], 0);
    await builds.setTaken('b');
    assert.equal(await due(), 0);
  });

  test('a landed claim credits its wallet once, in the transaction that ends the form', async (t) => {
    const { builds, claim, store } = await openOne(t, maker);
    const id = 'p';
    await createPartners(store).add({ id, name: 'P', keyHash: 'hash', last4: 'last' });
    const gone = { partnerId: undefined, referralCode: 'GONE' };
    const same = { wallet: 'W' };
    const began = builds.begin();
    for (const [name, credited] of Object.entries({
      first: { partnerId: id, referralCode: undefined },
      late: { partnerId: id, referralCode: undefined },
      void: gone,
      failed: gone,
      dead: gone,
      plain: undefined,
    })) {
      await builds.claim(build(name, name === 'void' ? {} : same), form(name, { claim: credited }), {
        began,
      });
    }
    const ends = await builds.settle([
      { id: 'first', end: 'landed' },
      { id: 'void', end: 'landed' },
      { id: 'plain', end: 'landed' },
      { id: 'failed', end: 'failed' },
      { id: 'dead', end: 'expired' },
      { id: 'none', end: 'landed' },
    ]);
    assert.deepEqual(Object.fromEntries(ends.map((each) => [each.id, each.outcome])), {
      first: 'credited',
      void: 'void',
      failed: 'failed',
      dead: 'not_landed',
    });
    const [late] = await builds.settle([{ id: 'late', end: 'landed' }]);
    assert.equal(late?.outcome, 'taken');
    assert.deepEqual(await builds.settle([{ id: 'first', end: 'failed' }]), []);
    const rows = await store.db.selectFrom('attributions').select(['wallet', 'signature']).execute();
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ wallet: 'W', signature: 'signature of first' }],
    );
    assert.equal((await claim('dead', form('dead'))).kind, 'closed');
    assert.equal((await claim('failed', form('failed'))).kind, 'failed');
  });

  test('what a wallet sent itself lands too, unless another form of its build is out', async (t) => {
    const { builds, claim, close, state } = await openOne(t, maker);
    await builds.offer(build('b'), form('b', { claim: { partnerId: undefined, referralCode: 'CODE' } }));
    await builds.settle([
      { id: 'b', end: 'failed' },
      { id: 'b', end: 'expired' },
    ]);
    assert.equal(await state('b'), 'offered');
    await builds.settle([{ id: 'b', end: 'landed', signature: 'shown' }]);
    assert.equal((await builds.find({ signature: 'shown' }))?.forms[0]?.state, 'landed');
    await claim('c', edit('e', 'c'));
    await close('c', form('c'));
    await builds.settle([{ id: 'c', end: 'landed' }]);
    assert.deepEqual([await state('c'), await state('e')], ['offered', 'sent']);
    // What this service has refused its wallet may have sent.
    await close('d', form('d'));
    await builds.settle([{ id: 'd', end: 'landed' }]);
    assert.equal(await state('d'), 'landed');
  });

  test('claims of forms that were not sent here come due by themselves', async (t) => {
    const { builds, pass } = await openOne(t, maker);
    const claim = { partnerId: undefined, referralCode: 'CODE' };
    for (const id of ['a', 'b', 'c'])
      await builds.offer(build(id, { wallet: `W${id}` }), form(id, { claim }));
    await builds.offer(build('plain'), form('plain'));
    assert.equal(await builds.countClaims(), 3);
    await pass(74_999);
    assert.deepEqual(await builds.takeDueClaims(10, 60_000), []);
    await pass(1);
    const [first] = await builds.takeDueClaims(1, 60_000);
    assert.equal(first?.age, 75_000);
    const all = [first, ...(await builds.takeDueClaims(10, 60_000))];
    assert.deepEqual(all.map((each) => `${each?.id} ${each?.buildId} ${each?.wallet}`).toSorted(), [
      'a a Wa',
      'b b Wb',
      'c c Wc',
    ]);
    assert.deepEqual(await builds.takeDue(10), []);
    await builds.setDue(['a', 'b', 'c'], null);
    assert.equal(await builds.countClaims(), 0);
  });

  test('old builds are deleted with their forms, except what is sent, due or young', async (t) => {
    const { builds, claim, close, state, pass, store } = await openOne(t, maker);
    await claim('sent', form('sent'));
    await claim('landed', form('landed'));
    await close('landed', edit('edit of landed', 'landed'));
    await builds.settle([{ id: 'landed', end: 'landed' }]);
    await builds.offer(build('due'), form('due', { claim: { partnerId: undefined, referralCode: 'C' } }));
    await pass(90 * 60_000 - 1);
    await close('young', form('young'));
    assert.equal(await builds.purge(), 0);
    await pass(1);
    await builds.setDue(['due'], 1);
    assert.equal(await builds.purge(), 1);
    assert.equal(await state('landed'), undefined);
    const left = await store.db.selectFrom('forms').select('id').orderBy('id').execute();
    assert.deepEqual(
      left.map(({ id }) => id),
      ['due', 'sent', 'young'],
    );
  });
});
