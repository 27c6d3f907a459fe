import {
  DEFAULT_HISTORY_RANGE,
  HISTORY_RANGES,
  OPERATIONS,
  type Operation,
  SERVICE_NAME,
  STRATEGY_ASSETS,
  STRATEGY_KEYS,
} from '@staking-agent/wire';
import { type Example, getExamples } from '@staking-agent/wire/examples';
import {
  type Check,
  checks,
  expectEqual,
  expectMember,
  expectOk,
  expectRefusal,
  expectThat,
  type Group,
  listAt,
  textAt,
} from '../check.ts';
import { type Exchange, memberAt } from '../client.ts';
import badReads from '../corpus/reads.json' with { type: 'json' };
import { expandText, forRows, SIGNATURE, WALLET } from '../corpus.ts';
import type { Subject } from '../subject.ts';

/** Answers of strategies that are announced are refusals; the checks of figures need one that is live. */
async function listLive(subject: Subject): Promise<readonly string[]> {
  const exchange = expectOk(await subject.get('/strategies'));
  return listAt(exchange, 'strategies')
    .filter((entry) => memberAt(entry, 'status') === 'live')
    .map((entry) => String(memberAt(entry, 'key')));
}

/** Expects an answer about each of the strategies, in their order. */
function expectStrategies(exchange: Exchange): void {
  const keys = listAt(exchange, 'strategies').map((entry) => memberAt(entry, 'key'));
  expectEqual(exchange, 'The strategies', String(keys), String(STRATEGY_KEYS));
}

const SERVICE: readonly Check[] = [
  ...checks('reads', 'read', 'GET /health', {
    health: {
      proves:
        'Health says ok, the fixed name of the service, version v1, the commit and the time in ISO 8601.',
      run: async ({ get }) => {
        const exchange = expectOk(await get('/health'));
        expectMember(exchange, 'ok', true);
        expectMember(exchange, 'service', SERVICE_NAME);
        expectMember(exchange, 'version', 'v1');
        const time = textAt(exchange, 'time');
        expectThat(exchange, isTime(time), `time is ${time} and must be ISO 8601 in UTC.`);
      },
    },
  }),
  ...checks('reads', 'read', 'GET /status', {
    status: {
      proves: 'Status says how the service and each of the four strategies are.',
      run: async ({ get }) => {
        expectStrategies(expectOk(await get('/status')));
      },
    },
  }),
];

const STRATEGIES: readonly Check[] = [
  ...checks('reads', 'read', 'GET /strategies', {
    list: {
      proves: 'The list has the four strategies with their asset; an unknown APY is null and never left out.',
      run: async ({ get }) => {
        const exchange = expectOk(await get('/strategies'));
        expectStrategies(exchange);
        for (const [i, key] of STRATEGY_KEYS.entries()) {
          expectMember(exchange, `strategies.${i}.asset`, STRATEGY_ASSETS[key].input);
          const apy = memberAt(exchange.answer.body, 'strategies', i, 'live', 'apy');
          expectThat(
            exchange,
            apy === null || typeof apy === 'number',
            `live.apy of ${key} is neither number nor null.`,
          );
        }
        expectMember(exchange, 'strategies.0.live.exchangeRate', null);
      },
    },
  }),
  ...checks('reads', 'read', 'GET /strategies/{key}', {
    detail: {
      proves:
        'The detail of a strategy has all members of its entry in the list, the ways in and out, and numbered steps.',
      run: async (subject) => {
        const list = listAt(expectOk(await subject.get('/strategies')), 'strategies');
        for (const key of await listLive(subject)) {
          const exchange = expectOk(await subject.get(`/strategies/${key}`));
          const listed = list.find((entry) => memberAt(entry, 'key') === key);
          for (const member of ['key', 'asset', 'title', 'blurb', 'status']) {
            expectMember(exchange, `strategy.${member}`, memberAt(listed, member));
          }
          const steps = listAt(exchange, 'strategy', 'steps').map((step) => memberAt(step, 'ord'));
          const numbers = steps.map((_, i) => String(i + 1));
          expectEqual(exchange, 'The numbers of steps', String(steps), String(numbers));
        }
      },
    },
  }),
  ...checks('reads', 'read', 'GET /strategies/{key}/facts', {
    facts: {
      proves: 'Every live strategy has facts.',
      run: async (subject) => {
        for (const key of await listLive(subject)) {
          const exchange = await subject.get(`/strategies/${key}/facts`);
          if (exchange.answer.status !== 503) expectOk(exchange);
        }
      },
    },
  }),
  ...checks('reads', 'read', 'GET /apy/history', {
    history: {
      proves:
        'The history repeats strategy and range (1M by default), and runs from the oldest to the newest day.',
      run: async (subject) => {
        for (const strategy of await listLive(subject)) {
          for (const range of [undefined, ...HISTORY_RANGES]) {
            const query = range === undefined ? '' : `&range=${range}`;
            const exchange = await subject.get(`/apy/history?strategy=${strategy}${query}`);
            // An upstream that is away is no fault of the contract; the laws hold its refusal to its form.
            if (exchange.answer.status !== 502)
              holdHistory(exchange, strategy, range ?? DEFAULT_HISTORY_RANGE);
          }
        }
      },
    },
  }),
];

