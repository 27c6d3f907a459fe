import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pino } from 'pino';
import { createManualClock } from '../../test/manual-clock.ts';
import { printTransaction } from '../../test/message-bytes.ts';
import { createTokenKey } from '../keys/token-key.ts';
import type { SignedForm } from '../store/build-forms.ts';
import { StoreFault } from '../store/store-fault.ts';
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
} from './forms.world.ts';
import { createOtherForms, type OtherFormsPorts } from './other-forms.ts';
import { issueServiceToken } from './service-token.ts';

const NOW_KEY = createTokenKey(`k:${Buffer.alloc(32, 1).toString('base64')}`);

type State = { readonly sent?: SignedForm; readonly isReplaced?: boolean; readonly successor?: Uint8Array };
/** Prints the answer of a build, as a refresh keeps it. */
function printBuild(message: Uint8Array, seconds: number, lastValidBlockHeight: bigint): string {
  const contents = { route: 'rpc', lastValidBlockHeight, contextSlot: CONTEXT_SLOT } as const;
  const service_token = issueServiceToken([NOW_KEY], message, contents, seconds);
  return JSON.stringify({ transaction: printTransaction(message), service_token });
}

type FormsGiven = LedgerGiven & {
  readonly build?: State;
  readonly refresh?: State;
  readonly refreshUntil?: bigint;
  /** The build that a signature was broadcast for. */
  readonly builds?: Readonly<Record<string, Uint8Array>>;
  readonly isAway?: boolean;
  readonly built?: Uint8Array;
};

function open({
  build = {},
  refresh = {},
  refreshUntil = LAST_VALID,
  builds = {},
  isAway,
  ...given
}: FormsGiven) {
  const clock = createManualClock();
  const { ledger, blockhash, calls } = openLedger(given);
  const logged: string[] = [];
  const seconds = Math.floor(clock.now() / 1_000);
  const away = () => {
    throw new StoreFault('LATE', undefined);
  };
  const forms = createOtherForms({
    ledger,
    blockhash,
    clock,
    tokenKeys: [NOW_KEY],
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line).msg) }),
    forms: {
      async read(built) {
        if (isAway) return away();
        const state = Buffer.from(built).equals(REFRESHED) ? refresh : build;
        const { sent, isReplaced = false, successor } = state;
        return {
          sent,
          isReplaced,
          successor: successor && printBuild(successor, seconds, refreshUntil),
        };
      },
      async findBuild(signature) {
        if (isAway) return away();
        const message = builds[signature];
        return message && { message: Buffer.from(message).toString('base64'), contextSlot: CONTEXT_SLOT };
      },
    },
  } satisfies OtherFormsPorts);
  return { forms, logged, calls, clock };
}

