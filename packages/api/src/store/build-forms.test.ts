import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachStore } from '../../test/for-each-store.ts';
import { letPass } from '../../test/let-pass.ts';
import { createBuildForms } from './build-forms.ts';

const HEIGHT = 2n ** 64n - 1n;
const toForm = (form: string, lastValidBlockHeight = HEIGHT) => ({
  form,
  signature: `signature of ${form}`,
  lastValidBlockHeight,
});
const RESERVED = { kind: 'reserved', lastValidBlockHeight: HEIGHT };

forEachStore(({ open }) => {
  test('one form of a build is reserved, as often as it comes, and no other', async (t) => {
    const forms = createBuildForms(await open(t));
    assert.deepEqual(await forms.reserve('built', toForm('one')), RESERVED);
    const again = { ...toForm('one', 5n), signature: 'another of the same message' };
    assert.deepEqual(await forms.reserve('built', again), RESERVED);
    const refused = { kind: 'other', other: toForm('one') };
    assert.deepEqual(await forms.reserve('built', toForm('two', 6n)), refused);
    assert.deepEqual(await forms.reserve('built', toForm('two', 6n), 'three'), refused);
    assert.deepEqual(await forms.reserve('other build', toForm('two')), RESERVED);
    assert.deepEqual(await forms.read('built'), {
      sent: toForm('one'),
      isReplaced: false,
      successor: undefined,
    });
  });

  test('another form is reserved in the place of a dead one, and that one no more', async (t) => {
    const forms = createBuildForms(await open(t));
    await forms.reserve('built', toForm('dead'));
    await forms.reserve('built', toForm('dead'));
    const taken = await forms.reserve('built', toForm('next', 7n), 'dead');
    assert.deepEqual(taken, { kind: 'reserved', lastValidBlockHeight: 7n });
    // What is late of the dead one frees nothing.
    await forms.giveBack('built', 'dead');
    const refused = { kind: 'other', other: toForm('next', 7n) };
    assert.deepEqual(await forms.reserve('built', toForm('dead')), refused);
    assert.deepEqual(await forms.reserve('built', toForm('third'), 'dead'), refused);
  });

  test('what was built is found by the signature of the form that may be sent, whether it was claimed or not', async (t) => {
    const forms = createBuildForms(await open(t));
    const build = { message: 'bytes', contextSlot: HEIGHT };
    assert.equal(await forms.claim('built'), true);
    await forms.reserve('built', { ...toForm('one'), build });
    await forms.reserve('other build', { ...toForm('two'), build: { ...build, message: 'others' } });
    assert.deepEqual(await forms.findBuild('signature of one'), build);
    assert.equal((await forms.findBuild('signature of two'))?.message, 'others');
    assert.equal(await forms.findBuild('signature of none'), undefined);
    await forms.reserve('built', { ...toForm('next'), build }, 'one');
    assert.equal(await forms.findBuild('signature of one'), undefined);
    await forms.displace('signature of one', build);
    await forms.displace('signature of one', { ...build, message: 'others' });
    assert.deepEqual(await forms.findBuild('signature of one'), build);
    assert.deepEqual(await forms.findBuild('signature of next'), build);
    // One that was sent while the store was away, or by a version before this one.
    await forms.reserve('unkept', toForm('three'));
    assert.equal(await forms.findBuild('signature of three'), undefined);
  });

  test('another form is reserved once every reservation of the first is given back', async (t) => {
    const forms = createBuildForms(await open(t));
    await forms.reserve('built', toForm('one'));
    await forms.reserve('built', toForm('one'));
    await forms.giveBack('built', 'one');
    assert.equal((await forms.reserve('built', toForm('two'))).kind, 'other');
    await forms.giveBack('built', 'one');
    await forms.giveBack('built', 'one');
    assert.deepEqual(await forms.reserve('built', toForm('two')), RESERVED);
    assert.equal((await forms.reserve('built', toForm('one'))).kind, 'other');
  });

  test('of many forms that come at once, one is reserved', async (t) => {
    const forms = createBuildForms(await open(t));
    const asked = Array.from({ length: 20 }, (_, i) => forms.reserve('built', toForm(`form ${i}`)));
    const reserved = (await Promise.all(asked)).filter(({ kind }) => kind === 'reserved');
    assert.equal(reserved.length, 1);
    const { sent } = await forms.read('built');
    const next = Array.from({ length: 20 }, (_, i) =>
      forms.reserve('built', toForm(`later ${i}`), sent?.form),
    );
    assert.equal((await Promise.all(next)).filter(({ kind }) => kind === 'reserved').length, 1);
  });

  test('nothing is reserved of a replaced build, and none is replaced whose form is not the one that was read', async (t) => {
    const forms = createBuildForms(await open(t));
    await forms.reserve('built', toForm('one'));
    assert.equal(await forms.replace('built', undefined), false);
    assert.equal(await forms.replace('built', 'two'), false);
    assert.equal((await forms.reserve('built', toForm('one'))).kind, 'reserved');
    assert.equal(await forms.replace('built', 'one'), true);
    for (const form of ['one', 'two']) {
      assert.deepEqual(await forms.reserve('built', toForm(form), 'one'), { kind: 'replaced' });
    }
    // Whoever refreshes it again gets leave again.
    assert.equal(await forms.replace('built', undefined), true);
    assert.equal(await forms.replace('never sent', undefined), true);
    assert.deepEqual(await forms.reserve('never sent', toForm('one')), { kind: 'replaced' });
  });

  test('of a form and a replacement that come at once, one gets its way', async (t) => {
    const forms = createBuildForms(await open(t));
    const contests = Array.from({ length: 20 }, async (_, i) => {
      const [{ kind }, isReplaced] = await Promise.all([
        forms.reserve(`built ${i}`, toForm('one')),
        forms.replace(`built ${i}`, undefined),
      ]);
      assert.notEqual(kind === 'reserved', isReplaced);
    });
    await Promise.all(contests);
  });

  test('of many answers that would take the place of a build, all get the one that came first', async (t) => {
    const forms = createBuildForms(await open(t));
    await forms.replace('built', undefined);
    assert.deepEqual(await forms.read('built'), { sent: undefined, isReplaced: true, successor: undefined });
    const kept = await Promise.all(
      Array.from({ length: 20 }, (_, i) => forms.storeSuccessor('built', `answer ${i}`)),
    );
    assert.equal(new Set(kept).size, 1);
    assert.equal((await forms.read('built')).successor, kept[0]);
    await assert.rejects(forms.storeSuccessor('not replaced', 'answer'), /not replaced/);
  });

  test('a build is remembered as long as anybody may broadcast or refresh it', async (t) => {
    const store = await open(t);
    const forms = createBuildForms(store);
    await forms.reserve('built', toForm('one'));
    await letPass(store, 59 * 60_000);
    await forms.purge();
    assert.equal((await forms.reserve('built', toForm('two'))).kind, 'other');
    await letPass(store, 61_000);
    await forms.purge();
    assert.equal((await forms.reserve('built', toForm('two'))).kind, 'reserved');
  });

  test('a displaced form is remembered as long', async (t) => {
    const store = await open(t);
    const forms = createBuildForms(store);
    const build = { message: 'bytes', contextSlot: HEIGHT };
    await forms.displace('signature of one', build);
    await letPass(store, 59 * 60_000);
    await forms.purge();
    assert.deepEqual(await forms.findBuild('signature of one'), build);
    await letPass(store, 61_000);
    await forms.purge();
    assert.equal(await forms.findBuild('signature of one'), undefined);
  });

  test('a build is new once', async (t) => {
    const store = await open(t);
    const forms = createBuildForms(store);
    assert.deepEqual([await forms.claim('built'), await forms.claim('built')], [true, false]);
    assert.equal(await forms.claim('other'), true);
    await forms.reserve('sent', toForm('one'));
    assert.equal(await forms.claim('sent'), false);
  });

  test('a build that an older version kept without its slot is found as of the first one', async (t) => {
    const store = await open(t);
    const forms = createBuildForms(store);
    await forms.reserve('built', { ...toForm('one'), build: { message: 'AQ==', contextSlot: 7n } });
    assert.deepEqual(await forms.findBuild('signature of one'), { message: 'AQ==', contextSlot: 7n });
    await store.db.updateTable('build_forms').set({ context_slot: null }).execute();
    assert.deepEqual(await forms.findBuild('signature of one'), { message: 'AQ==', contextSlot: 0n });
  });
});
