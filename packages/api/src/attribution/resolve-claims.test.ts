import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClaimsWorld } from '../../test/claims-world.ts';
import { forEachStore } from '../../test/for-each-store.ts';

const MINUTE = 60_000;
const FIRST_LOOK = 75_000;

forEachStore(({ open }) => {
  test('the second partner of a wallet is too late', async (t) => {
    const { record, ledger, round, pass, pending, credited, resolved } = await createClaimsWorld(
      await open(t),
    );
    await record('w', 'first');
    await record('w', 'second', 'two');
    ledger.land('w', 's1', 'first');
    ledger.land('w', 's2', 'second');
    await pass(FIRST_LOOK);
    await round();
    assert.deepEqual(await credited(), [['w', 'one', 's1']]);
    assert.deepEqual([await pending(), resolved], [0, ['credited', 'taken']]);
    const asked = ledger.calls.length;
    await round();
    assert.equal(ledger.calls.length, asked, 'nothing is pending, so nothing is asked');
  });

  test('a partner that is deactivated after the build earns nothing', async (t) => {
    const { partners, record, ledger, round, pass, pending, credited, resolved } = await createClaimsWorld(
      await open(t),
    );
    await record('w', 'message');
    ledger.land('w', 's1', 'message');
    await partners.setActive('one', false);
    await pass(FIRST_LOOK);
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
    await pass(FIRST_LOOK);
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
    for (const milliseconds of [FIRST_LOOK, 30 * MINUTE, 30 * MINUTE]) {
      assert.equal(await pending(), 1);
      await pass(milliseconds);
      await round();
    }
    assert.deepEqual([await credited(), await pending(), resolved], [[], 0, ['not_landed']]);
  });

  test('a ledger that is away costs no claim, however long: it is looked up when the ledger is back', async (t) => {
    const { record, ledger, round, pass, pending, credited, resolved } = await createClaimsWorld(
      await open(t),
    );
    await record('listed', 'other');
    await record('gone', 'never sent');
    ledger.down.add('*');
    await pass(25 * 60 * MINUTE);
    await round();
    assert.equal(await pending(), 2);
    await pass(25 * 60 * MINUTE);
    ledger.down.clear();
    ledger.land('listed', 's2', 'other');
    await round();
    assert.deepEqual(
      (await credited()).map(([wallet]) => wallet),
      ['listed'],
    );
    assert.equal(await pending(), 0);
    assert.deepEqual(resolved.toSorted(), ['credited', 'not_landed']);
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
    await pass(FIRST_LOOK);
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
    for (let i = 0; i < 8; i += 1) {
      await first.record(`w${i}`, `message ${i}`);
      first.ledger.land(`w${i}`, `s${i}`, `message ${i}`);
    }
    await first.pass(FIRST_LOOK);
    await Promise.all([first.round(), first.round(), first.round()]);
    assert.equal((await first.credited()).length, 8);
    assert.deepEqual(first.resolved, Array(8).fill('credited'));
  });

  test('a claim belongs to its message: another one of it is not kept', async (t) => {
    const { record, ledger, round, pass, credited } = await createClaimsWorld(await open(t));
    await record('w', 'message', 'one');
    await record('w', 'message', 'two');
    ledger.land('w', 's1', 'message');
    await pass(FIRST_LOOK);
    await round();
    assert.deepEqual(await credited(), [['w', 'one', 's1']]);
  });
});
