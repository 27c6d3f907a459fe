import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import sodium from 'sodium-native';
import { printTransaction } from '../../test/message-bytes.ts';
import { settle } from '../../test/settle.ts';
import { hashMessage } from '../attribution/hash-message.ts';
import type { SignedForm } from '../store/build-forms.ts';
import { UpstreamFault } from '../upstreams/upstream-fault.ts';
import { assertReplaceable, type ReplaceablePorts } from './assert-replaceable.ts';
import {
  BUILT,
  both,
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
  SECRET,
  wallet,
} from './forms.world.ts';
import { readSignedTransaction } from './signed-transaction.ts';

suite('a build is replaced', () => {
  type Replacing = LedgerGiven & {
    readonly isExclusive?: boolean;
    readonly sent?: SignedForm;
    /** Whether it came with the signature of the wallet. */
    readonly isSigned?: boolean;
    readonly isRefused?: boolean;
  };
  const SIGNATURE = Buffer.alloc(sodium.crypto_sign_BYTES);
  sodium.crypto_sign_detached(SIGNATURE, BUILT, SECRET);
  const SIGNED = readSignedTransaction(printTransaction(BUILT, SIGNATURE));
  const AS_BUILT = readSignedTransaction(printTransaction(BUILT, SIGNATURE.with(0, 1)));
  const OF_IT = { ...formOf('o', DEAD), form: hashMessage(BUILT) };

  async function replace({
    isExclusive = false,
    isSigned = false,
    isRefused = false,
    sent,
    ...given
  }: Replacing) {
    const { ledger, blockhash, calls } = openLedger(given);
    const replaced: (SignedForm | undefined)[] = [];
    const ports = {
      ledger,
      blockhash,
      forms: {
        read: async () => ({ sent, isReplaced: false, successor: undefined }),
        async replace(_: Uint8Array, form: SignedForm | undefined) {
          replaced.push(form);
          return !isRefused;
        },
      },
    } satisfies ReplaceablePorts;
    const asked = {
      transaction: isSigned ? SIGNED : AS_BUILT,
      wallet,
      lastValidBlockHeight: LAST_VALID,
      contextSlot: CONTEXT_SLOT,
      isExclusive,
    };
    return { ...(await settle(assertReplaceable(asked, ports))), replaced, calls };
  }

  const cases: Readonly<Record<string, readonly [Replacing, string, RegExp?]>> = {
    'once it is dead': [{}, 'done'],
    'not before': [{ height: DEAD - 1n }, 'REFRESH_TOO_EARLY', /about 5 seconds/],
    'not before an edit of longer life is dead': [
      { sent: formOf('o', LAST_VALID + 1n) },
      'REFRESH_TOO_EARLY',
    ],
    'once an edit of shorter life and it are dead': [{ sent: formOf('o', LAST_VALID - 1n) }, 'done'],
    'not where another replica sends it meanwhile': [{ isRefused: true }, 'REFRESH_TOO_EARLY'],
    'not where it landed': [{ signed: both(['o', BUILT]) }, 'TRANSACTION_LANDED', / as o\./],
    'not where an edit landed': [{ signed: [[], lists(['o', EDITED])] }, 'TRANSACTION_LANDED', / as o\./],
    'not where what does the same landed': [
      { signed: both(['o', EQUAL]) },
      'EQUAL_TRANSACTION_LANDED',
      / as o;/,
    ],
    'before it is dead where only one of the two can land': [{ isExclusive: true, height: 900n }, 'done'],
    'where only one can land, on the word of one node': [{ isExclusive: true, signed: [[], 'down'] }, 'done'],
    'where only one can land, beside what does the same': [
      { isExclusive: true, signed: both(['o', EQUAL]) },
      'done',
    ],
    'not where its signature landed': [
      { isSigned: true, statuses: { [SIGNED.signature]: LANDED } },
      'TRANSACTION_LANDED',
    ],
    'whatever landed by a signature that is none': [{ statuses: { [AS_BUILT.signature]: LANDED } }, 'done'],
    'at once where its signature failed': [
      { isSigned: true, height: 900n, statuses: { [SIGNED.signature]: FAILED } },
      'done',
    ],
    'at once where its signature failed, and nothing else of it was sent': [
      { isSigned: true, height: 900n, statuses: { [SIGNED.signature]: FAILED }, sent: OF_IT },
      'done',
    ],
    'not at once where its signature failed and another replica sends it meanwhile': [
      { isSigned: true, height: 900n, statuses: { [SIGNED.signature]: FAILED }, isRefused: true },
      'REFRESH_TOO_EARLY',
    ],
    'not at once where its signature failed and an edit of it was sent': [
      { isSigned: true, height: 900n, statuses: { [SIGNED.signature]: FAILED }, sent: formOf('o') },
      'REFRESH_TOO_EARLY',
    ],
    'at once where its signature failed and only one can land': [
      {
        isSigned: true,
        isExclusive: true,
        height: 900n,
        statuses: { [SIGNED.signature]: FAILED },
        signed: ['down', 'down'],
      },
      'done',
    ],
    'not where only one can land and it did': [
      { isExclusive: true, signed: both(['o', BUILT]) },
      'TRANSACTION_LANDED',
    ],
  };
  for (const [name, [given, expected, detail]] of Object.entries(cases)) {
    test(name, async () => {
      const { end, detail: told = '', replaced } = await replace(given);
      assert.equal(end, expected);
      if (detail !== undefined) assert.match(told, detail);
      const isAsked = given.isExclusive !== true && (expected === 'done' || given.isRefused === true);
      assert.deepEqual(replaced, isAsked ? [given.sent] : []);
    });
  }

  test('not where a node is missing', async () => {
    for (const signed of [[[], 'down'], []] as const)
      await assert.rejects(replace({ signed }), UpstreamFault);
  });

  test('not where the wallet signed more than is looked through', async () => {
    const many = Array.from({ length: 150 }, (_, i) => [`s${i}`, OTHER] as const);
    for (const height of [DEAD, 0n]) {
      const { end, detail } = await replace({ signed: both(...many), height });
      assert.equal(end, 'TOO_MANY_TRANSACTIONS');
      assert.match(detail ?? '', /over 149 transactions/);
    }
    assert.equal((await replace({ signed: both(...many.slice(1)) })).end, 'done');
  });
});
