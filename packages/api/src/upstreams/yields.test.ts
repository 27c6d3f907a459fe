import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UPSTREAM_PORTS } from '../../test/upstream-ports.ts';
import { UpstreamFault } from '../problems/faults.ts';
import { createVaultRecordClient } from './vault.ts';
import { createLstClient, createValidatorApyClient } from './yields.ts';

const BUDGET = { each: 20_000, total: 60_000 };
const MINT = 'HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX';
const VOTE = '7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh';
const VAULT = '3maCuTJVPteZ2dFA8dADxz2EbpJHfoAG5txYhXDs6gNQ';

/** Sources that answer with these bodies, the last one again and again; how they are asked is tested in router.test.ts. */
function start(...bodies: unknown[]) {
  const targets: string[] = [];
  const openEndpoint = () => ({
    async send({ path = '', query = {} }) {
      const body = bodies[Math.min(targets.length, bodies.length - 1)];
      targets.push(`${path}?${new URLSearchParams(query)}`);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return { status: 200, text, retryAfter: undefined };
    },
    close: async () => undefined,
  });
  const ports = { ...UPSTREAM_PORTS, openEndpoint };
  return {
    lst: createLstClient('', 'secret', ports),
    validators: createValidatorApyClient('', ports),
    vaults: createVaultRecordClient('', ports),
    targets,
  };
}

const lstEntry = { epoch: 996, epochEndTs: 1_783_123_200_000, apy: 0.0641 };
const stats = { epoch: 996, epoch_end_at: '2026-07-04T02:10:00Z', apy: 0.0572 };
const record = {
  pubkey: VAULT,
  apy: { oneDay: 5.52, sevenDays: 5.6, thirtyDays: null },
  dailyStats: { dateLabels: ['2026-06-30', '2026-07-01'], apyData: [5.58, null] },
};

test('yields of a token: newest first whatever the order, times in milliseconds whatever the unit', async () => {
  const entries = [
    { epoch: 994, epochEndTs: 1_782_777_600, apy: null },
    lstEntry,
    { ...lstEntry, epoch: 995 },
  ];
  const { lst, targets } = start({ data: entries, more: 1 });
  assert.deepEqual(await lst.yields(MINT, 3, BUDGET), [
    { epoch: 996, endedAt: 1_783_123_200_000, apy: 0.0641 },
    { epoch: 995, endedAt: 1_783_123_200_000, apy: 0.0641 },
    { epoch: 994, endedAt: 1_782_777_600_000, apy: null },
  ]);
  assert.deepEqual(targets, [`/lsts/${MINT}/apys?limit=3&apiKey=secret`]);
});

test('yields of a validator: newest first, its own and of no other validator', async () => {
  const others = { vote_account: MINT, epoch_stats: [{ ...stats, epoch: 999 }] };
  const own = { vote_account: VOTE, epoch_stats: [{ ...stats, epoch: 995, apy: null }, stats] };
  const { validators, targets } = start({ validators: [others, own] }, { validators: [others] });
  assert.deepEqual(await validators.yields(VOTE, 2, BUDGET), [
    { epoch: 996, endedAt: '2026-07-04T02:10:00Z', apy: 0.0572 },
    { epoch: 995, endedAt: '2026-07-04T02:10:00Z', apy: null },
  ]);
  assert.deepEqual(targets, [`/validators?query_vote_accounts=${VOTE}&epochs=2&limit=1`]);
  assert.deepEqual(await validators.yields(VOTE, 2, BUDGET), []);
});

test('the record of a vault: windows as they are, days in pairs', async () => {
  const { vaults, targets } = start({ success: true, vault: record });
  assert.deepEqual(await vaults.read(VAULT, BUDGET), {
    apy: record.apy,
    days: [
      { date: '2026-06-30', apy: 5.58 },
      { date: '2026-07-01', apy: null },
    ],
  });
  assert.deepEqual(targets, [`/vault/${VAULT}?`]);
});

type Clients = ReturnType<typeof start>;
const ASK: Readonly<Record<string, (clients: Clients) => Promise<unknown>>> = {
  yields: ({ lst }) => lst.yields(MINT, 5, BUDGET),
  validator: ({ validators }) => validators.yields(VOTE, 5, BUDGET),
  vault: ({ vaults }) => vaults.read(VAULT, BUDGET),
};

const withDays = (dailyStats: object) => ({ success: true, vault: { ...record, dailyStats } });
const MALFORMED: readonly (readonly [who: string, what: string, body: unknown])[] = [
  ['yields', 'a percentage in words', { data: [{ ...lstEntry, apy: '6.4' }] }],
  ['yields', 'a number no double holds', '{"data":[{"epoch":996,"epochEndTs":1783123200000,"apy":1e400}]}'],
  ['yields', 'a missing yield', { data: [{ epoch: 996, epochEndTs: 1 }] }],
  ['yields', 'a negative time', { data: [{ ...lstEntry, epochEndTs: -1 }] }],
  ['yields', 'an epoch and a half', { data: [{ ...lstEntry, epoch: 996.5 }] }],
  ['yields', 'a list without its envelope', [lstEntry]],
  ['yields', 'null', 'null'],
  ['yields', 'a page', '<html>ok</html>'],
  ['yields', 'half of an answer', '{"data":[{"epoch":99'],
  ['yields', 'nothing', ''],
  ['yields', 'more points than there are epochs', { data: Array.from({ length: 5_001 }, () => lstEntry) }],
  ['validator', 'false', 'false'],
  ['validator', 'an error with status 200', { error: 'unknown validator' }],
  [
    'validator',
    'a fraction in words',
    { validators: [{ vote_account: VOTE, epoch_stats: [{ ...stats, apy: '5' }] }] },
  ],
  [
    'validator',
    'a time as number',
    { validators: [{ vote_account: VOTE, epoch_stats: [{ ...stats, epoch_end_at: 1 }] }] },
  ],
  ['vault', 'no success', { success: false, vault: record }],
  ['vault', 'another vault', { success: true, vault: { ...record, pubkey: VOTE } }],
  ['vault', 'a window in words', { success: true, vault: { ...record, apy: { sevenDays: '5.6' } } }],
  ['vault', 'more days than yields', withDays({ dateLabels: ['2026-06-30', '2026-07-01'], apyData: [5] })],
  ['vault', 'no days', withDays({ dateLabels: null, apyData: null })],
];
for (const [who, what, body] of MALFORMED) {
  test(`${who}: ${what} is no answer, and is not asked for again`, async () => {
    const clients = start(body);
    await assert.rejects(
      Promise.resolve(ASK[who]?.(clients)),
      (error) => error instanceof UpstreamFault && error.kind === 'malformed',
    );
    assert.equal(clients.targets.length, 1);
  });
}
