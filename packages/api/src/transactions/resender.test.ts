import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { createManualClock } from '../../test/manual-clock.ts';
import { createTinyTransaction } from '../../test/tiny-transaction.ts';
import { createCallPace } from '../upstreams/ledger/call-pace.ts';
import type { LedgerNode } from '../upstreams/ledger/ledger-node.ts';
import { UpstreamFault } from '../upstreams/upstream-fault.ts';
import type { Outbox } from './outbox.ts';
import { startResender } from './resender.ts';

const BLOCK_MILLISECONDS = 200;
const LIFETIME = 150n;

type Call = { readonly at: number; readonly node: string; readonly method: string; readonly of: string[] };

/** A transaction of a wallet. */
function transactionOf(wallet: number, signature: string, lastValidBlockHeight = LIFETIME) {
  const base64 = createTinyTransaction(wallet, Number.parseInt(signature, 36));
  return { signature, base64, lastValidBlockHeight };
}

/** A resender on nodes that take what they are sent, on a ledger whose blocks take 200 ms. */
function setUp(t: TestContext, names: readonly string[] = ['one', 'two']) {
  const clock = createManualClock();
  const calls: Call[] = [];
  const statuses = new Map<string, string>();
  const ledgerState = { isUnread: false, refuses: false };
  const height = () => BigInt(Math.floor(clock.elapsed() / BLOCK_MILLISECONDS));
  const readStatuses = (signatures: readonly string[]) => {
    if (ledgerState.isUnread) throw new UpstreamFault('ledger', 'unreachable');
    const value = signatures.map((signature) => {
      const confirmationStatus = statuses.get(signature);
      return confirmationStatus === undefined ? null : { err: null, confirmationStatus };
    });
    return { context: { slot: height() }, value };
  };
  const nodes = names.map((name) => {
    const pace = createCallPace(clock);
    const take = () => {
      if (!ledgerState.refuses) return 'signature';
      pace.slowDown();
      throw new UpstreamFault('ledger', 'status', { status: 429 });
    };
    const call = async (method: string, [first]: readonly unknown[]) => {
      const of = Array.isArray(first) ? first : [String(first)];
      calls.push({ at: clock.elapsed(), node: name, method, of });
      if (method === 'sendTransaction') return take();
      if (method === 'getSignatureStatuses') return readStatuses(of);
      return { absoluteSlot: height(), blockHeight: height() };
    };
    return { name, pace, call } as unknown as LedgerNode;
  });
  const [first] = nodes;
  const resolved: string[] = [];
  const outbox = {
    refresh: async () => [],
    resolve: (signature: string) => resolved.push(signature),
    handOver: async () => undefined,
  } as unknown as Outbox;
  const resender = startResender({
    ledger: {
      senders: nodes,
      byHealth: () => nodes,
      read: (method, params) => first?.call(method, params, 1_000) ?? assert.fail(),
    },
    blockhash: { blockHeight: height },
    outbox,
    log: pino({ level: 'silent' }),
    clock,
    onResend: () => undefined,
  });
  t.after(() => resender.drain(0));
  const sends = (node = 'one') =>
    calls.filter((call) => call.node === node && call.method === 'sendTransaction');
  const reads = () => calls.filter(({ method }) => method === 'getSignatureStatuses');
  return { clock, calls, sends, reads, statuses, ledgerState, resolved, resender, nodes };
}

