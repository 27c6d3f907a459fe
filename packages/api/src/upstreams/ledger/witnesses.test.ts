import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Address } from '@solana/kit';
import { CLOCK_ADDRESS } from '@staking-agent/chain/ledger';
import { createManualClock } from '../../../test/manual-clock.ts';
import { UpstreamBusy, UpstreamFault } from '../../problems/faults.ts';
import { type LedgerClient, readAgreed } from './client.ts';

const VAULT = 'So11111111111111111111111111111111111111112' as Address;

/** What a node says in each round, the last again and again: the slot and one byte of the vault, or the time of the clock. */
type Script = readonly (readonly [slot: number, byte: number, time?: bigint] | Error)[];

function createNode(script: Script, failures = 0) {
  const node = {
    failures,
    asked: 0,
    async call(_method: string, [addresses]: [readonly string[]]) {
      const said = script[Math.min(node.asked, script.length - 1)];
      node.asked += 1;
      if (said === undefined || said instanceof Error) throw said;
      const [slot, byte, time = 0n] = said;
      const clock = Buffer.alloc(40);
      clock.writeBigInt64LE(time, 32);
      const value = addresses.map((address) => ({
        lamports: 1,
        owner: VAULT,
        data: [(address === CLOCK_ADDRESS ? clock : Buffer.of(byte)).toString('base64'), 'base64'],
      }));
      return { context: { slot }, value };
    },
  };
  return node;
}

/** Reads of nodes, and tells the slot and the byte, or what was thrown. */
async function read(...nodes: readonly ReturnType<typeof createNode>[]) {
  const clock = createManualClock();
  const logged: object[] = [];
  const named = nodes.map((node, i) => Object.assign(node, { name: `rpc${i + 1}` }));
  const ports = {
    ledger: { byHealth: () => named } as unknown as LedgerClient,
    clock,
    random: { bytes: (count: number) => Buffer.alloc(count) },
    log: { error: (facts: object) => void logged.push(facts) } as never,
  };
  const reading = readAgreed([VAULT, CLOCK_ADDRESS], ports).then(
    (found) => [found.slot, found(VAULT)?.data[0]] as const,
    (error) => error.code ?? error.name,
  );
  return { said: await clock.passUntil(reading), logged, asked: nodes.map(({ asked }) => asked) };
}

const fault = new UpstreamFault('ledger', 'timeout');

suite('accounts that two nodes agree on', () => {
  test('are those of the lower slot when both say the same', async () => {
    const { said, asked } = await read(createNode([[9, 1]]), createNode([[7, 1]]), createNode([[9, 2]]));
    assert.deepEqual(
      [said, asked],
      [
        [7n, 1],
        [1, 1, 0],
      ],
    );
  });

  test('are read again while nodes at different slots differ', async () => {
    const { said, asked } = await read(
      createNode([[9, 1]]),
      createNode([
        [7, 2],
        [8, 2],
        [9, 1],
      ]),
    );
    assert.deepEqual(
      [said, asked],
      [
        [9n, 1],
        [3, 3],
      ],
    );
  });

  test('do not exist when nodes differ at one slot, which is logged by node and account', async () => {
    const { said, asked, logged } = await read(createNode([[9, 1]]), createNode([[9, 2]]));
    assert.deepEqual([said, asked], ['NODES_DISAGREE', [1, 1]]);
    assert.deepEqual(logged, [{ nodes: ['rpc1', 'rpc2'], accounts: [VAULT] }]);
  });

  test('are sought four times and no more', async () => {
    const { said, asked, logged } = await read(createNode([[9, 1]]), createNode([[7, 2]]));
    assert.deepEqual([said, asked, logged.length], ['NODES_DISAGREE', [4, 4], 1]);
  });

  for (const [apart, end] of [
    [30n, [9n, 1]],
    [31n, 'NODES_DISAGREE'],
    [-31n, 'NODES_DISAGREE'],
  ] as const) {
    test(`may be ${apart} seconds apart: ${end}`, async () => {
      const { said } = await read(createNode([[9, 1, 100n]]), createNode([[9, 1, 100n + apart]]));
      assert.deepEqual(said, end);
    });
  }

  for (const place of [0, 1]) {
    test(`are those of the other where node ${place + 1} of two does not answer`, async () => {
      const nodes = [createNode([[9, 1]]), createNode([[9, 1]])].with(place, createNode([fault]));
      const { said } = await read(...nodes);
      assert.deepEqual(said, [9n, 1]);
    });
  }

  test('are not waited for from a node that is known to be down', async () => {
    const { said, asked } = await read(createNode([[9, 1]]), createNode([fault], 1));
    assert.deepEqual(
      [said, asked],
      [
        [9n, 1],
        [1, 0],
      ],
    );
  });

  test('are asked of the third where the second does not answer', async () => {
    const { said, asked } = await read(createNode([[9, 1]]), createNode([fault]), createNode([[9, 2]]));
    assert.deepEqual([said, asked], ['NODES_DISAGREE', [1, 1, 1]]);
  });

  test('are not found where no node answers, also none that was down before', async () => {
    assert.equal((await read(createNode([fault]), createNode([fault]))).said, 'UpstreamFault');
    const { said, asked } = await read(createNode([fault], 3), createNode([[9, 1]], 3));
    assert.deepEqual(
      [said, asked],
      [
        [9n, 1],
        [1, 1],
      ],
    );
  });

  test('are not taken from one node because we have too many calls to the other', async () => {
    const { said } = await read(createNode([[9, 1]]), createNode([new UpstreamBusy('ledger')]));
    assert.equal(said, 'UpstreamBusy');
  });
});
