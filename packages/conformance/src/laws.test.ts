import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CORS_HEADERS } from '@staking-agent/wire';
import { Breach, type Exchange, parseJson, Skipped } from './client.ts';
import { LAWS } from './laws.ts';

const TYPE = 'https://stake.example/errors/not_found';
const PROBLEM = {
  type: TYPE,
  title: 'Not found',
  status: 404,
  detail: 'There is no strategy "eth".',
  code: 'STRATEGY_NOT_FOUND',
  retryable: false,
};
const HEADERS = {
  ...Object.fromEntries(Object.entries(CORS_HEADERS).map(([name, value]) => [name.toLowerCase(), value])),
  'x-service-api-version': 'v1',
  'cache-control': 'no-store',
  'content-type': 'application/problem+json; charset=utf-8',
  'x-request-id': 'one',
  link: `<${TYPE}/STRATEGY_NOT_FOUND>; rel="help"`,
};

type Changes = { readonly status?: number; readonly headers?: object; readonly problem?: object };

function refuse({ status = 404, headers = {}, problem = {} }: Changes = {}): Exchange {
  const text = JSON.stringify({ ...PROBLEM, ...problem });
  const sent = { method: 'GET', target: '/api/v1/strategies/eth', headers: {}, body: undefined };
  const answer = { status, headers: { ...HEADERS, ...headers }, text, body: parseJson(text) };
  return { sent, answer, milliseconds: 1 };
}

/** The laws that some exchanges break. */
function broken(...exchanges: readonly Exchange[]): readonly string[] {
  return LAWS.flatMap((law) => {
    try {
      law.run(exchanges);
      return [];
    } catch (error) {
      if (error instanceof Breach) return [law.id];
      if (error instanceof Skipped) return [];
      throw error;
    }
  });
}

describe('laws', () => {
  test('let a good refusal pass', () => {
    assert.deepEqual(broken(refuse()), []);
  });

  const cases: Readonly<Record<string, readonly [Changes, readonly string[]]>> = {
    'another version': [{ headers: { 'x-service-api-version': 'v2' } }, ['headers.version']],
    'an origin of its own': [
      { headers: { 'access-control-allow-origin': 'https://x' } },
      ['headers.cors-allow-origin'],
    ],
    'a title that is no text': [{ problem: { title: 5 } }, ['problems.form']],
    'an outcome that there is not': [{ problem: { outcome: 'maybe' } }, ['problems.form']],
    'a status beside its own': [{ problem: { status: 400 } }, ['problems.status']],
    'a status of another code': [{ status: 400, problem: { status: 400 } }, ['problems.status']],
    'a code that there is not': [
      { problem: { code: 'NO_IDEA' }, headers: { link: `<${TYPE}/NO_IDEA>; rel="help"` } },
      ['problems.code'],
    ],
    'a link to another code': [{ headers: { link: `<${TYPE}/INTERNAL>; rel="help"` } }, ['problems.help']],
    'no detail': [{ problem: { detail: '' } }, ['problems.detail']],
    'a detail without end': [{ problem: { detail: 'x'.repeat(401) } }, ['problems.detail']],
    'the address of an upstream': [
      { problem: { detail: 'No answer from http://10.0.0.7.' } },
      ['problems.detail'],
    ],
    'a frame of a stack': [{ problem: { detail: 'at parse (/srv/a.ts:1:2)' } }, ['problems.detail']],
    'a control character': [{ problem: { detail: 'a\u0007b' } }, ['problems.detail']],
    'Retry-After in words': [{ headers: { 'retry-after': 'soon' } }, ['problems.retry-after']],
  };
  for (const [name, [changes, laws]] of Object.entries(cases)) {
    test(`see ${name}`, () => assert.deepEqual(broken(refuse(changes)), laws));
  }

  test('see an id that two answers share, and one that is missing', () => {
    assert.deepEqual(broken(refuse(), refuse()), ['headers.request-id']);
    assert.deepEqual(broken(refuse({ headers: { 'x-request-id': undefined } })), ['headers.request-id']);
  });

  test('are skipped where no such answer came', () => {
    const law = LAWS.find(({ id }) => id === 'builds.answer-refresh');
    assert.throws(() => law?.run([refuse()]), Skipped);
  });
});
