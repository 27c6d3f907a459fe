import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { history, watch } from './history.ts';
import type { AnswerOf, RequestOf } from './operations.ts';
import { StakingError } from './staking-error.ts';

type Page = AnswerOf<'walletHistory'>;

const page = (cursors: readonly string[], nextCursor: string | null) =>
  ({ rows: cursors.map((cursor) => ({ cursor })), nextCursor, asOf: { slot: '9' } }) as unknown as Page;
const lost = (retryable: boolean) =>
  new StakingError('', { kind: 'transport', code: 'CONNECTION_FAILED', retryable, retryAfter: 0 });

/** A client that answers by a script, and what it was asked. */
function script(...answers: readonly (Page | Error)[]) {
  const asked: RequestOf<'walletHistory'>[] = [];
  return {
    asked,
    client: {
      async walletHistory(request: RequestOf<'walletHistory'>) {
        const answer = answers[asked.length] ?? lost(false);
        asked.push(request);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
  };
}

suite('a history', () => {
  test('is read to its beginning', async () => {
    const { client, asked } = script(page(['5', '4'], 'next'), page([], 'last'), page(['1'], null));
    const rows = await Array.fromAsync(history(client, { wallet: 'w', type: 'deposit' }));
    assert.deepEqual(
      rows.map(({ cursor }) => cursor),
      ['5', '4', '1'],
    );
    assert.deepEqual(
      asked.map(({ cursor }) => cursor),
      [undefined, 'next', 'last'],
    );
  });

  test('that is watched goes on after what came, also when the connection is lost', async () => {
    const answers = [page(['5'], '5'), lost(true), page([], '5'), page(['6', '7'], '7'), lost(false)];
    const { client, asked } = script(...answers);
    const seen: string[] = [];
    const onAway = ({ code }: StakingError) => seen.push(code);
    await assert.rejects(async () => {
      for await (const { cursor } of watch(client, { wallet: 'w', after: '4', onAway })) seen.push(cursor);
    }, /./);
    assert.deepEqual(seen, ['5', 'CONNECTION_FAILED', '6', '7']);
    assert.deepEqual(
      asked.map(({ after, wait }) => [after, wait]),
      ['4', '5', '5', '5', '7'].map((after) => [after, '30']),
    );
  });

  test('that is watched begins at the present, and ends with its signal', async () => {
    const stop = new AbortController();
    const { client, asked } = script(page(['8'], 'old'), page(['10', '11'], '11'));
    const seen: string[] = [];
    for await (const { cursor } of watch(client, { wallet: 'w', signal: stop.signal })) {
      seen.push(cursor);
      if (cursor === '11') stop.abort();
    }
    assert.deepEqual(seen, ['10', '11']);
    assert.deepEqual(
      asked.map(({ after }) => after),
      [undefined, '9'],
    );
  });
});
