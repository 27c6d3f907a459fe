import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { base58 } from '@scure/base';
import { keyOf, printTransaction, writeMessage } from '../../test/message-bytes.ts';
import { createTinyTransaction } from '../../test/tiny-transaction.ts';
import { isProblemError } from '../problems/problem.ts';
import { decodeBuildRecord, encodeBuildRecord, listFigures } from './build.ts';
import { assertSignaturesHold, readSignedTransaction } from './message.ts';
import { createTokenKey, issueServiceToken, readServiceToken, verifyServiceToken } from './token.ts';

const KEY = createTokenKey(`k:${Buffer.alloc(32, 1).toString('base64')}`);
const NOW = 1_790_000_000;
const MESSAGE = Buffer.from('message');
const RECORD = Buffer.from([1, 2, 3]);
const CONTENTS = { route: 'rpc', lastValidBlockHeight: 77n, contextSlot: 66n, record: RECORD } as const;

function refusal(work: () => unknown): { readonly code: string | undefined; readonly detail: string } {
  try {
    work();
    return { code: undefined, detail: '' };
  } catch (error) {
    assert.ok(isProblemError(error), String(error));
    return { code: error.code, detail: error.message };
  }
}

suite('a service token', () => {
  const claims = {
    plain: CONTENTS,
    attributed: { ...CONTENTS, attribution: { partnerId: 'p1', referralCode: 'CODE' } },
    'of a partner': { ...CONTENTS, attribution: { partnerId: 'p1', referralCode: undefined } },
    'of a referrer': { ...CONTENTS, attribution: { partnerId: undefined, referralCode: 'CODE' } },
  } as const;
  for (const [name, contents] of Object.entries(claims)) {
    test(`that is ${name} says what it was issued for`, () => {
      for (const route of ['rpc', 'token', 'depositStake', 'depositSol', 'withdrawStake'] as const) {
        const token = issueServiceToken([KEY], MESSAGE, { ...contents, route }, NOW);
        assert.equal(token.split('.')[0], 'st3');
        const read = verifyServiceToken(readServiceToken([KEY], token), MESSAGE, NOW);
        const times = { issuedAt: NOW, expiresAt: NOW + 120, isExpired: false };
        assert.deepEqual({ ...read, record: Buffer.from(read.record) }, { ...contents, route, ...times });
      }
    });
  }

  test('needs a key', () => {
    assert.throws(() => issueServiceToken([], MESSAGE, CONTENTS, NOW), /no key/);
  });

  const MAC = Buffer.alloc(32, 7).toString('base64url');
  const print = (format: string, payload: Uint8Array, mac = MAC) =>
    `${format}.k.${Buffer.from(payload).toString('base64url')}.${mac}`;
  const claimed = (partner: number, code: number, more = 0) =>
    Buffer.concat([
      Buffer.alloc(25),
      Buffer.of(partner),
      Buffer.alloc(partner, 65),
      Buffer.of(code),
      Buffer.alloc(code + more, 65),
    ]);
  const cases: Readonly<Record<string, readonly [string, boolean]>> = {
    'st1, which had no record': [print('st1', Buffer.alloc(25)), false],
    'st2, which had none either': [print('st2', claimed(5, 3)), false],
    'st3 of 25 bytes': [print('st3', Buffer.alloc(25)), false],
    'st3 of 26 bytes': [print('st3', Buffer.alloc(26)), false],
    'st3 with a record': [print('st3', claimed(0, 0, 1)), true],
    'st3 with a claim and a record': [print('st3', claimed(5, 3, 1)), true],
    'st3 without a record': [print('st3', claimed(5, 3)), false],
    st4: [print('st4', claimed(5, 3)), false],
    'a mac of 31 bytes': [print('st3', claimed(0, 0, 1), Buffer.alloc(31).toString('base64url')), false],
    'a mac of 33 bytes': [print('st3', claimed(0, 0, 1), Buffer.alloc(33).toString('base64url')), false],
    'a mac that is padded': [`${print('st3', claimed(0, 0, 1))}=`, false],
    'a payload that is padded': [print('st3', claimed(0, 0, 1)).replace(`.${MAC}`, `==.${MAC}`), false],
    'a fifth part': [`${print('st3', claimed(0, 0, 1))}.${MAC}`, false],
    '1,024 characters': [print('st3', claimed(0, 0, 686)).padEnd(1_024, 'A'), false],
    '1,025 characters': ['s'.repeat(1_025), false],
  };
  for (const [name, [token, isWellFormed]] of Object.entries(cases)) {
    test(`is ${isWellFormed ? 'read' : 'malformed'}: ${name}`, () => {
      const { code } = refusal(() => readServiceToken([KEY], token));
      assert.equal(code, isWellFormed ? undefined : 'TOKEN_MALFORMED');
    });
  }

  test('may have 1,024 characters', () => {
    const sized = (record: number) => print('st3', claimed(0, 0, record));
    const longest = Array.from({ length: 800 }, (_, i) => sized(i + 1)).findLast(
      ({ length }) => length <= 1_024,
    );
    assert.ok((longest?.length ?? 0) > 1_022);
    assert.equal(refusal(() => readServiceToken([KEY], longest ?? '')).code, undefined);
    assert.equal(refusal(() => readServiceToken([], longest ?? '')).code, 'TOKEN_KEY_UNKNOWN');
  });
});

