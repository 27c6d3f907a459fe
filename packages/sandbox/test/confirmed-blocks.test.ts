import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { generateKeyPairSigner, lamports } from '@solana/kit';
import { Connection, PublicKey } from '@solana/web3.js';
import { getTransferSolInstruction } from '@solana-program/system';
import { getFirstSlot, SLOTS_PER_EPOCH } from '../src/vm/blocks.ts';
import { encode, SOL, startTestSandbox } from './start-test-sandbox.ts';

const FROZEN = 60_000;
const V0 = { maxSupportedTransactionVersion: 0 } as const;

/** A frozen sandbox in which a wallet was funded and then sent a SOL, two transactions of one confirmed block. */
async function startWithBlock(t: TestContext) {
  const world = await startTestSandbox(t, FROZEN);
  const { ledger } = world.sandbox;
  const wallet = await world.createWallet();
  const destination = (await generateKeyPairSigner()).address;
  const transfer = getTransferSolInstruction({ source: wallet, destination, amount: lamports(SOL) });
  const sent = await world.call('sendTransaction', [
    encode(await world.sign(wallet, [transfer])),
    { encoding: 'base64', preflightCommitment: 'confirmed' },
  ]);
  ledger.advanceSlots(2);
  const [last, first] = [...ledger.history.newestFirst()];
  assert.ok(first && last);
  assert.equal(last.signature, sent.result);
  assert.equal(first.slot, last.slot);
  const connection = new Connection(world.sandbox.url, 'confirmed');
  return { world, ledger, wallet, destination, slot: last.slot, first, last, connection };
}

