import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import type { BroadcastAnswer, BroadcastBody } from '@staking-agent/wire';
import sodium from 'sodium-native';
import { createManualClock } from '../../test/manual-clock.ts';
import { printTransaction } from '../../test/message-bytes.ts';
import { settle } from '../../test/settle.ts';
import { createTinyTransaction } from '../../test/tiny-transaction.ts';
import { hashMessage, readSignedTransaction } from '../builds/message.ts';
import { createTokenKey, issueServiceToken } from '../builds/token.ts';
import { StoreFault } from '../problems/faults.ts';
import { problem, withFate } from '../problems/problem.ts';
import { BUILT, SECRET } from '../sending/forms.world.ts';
import { answerInTime, broadcast, nameBroadcast } from './transactions.ts';

const SIGNED = createTinyTransaction(1, 1);
const { signature } = readSignedTransaction(SIGNED);
const ANSWER: BroadcastAnswer = { signature, explorer: 'https://explorer.example' };

function begin(body: Partial<BroadcastBody>) {
  const clock = createManualClock();
  const answer = Promise.withResolvers<BroadcastAnswer>();
  const given = { signed_tx: SIGNED, service_token: 'token', ...body };
  let isOver = false;
  const settled = settle(answerInTime(given, clock, answer.promise)).finally(() => {
    isOver = true;
  });
  return { clock, answer, settled, isOver: () => isOver };
}

for (const [route, milliseconds, words] of [
  ['rpc', 15_000, /^The ledger did not say/],
  ['router', 55_000, /^The router did not say/],
] as const) {
  test(`a broadcast by ${route} that takes too long is unknown, by its signature`, async () => {
    const { clock, answer, settled, isOver } = begin({ route });
    await clock.pass(milliseconds - 1);
    assert.equal(isOver(), false);
    await clock.pass(1);
    const told = await settled;
    assert.deepEqual([told.end, told.outcome], ['OUTCOME_UNKNOWN', 'unknown']);
    assert.match(told.detail ?? '', words);
    // What becomes of it later is nobody's fault that is left.
    answer.reject(new Error('late'));
  });
}

test('the signature is named where the transaction can be read', async () => {
  for (const [body, members] of [
    [{}, { signature }],
    [{ signed_tx: 'nothing' }, {}],
  ] as const) {
    const clock = createManualClock();
    const given = { signed_tx: SIGNED, service_token: 'token', ...body };
    const told = answerInTime(given, clock, new Promise(() => undefined)).catch((error: unknown) => error);
    await clock.pass(15_000);
    assert.equal(Object(await told).members?.signature, 'signature' in members ? signature : undefined);
  }
});

suite('a message that is signed a second time', () => {
  const clock = createManualClock();
  const key = createTokenKey(`a:${randomBytes(32).toString('base64')}`);
  const signed = Buffer.alloc(sodium.crypto_sign_BYTES);
  sodium.crypto_sign_detached(signed, BUILT, SECRET);
  const issued = { route: 'rpc', lastValidBlockHeight: 1n, contextSlot: 1n, record: Buffer.of(1) } as const;
  const body = {
    signed_tx: printTransaction(BUILT, signed),
    service_token: issueServiceToken([key], BUILT, issued, Math.floor(clock.now() / 1_000)),
  };
  const own = readSignedTransaction(body.signed_tx).signature;

  /**
   * Asks with another signature than the one of its row, of a service that answers so.
   *
   * @param again - its row when it is read once more.
   */
  async function ask(
    row: object | undefined,
    answer: () => Promise<string>,
    again = async (): Promise<object | undefined> => row,
  ) {
    const own = { id: hashMessage(BUILT), signature: 'sent', lastValidBlockHeight: 1n };
    let read = async () => row;
    const find = async () => {
      const found = await read();
      read = again;
      return found && { forms: [{ ...own, ...found }] };
    };
    const services = {
      tokenKeys: [key],
      clock,
      horizon: { mayBeLost: () => false, sinceTakeover: () => 'newer' },
      builds: { begin: () => 0, find },
      broadcast: answer,
      config: { explorerUrl: '' },
    } as unknown as Parameters<typeof broadcast>[1];
    const asked = { body, note: () => undefined, bindKey: async () => undefined };
    const told = broadcast(asked, services).catch((error: unknown) => error);
    await clock.pass(15_000);
    await clock.pass(500);
    const { code, outcome, members } = Object(await told);
    return [code, outcome, members?.signature];
  }

  for (const [code, outcome] of [
    ['BLOCKHASH_EXPIRED', 'expired'],
    ['LEDGER_EXECUTION_FAILED', 'rejected'],
  ] as const) {
    const refuse = async () => {
      throw problem(code, code === 'BLOCKHASH_EXPIRED' ? undefined : { reason: 'any' });
    };
    test(`is ${outcome} by the signature that was sent`, async () => {
      for (const row of [
        { state: 'failed', wasSent: true },
        { state: 'closed', wasSent: true },
        { state: 'sent' },
      ])
        assert.deepEqual(await ask(row, refuse), [code, outcome, 'sent']);
      for (const row of [{ state: 'closed', wasSent: false }, { state: 'offered' }, undefined])
        assert.deepEqual(await ask(row, refuse), [code, outcome, own]);
    });
  }

  test('is unknown by the signature that was sent where the answer takes too long', async () => {
    const hang = () => new Promise<string>(() => undefined);
    assert.deepEqual(await ask({ state: 'sent' }, hang), ['OUTCOME_UNKNOWN', 'unknown', 'sent']);
    assert.deepEqual(await ask({ state: 'offered' }, hang), ['OUTCOME_UNKNOWN', 'unknown', own]);
  });

  test('is unknown by the signature that another replica sent meanwhile, where the store says so in time', async () => {
    const hang = () => new Promise<string>(() => undefined);
    const away = () => Promise.reject(new StoreFault('LATE', undefined));
    for (const row of [undefined, { state: 'offered' }]) {
      const sent = await ask(row, hang, async () => ({ state: 'sent' }));
      assert.deepEqual(sent, ['OUTCOME_UNKNOWN', 'unknown', 'sent']);
      for (const again of [away, () => new Promise<undefined>(() => undefined)])
        assert.deepEqual(await ask(row, hang, again), ['OUTCOME_UNKNOWN', 'unknown', own]);
      assert.deepEqual(await ask({ state: 'sent' }, hang, away), ['OUTCOME_UNKNOWN', 'unknown', 'sent']);
    }
  });
});

