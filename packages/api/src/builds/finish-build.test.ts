import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import type { Address } from '@solana/kit';
import { lifetimeOf, MAINNET, TERMS } from '../../test/native-build.ts';
import { STEADY_CLOCK } from '../../test/steady-clock.ts';
import { SYSTEM_RANDOM } from '../runtime/clock.ts';
import type { StrategyServices } from '../strategies/strategy.ts';
import { createStrategies } from '../strategies.ts';
import { createUniqueBudget } from './budget.ts';
import { finishBuild } from './finish.ts';
import type { BuildServices } from './provided.ts';
import { createTokenKey } from './token.ts';

const lifetime = lifetimeOf(SYSTEM_RANDOM.bytes(32));
const wallet = base58.encode(SYSTEM_RANDOM.bytes(32)) as Address;
const ports = {
  blockhash: {
    get: async () => lifetime,
    peek: () => lifetime,
    slotMilliseconds: () => 200,
    untilPast: () => 60_000,
    blockHeight: () => 1n,
  },
  clock: STEADY_CLOCK,
  random: SYSTEM_RANDOM,
  validator: { peek: () => undefined },
  stakeTerms: { get: async () => TERMS, peek: () => TERMS },
  priorityFee: { price: () => 20_000n, ceiling: 20_000n },
  uniqueBudget: createUniqueBudget(SYSTEM_RANDOM),
  tokenKeys: [createTokenKey(`k:${Buffer.alloc(32, 1).toString('base64')}`)],
  config: { deployment: MAINNET },
};
/** Of a raw public key of Ed25519, in front of it. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

test('a new stake account signs once, for the bytes that are handed out, and its key is wiped', async () => {
  const { stake } = createStrategies(MAINNET)['sol-native-stake'].actions;
  const body = { strategy: 'sol-native-stake', wallet, amount: '1', stakeAccountForm: 'keypair' } as const;
  const asked = { body, wallet: { text: wallet, bytes: base58.decode(wallet) }, amount: 1_000_000_000n };
  const build = await stake(asked as Parameters<typeof stake>[0], ports as unknown as StrategyServices);
  assert.ok(build.by === 'service' && build.coSigner !== undefined);
  const { publicKey, secretKey } = build.coSigner;
  assert.ok(secretKey.some((byte) => byte !== 0));
  const { answer } = await finishBuild(build, ports as unknown as BuildServices);
  const { transaction, signers } = answer;
  assert.ok(
    secretKey.every((byte) => byte === 0),
    'the key is still in memory',
  );
  assert.deepEqual(signers, [wallet]);
  const bytes = Buffer.from(transaction, 'base64');
  const [count, wallets, own, message] = [
    bytes[0],
    bytes.subarray(1, 65),
    bytes.subarray(65, 129),
    bytes.subarray(129),
  ];
  assert.equal(count, 2);
  assert.ok(wallets.every((byte) => byte === 0));
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });
  assert.ok(verify(null, message, key, own));
});
