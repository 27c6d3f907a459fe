import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import type { Address } from '@solana/kit';
import { STAKE_PROGRAM_ADDRESS } from '@staking-agent/chain/stake';
import { lifetimeOf, MAINNET, TERMS } from '../../test/native-build.ts';
import { STEADY_CLOCK } from '../../test/steady-clock.ts';
import { SYSTEM_RANDOM } from '../runtime/clock.ts';
import type { StrategyServices } from '../strategies/strategy.ts';
import { createStrategies } from '../strategies.ts';
import { createUniqueBudget, drawBudget, limitSimulated } from './budget.ts';

const lifetime = lifetimeOf(new Uint8Array(32).fill(7));
const wallet = base58.encode(SYSTEM_RANDOM.bytes(32)) as Address;
const stakeAccount = base58.encode(SYSTEM_RANDOM.bytes(32));
const EQUAL = 10_000;
const SYSVARS = 'Sysvar1111111111111111111111111111111111111';

function createPorts(): StrategyServices {
  const accounts = [asAccount(STAKE_PROGRAM_ADDRESS, delegated()), asAccount(SYSVARS, Buffer.alloc(40))];
  const ports = {
    ledger: { read: async () => ({ context: { slot: 1 }, value: accounts }) as never, byHealth: () => [] },
    blockhash: { get: async () => lifetime, peek: () => lifetime, slotMilliseconds: () => 200 },
    clock: STEADY_CLOCK,
    stakeTerms: { get: async () => TERMS, peek: () => TERMS },
    priorityFee: { price: () => 20_000n, ceiling: 20_000n },
    uniqueBudget: createUniqueBudget(SYSTEM_RANDOM),
  };
  return ports as object as StrategyServices;
}

/** The stake account of the wallet, delegated in an epoch before the present one. */
function delegated(): Buffer {
  const data = Buffer.alloc(200);
  data.writeUInt32LE(2);
  data.set(base58.decode(wallet), 12);
  data.writeBigUInt64LE(1n, 164);
  data.writeBigUInt64LE(2n ** 64n - 1n, 172);
  return data;
}

function asAccount(owner: string, data: Buffer) {
  return { lamports: 1, owner, data: [data.toString('base64'), 'base64'] };
}

test('ten thousand equal cooldowns in one block are ten thousand messages', async () => {
  const { deactivate } = createStrategies(MAINNET)['sol-native-stake'].actions.unstake;
  const ports = createPorts();
  const messages = new Set<string>();
  for (let i = 0; i < EQUAL; i += 1) {
    const body = { strategy: 'sol-native-stake', kind: 'deactivate', wallet, stakeAccount };
    const build = await deactivate(body, ports);
    assert.ok(build.by === 'service');
    messages.add(Buffer.from(build.message).toString('base64'));
  }
  assert.equal(messages.size, EQUAL);
});

test('so are ten thousand budgets of one simulation', () => {
  const ports = createPorts();
  const limits = limitSimulated({ unitsConsumed: 40_104, loadedDataSize: 208_226 }, 150_000);
  const budgets = Array.from({ length: EQUAL }, () => {
    const { computeUnitLimit, computeUnitPrice } = drawBudget('usdc-earn', limits, ports);
    return `${computeUnitLimit} ${computeUnitPrice}`;
  });
  assert.equal(new Set(budgets).size, EQUAL);
});
