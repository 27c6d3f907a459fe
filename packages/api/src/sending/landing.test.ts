import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { part } from '../../test/part.ts';
import { JsonRpcError, UpstreamFault } from '../problems/faults.ts';
import type { LedgerMethod } from '../upstreams/ledger/answers.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash.ts';
import type { LedgerNode } from '../upstreams/ledger/node.ts';
import {
  createHorizon,
  isDeadAt,
  isTooOld,
  type LandingPorts,
  proveEnd,
  readFate,
  readFates,
  readFatesSoon,
} from './landing.ts';

const LAST_VALID = 1_000n;
const EXPIRING = { signature: 'signature', lastValidBlockHeight: LAST_VALID };
const TIP_SLOT = 500_000;

/** What a node shows: a status, or that it has none in a state as old as its height says. */
type Word = keyof typeof WORDS;
type Shown = {
  readonly status?: object;
  readonly height: bigint;
  readonly slot?: number;
  readonly oldest?: number | 'unsaid';
  readonly isDown?: true;
};

const FAULT = { InstructionError: [0, 'Custom'] };
const OLD = { height: LAST_VALID + 11n };
const WORDS = {
  landed: { ...OLD, status: { err: null, confirmationStatus: 'confirmed' } },
  'landed for good': { ...OLD, status: { err: null, confirmationStatus: 'finalized', slot: 7 } },
  'landed on a fork': { ...OLD, status: { err: null, confirmationStatus: 'processed' } },
  'landed, nobody says where': { ...OLD, status: { err: null } },
  failed: { ...OLD, status: { err: FAULT, confirmationStatus: 'confirmed' } },
  'failed for good': { ...OLD, status: { err: FAULT, confirmationStatus: 'finalized' } },
  'failed on a fork': { ...OLD, status: { err: FAULT, confirmationStatus: 'processed' } },
  'failed, nobody says where': { ...OLD, status: { err: FAULT } },
  dead: OLD,
  'absent at the margin': { height: LAST_VALID + 10n },
  'absent before its height': { ...OLD, slot: TIP_SLOT - 1 },
  'absent since it started, after the first slot': { ...OLD, oldest: TIP_SLOT - 160 },
  'absent, remembering the first slot': { ...OLD, oldest: TIP_SLOT - 161 },
  'absent, and does not say what it remembers': { ...OLD, oldest: 'unsaid' },
  'absent so long that it has forgotten': { height: LAST_VALID + 100_000n, oldest: 'unsaid' },
  down: { ...OLD, isDown: true },
} as const satisfies Record<string, Shown>;

/** What one node alone proves. */
const PROVES: Readonly<Record<Word, 'landed' | 'failed' | 'dead' | 'absent' | 'seen' | 'down'>> = {
  landed: 'landed',
  'landed for good': 'landed',
  'landed on a fork': 'seen',
  'landed, nobody says where': 'seen',
  failed: 'failed',
  'failed for good': 'failed',
  'failed on a fork': 'seen',
  'failed, nobody says where': 'seen',
  dead: 'dead',
  'absent at the margin': 'absent',
  'absent before its height': 'absent',
  'absent since it started, after the first slot': 'absent',
  'absent, remembering the first slot': 'dead',
  'absent, and does not say what it remembers': 'dead',
  'absent so long that it has forgotten': 'absent',
  down: 'down',
};

function createNode(show: () => Shown, calls: string[] = []): LedgerNode {
  const call = async (method: LedgerMethod, params: readonly unknown[]) => {
    calls.push(method);
    const { status, height, slot = TIP_SLOT, oldest = 0, isDown } = show();
    if (isDown) throw new UpstreamFault('ledger', 'timeout');
    if (method === 'getEpochInfo') return { absoluteSlot: TIP_SLOT, blockHeight: height };
    if (method === 'minimumLedgerSlot') {
      if (oldest === 'unsaid') throw new JsonRpcError(-32_601, 'Method not found', undefined);
      return oldest;
    }
    const [signatures, options] = params as [string[], object];
    assert.deepEqual(options, { searchTransactionHistory: true });
    return {
      context: { slot: BigInt(slot) },
      value: signatures.map((signature) => (signature === EXPIRING.signature ? (status ?? null) : null)),
    };
  };
  return { call } as unknown as LedgerNode;
}

function portsOf(nodes: readonly LedgerNode[], heard: bigint | undefined = LAST_VALID + 11n): LandingPorts {
  return {
    ledger: part({ byHealth: () => nodes }),
    blockhash: part<BlockhashFeed>({ blockHeight: () => heard }),
    clock: createManualClock(),
  };
}

function saying(words: readonly Word[]): LandingPorts {
  return portsOf(words.map((word) => createNode(() => WORDS[word])));
}

/** The law: every end needs two who know it, where there are two; what one shows is neither absent nor proved. */
function judge(words: readonly Word[]): string {
  const all = words.map((word) => PROVES[word]).filter((one) => one !== 'down');
  const needed = Math.min(2, words.length);
  const count = (...kinds: readonly string[]) => all.filter((one) => kinds.includes(one)).length;
  if (count('landed') >= needed) return 'landed';
  if (count('failed') >= needed) return 'failed';
  if (count('landed', 'failed', 'seen') > 0) return 'seen';
  if (count('dead') >= needed) return 'dead';
  return count('dead', 'absent') >= needed ? 'absent' : 'unread';
}