test('an answer or a refusal in time is what it is', async () => {
  const good = begin({});
  good.answer.resolve(ANSWER);
  assert.equal((await good.settled).end, 'done');
  const bad = begin({});
  bad.answer.reject(new TypeError('ours'));
  await assert.rejects(bad.settled, TypeError);
});

suite('a broadcast that is refused before it is looked at', () => {
  const bytes = Buffer.from(SIGNED, 'base64').fill(9, 1, 65).toString('base64');
  const { message, signature: own } = readSignedTransaction(bytes);
  const refusal = () => problem('FIELD_MISSING', { missing: ['service_token'], rule: 'It is due.' });

  /** @param form - members of its row; `away` while the store is. */
  async function name(
    form: object | 'away' | undefined,
    body: object = { signed_tx: bytes },
    isLost = false,
  ) {
    const forms = [{ id: hashMessage(message), signature: 'sent', ...Object(form) }];
    const services = {
      horizon: { mayBeLost: () => isLost },
      builds: { find: async () => (form === 'away' ? away() : form && { forms }) },
    } as unknown as Parameters<typeof nameBroadcast>[2];
    const { code, outcome, members } = Object(await nameBroadcast(body, refusal(), services));
    assert.equal(code, 'FIELD_MISSING');
    return [outcome, members.signature];
  }
  const away = () => {
    throw new StoreFault('LATE', undefined);
  };

  test('sent nothing where no row says that its message has left', async () => {
    assert.deepEqual(await name(undefined), ['not_sent', own]);
    assert.deepEqual(await name({ state: 'offered', wasSent: false }), ['not_sent', own]);
    assert.deepEqual(await name({ state: 'closed', wasSent: false }), ['not_sent', own]);
  });

  test('may have been sent before, by the signature that was sent then', async () => {
    for (const state of ['sent', 'landed', 'unknown'])
      assert.deepEqual(await name({ state, wasSent: false }), ['unknown', 'sent']);
    assert.deepEqual(await name({ state: 'closed', wasSent: true }), ['unknown', 'sent']);
    const unsigned = { signed_tx: SIGNED };
    assert.deepEqual(await name(undefined, unsigned), ['not_sent', undefined]);
  });

  test('may have been sent before where its row may be lost, or cannot be read', async () => {
    assert.deepEqual(await name(undefined, undefined, true), ['unknown', own]);
    assert.deepEqual(await name('away'), ['unknown', own]);
  });

  test('has neither where there is no transaction, and keeps what it was given', async () => {
    for (const body of [{}, { signed_tx: 5 }, { signed_tx: 'AQ==' }])
      assert.deepEqual(await name(undefined, body), [undefined, undefined]);
    const told = withFate(refusal(), 'told', 'unknown');
    assert.equal(await nameBroadcast({ signed_tx: bytes }, told, {} as never), told);
    const unsigned = Object.assign(refusal(), { outcome: 'not_sent' });
    assert.equal(await nameBroadcast({ signed_tx: SIGNED }, unsigned, {} as never), unsigned);
  });

  test('is not called sent by a defect of ours', async () => {
    const services = {
      horizon: { mayBeLost: () => false },
      builds: { find: async () => assert.fail('ours') },
    };
    await assert.rejects(nameBroadcast({ signed_tx: bytes }, refusal(), services as never), /ours/);
  });
});
