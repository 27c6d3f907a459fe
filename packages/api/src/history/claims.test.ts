import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AccountRole, type Address, type Instruction, type ReadonlyUint8Array } from '@solana/kit';
import { compileMessageWithTables } from '@staking-agent/chain/message';
import {
  CANCEL_REQUEST_WITHDRAW_VAULT_DISCRIMINATOR as CANCEL,
  WITHDRAW_VAULT_DISCRIMINATOR as CLAIM,
  encodeRequestEvent,
  REQUEST_WITHDRAW_VAULT_DISCRIMINATOR as REQUEST,
  VOLTR_VAULT_PROGRAM_ADDRESS as VAULT,
} from '@staking-agent/chain/vault';
import { encodeBase58, readTransaction } from '@staking-agent/verify';
import { MAINNET } from '../../test/native-build.ts';
import { part } from '../../test/part.ts';
import { createScriptedLedger, type Script } from '../../test/scripted-ledger.ts';
import { UpstreamRefusal } from '../problems/faults.ts';
import type { Executed } from '../sending/executed.ts';
import type { StrategyServices } from '../strategies/strategy.ts';
import { Claims, readRequestStep } from './claims.ts';
import { Listings } from './listings.ts';
import type { Scene } from './places.ts';
import { locateAccounts } from './transaction.ts';

const WALLET = 'So11111111111111111111111111111111111111112' as Address;
const OTHER = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address;
const ACCOUNTS = locateAccounts(WALLET, MAINNET);
const { request, escrow } = ACCOUNTS;
const MADE = { slot: 1_000n, time: 1_800_000_000n };
const FROM = MADE.time + 600n;

/** An instruction with the account of the request at a place, between other accounts. */
function step(begin: ReadonlyUint8Array, place: number, program: Address = VAULT): Instruction {
  const named = Array.from({ length: 14 }, (_, at) => (at === place ? request : at === 0 ? escrow : WALLET));
  const accounts = named.map((address) => ({ address, role: AccountRole.WRITABLE }));
  return { programAddress: program, accounts, data: begin };
}
const ASK = step(REQUEST, 7);

type Told = {
  readonly from?: bigint;
  readonly lp?: bigint;
  readonly receipt?: Address;
};

/** What the program logs of a request. */
function say({ from = FROM, lp = 5n, receipt = request }: Told = {}): string {
  const bytes = encodeRequestEvent({
    vault: MAINNET.usdcVault,
    user: WALLET,
    requestedAmount: 5n,
    isAmountInLp: true,
    isWithdrawAll: false,
    requestWithdrawVaultReceipt: receipt,
    amountLpEscrowed: lp,
    amountAssetToWithdrawDecimalBits: 5n << 48n,
    withdrawableFromTs: from,
    vaultAssetMint: MAINNET.usdcMint,
    vaultAssetTotalValueUnlocked: 9n,
    vaultAssetTotalValue: 9n,
    vaultLpSupplyInclFees: 9n,
    requestedTs: MADE.time,
  });
  return `Program data: ${Buffer.from(bytes).toString('base64')}`;
}

const within = (program: Address, ...lines: readonly string[]) => [
  `Program ${program} invoke [1]`,
  ...lines,
  `Program ${program} consumed 9 of 99 compute units`,
  `Program ${program} success`,
];

