import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pino } from 'pino';
import { createManualClock } from '../../test/manual-clock.ts';
import { printTransaction } from '../../test/message-bytes.ts';
import { part } from '../../test/part.ts';
import { StoreFault } from '../problems/faults.ts';
import type { Form } from '../store/decide.ts';
import type { ProvedEnd } from '../store/forms.ts';
import {
  BUILT,
  both,
  CO_SIGNED,
  CONTEXT_SLOT,
  DEAD,
  EDITED,
  EQUAL,
  FAILED,
  formOf,
  LANDED,
  LAST_VALID,
  type LedgerGiven,
  lists,
  OTHER,
  openLedger,
  REFRESHED,
  wallet,
} from './forms.world.ts';
import { createFindOther } from './search.ts';

type FormsGiven = LedgerGiven & {
  readonly forms?: readonly Form[];
  /** The builds that signatures were broadcast for. */
  readonly builds?: Readonly<Record<string, string>>;
  readonly isAway?: boolean;
  readonly built?: Uint8Array;
};

/** A refresh of a form that is called as it, and nobody has broadcast. */
const refreshOf = (baseId: string, lastValidBlockHeight: bigint, id = 'refreshed'): Form => ({
  ...formOf(id, lastValidBlockHeight),
  kind: 'refreshed',
  baseId,
  state: 'offered',
  signature: undefined,
  answer: JSON.stringify({ transaction: printTransaction(REFRESHED) }),
});

function open({ forms = [], builds = {}, isAway, built = BUILT, ...given }: FormsGiven) {
  const clock = createManualClock();
  const { ledger, blockhash, calls } = openLedger(given);
  const logged: string[] = [];
  const settled: ProvedEnd[] = [];
  const build = {
    id: 'build',
    wallet,
    message: Buffer.from(built).toString('base64'),
    contextSlot: CONTEXT_SLOT,
  };
  const find = createFindOther({
    horizon: part({}),
    onSettled: () => undefined,
    ledger,
    blockhash: part(blockhash),
    clock,
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line).msg) }),
    builds: part({
      async find(of) {
        if (isAway) throw new StoreFault('LATE', undefined);
        const id = 'signature' in of ? builds[of.signature] : undefined;
        return id === undefined ? undefined : { build: { ...build, id }, forms: [] };
      },
      async settle(ends) {
        settled.push(...ends);
        return [];
      },
    }),
  });
  return {
    find: (signature = 'dead', rows = forms) => find({ build, forms: rows }, signature),
    logged,
    calls,
    settled,
  };
}

