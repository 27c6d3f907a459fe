import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import sodium from 'sodium-native';
import { printTransaction } from '../../test/message-bytes.ts';
import { settle } from '../../test/settle.ts';
import { STEADY_CLOCK } from '../../test/steady-clock.ts';
import { hashMessage, readSignedTransaction } from '../builds/message.ts';
import { UpstreamFault } from '../problems/faults.ts';
import type { Form } from '../store/decide.ts';
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
} from './forms.world.ts';
import { assertExclusive, type RefreshPorts, replaceOnce } from './refresh.ts';

suite('a build is replaced', () => {
  type Replacing = LedgerGiven & {
    readonly isExclusive?: boolean;
    readonly sent?: Form;
    /** Whether it came with the signature of the wallet. */
    readonly isSigned?: boolean;
    readonly mayBeLost?: boolean;
    readonly age?: number;
  };
  const SIGNATURE = Buffer.alloc(sodium.crypto_sign_BYTES);
  sodium.crypto_sign_detached(SIGNATURE, BUILT, SECRET);
  const SIGNED = readSignedTransaction(printTransaction(BUILT, SIGNATURE));
  const AS_BUILT = readSignedTransaction(printTransaction(BUILT, SIGNATURE.with(0, 1)));
  const OF_IT = { ...formOf(SIGNED.signature, DEAD), id: hashMessage(BUILT) };

  async function replace({
    isExclusive = false,
    isSigned = false,
    mayBeLost = false,
    age = 0,
    sent,
    ...given
  }: Replacing) {
    const { ledger, blockhash, calls } = openLedger(given);
    const settled: string[] = [];
    const ports = {
      ledger,
      blockhash,
      clock: STEADY_CLOCK,
      horizon: { mayBeLost: () => mayBeLost, sinceTakeover: () => 'newer' },
      makeUnique: (make: () => Promise<unknown>) => make(),
      builds: {
        begin: () => 0,
        find: async () => sent && { build: {}, forms: [sent] },
        async settle(ends: readonly { readonly end: string }[]) {
          settled.push(...ends.map(({ end }) => end));
          return [];
        },
      },
      onSettled: () => undefined,
      log: { info: () => undefined },
    } as unknown as RefreshPorts;
    const asked = {
      transaction: isSigned ? SIGNED : AS_BUILT,
      contents: {
        issuedAt: Math.floor(STEADY_CLOCK.now() / 1_000) - age,
        expiresAt: 0,
        isExpired: true,
        route: 'rpc',
        lastValidBlockHeight: LAST_VALID,
        contextSlot: CONTEXT_SLOT,
        record: Buffer.alloc(0),
      },
    } as const;
    let isMade = false;
    const made = async () => {
      isMade = true;
      throw new Error('It is made here.');
    };
    const work = isExclusive ? assertExclusive(asked, ports) : replaceOnce(asked, made, ports, made);
    const settledEnd = await settle(
      work.catch((error: unknown) => {
        if (!isMade) throw error;
      }),
    );
    return { ...settledEnd, settled, calls };
  }

  const cases: Readonly<Record<string, readonly [Replacing, string, RegExp?]>> = {
    'once it is dead': [{}, 'done'],
    'not before': [{ height: DEAD - 1n }, 'REFRESH_TOO_EARLY', /about 5 seconds/],
    'not before an edit of longer life is dead': [
      { sent: formOf('o', LAST_VALID + 1n) },
      'REFRESH_TOO_EARLY',
    ],
    'once an edit of shorter life and it are dead': [{ sent: formOf('o', LAST_VALID - 1n) }, 'done'],
    'not where its rows may be lost': [{ mayBeLost: true }, 'REFRESH_TOO_EARLY'],
    'not once it is over ten minutes old': [{ age: 601 }, 'REFRESH_TOO_LATE'],
    'ten minutes long': [{ age: 600 }, 'done'],
    'not where a form that was sent has landed': [
      { sent: formOf('o'), statuses: { o: LANDED } },
      'TRANSACTION_LANDED',
      / as o\./,
    ],
    'not where a form of a newer version may land': [
      { sent: { ...formOf('o'), state: 'unknown', signature: undefined } },
      'REFRESH_TOO_EARLY',
    ],
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
      const { end, detail: told = '' } = await replace(given);
      assert.equal(end, expected);
      if (detail !== undefined) assert.match(told, detail);
    });
  }

  test('and what was sent of it is settled by what the ledger proves', async () => {
    assert.deepEqual((await replace({ sent: formOf('o') })).settled, ['expired']);
    assert.deepEqual((await replace({ sent: formOf('o'), statuses: { o: FAILED } })).settled, ['failed']);
    assert.deepEqual((await replace({ sent: formOf('o', DEAD) })).settled, []);
  });

  test('not where a node is missing', async () => {
    for (const signed of [[[], 'down'], []] as const)
      await assert.rejects(replace({ signed }), UpstreamFault);
    const statuses = { o: { ...LANDED, confirmationStatus: 'processed' } };
    await assert.rejects(replace({ signed: [[], lists(['o', EDITED])], statuses }), UpstreamFault);
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