/** A transaction as a node shows it. @param escrowed - what the escrow holds after it. */
function execute(
  instructions: readonly Instruction[],
  logMessages: readonly string[] | null,
  { escrowed = 5n, err = null as Executed['meta']['err'], slot = MADE.slot, time = MADE.time } = {},
): Executed {
  const message = { feePayer: WALLET, blockhash: OTHER as never, instructions };
  const bytes = Uint8Array.from([1, ...new Uint8Array(64), ...compileMessageWithTables(message, {})]);
  const transaction = Buffer.from(bytes).toString('base64');
  const keys = readTransaction(transaction).message.keys.map(encodeBase58);
  const balance = {
    accountIndex: keys.indexOf(escrow),
    mint: MAINNET.rausdcMint,
    uiTokenAmount: { amount: String(escrowed), decimals: 9 },
  };
  const lamports = keys.map(() => 1);
  const meta = {
    ...{ err, fee: 5_000, preBalances: lamports, postBalances: lamports },
    ...{ preTokenBalances: [], postTokenBalances: [balance], innerInstructions: [] },
    ...{ loadedAddresses: null, logMessages: logMessages && [...logMessages] },
  };
  return { transaction, slot, blockTime: time, meta };
}

suite('the request of a withdrawal in a transaction', () => {
  const read = (executed: Executed) => readRequestStep(executed, ACCOUNTS);

  test('has the date that the program logged', () => {
    assert.deepEqual(read(execute([ASK], within(VAULT, say()))), { isOpen: true, from: FROM });
  });

  test('ends with a claim, a cancellation and a payment by a strategy', () => {
    const tolerant = Uint8Array.from([207, 51, 234, 8, 76, 164, 10, 250]);
    const direct = Uint8Array.from([119, 33, 54, 52, 194, 8, 211, 239]);
    for (const end of [step(CLAIM, 9), step(CANCEL, 6), step(direct, 13), step(tolerant, 13)])
      assert.deepEqual(read(execute([end], [], { escrowed: 0n })), { isOpen: false });
  });

  test('is the last of several in one transaction', () => {
    const first = within(VAULT, say({ from: FROM - 60n }));
    const again = execute([ASK, step(CANCEL, 6), ASK], [...first, ...within(VAULT), ...within(VAULT, say())]);
    assert.deepEqual(read(again), { isOpen: true, from: FROM });
    const taken = execute([ASK, step(CANCEL, 6)], [...first, ...within(VAULT)], { escrowed: 0n });
    assert.deepEqual(read(taken), { isOpen: false });
  });

  const undated: readonly (readonly [name: string, logs: readonly string[] | null])[] = [
    ['without a log', null],
    ['of a log that was cut off', [`Program ${VAULT} invoke [1]`, 'Log truncated']],
    ['by the word of another program', within(OTHER, say())],
    ['by the word of a program that the vault called', within(VAULT, ...within(OTHER, say()))],
    ['by what a program printed', within(VAULT, `Program log: ${say()}`)],
    ['by the event of another request', within(VAULT, say({ receipt: OTHER }))],
    ['by half an event', within(VAULT, say().slice(0, 120))],
    ['by more events than requests', within(VAULT, say(), say({ from: 7n }))],
  ];
  for (const [name, logs] of undated)
    test(`has no date ${name}`, () => {
      assert.deepEqual(read(execute([ASK], logs)), { isOpen: true, from: undefined });
    });

  test('has no date where the log of the second of two was cut off', () => {
    const logs = [...within(VAULT, say()), 'Log truncated'];
    const executed = execute([ASK, step(CANCEL, 6), ASK], logs);
    assert.deepEqual(read(executed), { isOpen: true, from: undefined });
  });

  test('is none for nothing, also where others gave something to its escrow', () => {
    assert.deepEqual(read(execute([ASK], null, { escrowed: 0n })), { isOpen: false });
    assert.deepEqual(read(execute([ASK], within(VAULT, say({ lp: 0n })))), { isOpen: false });
  });

  test('is none of failed transactions, other programs, places and instructions', () => {
    const logs = within(VAULT, say());
    const none = [
      execute([ASK], logs, { err: { InstructionError: [0, { Custom: 6012 }] } }),
      execute([step(REQUEST, 7, OTHER)], logs),
      execute([step(REQUEST, 8)], logs),
      execute([step(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), 7)], logs),
      execute([step(REQUEST.slice(0, 7), 7)], logs),
    ];
    for (const executed of none) assert.equal(read(executed), undefined);
  });
});

