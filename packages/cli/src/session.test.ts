import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@staking-agent/mcp/local';
import { type ErrorFacts, StakingError } from '@staking-agent/sdk';
import { EXIT, printJson, printPlain, toExitCode, UsageError } from './session.ts';

const fault = (facts: Partial<ErrorFacts>) =>
  new StakingError('', { kind: 'problem', code: 'X', retryable: false, ...facts });

const CASES: readonly (readonly [string, unknown, number])[] = [
  ['a refusal that no repetition changes', fault({ status: 400 }), EXIT.refused],
  ['a wallet that refuses', fault({ kind: 'wallet' }), EXIT.refused],
  ['a transaction that failed on the ledger', fault({ kind: 'ledger', outcome: 'rejected' }), EXIT.refused],
  ['a command line without sense', new UsageError(''), EXIT.usage],
  ['an upstream that is away', fault({ retryable: true, status: 503 }), EXIT.unreachable],
  ['no connection', fault({ kind: 'transport' }), EXIT.unreachable],
  ['a fault of nobody’s', new TypeError(''), EXIT.unreachable],
  ['a proof that fails', fault({ kind: 'verification' }), EXIT.unverified],
  ['a policy', new Refusal('DRY_RUN', ''), EXIT.policy],
  ['an outcome that nobody knows', fault({ kind: 'transport', outcome: 'unknown' }), EXIT.unknown],
  [
    'an outcome that nobody knows, and a hint to try again',
    fault({ retryable: true, outcome: 'unknown' }),
    EXIT.unknown,
  ],
  [
    'a payment that moved other amounts',
    fault({ kind: 'ledger', code: 'AMOUNTS_DIFFER', signature: 's' }),
    EXIT.unknown,
  ],
  [
    'a build that a service calls landed, before anything is signed',
    fault({ code: 'TRANSACTION_LANDED' }),
    1,
  ],
  ...['OTHER_FORM_LANDED', 'EQUAL_TRANSACTION_LANDED', 'STAKE_ACCOUNT_EXISTS'].map(
    (code) =>
      [
        `${code} of a transaction that the own node shows dead`,
        fault({ kind: 'ledger', code, outcome: 'not_sent', signature: 's' }),
        EXIT.unknown,
      ] as const,
  ),
  ['a failure by the word of the service', fault({ outcome: 'rejected', status: 422 }), EXIT.unknown],
  ['a death by the word of the service', fault({ outcome: 'expired', status: 403 }), EXIT.unknown],
  ['signed bytes that the service says it has not sent', fault({ outcome: 'not_sent' }), EXIT.unknown],
  ['a broadcast that can be repeated', fault({ outcome: 'not_sent', retryable: true }), EXIT.unreachable],
  [
    'a transaction that is dead',
    fault({ kind: 'ledger', retryable: true, outcome: 'expired' }),
    EXIT.expired,
  ],
];

for (const [what, error, code] of CASES) {
  test(`${what} ends with ${code}`, () => assert.equal(toExitCode(error), code));
}

test('nothing unseen reaches a terminal, be it in a text or in the name of a member', () => {
  const hostile = '\u001b[2J\u009b1A\r\n\u202e\u200b\u{e0041}\ufe0f\u{e0100}';
  const answer = { [hostile]: hostile, [`${hostile}nested`]: [{ [hostile]: [hostile] }] };
  const printed = printPlain(answer);
  assert.doesNotMatch(printed.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Variation_Selector}]/u);
  assert.equal(printed.split('\n').length, 5);
  const json = printJson(answer);
  assert.doesNotMatch(json.trimEnd(), /[\p{Cc}\p{Cf}\p{Variation_Selector}]/u);
  assert.deepEqual(JSON.parse(json), answer);
});
