import { randomUUID } from 'node:crypto';
import { HEADERS } from '@staking-agent/wire';
import {
  type Check,
  checks,
  expectEqual,
  expectMember,
  expectOk,
  expectRefusal,
  expectThat,
  textAt,
} from '../check.ts';
import type { Exchange } from '../client.ts';
import { forRows, WALLET } from '../corpus.ts';
import { makeAddress, type Subject } from '../subject.ts';

const SECTION = 'Cross-cutting rules';
const REPLAYED = HEADERS.idempotentReplayed.toLowerCase();
const KEY = HEADERS.idempotencyKey.toLowerCase();

const freshKey = () => ({ [KEY]: randomUUID() });

function stakeOf(wallet: string, amount = '1.5') {
  return { strategy: 'sol-native-stake', wallet, amount };
}

/** Expects an answer to repeat the bytes of the first answer and to say so. */
function expectReplay(exchange: Exchange, first: Exchange): void {
  expectOk(exchange);
  expectThat(
    exchange,
    exchange.answer.text === first.answer.text,
    'The answer is not the one that was given first.',
  );
  expectEqual(exchange, HEADERS.idempotentReplayed, exchange.answer.headers[REPLAYED], 'true');
}

/** Expects an answer that is not a repeat. */
function expectFresh(exchange: Exchange): Exchange {
  expectOk(exchange);
  expectEqual(exchange, HEADERS.idempotentReplayed, exchange.answer.headers[REPLAYED], undefined);
  return exchange;
}

async function keepFirst({ post }: Subject) {
  const address = makeAddress();
  const key = freshKey();
  return { address, key, first: expectFresh(await post('/stake', stakeOf(address), key)) };
}

const REPLAYS = checks('idempotency', 'build', SECTION, {
  replay: {
    proves:
      'The same request with the same key gets the same bytes, and the answer says that it is repeated.',
    run: async (subject) => {
      const { address, key, first } = await keepFirst(subject);
      expectReplay(await subject.post('/stake', stakeOf(address), key), first);
    },
  },
  spelling: {
    proves: 'The order of members and the spaces between them do not change the request.',
    run: async (subject) => {
      const { address, key, first } = await keepFirst(subject);
      const spaced = `{ "amount": "1.5", "wallet":"${address}", "strategy": "sol-native-stake" }`;
      expectReplay(await subject.post('/stake', spaced, key), first);
    },
  },
  'at-once': {
    proves: 'Several requests with one key at the same time are one build.',
    run: async ({ post }) => {
      const address = makeAddress();
      const key = freshKey();
      const all = await Promise.all(Array.from({ length: 6 }, () => post('/stake', stakeOf(address), key)));
      const built = all.filter(({ answer }) => answer.status === 200);
      for (const exchange of all) {
        if (exchange.answer.status !== 200) expectRefusal(exchange, 'IDEMPOTENCY_KEY_IN_PROGRESS');
      }
      const [first] = built;
      if (first === undefined)
        return expectReplay(await post('/stake', stakeOf(address), key), all[0] as Exchange);
      for (const exchange of built) expectMember(exchange, 'stakeAccount', textAt(first, 'stakeAccount'));
      const made = built.filter(({ answer }) => answer.headers[REPLAYED] === undefined);
      expectEqual(first, 'The number of builds', made.length, 1);
    },
  },
  'another-request': {
    proves: 'The same key with another request is 422 and does nothing; the first answer stays.',
    run: async (subject) => {
      const { address, key, first } = await keepFirst(subject);
      const others = [
        stakeOf(address, '1.6'),
        stakeOf(address, '1.50'),
        { ...stakeOf(address), extra: true },
        { ...stakeOf(address), stakeAccountForm: 'seed' },
      ];
      await forRows(others, async (body) => {
        expectRefusal(await subject.post('/stake', body, key), 'IDEMPOTENCY_KEY_REUSED', 'use a new key');
      });
      expectReplay(await subject.post('/stake', stakeOf(address), key), first);
    },
  },
  'another-wallet': {
    proves: 'The same key of two wallets stands for two requests.',
    run: async (subject) => {
      const { key } = await keepFirst(subject);
      expectFresh(await subject.post('/stake', stakeOf(makeAddress()), key));
    },
  },
  refused: {
    proves: 'A request that was refused for its own fault leaves the key free.',
    run: ({ post }) =>
      forRows([{ amount: '1,5' }, { wallet: undefined }, { strategy: 'eth-stake' }], async (fault) => {
        const address = makeAddress();
        const key = freshKey();
        const refused = await post('/stake', { ...stakeOf(address), ...fault }, key);
        expectThat(refused, refused.answer.status >= 400, 'It must be refused.');
        expectFresh(await post('/stake', stakeOf(address), key));
      }),
  },
});

const KEYS: readonly Check[] = [
  ...checks('idempotency', 'build', SECTION, {
    malformed: {
      proves:
        'A key that is empty, longer than 255 characters, or not printable ASCII is 400, and the detail names it.',
      run: ({ post }) =>
        forRows(['""', 'k'.repeat(256), 'k'.repeat(3_000), 'two words', 'schl\xfcssel'], async (key) => {
          const exchange = await post('/stake', stakeOf(WALLET), { [KEY]: key });
          expectRefusal(exchange, 'IDEMPOTENCY_KEY_MALFORMED', HEADERS.idempotencyKey);
        }),
    },
    quoted: {
      proves: 'A key in quotes equals the key without them, up to 255 characters.',
      run: async ({ post }) => {
        const address = makeAddress();
        const key = randomUUID().padEnd(255, 'k');
        const first = expectFresh(await post('/stake', stakeOf(address), { [KEY]: key }));
        expectReplay(await post('/stake', stakeOf(address), { [KEY]: `"${key}"` }), first);
      },
    },
  }),
  ...checks('idempotency', 'read', SECTION, {
    reads: {
      proves: 'Reads and quotes ignore the key.',
      run: async ({ get, post }) => {
        const malformed = { [KEY]: 'k'.repeat(256) };
        expectFresh(await get('/strategies', malformed));
        const body = { strategy: 'usdc-earn', wallet: WALLET, amount: '1' };
        expectRefusal(await post('/quote', body, malformed), 'NOTHING_TO_QUOTE');
      },
    },
  }),
];

export const IDEMPOTENCY_CHECKS: readonly Check[] = [...REPLAYS, ...KEYS];