suite('what nodes prove together', () => {
  const each = Object.keys(WORDS) as Word[];
  const groups = [
    ...each.map((a) => [a]),
    ...each.flatMap((a) => each.map((b) => [a, b])),
    ...each.flatMap((a) => each.flatMap((b) => each.map((c) => [a, b, c]))),
  ];

  test('is what the law says, however it is asked', async () => {
    for (const words of groups) {
      const expected = judge(words);
      const one = await readFate(EXPIRING, saying(words));
      assert.equal(one.kind, expected, words.join(' | '));
      if (one.kind === 'failed') assert.deepEqual(one.fault, FAULT);
      const [same] = await readFates([EXPIRING], saying(words));
      assert.deepEqual(same, one);
    }
  });

  test('has the slot, and is final, where as many say so as must agree', async () => {
    const readExecution = async (...words: readonly Word[]) => {
      const { slot, isFinal } = Object(await readFate(EXPIRING, saying(words)));
      return [slot, isFinal];
    };
    assert.deepEqual(await readExecution('landed for good', 'landed'), [undefined, false]);
    assert.deepEqual(await readExecution('landed for good', 'landed for good', 'landed'), [7n, true]);
    assert.deepEqual(await readExecution('landed for good', 'landed for good'), [7n, true]);
    assert.deepEqual(await readExecution('landed for good'), [7n, true]);
    assert.deepEqual(await readExecution('failed', 'failed for good'), [undefined, false]);
    assert.deepEqual(await readExecution('failed for good', 'failed for good'), [undefined, true]);
  });

  test('is nothing where there is no node', async () => {
    assert.deepEqual(await readFate(EXPIRING, portsOf([])), { kind: 'unread' });
    assert.deepEqual(await readFates([EXPIRING], portsOf([])), [{ kind: 'unread' }]);
  });

  test('is told of each transaction by itself', async () => {
    const other = { signature: 'other', lastValidBlockHeight: LAST_VALID + 1n };
    const kinds = (await readFates([other, EXPIRING], saying(['landed', 'landed']))).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['absent', 'landed']);
    const soon = await Promise.all(readFatesSoon([other, EXPIRING], saying(['landed', 'landed'])));
    assert.deepEqual(
      soon.map(({ kind }) => kind),
      ['absent', 'landed'],
    );
  });

  for (const word of ['landed', 'failed'] as const) {
    test(`is told as soon as two say that it has ${word}`, async () => {
      const silent = { call: () => new Promise(() => {}) } as unknown as LedgerNode;
      const speaking = createNode(() => WORDS[word]);
      const [told] = readFatesSoon([EXPIRING], portsOf([silent, speaking, speaking]));
      assert.equal((await told)?.kind, word);
    });
  }

  test('is a fault of ours where a node fails otherwise than upstreams do', async () => {
    const broken = { call: () => Promise.reject(new TypeError('ours')) } as unknown as LedgerNode;
    await assert.rejects(readFate(EXPIRING, portsOf([broken])), TypeError);
    await assert.rejects(readFates([EXPIRING], portsOf([broken])), TypeError);
  });
});

test('the height of a node is asked where the transaction may be dead, and only there, before its status', async () => {
  const asked = async (heard: bigint | undefined): Promise<string[]> => {
    const calls: string[] = [];
    const nodes = [createNode(() => WORDS.dead, calls)];
    await readFate(EXPIRING, portsOf(nodes, heard as bigint));
    return calls;
  };
  assert.deepEqual(await asked(LAST_VALID + 10n), ['getSignatureStatuses']);
  assert.deepEqual(await asked(LAST_VALID + 11n), [
    'getEpochInfo',
    'minimumLedgerSlot',
    'getSignatureStatuses',
  ]);
  const calls: string[] = [];
  const ports = portsOf([createNode(() => WORDS.dead, calls)]);
  await readFate(EXPIRING, { ...ports, blockhash: part({ blockHeight: () => undefined }) });
  assert.deepEqual(calls, ['getEpochInfo', 'minimumLedgerSlot', 'getSignatureStatuses']);
});

test('a transaction is too old to send above its last valid height, and dead ten blocks later', () => {
  const at = (height: bigint | undefined) =>
    isTooOld(EXPIRING, { ...portsOf([]), blockhash: part({ blockHeight: () => height }) });
  assert.deepEqual([at(undefined), at(LAST_VALID), at(LAST_VALID + 1n)], [false, false, true]);
  assert.deepEqual(
    [isDeadAt(LAST_VALID + 10n, EXPIRING), isDeadAt(LAST_VALID + 11n, EXPIRING)],
    [false, true],
  );
});

