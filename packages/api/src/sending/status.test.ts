import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { part } from '../../test/part.ts';
import { createTransactionStatus, describeStanding } from './status.ts';
import { FAULT, FOREIGN, find, type Given, LAST_VALID, META, MINE, SHOWN } from './status.world.ts';

type Case = readonly [Given, object, string, object?];

/** Above the last valid height by more than any fork, and any margin. */
const PAST = { height: LAST_VALID + 33n };

/** Names a case of a transaction whose end the store has. */
function sayKept(
  state: 'landed' | 'failed' | 'closed',
  given: Given,
  asked: object,
  ...told: [string, object?]
) {
  const kept = { state, refusal: { code: 'BLOCKHASH_EXPIRED' } };
  const name = `that the store has as ${state} is ${told[0]} (${JSON.stringify([given, asked], printBig)})`;
  return { [name]: [{ ...given, kept }, asked, ...told] as const satisfies Case };
}

const printBig = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

suite('a transaction', () => {
  /** Above the height by so much, nobody can land it any more: 10 for forks, 22 as nobody resends it here. */
  const DEAD = LAST_VALID + 33n;
  const cases: Readonly<Record<string, Case>> = {
    'that no node shows is pending before its height': [{}, MINE, 'pending'],
    'of no height that nobody here sent is unknown': [{}, FOREIGN, 'unknown'],
    'of no height that was broadcast here is pending': [{ keptHeight: LAST_VALID }, FOREIGN, 'pending'],
    'of no height is unknown while no node answers, whatever its row says': [
      { isDown: true, keptHeight: LAST_VALID },
      FOREIGN,
      'unknown',
    ],
    'of no height is unknown beyond the margin of its row': [
      { height: DEAD, keptHeight: LAST_VALID },
      FOREIGN,
      'unknown',
    ],
    'of no height names the other form that landed': [
      { height: DEAD, keptHeight: 1n, other: { kind: 'landed', signature: 'o' } },
      FOREIGN,
      'unknown',
      { other: { kind: 'landed', signature: 'o' } },
    ],
    'of no height is unknown while the store is away': [{ isAway: true }, FOREIGN, 'unknown'],
    'of no height is never dead': [{ height: 2n ** 63n }, FOREIGN, 'unknown'],
    'is pending at the margin of its height': [{ height: DEAD - 1n }, MINE, 'pending'],
    'is expired beyond the margin': [{ height: DEAD }, MINE, 'expired'],
    'is unknown where its row may be lost': [{ height: DEAD, isLost: true }, MINE, 'unknown'],
    'is unknown, not expired, while the store is away': [{ height: DEAD, isAway: true }, MINE, 'unknown'],
    'is pending before its height while the store is away': [{ isAway: true }, MINE, 'pending'],
    'is pending while an edit of longer life can land': [{ height: DEAD, keptHeight: DEAD }, MINE, 'pending'],
    'is pending at the margin of the height that it was kept with': [
      { height: DEAD, keptHeight: LAST_VALID + 11n },
      MINE,
      'pending',
    ],
    'is expired beyond the margin of the height that it was kept with': [
      { height: DEAD, keptHeight: LAST_VALID + 10n },
      MINE,
      'expired',
    ],
    'is pending while no height is heard of and an edit was kept': [
      { height: DEAD, heard: undefined, keptHeight: 1n },
      MINE,
      'pending',
    ],
    'is expired where no height is heard of': [{ height: DEAD, heard: undefined }, MINE, 'expired'],
    'is unknown beside another form that landed': [
      { height: DEAD, keptHeight: 1n, other: { kind: 'landed', signature: 'o' } },
      MINE,
      'unknown',
      { other: { kind: 'landed', signature: 'o' } },
    ],
    'is unknown where other forms are not known': [
      { height: DEAD, keptHeight: 1n, other: { kind: 'unread' } },
      MINE,
      'unknown',
      { other: { kind: 'unread' } },
    ],
    'on a fork is pending': [{ statuses: ['on a fork'] }, MINE, 'pending'],
    'on a fork of no height is pending': [{ statuses: ['on a fork'] }, FOREIGN, 'pending'],
    'that landed is not final while only confirmed': [
      { statuses: ['landed'] },
      MINE,
      'landed',
      { isFinal: false },
    ],
    'that landed is final when it is': [{ statuses: ['finalized'] }, MINE, 'landed', { isFinal: true }],
    'that landed is landed, by the node that has it, where the other one has lost its slot': [
      { statuses: ['finalized'], second: { oldest: 9 } },
      FOREIGN,
      'landed',
      { isFinal: true, slot: 8n, fault: undefined },
    ],
    'that landed no longer before its height than a blockhash lives is landed by the node that has it': [
      { statuses: ['finalized'], second: { oldest: 9 } },
      { ...FOREIGN, lastValidBlockHeight: 158n },
      'landed',
      { isFinal: true, slot: 8n },
    ],
    'that one node shows in a slot before its blockhash is pending, though the other one has lost the slot': [
      { statuses: ['finalized'], second: { oldest: 9 } },
      { ...FOREIGN, lastValidBlockHeight: 159n },
      'pending',
    ],
    ...Object.fromEntries(
      Object.entries({
        'has its slot': { second: { oldest: 8 } },
        'does not say what it has': { second: {} },
        'shows it on a fork': { second: { oldest: 9, status: 'on a fork' } },
        'shows that it failed': { second: { oldest: 9, status: 'failed' } },
        'has lost its slot, while it is not final': { statuses: ['landed'], second: { oldest: 9 } },
        'has lost its slot, and it failed': { statuses: ['failed for good'], second: { oldest: 9 } },
        'has lost its slot, and it was broadcast here': { second: { oldest: 9 }, kept: {} },
        'has lost its slot, while the store is away': { second: { oldest: 9 }, isAway: true },
      } as const satisfies Record<string, Given>).map(([name, given]): [string, Case] => [
        `that one node shows is pending where the other one ${name}`,
        [{ statuses: ['finalized'], ...given }, FOREIGN, 'pending'],
      ]),
    ),
    'that failed is failed where no node shows it': [
      { statuses: ['failed'], shown: null },
      MINE,
      'failed',
      { executed: undefined },
    ],
    'that landed is landed, in its slot, where no node shows it': [
      { statuses: ['landed'], shown: null },
      MINE,
      'landed',
      { executed: undefined, slot: 8n },
    ],
    'that landed is not told by an execution that failed, which one node shows': [
      { statuses: ['landed'], shown: { ...SHOWN, meta: { ...META, err: FAULT } } },
      MINE,
      'landed',
      { executed: undefined },
    ],
    // One node of one says so, and the service has told its caller something else.
    ...sayKept('landed', { ...PAST, statuses: ['absent'] }, MINE, 'landed', { isFinal: true }),
    ...sayKept('landed', { ...PAST, statuses: ['absent'] }, FOREIGN, 'landed'),
    ...sayKept('landed', { statuses: ['absent'] }, MINE, 'landed', { isFinal: false }),
    ...sayKept('landed', { statuses: ['failed'] }, MINE, 'landed', { slot: 9n, fault: undefined }),
    ...sayKept('landed', { statuses: ['on a fork'] }, MINE, 'landed'),
    ...sayKept('landed', { isDown: true, shown: null }, MINE, 'landed', { slot: undefined }),
    ...sayKept('failed', { ...PAST, statuses: ['absent'] }, MINE, 'failed', { executed: undefined }),
    ...sayKept('failed', { isDown: true }, MINE, 'failed', { fault: undefined }),
    ...sayKept('failed', { statuses: ['landed'] }, MINE, 'landed'),
    'that failed names the other form that landed, or can': [
      { statuses: ['failed'], kept: {}, other: { kind: 'landed', signature: 'o' } },
      MINE,
      'failed',
      { other: { kind: 'landed', signature: 'o' } },
    ],
    'that failed before, by its row, names it too': [
      { statuses: ['absent'], kept: { state: 'failed' }, other: { kind: 'sent', signature: 'o' } },
      FOREIGN,
      'failed',
      { other: { kind: 'sent', signature: 'o' } },
    ],
    'that failed says so where the store is away': [
      { statuses: ['failed'], isAway: true },
      MINE,
      'failed',
      { other: { kind: 'unread' } },
    ],
    'that failed says where other forms are not known': [
      { statuses: ['failed'], kept: {}, other: { kind: 'unread' } },
      MINE,
      'failed',
      { other: { kind: 'unread' } },
    ],
    'that failed, of no build that is known, names none': [
      { statuses: ['failed'], other: { kind: 'landed', signature: 'o' } },
      MINE,
      'failed',
    ],
    'that landed names none, whatever else did': [
      { statuses: ['landed'], kept: {}, other: { kind: 'landed', signature: 'o' } },
      MINE,
      'landed',
    ],
    ...sayKept('closed', { isDown: true, height: 2_000n }, MINE, 'expired'),
    ...sayKept('closed', { isDown: true, height: 2_000n, isLost: true }, MINE, 'unknown'),
    ...sayKept('closed', { statuses: ['landed'] }, MINE, 'landed'),
  };
  for (const [name, [given, asked, status, members]] of Object.entries(cases)) {
    test(name, async () => {
      const { standing } = await find(given, asked as typeof MINE);
      assert.deepEqual({ ...standing, ...members }, standing);
      assert.equal(standing.status, status);
      assert.equal('other' in standing, members !== undefined && 'other' in members);
      const told = 'executed' in standing ? { ...standing, executed: undefined } : standing;
      const { otherForm } = describeStanding(told, part({}));
      assert.equal(otherForm !== undefined, 'other' in standing, 'in print too');
    });
  }

  test('that ends is kept before its end is told, by its row', async () => {
    for (const [end, state] of [
      ['landed', 'sent'],
      ['landed', 'closed'],
      ['failed', 'sent'],
    ] as const) {
      const { settled } = await find({ statuses: [end], kept: { state } });
      assert.deepEqual(settled, [{ id: 'f', end }]);
    }
    // The others would take the lock of their build at every look, and change nothing.
    for (const given of [
      { kept: { state: 'landed' } },
      { kept: { state: 'failed' } },
      { kept: { state: 'unknown' } },
      {},
      { isAway: true },
    ] as const) {
      const { standing, settled } = await find({ statuses: ['landed'], ...given });
      assert.deepEqual([standing.status, settled], ['landed', []]);
    }
  });

  test('that lands while it is waited for is kept too, though it came to a broadcast meanwhile', async () => {
    const { standing, settled } = await find({ statuses: ['absent', 'landed'], kept: {} }, MINE, 30);
    assert.deepEqual([standing.status, settled], ['landed', [{ id: 'f', end: 'landed' }]]);
  });

  test('is what it is by the fault of its execution', async () => {
    const { standing } = await find({ statuses: ['failed'], shown: null });
    assert.deepEqual('fault' in standing && standing.fault, FAULT);
  });
});

test('the newest slot is the highest that a node has shown', () => {
  const newest = (slots: readonly bigint[]) =>
    createTransactionStatus({
      ledger: { byHealth: () => slots.map((slot) => ({ slot })) },
      clock: createManualClock(),
    } as unknown as Parameters<typeof createTransactionStatus>[0]).newestSlot();
  assert.deepEqual(
    [newest([]), newest([0n]), newest([5n, 9n, 7n]), newest([9n, 5n])],
    [undefined, undefined, 9n, 9n],
  );
});