function holdHistory(exchange: Exchange, strategy: string, range: string): void {
  expectOk(exchange);
  expectMember(exchange, 'strategy', strategy);
  expectMember(exchange, 'range', range);
  const dates = listAt(exchange, 'points').map((point) => String(memberAt(point, 'date')));
  expectThat(
    exchange,
    dates.every((date) => /^\d{4}-\d\d-\d\d/.test(date)),
    'A date is not ISO 8601.',
  );
  expectEqual(exchange, 'The order of dates', String(dates), String(dates.toSorted()));
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

const WALLETS: readonly Check[] = [
  ...checks('reads', 'read', 'GET /limits', {
    limits: {
      proves: 'Limits name the ledger and the least and the most of every strategy.',
      run: async ({ get }) => {
        const exchange = expectOk(await get('/limits'));
        textAt(exchange, 'network', 'deployment');
        expectStrategies(exchange);
      },
    },
  }),
  ...checks('reads', 'read', 'GET /wallets/{wallet}/positions', {
    positions: {
      proves: 'Positions are those of the requested wallet.',
      run: async ({ get }) => {
        const exchange = expectOk(await get(`/wallets/${WALLET}/positions`));
        expectMember(exchange, 'wallet', WALLET);
      },
    },
  }),
  ...checks('reads', 'read', 'GET /wallets/{wallet}/history', {
    'wallet-history': {
      proves: 'A history is that of the requested wallet.',
      run: async ({ get }) => {
        const exchange = expectOk(await get(`/wallets/${WALLET}/history?limit=1`));
        expectMember(exchange, 'wallet', WALLET);
        listAt(exchange, 'rows');
      },
    },
  }),
  ...checks('reads', 'build', 'POST /positions', {
    'many-positions': {
      proves: 'Many wallets are answered in the order of the request; one that is refused leaves the others.',
      run: async ({ post }) => {
        const exchange = expectOk(await post('/positions', { wallets: ['x', WALLET] }));
        expectMember(exchange, 'wallets.0.problem.code', 'ADDRESS_MALFORMED');
        expectMember(exchange, 'wallets.1.wallet', WALLET);
      },
    },
  }),
  ...checks('reads', 'read', 'GET /transactions/{signature}', {
    transaction: {
      proves: 'A transaction that no node knows is unknown: absence alone is never final.',
      run: async ({ get }) => {
        const exchange = expectOk(await get(`/transactions/${SIGNATURE}`));
        expectMember(exchange, 'status', 'unknown');
        expectMember(exchange, 'isFinal', false);
      },
    },
  }),
];

type BadRead = { readonly path: string; readonly code: string; readonly names?: readonly string[] };

const REFUSED = Object.entries(badReads).map(
  ([name, { section, proves, rows }]): Check => ({
    id: `reads.refused-${name}`,
    level: 'read',
    section,
    proves,
    run: ({ get }) =>
      forRows(rows, async ({ path, code, names = [] }: BadRead) => {
        expectRefusal(await get(expandText(path)), code, ...names);
      }),
  }),
);

export const READ_CHECKS: readonly Check[] = [...SERVICE, ...STRATEGIES, ...WALLETS, ...REFUSED];

const UNREAD: readonly unknown[] = ['FIELD_MISSING', 'FIELD_INVALID', 'BODY_MALFORMED'];

/** The requests that the documents show: whatever their answer is, they are read as the contract says. */
export const EXAMPLE_CHECKS: readonly Check[] = Object.values(OPERATIONS).map(
  (operation: Operation): Check => {
    const isRead = operation.method === 'GET' || operation.id === 'quote';
    const group: Group = isRead ? 'reads' : 'builds';
    return {
      id: `${group}.examples-${operation.id}`,
      level: isRead ? 'read' : 'build',
      section: `${operation.method} ${operation.path}`,
      proves: 'The requests that the documents show are accepted, with every member.',
      run: async (subject) => {
        for (const example of Object.values(getExamples(operation)).flat())
          await ask(subject, operation, example);
      },
    };
  },
);

async function ask(
  { client }: Subject,
  { method, path }: Operation,
  { params = {}, query = {}, body }: Example,
) {
  // Nobody waits for transactions that do not come.
  const search = new URLSearchParams({ ...query, ...('wait' in query && { wait: '0' }) }).toString();
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const exchange = await client.ask(`${target}${search === '' ? '' : `?${search}`}`, { method, body });
  const code = memberAt(exchange.answer.body, 'code');
  expectThat(
    exchange,
    !UNREAD.includes(code),
    `The code is ${code}: the request is not read as the documents show it.`,
  );
}