suite('the end of a transaction', () => {
  async function prove(words: readonly Word[], heard = LAST_VALID + 1n) {
    const clock = createManualClock();
    let word = words[0] ?? 'down';
    let asked = 0;
    const node = createNode(() => WORDS[word]);
    const first = heard > LAST_VALID + 10n ? 'getEpochInfo' : 'getSignatureStatuses';
    const counting = {
      ...node,
      call: (async (method, ...rest) => {
        if (method === first) {
          word = words[Math.min(asked, words.length - 1)] ?? word;
          asked += 1;
        }
        return await node.call(method, ...rest);
      }) as LedgerNode['call'],
    };
    const ports = {
      ...portsOf([counting]),
      blockhash: part<BlockhashFeed>({ blockHeight: () => heard }),
      clock,
    };
    const end = proveEnd(EXPIRING, ports).then(({ kind }) => ({ known: kind, at: clock.elapsed() }));
    await clock.pass(60_000);
    return { ...(await end), asked };
  }

  const OLDER = LAST_VALID + 11n;

  test('is told at once where it is proved', async () => {
    assert.deepEqual(await prove(['landed'], OLDER), { known: 'landed', at: 0, asked: 1 });
    assert.deepEqual(await prove(['failed'], OLDER), { known: 'failed', at: 0, asked: 1 });
    assert.deepEqual(await prove(['dead'], OLDER), { known: 'dead', at: 0, asked: 1 });
  });

  test('is waited for where no block takes it any more', async () => {
    const { known, asked } = await prove(['down', 'absent at the margin', 'landed'], OLDER);
    assert.deepEqual([known, asked], ['landed', 3]);
  });

  for (const [word, known] of [
    ['absent at the margin', 'absent'],
    ['down', 'unread'],
    ['failed on a fork', 'seen'],
  ] as const) {
    test(`is ${known} where it is ${word} for longer than a broadcast waits`, async () => {
      const { asked, ...end } = await prove([word], OLDER);
      assert.equal(end.known, known);
      assert.ok(asked > 5, `asked ${asked} times`);
    });

    test(`is ${known} at the first look where it is ${word} and may land yet`, async () => {
      assert.deepEqual(await prove([word], LAST_VALID), { known, at: 0, asked: 1 });
    });
  }
});

suite('what may be lost with the store', () => {
  function open(breaks = 0) {
    const facts = { breaks, newest: 1_150n as bigint | undefined };
    const blockhash = {
      look: () => (facts.newest === undefined ? undefined : { lastValidBlockHeight: facts.newest }),
    } as unknown as Parameters<typeof createHorizon>[1];
    return { facts, horizon: createHorizon({ begin: () => facts.breaks, takeovers: () => 0 }, blockhash) };
  }

  test('is what was told before a standby took over', () => {
    const counts = { takeovers: 0, newest: 1_150n };
    const blockhash = { look: () => ({ lastValidBlockHeight: counts.newest }) } as unknown as BlockhashFeed;
    const horizon = createHorizon({ begin: () => 0, takeovers: () => counts.takeovers }, blockhash);
    assert.equal(horizon.sinceTakeover(1_150n), 'newer');
    counts.takeovers = 1;
    // Noticed by what every process asks each second.
    assert.equal(horizon.mayBeLost(1_150n), false);
    counts.newest = 1_151n;
    assert.deepEqual([horizon.sinceTakeover(1_161n), horizon.sinceTakeover(1_162n)], ['may land', 'newer']);
    counts.newest = 1_322n;
    assert.equal(horizon.sinceTakeover(1_150n), 'dead');
  });

  test('is nothing before a break', () => {
    const { facts, horizon } = open();
    assert.equal(horizon.mayBeLost(1_150n), false);
    facts.newest = undefined;
    assert.equal(horizon.mayBeLost(1_150n), false);
  });

  test('is what was built before the start, until no block can hold it', () => {
    const { facts, horizon } = open(1);
    assert.deepEqual([horizon.mayBeLost(1_150n), horizon.mayBeLost(1_151n)], [true, false]);
    facts.newest = 1_310n;
    assert.equal(horizon.mayBeLost(1_150n), true);
    facts.newest = 1_311n;
    assert.equal(horizon.mayBeLost(1_150n), false);
  });

  test('is everything after a break until a newer blockhash was read, then what other replicas may have built', () => {
    const { facts, horizon } = open();
    for (const from of [1_150n, 2_150n]) {
      facts.newest = from;
      facts.breaks += 1;
      assert.equal(horizon.mayBeLost(2n ** 60n), true);
      facts.newest = from + 20n;
      assert.deepEqual([horizon.mayBeLost(from + 30n), horizon.mayBeLost(from + 31n)], [true, false]);
      facts.newest = from + 190n;
      assert.equal(horizon.mayBeLost(from + 30n), true);
      facts.newest = from + 191n;
      assert.equal(horizon.mayBeLost(from + 30n), false);
    }
  });

  test('is everything while no node says how far the ledger is', () => {
    const { facts, horizon } = open();
    facts.breaks = 1;
    facts.newest = undefined;
    assert.equal(horizon.mayBeLost(2n ** 60n), true);
    facts.newest = 2_000n;
    assert.deepEqual([horizon.mayBeLost(2_010n), horizon.mayBeLost(2_011n)], [true, false]);
  });
});