suite('a signed transaction', () => {
  test('is too large by its characters, in the bytes that its version may have', () => {
    for (const [text, code, bytes] of [
      ['A'.repeat(1_644), 'TX_MALFORMED', ''],
      ['A'.repeat(1_645), 'TX_TOO_LARGE', '1232|1,232'],
      [`gQAA${'A'.repeat(5_460)}`, 'TX_MALFORMED', ''],
      [`gQAA${'A'.repeat(5_461)}`, 'TX_TOO_LARGE', '4096|4,096'],
    ] as const) {
      const told = refusal(() => readSignedTransaction(text));
      assert.equal(told.code, code);
      assert.match(told.detail, new RegExp(bytes));
    }
  });

  test('is base64 as it is printed, and nothing else', () => {
    const text = createTinyTransaction(1, 1);
    for (const other of ['', `${text}\n`, `${text}=`, text.replaceAll('=', ''), `*${text}`]) {
      if (other !== text) assert.equal(refusal(() => readSignedTransaction(other)).code, 'TX_NOT_BASE64');
    }
    assert.equal(refusal(() => readSignedTransaction('AQID')).code, 'TX_MALFORMED');
    assert.throws(() => readSignedTransaction(undefined as never), TypeError);
  });

  test('whose signature does not hold is refused by the name of the signer, and why', () => {
    const wallet = base58.encode(keyOf(1));
    const message = writeMessage([keyOf(1), keyOf(2)], []);
    for (const [signature, reason] of [
      [new Uint8Array(64), 'has not signed'],
      [new Uint8Array(64).fill(1, 63), 'does not fit'],
      [new Uint8Array(64).fill(1, 0, 1), 'does not fit'],
      [new Uint8Array(64).fill(9), 'does not fit'],
    ] as const) {
      const signed = readSignedTransaction(printTransaction(message, signature));
      const { code, detail } = refusal(() => assertSignaturesHold(signed));
      assert.equal(code, 'SIGNATURE_FAILURE');
      assert.ok(detail.includes(wallet) && detail.includes(reason), detail);
    }
  });
});

