import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { createNoopSigner, type Instruction, lamports } from '@solana/kit';
import { getSetComputeUnitLimitInstruction } from '@solana-program/compute-budget';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
} from '@solana-program/token';
import { syncNative } from '../src/programs/native.ts';
import * as dex from '../src/programs/stakedex/instructions.ts';
import { findBridgeStake } from '../src/programs/stakedex/instructions.ts';
import { SOL_RESERVES } from '../src/programs/unstake.ts';
import { NATIVE_MINT_ADDRESS } from '../src/vm/program-addresses.ts';
import { startPoolSandbox } from './start-pool-sandbox.ts';
import { SOL } from './start-test-sandbox.ts';

/** Names of programs; what is invoked is told as a dot for each level, the name and the first byte of the data. */
const NAMES: Readonly<Record<string, string>> = {
  '11111111111111111111111111111111': 'system',
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'token',
  Stake11111111111111111111111111111111111111: 'stake',
  unpXTU2Ndrc7WWNyEhQWe4udTzSibLPi25SXv2xbCHQ: 'reserve',
};

// What the binaries of mainnet invoke, in their order.
const UNSTAKE = [
  '..system 8',
  '..system 1',
  '..system 2',
  '..stake 1',
  '..stake 1',
  '..system 2',
  '..system 2',
];
const INVOKED = {
  stake: [
    ...['.system 3', '.token 18', '.token 12', '.token 9'],
    ...['.pool 14', '..system 2', '..token 7', '..token 7', '.token 12'],
  ],
  withdraw: ['.pool 16', '..token 8', '..token 12', '..stake 4', '.token 17', '.token 12'],
  prefund: [
    ...['.system 2', '.system 2', '.system 9', '.system 8', '.system 1'],
    ...['.pool 10', '..stake 13', '..token 8', '..stake 3', '..stake 1', '..stake 1'],
    ...['.stake 13', '.stake 3', '.reserve 90', ...UNSTAKE],
  ],
  reserve: ['.reserve 125', ...UNSTAKE, '..token 17', '.token 12'],
  pool: [
    ...['.stake 1', '.stake 1', '.pool 9'],
    ...['..stake 1', '..stake 1', '..stake 7', '..token 7', '..token 7', '..stake 4', '.token 12'],
  ],
} as const;

type Scene = Awaited<ReturnType<typeof prepare>>;

async function prepare(t: TestContext, directory: string | undefined) {
  const world = await startPoolSandbox(t, directory);
  const wallet = await world.createWallet(20n * SOL);
  const me = wallet.address;
  const tokens = await world.findAta(me);
  const wrapped = await world.findAta(me, NATIVE_MINT_ADDRESS);
  const payer = createNoopSigner(me);
  const open = { payer, ata: wrapped, owner: me, mint: NATIVE_MINT_ADDRESS };
  return {
    world,
    wallet,
    me,
    tokens,
    wrapped,
    open: getCreateAssociatedTokenIdempotentInstruction(open),
    close: getCloseAccountInstruction({ account: wrapped, destination: me, owner: payer }),
    fill: (amount: bigint): Instruction[] => [
      getTransferSolInstruction({ source: payer, destination: wrapped, amount: lamports(amount) }),
      syncNative(wrapped),
    ],
  };
}

const BUDGET = getSetComputeUnitLimitInstruction({ units: 500_000 });

/** Sends what must succeed, and tells what the instruction of the router's program has invoked. */
async function invokedBy(
  { world, wallet }: Scene,
  one: Instruction,
  before: readonly Instruction[] = [],
  after: readonly Instruction[] = [],
): Promise<readonly string[]> {
  const { err, logs } = await world.send(wallet, [BUDGET, ...before, one, ...after]);
  assert.equal(err, null, logs.join('\n'));
  const [landed] = world.ledger.history.newestFirst();
  const inner = landed?.result.innerInstructions.find(({ index }) => index === before.length + 1);
  return (inner?.instructions ?? []).map(({ programIdIndex, data, stackHeight }) => {
    const program = landed?.accounts[programIdIndex] ?? '';
    const name = program === world.world.programAddress ? 'pool' : NAMES[program];
    return `${'.'.repeat(stackHeight - 1)}${name} ${data[0]}`;
  });
}