describe('blocks over JSON-RPC', () => {
  test('hold what landed in them, in its order, for kit and for web3.js', async (t) => {
    const { world, ledger, slot, first, last, connection, wallet, destination } = await startWithBlock(t);
    const config = { ...V0, commitment: 'confirmed', encoding: 'base64' } as const;
    const block = await world.rpc.getBlock(slot, config).send();
    assert.ok(block);
    assert.deepEqual(
      block.transactions.map(({ transaction }) => transaction[0]),
      [first, last].map(({ wireBytes }) => Buffer.from(wireBytes).toString('base64')),
    );
    assert.equal(block.blockhash, ledger.blocks.find(slot)?.blockhash);
    assert.equal(block.previousBlockhash, ledger.blocks.find(slot - 1n)?.blockhash);
    assert.equal(block.blockHeight, last.blockHeight);
    assert.equal(block.parentSlot, slot - 1n);

    const read = await connection.getBlock(Number(slot), V0);
    assert.deepEqual(
      read?.transactions.map(({ transaction, version }) => [transaction.signatures[0], version]),
      [first, last].map(({ signature }) => [signature, 0]),
    );
    const single = await connection.getTransaction(last.signature, V0);
    assert.deepEqual(read?.transactions[1]?.meta, single?.meta);
    const details = async (options: object) =>
      (await world.call('getBlock', [Number(slot), { ...V0, commitment: 'confirmed', ...options }])).result
        .transactions[1];
    const parsed = await details({ encoding: 'jsonParsed' });
    assert.equal(parsed.transaction.message.accountKeys[0].pubkey, wallet.address);
    const brief = await details({ transactionDetails: 'accounts' });
    assert.deepEqual(brief.transaction.accountKeys, parsed.transaction.message.accountKeys);
    assert.ok(brief.transaction.accountKeys.some(({ pubkey }: { pubkey: string }) => pubkey === destination));
    assert.equal(brief.version, 0);
    assert.equal(brief.meta.logMessages, undefined);
    assert.equal(brief.meta.fee, 5_000);
    const { signatures } = await connection.getBlockSignatures(Number(slot));
    assert.deepEqual(signatures, [first.signature, last.signature]);
    const none = await connection.getBlock(Number(slot), { transactionDetails: 'none', rewards: false });
    assert.deepEqual(Object.keys(none ?? {}).sort(), [
      'blockHeight',
      'blockTime',
      'blockhash',
      'parentSlot',
      'previousBlockhash',
    ]);
    const empty = await connection.getBlock(Number(slot - 1n));
    assert.deepEqual([empty?.transactions, empty?.rewards], [[], []]);
  });

  test('are refused with a validator’s codes', async (t) => {
    const { world, ledger, slot, last } = await startWithBlock(t);
    const oldest = ledger.blocks.oldest().slot;
    const tip = ledger.blocks.tip().slot;
    const confirmed = { ...V0, commitment: 'confirmed' };
    const cases: readonly (readonly [string, readonly unknown[], number, RegExp])[] = [
      ['getBlock', [], -32602, /at least 1 argument/],
      ['getBlock', ['1'], -32602, /expected u64/],
      ['getBlock', [Number(slot), V0], -32004, /^Block not available for slot \d+$/],
      ['getBlock', [Number(tip), confirmed], -32004, new RegExp(`^Block not available for slot ${tip}$`)],
      ['getBlock', [Number(oldest - 1n), confirmed], -32001, new RegExp(`cleaned up.*${oldest}$`)],
      ['getBlock', [Number(slot), { commitment: 'processed' }], -32602, /below `confirmed`$/],
      [
        'getBlock',
        [Number(slot), { commitment: 'confirmed' }],
        -32015,
        /"maxSupportedTransactionVersion": 0$/,
      ],
      [
        'getBlock',
        [Number(slot), { commitment: 'confirmed', transactionDetails: 'accounts' }],
        -32015,
        /not supported by the requesting client/,
      ],
      ['getBlock', [Number(slot), { ...confirmed, encoding: 'hex' }], -32602, /unknown variant `hex`/],
      ['getBlock', [Number(slot), { ...confirmed, transactionDetails: 'all' }], -32602, /unknown variant/],
      ['getBlock', [Number(slot), { ...confirmed, rewards: 1 }], -32602, /expected a boolean/],
      ['getBlocks', [1, 500_002, confirmed], -32602, /^Slot range too large; max 500000$/],
      ['getBlocks', [1, { commitment: 'processed' }], -32602, /below `confirmed`$/],
      ['getBlocks', ['1'], -32602, /expected u64/],
      ['getBlocksWithLimit', [1, 500_001], -32602, /^Limit too large; max 500000$/],
      ['getBlocksWithLimit', [1], -32602, /at least 2 argument/],
      ['getRecentPerformanceSamples', [721], -32602, /^Invalid limit; max 720$/],
      ['getLeaderSchedule', ['now'], -32602, /expected u64/],
      ['getLeaderSchedule', [null, { identity: 'abc' }], -32602, /WrongSize/],
      ['getBlockProduction', [{ range: { firstSlot: 1 } }], -32602, /^firstSlot, 1, is too small; min \d+$/],
      ['getBlockProduction', [{ range: {} }], -32602, /missing field `firstSlot`/],
      [
        'getBlockProduction',
        [{ range: { firstSlot: 2, lastSlot: 1 } }],
        -32602,
        /cannot be less than firstSlot, 2$/,
      ],
      ['getBlockProduction', [{ range: { firstSlot: Number(tip) } }], -32602, /cannot be less than/],
      [
        'getBlockProduction',
        [{ range: { firstSlot: Number(oldest), lastSlot: Number(tip) + 1 } }],
        -32602,
        /^lastSlot, \d+, is too large; max \d+$/,
      ],
    ];
    for (const [method, params, code, message] of cases) {
      const { error } = await world.call(method, params);
      assert.equal(error?.code, code, `${method} ${JSON.stringify(params)}: ${JSON.stringify(error)}`);
      assert.match(error?.message ?? '', message);
    }
    // What an epoch's end leaves behind is found by signature alone.
    ledger.advanceEpochs(1);
    assert.equal((await world.call('getBlock', [Number(slot), V0])).error?.code, -32001);
    assert.ok((await world.call('getTransaction', [last.signature, V0])).result);
  });

  test('are listed without a gap up to the commitment', async (t) => {
    const { world, ledger, connection } = await startWithBlock(t);
    const tip = Number(ledger.blocks.tip().slot);
    assert.deepEqual(await connection.getBlocks(tip - 2, tip + 9), [tip - 2, tip - 1]);
    assert.deepEqual(await connection.getBlocks(tip - 2, undefined, 'finalized'), []);
    assert.deepEqual(await connection.getBlocks(tip - 33, undefined, 'finalized'), [tip - 33, tip - 32]);
    assert.deepEqual((await world.call('getBlocks', [tip - 33])).result, [tip - 33, tip - 32]);
    assert.deepEqual((await world.call('getBlocks', [5, 4])).result, []);
    const limited = await world.rpc
      .getBlocksWithLimit(BigInt(tip - 5), 2, { commitment: 'confirmed' })
      .send();
    assert.deepEqual(limited, [BigInt(tip - 5), BigInt(tip - 4)]);
    assert.equal(
      (await world.call('getBlocksWithLimit', [1, 500_000])).result[0],
      Number(ledger.blocks.oldest().slot),
    );
  });

  test('tell how many transactions a minute brought', async (t) => {
    const { world, ledger, connection } = await startWithBlock(t);
    const [newest, ...older] = await connection.getRecentPerformanceSamples(720);
    assert.deepEqual(newest, {
      slot: Number(ledger.blocks.tip().slot),
      numSlots: 300,
      numTransactions: 2,
      numNonVoteTransactions: 2,
      samplePeriodSecs: 60,
    });
    assert.deepEqual(older, [], 'the blocks that are kept are of less than two minutes');
    ledger.advanceEpochs(1);
    const [after] = await world.rpc.getRecentPerformanceSamples(1).send();
    assert.equal(after?.numSlots, 300n);
    assert.ok((after?.numTransactions ?? 0n) >= 2n, 'an epoch’s end loses none');
    assert.deepEqual((await world.call('getRecentPerformanceSamples', [0])).result, []);
    ledger.advanceSlots(301);
    const [quiet] = await connection.getRecentPerformanceSamples();
    assert.equal(quiet?.numTransactions, 0, 'what landed more than a minute ago');
    ledger.advanceSlots(512, 20n);
    assert.deepEqual(await connection.getRecentPerformanceSamples(), [], 'no whole minute is left');
  });

  test('are all of one leader', async (t) => {
    const { world, ledger, connection } = await startWithBlock(t);
    const leader = await connection.getSlotLeader();
    const schedule = await connection.getLeaderSchedule();
    assert.deepEqual(Object.keys(schedule), [leader]);
    assert.equal(schedule[leader]?.length, Number(SLOTS_PER_EPOCH));
    const nextEpoch = getFirstSlot(ledger.epoch() + 1n);
    const at = async (...params: unknown[]) => (await world.call('getLeaderSchedule', params)).result;
    assert.equal(await at(Number(nextEpoch + SLOTS_PER_EPOCH)), null);
    const stranger = PublicKey.default.toBase58();
    assert.deepEqual(await at(Number(nextEpoch), { identity: stranger }), {});
    assert.deepEqual(await at({ identity: stranger }), {});
    assert.deepEqual(Object.keys(await at(null, { identity: leader })), [leader]);

    const oldest = Number(ledger.blocks.oldest().slot);
    const { value } = await connection.getBlockProduction({
      range: { firstSlot: oldest, lastSlot: oldest + 9 },
    });
    assert.deepEqual(value, {
      byIdentity: { [leader]: [10, 10] },
      range: { firstSlot: oldest, lastSlot: oldest + 9 },
    });
    const all = await world.call('getBlockProduction');
    assert.equal(all.result.value.range.firstSlot, oldest);
    const none = await world.call('getBlockProduction', [{ identity: stranger }]);
    assert.deepEqual(none.result.value.byIdentity, {});
  });
});