describe('what is sent again', () => {
  test('goes to every node after pauses of one, two and then four seconds, not in the last ten blocks', async (t) => {
    const { clock, sends, resender } = setUp(t);
    resender.follow(transactionOf(1, 'a'), true);
    await clock.pass(60_000);
    for (const node of ['one', 'two']) {
      assert.deepEqual(
        sends(node).map(({ at }) => at),
        [1_000, 3_000, 7_000, 11_000, 15_000, 19_000, 23_000, 27_000],
      );
    }
  });

  test('is looked up before it is sent again, also the first time, and not sent when it is there', async (t) => {
    const { clock, calls, sends, statuses, resolved, resender } = setUp(t);
    statuses.set('a', 'confirmed');
    resender.follow(transactionOf(1, 'a'), true);
    resender.follow(transactionOf(2, 'b'), true);
    await clock.pass(1_000);
    assert.equal(calls[0]?.method, 'getSignatureStatuses');
    assert.deepEqual(calls[0]?.of, ['a', 'b']);
    assert.equal(sends().length, 1);
    assert.deepEqual(resolved, ['a']);
    assert.deepEqual([resender.getState('a'), resender.getState('b')], [undefined, 'taken']);
  });

  test('waits while it is in a block that is not confirmed, and is followed on', async (t) => {
    const { clock, sends, statuses, resolved, resender } = setUp(t);
    statuses.set('a', 'processed');
    resender.follow(transactionOf(1, 'a'), true);
    await clock.pass(5_000);
    assert.deepEqual([sends().length, resolved], [0, []]);
    statuses.delete('a');
    await clock.pass(1_500);
    assert.equal(sends().length, 1, 'the fork that held it is gone');
  });

  test('is sent when statuses cannot be read', async (t) => {
    const { clock, sends, ledgerState, resender } = setUp(t);
    ledgerState.isUnread = true;
    resender.follow(transactionOf(1, 'a'), false);
    await clock.pass(1_000);
    assert.equal(sends().length, 1);
    assert.equal(resender.getState('a'), 'taken');
  });

  test('is looked up in one call for all', async (t) => {
    const { clock, reads, resender } = setUp(t);
    for (let i = 0; i < 40; i += 1) resender.follow(transactionOf(i, `s${i}`), true);
    await clock.pass(1_000);
    assert.deepEqual(
      reads().map(({ of }) => of.length),
      [40],
    );
  });

  test('takes from each node no more than its pace, and leaves two fifths of it to feeds and first sends', async (t) => {
    const { clock, sends, nodes, resender } = setUp(t);
    for (let i = 0; i < 250; i += 1) resender.follow(transactionOf(i, `s${i}`), true);
    await clock.pass(1_000);
    assert.equal(sends('one').length, 60);
    assert.equal(sends('two').length, 60);
    const { pace } = nodes[0] ?? assert.fail();
    let left = 0;
    while (pace.trySpend(0)) left += 1;
    assert.equal(left, 40);
  });

  test('goes on with the oldest that had no turn, and all have theirs', async (t) => {
    const { clock, sends, resender } = setUp(t, ['one']);
    for (let i = 0; i < 250; i += 1) resender.follow(transactionOf(i, `s${i}`), true);
    await clock.pass(5_000);
    const first = [...new Set(sends().map(({ of }) => of[0]))];
    assert.equal(first.length, 250);
    const inOrder = Array.from({ length: 250 }, (_, i) => transactionOf(i, `s${i}`).base64);
    assert.deepEqual(first, inOrder);
  });

  test('is at most eight of one wallet in a round, however many wait', async (t) => {
    const { clock, sends, resender } = setUp(t);
    for (let i = 0; i < 100; i += 1) resender.follow(transactionOf(1, `s${i}`), true);
    resender.follow(transactionOf(2, 'other'), true);
    await clock.pass(1_000);
    assert.equal(sends().length, 9);
    assert.ok(sends().some(({ of }) => of[0] === transactionOf(2, 'other').base64));
  });

  test('slows down to about a call a second with a node that refuses every one', async (t) => {
    const { clock, sends, ledgerState, resender } = setUp(t, ['one']);
    ledgerState.refuses = true;
    for (let i = 0; i < 200; i += 1) resender.follow(transactionOf(i, `s${i}`, 10_000n), true);
    await clock.pass(60_000);
    assert.ok(sends().length >= 20 && sends().length <= 90, `${sends().length} in a minute`);
  });
});
