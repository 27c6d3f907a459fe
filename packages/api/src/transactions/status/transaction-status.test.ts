import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualClock } from '../../../test/manual-clock.ts';
import { createTransactionStatus, type StatusPorts } from './transaction-status.ts';
import {
  FAULT,
  FOREIGN,
  find,
  type Given,
  LAST_VALID,
  META,
  MINE,
  SHOWN,
} from './transaction-status.world.ts';

suite('a transaction', () => {
  /** Above the height by so much, nobody can land it any more: 10 for forks, 22 as nobody resends it here. */
  const DEAD = LAST_VALID + 33n;
  const cases: Readonly<Record<string, readonly [Given, object, string, object?]>> = {
    'that no node shows is pending before its height': [{}, MINE, 'pending'],
    'of no height that nobody here sent is unknown': [{}, FOREIGN, 'unknown'],
    'of no height that this process sends is pending': [{ state: 'perhaps taken' }, FOREIGN, 'pending'],
    'of no height that a replica sent is pending': [{ isKnown: true }, FOREIGN, 'pending'],
    'of no height is never dead': [{ height: 2n ** 63n }, FOREIGN, 'unknown'],
    'is pending at the margin of its height': [{ height: DEAD - 1n }, MINE, 'pending'],
    'is expired beyond the margin': [{ height: DEAD }, MINE, 'expired'],
    'is pending while the service resends it': [{ height: DEAD, state: 'taken' }, MINE, 'pending'],
    'is pending while an edit of longer life can land': [{ height: DEAD, keptHeight: DEAD }, MINE, 'pending'],
    'is pending at the margin of the height that it was kept with': [
      { height: DEAD, keptHeight: LAST_VALID + 11n },
      MINE,
      'pending',
    ],
    'is expired beyond the margin of the height that it was kept with': [
      { height: DEAD, keptHeight: LAST_VALID + 10n, state: 'taken' },
      MINE,
      'expired',
    ],
    'is pending while no height is heard of and an edit was kept': [
      { height: DEAD, heard: undefined, keptHeight: 1n },
      MINE,
      'pending',
    ],
    'is expired where no height is heard of': [{ height: DEAD, heard: undefined }, MINE, 'expired'],
    'is expired as long as nodes remember': [{ height: LAST_VALID + 100_000n }, MINE, 'expired'],
    'is unknown after what nodes remember': [{ height: LAST_VALID + 100_001n }, MINE, 'unknown'],
    'is unknown beside another form that landed': [
      { height: DEAD, other: { kind: 'landed', signature: 'o' } },
      MINE,
      'unknown',
      { other: { kind: 'landed', signature: 'o' } },
    ],
    'is unknown where other forms are not known': [
      { height: DEAD, other: { kind: 'unread' } },
      MINE,
      'unknown',
      { other: { kind: 'unread' } },
    ],
    'on a fork is pending': [{ statuses: ['on a fork'] }, MINE, 'pending'],
    'on a fork of no height is unknown': [{ statuses: ['on a fork'] }, FOREIGN, 'unknown'],
    'that landed is not final while only confirmed': [
      { statuses: ['landed'] },
      MINE,
      'landed',
      { isFinal: false },
    ],
    'that landed is final when it is': [{ statuses: ['finalized'] }, MINE, 'landed', { isFinal: true }],
    'that failed is failed where no node shows it': [
      { statuses: ['failed'], shown: null },
      MINE,
      'failed',
      { executed: undefined },
    ],
    'that landed is landed where no node shows it': [
      { statuses: ['landed'], shown: null },
      MINE,
      'landed',
      { executed: undefined },
    ],
    'is what its execution shows, not its status of before': [
      { statuses: ['landed'], shown: { ...SHOWN, meta: { ...META, err: FAULT } } },
      MINE,
      'failed',
    ],
    'that a fork holds by now and no node shows is pending': [
      { statuses: ['landed', 'on a fork'], shown: null },
      MINE,
      'pending',
    ],
    'that a fork holds by now and a node shows has landed': [
      { statuses: ['landed', 'on a fork'] },
      MINE,
      'landed',
      { isFinal: false },
    ],
  };
  for (const [name, [given, asked, status, members]] of Object.entries(cases)) {
    test(name, async () => {
      const { standing } = await find(given, asked as typeof MINE);
      assert.deepEqual({ ...standing, ...members }, standing);
      assert.equal(standing.status, status);
      assert.equal('other' in standing, members !== undefined && 'other' in members);
    });
  }

  test('is what it is by the fault of its execution', async () => {
    const { standing } = await find({ statuses: ['failed'], shown: null });
    assert.ok('fate' in standing && standing.fate.kind === 'failed');
    assert.deepEqual(standing.fate.fault, FAULT);
  });
});

test('the newest slot is the highest that a node has shown', () => {
  const newest = (slots: readonly bigint[]) =>
    createTransactionStatus({
      ledger: { byHealth: () => slots.map((slot) => ({ slot })) },
      clock: createManualClock(),
    } as unknown as StatusPorts).newestSlot();
  assert.deepEqual(
    [newest([]), newest([0n]), newest([5n, 9n, 7n]), newest([9n, 5n])],
    [undefined, undefined, 9n, 9n],
  );
});