// biome-ignore lint/style/noProcessEnv: where the binaries lie is a matter of the machine.
const directory = process.env['SANDBOX_PROGRAMS_DIR'];
const FILES = ['spl_stake_pool.so', 'stakedex.so', 'unstake.so'];
const hasBinaries = directory !== undefined && FILES.every((file) => existsSync(join(directory, file)));

for (const { name, skip, ...options } of [
  { name: 'model', directory: undefined, skip: false as const },
  {
    name: 'binary',
    directory,
    skip: hasBinaries ? (false as const) : `SANDBOX_PROGRAMS_DIR names no folder with ${FILES.join(', ')}`,
  },
]) {
  describe(`the router's programs, ${name}`, { skip }, () => {
    test('invoke what those of mainnet invoke, level by level', async (t) => {
      const scene = await prepare(t, options.directory);
      const { world, me, tokens, wrapped, open, close, fill } = scene;
      const pool = world.world;
      const stake = { user: me, source: wrapped, destination: tokens, amount: 6_000_000_001n };
      assert.deepEqual(
        await invokedBy(scene, dex.stakeWrappedSol(pool, stake), [open, ...fill(6_000_000_001n)], [close]),
        INVOKED.stake,
      );
      const exit = { user: me, source: tokens, destination: wrapped, amount: 1_000_000_003n };
      assert.deepEqual(
        await invokedBy(scene, dex.withdrawWrappedSol(pool, exit), [open], [close]),
        INVOKED.withdraw,
      );
      for (const seed of [7, 8]) {
        const slow = { user: me, source: tokens, amount: 5_000_000_003n, seed };
        assert.deepEqual(await invokedBy(scene, dex.prefundWithdrawStake(pool, slow)), INVOKED.prefund);
      }
      const given = { user: me, stake: findBridgeStake(me, 7).address, destination: wrapped };
      assert.deepEqual(
        await invokedBy(scene, dex.depositStakeIntoReserve(given), [open], [close]),
        INVOKED.reserve,
      );
      const deposited = { user: me, stake: findBridgeStake(me, 8).address, destination: tokens };
      assert.deepEqual(await invokedBy(scene, dex.depositStakeIntoPool(pool, deposited)), INVOKED.pool);
    });

    test('fail with the code of the program that fails, and leave nothing behind', async (t) => {
      const { world, wallet, me, tokens, wrapped, open } = await prepare(t, options.directory);
      const pool = world.world;
      const slow = { user: me, source: tokens, amount: 5_000_000_003n, seed: 7 };
      assert.equal((await world.send(wallet, [BUDGET, dex.prefundWithdrawStake(pool, slow)])).err, null);
      const stakeAccount = findBridgeStake(me, 7).address;
      const reserves = world.ledger.findAccount(SOL_RESERVES.address);
      assert.ok(reserves);
      const give = dex.depositStakeIntoReserve({ user: me, stake: stakeAccount, destination: wrapped });
      const held = { before: world.lamports(me), stake: world.readData(stakeAccount) };

      world.ledger.bank.setAccount({ ...reserves, lamports: lamports(SOL) });
      const dry = await world.send(wallet, [BUDGET, open, give]);
      assert.deepEqual(dry.err, { InstructionError: [2, { Custom: 6008 }] });
      const failed = dry.logs.filter((line) => line.includes(' failed: '));
      assert.match(failed[0] ?? '', /^Program unpXTU2N/, 'the program that failed comes first');
      assert.match(failed[1] ?? '', /^Program stkitrT1/);
      world.ledger.bank.setAccount(reserves);

      const wrongPool = dex.stakeWrappedSol(
        { ...pool, programAddress: pool.poolMint },
        { user: me, source: wrapped, destination: tokens, amount: 1n },
      );
      assert.notEqual((await world.send(wallet, [BUDGET, open, wrongPool])).err, null);
      const tooMuch = dex.withdrawWrappedSol(pool, {
        user: me,
        source: tokens,
        destination: wrapped,
        amount: 100_000n * SOL,
      });
      assert.notEqual((await world.send(wallet, [BUDGET, open, tooMuch])).err, null);
      assert.deepEqual(world.readData(stakeAccount), held.stake);
      assert.equal(world.ledger.findAccount(wrapped), undefined);
      assert.equal(held.before - world.lamports(me), 3n * 5_000n, 'fees alone');
    });
  });
}
