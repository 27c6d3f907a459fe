import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertProblem } from '../assert-answer.ts';
import { startWorld } from '../world.ts';

const world = await startWorld({ after });
const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';

const MALFORMED: readonly (readonly [string, object, string])[] = [
  ['no transaction', { service_token: 'st3.a.b.c' }, 'FIELD_MISSING'],
  ['no token', { transaction: 'AQ==' }, 'FIELD_MISSING'],
  ['a token that is none', { transaction: 'AQ==', service_token: 'st3' }, 'TOKEN_MALFORMED'],
  ['a transaction that is a number', { transaction: 5, service_token: 'x' }, 'FIELD_INVALID'],
];
for (const [name, body, code] of MALFORMED) {
  test(name, async () => {
    const answer = await world.post('/refresh', body);
    assert.ok([400, 403].includes(answer.status), answer.text);
    assert.equal(answer.body.code, code);
  });
}

for (const transaction of ['', 'AQ==', 'not base64', 'AQAB', 'A'.repeat(1_700)]) {
  test(`the transaction ${JSON.stringify(transaction.slice(0, 12))}`, async () => {
    const built = await world.post('/stake', { strategy: 'sol-native-stake', wallet: WALLET, amount: '2' });
    const { service_token } = built.body;
    const answer = await world.post('/refresh', { transaction, service_token });
    assertProblem(answer, { slug: 'invalid_request', code: 'TRANSACTION_MALFORMED' });
  });
}