suite('beside a dead form of a build', () => {
  const cases: Readonly<Record<string, readonly [FormsGiven, object | undefined]>> = {
    'there is nothing where no other landed or can': [{}, undefined],
    'other transactions of the wallet are nothing': [{ signed: both(['o', OTHER]) }, undefined],
    'what failed on the ledger is nothing': [
      { signed: [[{ signature: 'o', message: EDITED, err: 'AccountInUse' }], []] },
      undefined,
    ],
    'the message as it was built has landed': [
      { signed: both(['o', BUILT]) },
      { kind: 'landed', signature: 'o' },
    ],
    'an edit has landed that one node alone lists': [
      { signed: [[], lists(['o', EDITED])] },
      { kind: 'landed', signature: 'o' },
    ],
    'what does the same counts as equal': [{ signed: both(['o', EQUAL]) }, { kind: 'equal', signature: 'o' }],
    'what landed counts more than what is equal': [
      { signed: both(['e', EQUAL], ['o', EDITED]) },
      { kind: 'landed', signature: 'o' },
    ],
    'what was broadcast here for another build is nothing': [
      { signed: both(['o', EQUAL]), builds: { o: 'another' } },
      undefined,
    ],
    'what was broadcast here for this build is equal': [
      { signed: both(['o', EQUAL]), builds: { o: 'build' } },
      { kind: 'equal', signature: 'o' },
    ],
    'what landed long before it was built is nothing': [
      { signed: [[{ signature: 'o', message: BUILT, slot: 435 }], []] },
      undefined,
    ],
    'a node may be some slots ahead': [
      { signed: [[{ signature: 'o', message: BUILT, slot: 436 }], []] },
      { kind: 'landed', signature: 'o' },
    ],
    'nothing is known where a node does not answer': [{ signed: [[], 'down'] }, { kind: 'unread' }],
    'nothing is known where there is no node': [{ signed: [] }, { kind: 'unread' }],
    'a third node is not needed': [{ signed: [[], [], 'down'] }, undefined],
    'nothing is known where a node lists what it does not show': [
      { signed: both(['o', OTHER]), hidden: ['o'] },
      { kind: 'unread' },
    ],
    'the dead one has landed after all, and nothing is known': [
      { signed: both(['dead', BUILT]) },
      { kind: 'unread' },
    ],
    'a form that was sent here may land': [{ forms: [formOf('o', DEAD)] }, { kind: 'sent', signature: 'o' }],
    'a form that was sent here has landed': [
      { forms: [formOf('o')], statuses: { o: LANDED } },
      { kind: 'landed', signature: 'o' },
    ],
    'a form that was sent here has failed': [{ forms: [formOf('o')], statuses: { o: FAILED } }, undefined],
    'a form that was sent here is dead': [{ forms: [formOf('o')] }, undefined],
    'the dead one itself was sent here': [{ forms: [formOf('dead', DEAD)] }, undefined],
    'what may land counts more than what is equal': [
      { forms: [formOf('s', DEAD)], signed: both(['o', EQUAL]) },
      { kind: 'sent', signature: 's' },
    ],
    'what is equal counts more than what is not known': [
      { signed: [lists(['o', EQUAL]), 'down'] },
      { kind: 'equal', signature: 'o' },
    ],
    'a form of a newer version may land': [
      { forms: [{ ...formOf('o', DEAD), state: 'unknown', signature: undefined }] },
      { kind: 'unread' },
    ],
    'a form that has landed needs no node': [
      { forms: [{ ...formOf('o'), state: 'landed' }] },
      { kind: 'landed', signature: 'o' },
    ],
    'a refresh can land': [{ forms: [refreshOf('build', DEAD)] }, { kind: 'replaced' }],
    'a refresh can land at its margin': [{ forms: [refreshOf('build', DEAD - 10n)] }, { kind: 'replaced' }],
    'a refresh is dead too': [{ forms: [refreshOf('build', DEAD - 11n)] }, undefined],
    'a refresh may land where no height is heard of': [
      { forms: [refreshOf('build', 1n)], heard: undefined },
      { kind: 'replaced' },
    ],
    'a refresh of a refresh can land': [
      { forms: [refreshOf('build', 1n), refreshOf('refreshed', DEAD, 'again')] },
      { kind: 'replaced' },
    ],
    'a refresh has landed': [
      { forms: [refreshOf('build', LAST_VALID)], signed: both(['o', REFRESHED]) },
      { kind: 'landed', signature: 'o' },
    ],
    'a build with a second signer has no other form': [
      { built: CO_SIGNED, signed: ['down', 'down'] },
      undefined,
    ],
    'nothing is known of what is equal while the store is away': [
      { isAway: true, signed: both(['o', EQUAL]) },
      { kind: 'unread' },
    ],
  };
  for (const [name, [given, expected]] of Object.entries(cases)) {
    test(name, async () => {
      assert.deepEqual(await open(given).find(), expected);
    });
  }

  test('no more than 39 transactions are looked at on a node, and the rest is let be', async () => {
    const many = Array.from({ length: 60 }, (_, i) => [`s${i}`, OTHER] as const);
    const { find, calls } = open({ signed: both(...many) });
    assert.equal(await find(), undefined);
    assert.equal(calls.filter(({ method }) => method === 'getTransaction').length, 2 * 39);
  });

  test('one search is made for all messages of the build, and for all who ask', async () => {
    const { find, calls } = open({ forms: [refreshOf('build', 1n)] });
    await Promise.all([find(), find()]);
    assert.equal(calls.filter(({ method }) => method === 'getSignaturesForAddress').length, 2);
    const asked = calls.length;
    await find('another');
    assert.equal(calls.length, 2 * asked);
  });

  test('who asks by newer rows is not told what a search by older ones has found', async () => {
    const { find } = open({});
    assert.equal(await find(), undefined);
    assert.deepEqual(await find('dead', [refreshOf('build', DEAD)]), { kind: 'replaced' });
    const landed = { ...formOf('o'), state: 'landed' } as const;
    assert.deepEqual(await find('dead', [landed]), { kind: 'landed', signature: 'o' });
  });

  test('a search that failed is logged', async () => {
    const { find, logged } = open({ isAway: true, signed: both(['o', EQUAL]) });
    await find();
    assert.equal(logged.length, 1);
  });

  test('ends that the ledger proves are kept', async () => {
    const { find, settled } = open({ forms: [formOf('o')], statuses: { o: FAILED } });
    await find();
    assert.deepEqual(settled, [{ id: 'o', end: 'failed' }]);
  });
});
