import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { STEADY_CLOCK } from '../../test/steady-clock.ts';
import { createHostResolver } from './host-resolver.ts';

const NOT_FOUND = 3;

/** A name server that knows `good.example`, lacks names with `lacks` in them and says nothing of any other. */
async function startNameServer(t: TestContext) {
  const socket = createSocket('udp4');
  const state = { isDown: false, asked: [] as string[] };
  socket.on('message', (query, { port, address }) => {
    const [name, typeAt] = readName(query);
    state.asked.push(`${name} ${query.readUInt16BE(typeAt)}`);
    if (state.isDown || !/good|lacks/.test(name)) return;
    const isFour = query.readUInt16BE(typeAt) === 1;
    const hasAnswer = name === 'good.example' && isFour;
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180 | (name.includes('lacks') ? NOT_FOUND : 0), 2);
    head.writeUInt16BE(hasAnswer ? 1 : 0, 6);
    head.writeUInt32BE(0, 8);
    const record = Buffer.from('c00c00010001000000010004c0000207', 'hex');
    const question = query.subarray(12, typeAt + 4);
    socket.send(Buffer.concat([head, question, ...(hasAnswer ? [record] : [])]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.after(() => socket.close());
  return { state, servers: [`127.0.0.1:${socket.address().port}`] };
}

function readName(query: Buffer): [name: string, typeAt: number] {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return [labels.join('.').toLowerCase(), at + 1];
}

const look = (lookup: LookupFunction, host: string) =>
  new Promise<unknown>((resolve, reject) => {
    lookup(host, { all: true }, (error, found) => (error ? reject(error) : resolve(found)));
  });

const GOOD = [{ address: '192.0.2.7', family: 4 }];

suite('host names', () => {
  test('that hang stop no other name, and end at their deadline', async (t) => {
    const { servers } = await startNameServer(t);
    const lookup = createHostResolver(STEADY_CLOCK, { servers, hostsFile: '/none' });
    const order: string[] = [];
    const hanging = Array.from({ length: 8 }, (_, i) =>
      assert.rejects(look(lookup, `hang-${i}.example`)).then(() => order.push('hanging')),
    );
    assert.deepEqual(await look(lookup, 'good.example'), GOOD);
    order.push('good');
    await Promise.all(hanging);
    assert.equal(order[0], 'good');
  });

  test('are asked for once, and known on while the name server is away', async (t) => {
    const { servers, state } = await startNameServer(t);
    let ahead = 0;
    const clock = { ...STEADY_CLOCK, elapsed: () => STEADY_CLOCK.elapsed() + ahead };
    const lookup = createHostResolver(clock, { servers, hostsFile: '/none' });
    await Promise.all([look(lookup, 'good.example'), look(lookup, 'good.example')]);
    await look(lookup, 'good.example');
    // A packet that a busy machine holds up is sent again: what counts is that nothing else is asked.
    assert.equal(new Set(state.asked).size, 2, 'one question for each family');
    state.isDown = true;
    ahead = 3_500_000;
    assert.deepEqual(await look(lookup, 'good.example'), GOOD);
    ahead = 3_700_000;
    await assert.rejects(look(lookup, 'good.example'));
  });

  test('in the hosts file are taken from there', async (t) => {
    const { servers, state } = await startNameServer(t);
    const directory = await mkdtemp(join(tmpdir(), 'hosts-'));
    t.after(() => rm(directory, { recursive: true }));
    const hostsFile = join(directory, 'hosts');
    writeFileSync(hostsFile, '# good.example\n10.0.0.9 db Good.Example # mine\nfd00::9\tgood.example\n');
    const lookup = createHostResolver(STEADY_CLOCK, { servers, hostsFile });
    assert.deepEqual(await look(lookup, 'good.example'), [
      { address: '10.0.0.9', family: 4 },
      { address: 'fd00::9', family: 6 },
    ]);
    assert.deepEqual(state.asked, []);
  });

  test('that nobody has are refused', async (t) => {
    const { servers } = await startNameServer(t);
    const lookup = createHostResolver(STEADY_CLOCK, { servers, hostsFile: '/none' });
    await assert.rejects(look(lookup, 'lacks.invalid'), { code: /ENOTFOUND|EAI_AGAIN/ });
  });
});
