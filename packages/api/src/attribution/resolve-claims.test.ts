import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClaimsWorld } from '../../test/claims-world.ts';
import { forEachStore } from '../../test/for-each-store.ts';
import { UpstreamFault } from '../problems/faults.ts';
import { LOOKS_MILLISECONDS } from './claims.ts';

const MINUTE = 60_000;

forEachStore(({ open }) => {
  test('what was broadcast is credited when it is confirmed, not before', async (t) => {
    const { sign, ledger, round, pass, pending, credited, resolved } = await createClaimsWorld(await open(t));
    await sign('s1', 'w', 'message');
    for (const status of [undefined, 'processed']) {
      if (status) ledger.statuses.set('s1', { err: null, confirmationStatus: status });
      await round();
      assert.deepEqual([await credited(), await pending()], [[], 1]);
      await pass(2_000);
    }
    ledger.statuses.set('s1', { err: null, confirmationStatus: 'confirmed' });
    await round();
    assert.deepEqual(await credited(), [['w', 'one', 's1']]);
    assert.deepEqual([await pending(), resolved], [0, ['credited']]);
    const asked = ledger.calls.length;
    await round();
    assert.equal(ledger.calls.length, asked, 'nothing is pending, so nothing is asked');
  });

  test('the second partner of a wallet is too late, and every other claim on it goes', async (t) => {
    const { sign, record, ledger, round, pass, pending, credited, resolved } = await createClaimsWorld(
      await open(t),
    );
    await record('w', 'never signed', 'two');
    await sign('s1', 'w', 'first');
    ledger.statuses.set('s1', { err: null, confirmationStatus: 'finalized' });
    await round();
    await sign('s2', 'w', 'second', 'two');
    const asked = ledger.calls.length;
    await round();
    await pass(LOOKS_MILLISECONDS[0]);
    await round();
    assert.deepEqual(await credited(), [['w', 'one', 's1']]);
    assert.deepEqual([await pending(), resolved], [0, ['credited', 'taken', 'taken']]);
    assert.equal(ledger.calls.length, asked, 'the ledger has nothing to add');
  });

  test('a partner that is deactivated after the build earns nothing', async (t) => {
    const { partners, sign, ledger, round, pending, credited, resolved } = await createClaimsWorld(
      await open(t),
    );
    await sign('s1', 'w', 'message');
    ledger.statuses.set('s1', { err: null, confirmationStatus: 'confirmed' });
    await partners.setActive('one', false);
    await round();
    assert.deepEqual([await credited(), await pending(), resolved], [[], 0, ['void']]);
  });

  test('a message that reached the ledger by itself is found among what its wallet has signed', async (t) => {
    const { record, ledger, round, pass, pending, credited } = await createClaimsWorld(await open(t));
    await record('w', 'message');
    ledger.land('w', 'other', 'another message');
    ledger.land('w', 'direct', 'message');
    ledger.land('w', 'later', 'a third message');
    await round();
    assert.equal(ledger.calls.length, 0, 'not before its blockhash is dead');
    await pass(LOOKS_MILLISECONDS[0]);
    await round();
    assert.deepEqual(await credited(), [['w', 'one', 'direct']]);
    assert.equal(await pending(), 0);
  });

  test('a claim alone credits no partner, with any other transaction on the ledger, and ends after the last look', async (t) => {
    const { record, ledger, round, pass, pending, credited, resolved } = await createClaimsWorld(
      await open(t),
    );
    await record('w', 'message');
    ledger.land('w', 'of another message', 'messagE');
    ledger.land('w', 'failed', 'message', { err: 'AccountNotFound' });
    ledger.land('w2', 'of another wallet', 'message');
    ledger.land('w', 'of long ago', 'message', { blockTime: 1_600_000_000 });
    let age = 0;
    for (const look of LOOKS_MILLISECONDS) {
      assert.equal(await pending(), 1);
      await pass(look - age);
      age = look;
      await round();
    }
    assert.deepEqual([await credited(), await pending(), resolved], [[], 0, ['not_landed']]);
  });

  test('a ledger that is away costs no claim, however long: it is looked up when the ledger is back', async (t) => {
    const { sign, record, ledger, round, pass, pending, credited, resolved } = await createClaimsWorld(
      await open(t),
    );
    await sign('s1', 'signed', 'message');
    await record('listed', 'other');
    await record('gone', 'never sent');
    ledger.down.add('*');
    await pass(25 * 60 * MINUTE);
    await assert.rejects(round(), UpstreamFault);
    await pass(25 * 60 * MINUTE);
    ledger.down.clear();
    ledger.statuses.set('s1', { err: null, confirmationStatus: 'finalized' });
    ledger.land('listed', 's2', 'other');
    await round();
    assert.deepEqual((await credited()).map(([wallet]) => wallet).toSorted(), ['listed', 'signed']);
    assert.equal(await pending(), 0);
    assert.deepEqual(resolved.toSorted(), ['credited', 'credited', 'not_landed']);
  });

  test('many claims of wallets that sign nothing cost a bounded number of calls in each round', async (t) => {
    const { record, ledger, round, pass, pending, credited } = await createClaimsWorld(await open(t));
    for (let first = 0; first < 200; first += 10) {
      const wallets = Array.from({ length: 10 }, (_, i) => first + i);
      await Promise.all(wallets.map((i) => record(`w${i}`, `message ${i}`, 'two')));
    }
    await pass(2 * MINUTE);
    await record('honest', 'message');
    ledger.land('honest', 'direct', 'message');
    await pass(LOOKS_MILLISECONDS[0]);
    let rounds = 0;
    while ((await credited()).length === 0) {
      const before = ledger.calls.length;
      await round();
      // With the proof of what is found.
      assert.ok(ledger.calls.length - before <= 31, String(ledger.calls.length - before));
      rounds += 1;
      assert.ok(rounds < 12, 'the honest claim is not reached');
    }
    assert.deepEqual(await credited(), [['honest', 'one', 'direct']]);
    assert.equal(await pending(), 200);
  });

  test('two replicas that settle at once credit once and ask for no claim twice', async (t) => {
    const store = await open(t);
    const first = await createClaimsWorld(store);
    for (let i = 0; i < 40; i += 1) {
      await first.sign(`s${i}`, `w${i}`, `message ${i}`);
      first.ledger.statuses.set(`s${i}`, { err: null, confirmationStatus: 'confirmed' });
    }
    await Promise.all([first.round(), first.round(), first.round()]);
    assert.equal((await first.credited()).length, 40);
    assert.deepEqual(first.resolved, Array(40).fill('credited'));
  });

  test('a claim belongs to its message: another one of it is not kept', async (t) => {
    const { record, sign, ledger, round, credited } = await createClaimsWorld(await open(t));
    await record('w', 'message', 'one');
    await sign('s1', 'w', 'message', 'two');
    ledger.statuses.set('s1', { err: null, confirmationStatus: 'confirmed' });
    await round();
    assert.deepEqual(await credited(), [['w', 'one', 's1']]);
  });
});