suite('a record of a build', () => {
  test('holds the figures that are compared, as far as they are short', () => {
    const answer = {
      rentExemptReserveLamports: '1',
      withdrawnLamports: '2',
      stagedRasolLamports: '3',
      expectedPayoutRasolLamports: '4',
      path: ['a', { b: 1 }],
      router_order: { outAmt: 5n },
      other: '6',
    };
    const figures = {
      rentExemptReserveLamports: '1',
      withdrawnLamports: '2',
      stagedRasolLamports: '3',
      expectedPayoutRasolLamports: '4',
      path: '["a",{"b":1}]',
      'router_order.outAmt': '5',
    };
    assert.deepEqual(listFigures(answer), figures);
    assert.deepEqual(listFigures({ router_order: undefined }), {});
    assert.deepEqual(listFigures({ path: 'x'.repeat(100), withdrawnLamports: 'x'.repeat(101) }), {
      path: 'x'.repeat(100),
    });
    const build = { operation: 'stake', request: { strategy: 'usdc-earn', amount: '1' }, figures } as const;
    assert.deepEqual(decodeBuildRecord(encodeBuildRecord(build as never)), build);
  });

  test('holds what decides something, and nothing else', () => {
    const through = (operation: string, request: object) =>
      decodeBuildRecord(encodeBuildRecord({ operation, request, figures: {} } as never))?.request;
    const key = base58.encode(keyOf(5));
    for (const [operation, request, dropped] of [
      ['unstake', { strategy: 'usdc-earn', kind: 'instant', step: 'claim' }, { amount: 'any' }],
      ['unstake', { strategy: 'usdc-earn', kind: 'instant', step: 'cancel' }, { amount: 'any' }],
      ['unstake', { strategy: 'usdc-earn', kind: 'instant', step: 'request', amount: '1' }, {}],
      ['unstake', { strategy: 'usdc-earn', kind: 'instant', isWithdrawAll: true }, { amount: 'any' }],
      ['unstake', { strategy: 'usdc-earn', kind: 'instant', amount: '1' }, { isWithdrawAll: false }],
      ['unstake', { strategy: 'sol-native-stake', kind: 'deactivate', stakeAccount: key }, { amount: 'any' }],
      ['unstake', { strategy: 'sol-liquid-stake', kind: 'slow', amount: '1' }, { stakeAccount: key }],
      [
        'stake',
        { strategy: 'sol-liquid-stake', amount: '1' },
        { outputAsset: 'SOL', stakeAccountForm: 'seed' },
      ],
      [
        'stake',
        { strategy: 'sol-native-stake', amount: '1', stakeAccountForm: 'seed' },
        { then: 'deactivate' },
      ],
      ['withdraw', { stakeAccount: key, lamports: 9 }, { strategy: 'sol-native-stake' }],
      ['split', { stakeAccount: key, amount: '1', then: 'deactivate' }, { into: key }],
      ['merge', { into: key, from: [key, base58.encode(keyOf(6))] }, { then: 'x' }],
    ] as const) {
      assert.deepEqual(
        through(operation, { ...request, ...dropped }),
        request,
        `${operation} ${JSON.stringify(request)}`,
      );
    }
    assert.throws(() => through('stake', { strategy: 'other' }), /not listed/);
  });

  test('keeps a name, and drops text that is too long', () => {
    const build = {
      operation: 'stake',
      request: { strategy: 'usdc-earn' },
      keep: Buffer.from([1, 2]),
      figures: {},
    };
    assert.deepEqual(decodeBuildRecord(encodeBuildRecord(build as never)), build);
    const long = { ...build, request: { ...build.request, amount: '1'.repeat(101) } };
    assert.deepEqual(decodeBuildRecord(encodeBuildRecord(long as never)), build);
  });

  test('is none in other bytes', () => {
    for (const bytes of [[], [13], [255], [0, 1], [0, 1, 2, 65], [0, 2, 31, ...keyOf(1).subarray(1)]]) {
      assert.equal(decodeBuildRecord(Uint8Array.from(bytes)), undefined);
    }
    const merge = decodeBuildRecord(
      Uint8Array.from([12, 12, 31, ...keyOf(1).subarray(1), 13, 32, ...keyOf(1)]),
    );
    assert.deepEqual(merge, { operation: 'merge', request: {}, figures: {} });
  });
});