suite('the date of a request', () => {
  const HEAD = 20_000n;
  const NOW = MADE.time + ((HEAD - MADE.slot) * 2n) / 5n;
  const timeOf = (slot: number) => Number(MADE.time + ((BigInt(slot) - MADE.slot) * 2n) / 5n);
  /** The first slot that is 600 seconds later. */
  const DATED = MADE.slot + 1_500n;
  const HELD = [0n, 0n, 0n, 5n];

  type World = {
    /** By signature, newest first; undefined for one that the node does not show. */
    readonly executed?: Readonly<Record<string, Executed | undefined>>;
    readonly passed?: string;
    readonly now?: bigint;
    readonly head?: bigint;
    readonly pendingFrom?: bigint;
    readonly node?: Script;
    readonly isWanted?: boolean;
    /** The clock is that of the head. */
    readonly isHead?: boolean;
  };

  /** A wallet whose request account these transactions name, newest first. */
  async function open({
    executed = {},
    now = NOW,
    head = HEAD,
    pendingFrom,
    node,
    passed = '',
    isWanted = true,
    isHead = true,
  }: World) {
    const listed = Object.entries(executed).map(([signature, shown]) => {
      return { signature, slot: Number(shown?.slot ?? MADE.slot), err: shown?.meta.err ?? null };
    });
    const { ledger, calls } = createScriptedLedger([
      {
        getSignaturesForAddress: ([, options]) => {
          const { until }: { until?: string } = Object(options);
          const end = listed.findIndex(({ signature }) => signature === until);
          return end === -1 ? listed : listed.slice(0, end);
        },
        getBlockTime: ([slot]) => timeOf(Number(slot)),
        getBlocks: ([from, to]) =>
          Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => Number(from) + i),
        ...node,
      },
    ]);
    const services = part<StrategyServices>({ ledger });
    const scene = part<Scene>({
      ...{ accounts: ACCOUNTS, head, isHead, services },
      ...(isWanted && { claims: { now, pendingFrom } }),
    });
    const listings = new Listings(scene);
    await listings.add([request], undefined, head);
    listings.pass(passed);
    calls.length = 0;
    const fetched: string[] = [];
    const spent: (string | number)[] = [];
    listings.fetch = async (signature) => {
      fetched.push(signature);
      return executed[signature];
    };
    const claims = new Claims(listings, (signatures, searches) => {
      spent.push(...signatures, ...(searches === undefined ? [] : [searches]));
    });
    return { claims, listings, calls, fetched, spent };
  }
  const asked = execute([ASK], within(VAULT, say()));
  const silent = execute([ASK], null);
  const MUTE = { executed: { ask: asked }, node: { getBlocks: () => [] } };

  test('is the first block at or after it, and is searched for once', async () => {
    const { claims, calls, spent } = await open({ executed: { ask: asked } });
    const found = await claims.find(HELD, HEAD);
    assert.deepEqual(found, { slot: DATED, time: FROM });
    const made = calls.length;
    assert.ok(made <= 50, `${made} calls`);
    assert.deepEqual(await claims.find(HELD, DATED), found);
    assert.equal(calls.length, made);
    assert.deepEqual([spent.filter((each) => each === 1).length, claims.missing], [1, []]);
  });

  test('is not found after the slot that is asked for, nor where the slot is known to be before it', async () => {
    const { claims } = await open({ executed: { ask: asked } });
    assert.equal(await claims.find(HELD, DATED - 1n), undefined);
    const { claims: cancelled, calls } = await open({ executed: { ask: asked } });
    assert.equal(await cancelled.find(HELD, HEAD, FROM - 1n), undefined);
    assert.deepEqual([calls.length, cancelled.dueAt, cancelled.missing], [0, undefined, []]);
  });

  test('is not looked for where a page goes on before the transaction that took the request back', async () => {
    const cancel = (seconds: bigint) =>
      execute([step(CANCEL, 6)], null, { slot: 1_400n, time: FROM + seconds, escrowed: 0n });
    const early = await open({ executed: { cancel: cancel(-1n), ask: asked }, passed: 'cancel' });
    assert.equal(await early.claims.find(HELD, 1_399n, 'cancel'), undefined);
    assert.deepEqual([early.calls.length, early.claims.missing], [0, []]);
    assert.deepEqual(early.fetched.toSorted(), ['ask', 'cancel']);
    const late = await open({ executed: { cancel: cancel(9n), ask: asked }, passed: 'cancel' });
    assert.deepEqual(await late.claims.find(HELD, HEAD, 'cancel'), { slot: DATED, time: FROM });
    const unseen = await open({ executed: { cancel: undefined, ask: asked }, passed: 'cancel' });
    assert.deepEqual(await unseen.claims.find(HELD, HEAD, 'cancel'), { slot: DATED, time: FROM });
    const none = await open({});
    assert.equal(await none.claims.find(HELD, HEAD, 'cancel'), undefined);
    assert.deepEqual(none.fetched, []);
  });

  test('that is to come is told, and nothing is searched for', async () => {
    const { claims, calls } = await open({ executed: { ask: asked }, now: FROM - 1n });
    assert.equal(await claims.find(HELD, HEAD), undefined);
    assert.deepEqual(
      [claims.dueAt, claims.missing, claims.unsettledFrom, calls.length],
      [FROM, [], undefined, 0],
    );
  });

  test('that the clock has reached, and no confirmed block, is to come', async () => {
    const { claims } = await open({
      ...{ executed: { ask: asked }, now: FROM, head: DATED - 1n, isHead: false },
    });
    assert.equal(await claims.find(HELD, DATED - 1n), undefined);
    assert.deepEqual([claims.dueAt, claims.missing], [FROM, []]);
  });

  test('is found where a node that is behind refuses the time of the head', async () => {
    for (const isHead of [true, false]) {
      const getBlockTime: Script['getBlockTime'] = ([slot]) => {
        if (slot === Number(HEAD)) throw new UpstreamRefusal('ledger', 200, 'Block not available', undefined);
        return timeOf(Number(slot));
      };
      const { claims } = await open({ executed: { ask: asked }, isHead, node: { getBlockTime } });
      assert.deepEqual(await claims.find(HELD, HEAD), { slot: DATED, time: FROM });
      assert.deepEqual([claims.missing, claims.dueAt, claims.unsettledFrom], [[], undefined, undefined]);
    }
  });

  test('of one that could be claimed at once is that of its transaction', async () => {
    const free = execute([ASK], within(VAULT, say({ from: MADE.time })));
    const { claims, calls } = await open({ executed: { ask: free } });
    assert.equal(await claims.find(HELD, HEAD), undefined);
    assert.deepEqual(await claims.findAtOnce('ask', free), MADE);
    assert.equal(await claims.findAtOnce('other', asked), undefined);
    assert.equal(calls.length, 0);
  });

  test('is that of the account of the request where the log does not say it', async () => {
    const failed = execute([step(CLAIM, 9)], null, { err: { InstructionError: [0, { Custom: 6012 }] } });
    const { claims } = await open({ executed: { early: failed, ask: silent }, pendingFrom: FROM });
    assert.deepEqual(await claims.find(HELD, HEAD), { slot: DATED, time: FROM });
    assert.deepEqual(claims.missing, []);
  });

  const unknown: readonly (readonly [name: string, world: World, reason: RegExp])[] = [
    ['without its log and its account', { executed: { ask: silent } }, /from when/],
    [
      'that is not that of the account, which a later one has',
      {
        executed: { later: execute([ASK], null, { slot: 9_000n }), ask: silent },
        passed: 'later',
        pendingFrom: FROM,
      },
      /from when/,
    ],
    ['of a transaction that no node shows', { executed: { ask: undefined } }, /No node shows if/],
    [
      'where the block of the transaction has no time',
      { executed: { ask: { ...asked, blockTime: undefined } } },
      /from when/,
    ],
    [
      'where a node says no times',
      { executed: { ask: asked }, node: { getBlockTime: () => null } },
      /the block/,
    ],
    ['where a node lists no blocks', MUTE, /^No node shows the block from which/],
  ];
  for (const [name, world, reason] of unknown) {
    test(`is missing ${name}`, async () => {
      const { claims } = await open(world);
      assert.equal(await claims.find(HELD, HEAD), undefined);
      assert.equal(await claims.find(HELD, HEAD - 1n), undefined);
      assert.deepEqual([claims.missing.length, claims.missing[0]?.part], [1, 'dates']);
      assert.match(claims.missing[0]?.reason ?? '', reason);
      assert.equal(claims.unsettledFrom, undefined, 'it is not waited for for ever');
      // Readers after the request are told, and all the same.
      const later = await open({ ...world, head: HEAD + 9n, now: NOW + 4n });
      await later.claims.find(HELD, HEAD + 9n);
      assert.deepEqual([claims.missing[0]?.slot, later.claims.missing], [null, claims.missing]);
      // Of a request that has ended, those before its end.
      const ended = await open(world);
      await ended.claims.find(HELD, 9_500n);
      assert.equal(ended.claims.missing[0]?.slot, '9500');
    });
  }

  for (const [late, due] of Object.entries({ 29: FROM, 30: undefined, 599: undefined }))
    test(`holds the feed where a node does not say it yet, ${late} seconds after it`, async () => {
      const { claims } = await open({ ...MUTE, now: FROM + BigInt(late) });
      assert.equal(await claims.find(HELD, HEAD), undefined);
      assert.deepEqual([claims.unsettledFrom, claims.dueAt], [MADE.slot + 1n, due]);
      assert.equal(BigInt(claims.missing[0]?.slot ?? 0), claims.unsettledFrom, 'it is waited for');
    });

  test('is not looked for without a request, where it has ended, and where it is not wanted', async () => {
    const ended = execute([step(CANCEL, 6)], null, { slot: 9_000n, escrowed: 0n });
    const worlds: readonly (readonly [World, readonly bigint[]])[] = [
      [{}, HELD],
      [{ executed: { cancel: ended, ask: asked } }, HELD],
      [{ executed: { ask: asked } }, [5n, 5n, 5n, 0n]],
      [{ executed: { ask: asked }, isWanted: false }, HELD],
    ];
    for (const [world, held] of worlds) {
      const { claims, calls } = await open(world);
      assert.equal(await claims.find(held, HEAD), undefined);
      assert.deepEqual([claims.missing, claims.dueAt, calls.length], [[], undefined, 0]);
    }
  });

  test('is looked for in 100 transactions that do nothing to it, and no more', async () => {
    const idle = execute([step(Uint8Array.of(2, 0, 0, 0), 1, OTHER)], null, { slot: 9_000n });
    const crowd = (count: number) =>
      Object.fromEntries([
        ...Array.from({ length: count }, (_, i) => [`idle${i}`, idle] as const),
        ['ask', asked] as const,
      ]);
    const few = await open({ executed: crowd(99) });
    assert.deepEqual(await few.claims.find(HELD, HEAD), { slot: DATED, time: FROM });
    const many = await open({ executed: crowd(900) });
    assert.equal(await many.claims.find(HELD, HEAD), undefined);
    // A walk passes the newest, and asks again.
    for (const passed of [0, 1, 2]) {
      many.listings.pass(`idle${passed}`);
      assert.equal(await many.claims.find(HELD, HEAD - BigInt(passed)), undefined);
    }
    assert.deepEqual([new Set(many.spent).size, many.fetched.length], [100, 100]);
    assert.match(many.claims.missing.map(({ reason }) => reason).join(), /^Too much happened[^,]*$/);
  });
});
