import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHistory, type Event } from './check-history.ts';

const at = (start: number, answer: Event['answer'], variant = 0): Event => ({
  key: 'k',
  variant,
  start,
  end: start + 1,
  answer,
});
const fresh = (text: string) => ({ status: 200, text, isReplay: false });
const replay = (text: string) => ({ status: 200, text, isReplay: true });
const refusal = (status: number) => ({ status, text: '', isReplay: false });

const breaches: Record<string, [Event[], RegExp]> = {
  'two answers under one key': [[at(0, fresh('a')), at(2, replay('b'))], /2 different answers/],
  'two answers read at the same time': [[at(0, fresh('a')), at(0, fresh('b'))], /2 different answers/],
  'a second run that brought the same bytes': [[at(0, fresh('a')), at(2, fresh('a'))], /ran again/],
  'a key that was forgotten and refused': [
    [at(0, fresh('a')), at(2, refusal(409))],
    /409 after it was answered/,
  ],
  'another request that was answered': [[at(0, fresh('a')), at(2, replay('a'), 1)], /different requests/],
  'another request that was not refused as such': [
    [at(0, fresh('a')), at(2, refusal(409), 1)],
    /409 for another/,
  ],
  'a mismatch with itself': [[at(0, undefined), at(2, refusal(422))], /only one request/],
  'a fault of the service': [[at(0, refusal(500))], /unexpected 500/],
  'an upstream fault without one': [[at(0, refusal(502))], /unexpected 502/],
};
for (const [name, [history, expected]] of Object.entries(breaches)) {
  test(`finds ${name}`, () => assert.match(checkHistory(history).join('\n'), expected));
}

test('finds nothing where answers got lost, were repeated, refused or unavailable', () => {
  const history = [
    at(0, undefined),
    at(0, refusal(503)),
    at(2, fresh('a')),
    at(2, replay('a')),
    at(2, refusal(409)),
    at(4, replay('a')),
    at(4, refusal(422), 1),
    at(4, refusal(503), 1),
    at(4, undefined),
  ];
  assert.deepEqual(checkHistory(history), []);
});
