import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { createManualClock } from '../../test/manual-clock.ts';
import { keyOf, printTransaction, writeMessage } from '../../test/message-bytes.ts';
import { isProblemError } from '../problems/problem.ts';
import { printUnsigned } from './message.ts';
import { assertOwnAnswer, createTokenKey, issueServiceToken } from './token.ts';

const keyNamed = (kid: string, byte: number) =>
  createTokenKey(`${kid}:${Buffer.alloc(32, byte).toString('base64')}`);
const MESSAGE = writeMessage([keyOf(1), keyOf(2)], []);
const clock = createManualClock();

function judge(answer: string) {
  const logged: unknown[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  try {
    assertOwnAnswer(answer, { tokenKeys: [keyNamed('a', 1)], clock, log });
    return { code: undefined, isLogged: logged.length > 0 };
  } catch (error) {
    assert.ok(isProblemError(error));
    return { code: error.code, isLogged: logged.length > 0 };
  }
}

test('an answer is ours by the token of its transaction, expired or not; one of a retired key is not judged', () => {
  const print = (key: ReturnType<typeof keyNamed>, message: Uint8Array, seconds: number) => {
    const contents = {
      route: 'rpc',
      lastValidBlockHeight: 1n,
      contextSlot: 1n,
      record: Buffer.of(1),
    } as const;
    const service_token = issueServiceToken([key], message, contents, seconds);
    return JSON.stringify({ transaction: printTransaction(MESSAGE), service_token });
  };
  const now = Math.floor(clock.now() / 1_000);
  const ours = keyNamed('a', 1);
  for (const seconds of [now, now - 100_000]) {
    assert.deepEqual(judge(print(ours, MESSAGE, seconds)), { code: undefined, isLogged: false });
  }
  const retired = judge(print(keyNamed('b', 2), MESSAGE, now));
  assert.deepEqual(retired, { code: 'IDEMPOTENT_ANSWER_RETIRED', isLogged: false });
  for (const answer of [
    print(ours, Buffer.from('other'), now),
    print(keyNamed('a', 3), MESSAGE, now),
    '{',
    'null',
    '{}',
  ]) {
    assert.deepEqual(judge(answer), { code: 'INTENT_MISMATCH', isLogged: true });
  }
});

test('a message is printed with an empty slot for each who signs it, of either version', () => {
  for (const signers of [1, 2]) {
    for (const head of [[], [0x80]]) {
      const message = Buffer.from([...head, signers, 0, 1, 9, 9]);
      const printed = Buffer.from(printUnsigned(message), 'base64');
      assert.equal(printed[0], signers);
      assert.ok(printed.subarray(1, 1 + 64 * signers).every((byte) => byte === 0));
      assert.deepEqual(printed.subarray(1 + 64 * signers), message);
    }
  }
});
