import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import type { Address, Blockhash } from '@solana/kit';
import { parseDeployment } from '@staking-agent/chain/deployment';
import { LOOKUP_TABLE_PROGRAM_ADDRESS } from '@staking-agent/chain/ledger';
import { compileMessageWithTables } from '@staking-agent/chain/message';
import { STAKE_POOL_CODEC } from '@staking-agent/chain/stake-pool';
import type { Evidence } from '@staking-agent/verify';
import { keyOf, printTransaction } from '../../test/message-bytes.ts';
import { part } from '../../test/part.ts';
import { createScriptedLedger } from '../../test/scripted-ledger.ts';
import { UpstreamFault } from '../problems/faults.ts';
import { takeApart } from './message.ts';
import { findLeastStake } from './provided.ts';
import { DEPLOYMENT } from './provided.world.ts';

const name = (byte: number) => base58.encode(keyOf(byte)) as Address;
const TABLE = name(4);
const HELD = [name(5), name(6)];

const print = (tables: Readonly<Record<string, readonly Address[]>>, data: Uint8Array | undefined) =>
  printTransaction(
    compileMessageWithTables(
      {
        feePayer: name(1),
        blockhash: name(7) as string as Blockhash,
        instructions: [
          {
            programAddress: name(9),
            accounts: HELD.map((address) => ({ address, role: 1 })),
            ...(data && { data }),
          },
        ],
      },
      tables as never,
    ),
  );

async function take(transaction: string, held: readonly Address[] | 'away' | undefined) {
  const data = Buffer.concat([
    Buffer.alloc(56),
    ...(Array.isArray(held) ? held.map((key) => base58.decode(key)) : []),
  ]);
  data.writeUInt32LE(1, 0);
  const { ledger, calls } = createScriptedLedger([
    {
      getMultipleAccounts() {
        if (held === 'away') throw new UpstreamFault('ledger', 'timeout');
        const account = {
          lamports: 1,
          owner: LOOKUP_TABLE_PROGRAM_ADDRESS,
          data: [data.toString('base64'), 'base64'],
        };
        return { context: { slot: 1 }, value: [held === undefined ? null : account] };
      },
    },
  ]);
  return { parts: await takeApart(transaction, { ledger }), asked: calls.length };
}

test('a transaction of others is its instructions, with what its tables hold', async () => {
  const data = Buffer.of(1, 2);
  const accounts = HELD.map((address) => ({ address, role: 1 }));
  const plain = await take(print({}, data), undefined);
  assert.deepEqual(plain, {
    parts: { instructions: [{ programAddress: name(9), accounts, data }], tables: {} },
    asked: 0,
  });
  const looked = await take(print({ [TABLE]: HELD }, data), HELD);
  assert.deepEqual(looked.parts, {
    instructions: [{ programAddress: name(9), accounts, data }],
    tables: { [TABLE]: HELD },
  });
  const bare = await take(print({}, undefined), undefined);
  assert.equal('data' in (bare.parts?.instructions[0] ?? {}), false);
});

test('is none where it is no transaction, or a table does not hold what is taken from it', async () => {
  const transaction = print({ [TABLE]: HELD }, Uint8Array.of(1));
  assert.deepEqual(await take('AQID', undefined), { parts: undefined, asked: 0 });
  for (const held of [undefined, HELD.slice(0, 1)])
    assert.equal((await take(transaction, held)).parts, undefined);
  await assert.rejects(take(transaction, 'away'), UpstreamFault);
});

test('the least of a slow exit is what the pool redeems, less three rents', () => {
  const { stakePool } = parseDeployment(JSON.parse(JSON.stringify(DEPLOYMENT)));
  const blank = STAKE_POOL_CODEC.decode(new Uint8Array(611).fill(1, 0, 1));
  const pool = {
    ...blank,
    totalLamports: 2_000_000_000_000n,
    poolTokenSupply: 1_000_000_000_000n,
    stakeWithdrawalFee: { numerator: 1n, denominator: 1_000n },
  };
  const account = { owner: stakePool.program, data: Buffer.from(STAKE_POOL_CODEC.encode(pool)) };
  const find = (request: object, shown: object | undefined = account, rent = 1_000n) =>
    findLeastStake(
      { kind: 'slow', amount: '10', ...request } as never,
      part<Evidence>({
        before: new Map(shown === undefined ? [] : [[stakePool.address as string, shown as never]]),
        rentExemption: (size: number) => (size === 200 ? rent : assert.fail()),
      }),
      { stakePool } as never,
    );
  assert.equal(find({}), 19_979_997_000n);
  assert.equal(find({}, account, 6_660_000_000n), undefined);
  assert.equal(find({}, account, 6_659_999_999n), 3n);
  for (const request of [
    { kind: 'instant' },
    { minReceive: '1' },
    { amount: 'much' },
    { amount: undefined },
  ]) {
    assert.equal(find(request), undefined);
  }
  assert.equal(find({}, { ...account, owner: 'other' }), undefined);
  const none = findLeastStake(
    { kind: 'slow', amount: '1' } as never,
    part<Evidence>({ before: new Map(), rentExemption: () => 0n }),
    {
      stakePool,
    } as never,
  );
  assert.equal(none, undefined);
});
