import assert from 'node:assert/strict';
import { test } from 'node:test';
import sodium from 'sodium-native';
import { createTokenKey } from '../../builds/token.ts';
import type { StrategyServices } from '../strategy.ts';
import { nameStakeAccount } from './builds.ts';

const WALLET = new Uint8Array(32).fill(7);
const tokenKeys = [createTokenKey(`test:${Buffer.alloc(32, 5).toString('base64')}`)];
const services: object = { random: { bytes: (size: number) => Buffer.alloc(size, 9) }, tokenKeys };

// Whoever reads the memory of the process finds no seed of a key pair that was signed with long ago.
test('the seed of a key pair is gone from memory once the pair was derived', (t) => {
  const derive = sodium.crypto_sign_seed_keypair;
  const seeds: { readonly kept: Buffer; readonly copy: Buffer }[] = [];
  t.after(() => {
    sodium.crypto_sign_seed_keypair = derive;
  });
  sodium.crypto_sign_seed_keypair = (publicKey, secretKey, seed) => {
    seeds.push({ kept: seed, copy: Buffer.from(seed) });
    derive(publicKey, secretKey, seed);
  };
  const named = nameStakeAccount('keypair', WALLET, services as StrategyServices);
  const again = nameStakeAccount('keypair', WALLET, services as StrategyServices, named.keep);
  assert.deepEqual(again.address, named.address);
  assert.equal(seeds.length, 2);
  for (const { kept, copy } of seeds) {
    assert.ok(copy.some((byte) => byte !== 0));
    assert.ok(kept.every((byte) => byte === 0));
  }
});
