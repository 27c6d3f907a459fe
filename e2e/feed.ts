import assert from 'node:assert/strict';
import type { Service } from '@staking-agent/api';
import type { HistoryRow } from '@staking-agent/wire';
import { request } from 'undici';
import type { Random } from './adversarial/random.ts';
import { assertWhole, isLasting, type Life, readPage } from './life.ts';
import { startReplica } from './replica.ts';
import { until } from './until.ts';
import { type Cleanup, createCalls, type World } from './world.ts';

/** Names the service that a reader comes to next. */
export type Balancer = () => Promise<Pick<Service, 'url'>>;

/** Where a reader is: the rows that arrived, of how many, and the cursor to go on after. */
type Reader = { readonly rows: HistoryRow[]; readonly count: number; cursor: string };

/** Puts a second replica beside a service, which are taken in turn; a while later it is another process. */
export async function startBalancer(
  t: Cleanup,
  world: Pick<World, 'service' | 'sandbox'>,
): Promise<Balancer> {
  const start = () =>
    startReplica(t, world.sandbox, {
      LEDGER_RPC_URLS: world.sandbox.url,
      RATE_LIMITS: 'off',
      CONSOLE: 'off',
    });
  let other = await start();
  let turn = 0;
  return async () => {
    turn += 1;
    if (turn === 4) {
      await other.close();
      other = await start();
    }
    return turn % 2 === 0 ? world.service : other;
  };
}

/**
 * Reads a feed from its beginning over connections that break off: in pieces of chance form and length, each from
 * the service that the balancer names, and after the last row that arrived whole.
 *
 * @param count - rows that it has in the end; some may wait for a capture before.
 */
export async function readFeed(life: Life, count: number, balancer?: Balancer): Promise<HistoryRow[]> {
  const reader: Reader = { rows: [], count, cursor: '0' };
  const { random, world } = life;
  await until(`all ${count} rows of a feed`, async () => {
    const { url } = (await balancer?.()) ?? world.service;
    await random.pick([readAfter, waitAfter, hearEvents])(life, url, reader);
    return reader.rows.length >= count;
  });
  const { rows } = await readPage(world, `${life.path}?after=${reader.cursor}`);
  return [...reader.rows, ...rows].filter(isLasting);
}

const drawLength = (random: Random) => 1 + random.below(40);

async function readAfter(life: Life, url: string, reader: Reader, wait = ''): Promise<void> {
  const query = `limit=${drawLength(life.random)}&after=${reader.cursor}${wait}`;
  const page = await readPage(createCalls({ url }), `${life.path}?${query}`);
  assertWhole(page);
  reader.rows.push(...page.rows.filter(isLasting));
  reader.cursor = page.nextCursor ?? assert.fail('a feed has no end');
}

const waitAfter = (life: Life, url: string, reader: Reader) => readAfter(life, url, reader, '&wait=1');

/** Hears events until there are enough, or a heartbeat has nothing to tell; then the connection breaks off. */
async function hearEvents({ path, random }: Life, url: string, reader: Reader): Promise<void> {
  const headers = { accept: 'text/event-stream', 'last-event-id': reader.cursor };
  const { body } = await request(`${url}/api/v1${path}`, { headers });
  const most = Math.min(drawLength(random), reader.count - reader.rows.length);
  let text = '';
  for await (const chunk of body) {
    text += chunk;
    if (/^:$/m.test(text) || text.split('\ndata: ').length > most) break;
  }
  // What comes after the last empty line has not arrived whole.
  for (const block of text.split('\n\n').slice(0, -1)) {
    const [, event, data] = /^event: (.*)\ndata: (.*)$/m.exec(block) ?? [];
    if (event === undefined || data === undefined) continue;
    assert.notEqual(event, 'problem', data);
    if (event === 'missing') {
      assertWhole({ missing: [JSON.parse(data)] });
      continue;
    }
    const row: HistoryRow = JSON.parse(data);
    reader.cursor = /^id: (.*)$/m.exec(block)?.[1] ?? assert.fail('a row has a cursor');
    assert.equal(reader.cursor, row.cursor);
    if (isLasting(row)) reader.rows.push(row);
  }
}