const find = (given: FormsGiven) =>
  open(given).forms.find({ built: given.built ?? BUILT, signature: 'dead', contextSlot: CONTEXT_SLOT });

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
      { signed: both(['o', EQUAL]), builds: { o: OTHER } },
      undefined,
    ],
    'what was broadcast here for this build is equal': [
      { signed: both(['o', EQUAL]), builds: { o: BUILT } },
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
    'a form that was sent here may land': [
      { build: { sent: formOf('o', DEAD) } },
      { kind: 'sent', signature: 'o' },
    ],
    'a form that was sent here has landed': [
      { build: { sent: formOf('o') }, statuses: { o: LANDED } },
      { kind: 'landed', signature: 'o' },
    ],
    'a form that was sent here has failed': [
      { build: { sent: formOf('o') }, statuses: { o: FAILED } },
      undefined,
    ],
    'a form that was sent here is dead': [{ build: { sent: formOf('o') } }, undefined],
    'the dead one itself was sent here': [{ build: { sent: formOf('dead', DEAD) } }, undefined],
    'what may land counts more than what is equal': [
      { build: { sent: formOf('s', DEAD) }, signed: both(['o', EQUAL]) },
      { kind: 'sent', signature: 's' },
    ],
    'what is equal counts more than what is not known': [
      { signed: [lists(['o', EQUAL]), 'down'] },
      { kind: 'equal', signature: 'o' },
    ],
    'a refresh can land': [{ build: { successor: REFRESHED }, refreshUntil: DEAD }, { kind: 'replaced' }],
    'a refresh can land at its margin': [
      { build: { successor: REFRESHED }, refreshUntil: DEAD - 10n },
      { kind: 'replaced' },
    ],
    'a refresh is dead too': [{ build: { successor: REFRESHED }, refreshUntil: DEAD - 11n }, undefined],
    'a refresh may land where no height is heard of': [
      { build: { successor: REFRESHED }, refreshUntil: 1n, heard: undefined },
      { kind: 'replaced' },
    ],
    'a refresh is about to be made': [{ build: { isReplaced: true } }, { kind: 'replaced' }],
    'a refresh of a refresh is about to be made': [
      { build: { successor: REFRESHED }, refreshUntil: 1n, refresh: { isReplaced: true } },
      { kind: 'replaced' },
    ],
    'a refresh has landed': [
      { build: { successor: REFRESHED }, signed: both(['o', REFRESHED]) },
      { kind: 'landed', signature: 'o' },
    ],
    'a refresh was sent here': [
      { build: { successor: REFRESHED }, refresh: { sent: formOf('o', DEAD) } },
      { kind: 'sent', signature: 'o' },
    ],
    'a build with a second signer has no other form': [
      { built: CO_SIGNED, signed: ['down', 'down'] },
      undefined,
    ],
    'nothing is known while the store is away': [{ isAway: true }, { kind: 'unread' }],
  };
  for (const [name, [given, expected]] of Object.entries(cases)) {
    test(name, async () => {
      assert.deepEqual(await find(given), expected);
    });
  }

  test('no more than 39 transactions are looked at on a node, and the rest is let be', async () => {
    const many = Array.from({ length: 60 }, (_, i) => [`s${i}`, OTHER] as const);
    const { forms, calls } = open({ signed: both(...many) });
    assert.equal(await forms.find({ built: BUILT, signature: 'dead', contextSlot: CONTEXT_SLOT }), undefined);
    assert.equal(calls.filter(({ method }) => method === 'getTransaction').length, 2 * 39);
  });

  test('no more than 64 refreshes are followed', async () => {
    const { forms, calls } = open({ build: { successor: BUILT } });
    await forms.find({ built: BUILT, signature: 'dead', contextSlot: CONTEXT_SLOT });
    assert.equal(calls.filter(({ method }) => method === 'getSignaturesForAddress').length, 2 * 64);
  });

  test('one search is made for all who ask', async () => {
    const { forms, calls } = open({});
    const dead = { built: BUILT, signature: 'dead', contextSlot: CONTEXT_SLOT };
    await Promise.all([forms.find(dead), forms.find(dead)]);
    const asked = calls.length;
    await forms.find({ ...dead, signature: 'another' });
    assert.equal(calls.length, 2 * asked);
  });

  test('a search that failed is logged', async () => {
    const { forms, logged } = open({ isAway: true });
    await forms.find({ built: BUILT, signature: 'dead', contextSlot: CONTEXT_SLOT });
    assert.equal(logged.length, 1);
  });
});

test('what else there is of a signature is told by the build that it was broadcast for', async () => {
  const ask = (given: FormsGiven) => open(given).forms.findBySignature('dead');
  const signed = both(['o', EDITED]);
  assert.deepEqual(await ask({ builds: { dead: BUILT }, signed }), { kind: 'landed', signature: 'o' });
  assert.equal(await ask({ builds: { dead: BUILT } }), undefined);
  assert.equal(await ask({ signed }), undefined, 'it is of no build that is known');
  assert.deepEqual(await ask({ isAway: true }), { kind: 'unread' });
});
