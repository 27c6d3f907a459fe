import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { getAddressDecoder, getProgramDerivedAddress, isOffCurveAddress } from '@solana/kit';
import fc from 'fast-check';
import * as address from './address.ts';
import { encodeBase58 } from './text.ts';

const { findAssociatedTokenAddress, findProgramAddress, isOnCurve, sha256, ...keys } = address;

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const text = (bytes: Uint8Array) => getAddressDecoder().decode(bytes);

test('the curve holds the keys that kit finds on it', () => {
  fc.assert(
    fc.property(key, (bytes) => {
      assert.equal(isOnCurve(bytes), !isOffCurveAddress(text(bytes)));
    }),
    { numRuns: 1_000 },
  );
});

test('every public key is on the curve', () => {
  for (let i = 0; i < 100; i += 1) {
    const spki = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' });
    assert.ok(isOnCurve(spki.subarray(-32)));
  }
});

test('programs own the addresses that kit derives, asked once or again', async () => {
  const seeds = fc.array(fc.uint8Array({ maxLength: 32 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(seeds, key, async (each, program) => {
      const [theirs] = await getProgramDerivedAddress({ programAddress: text(program), seeds: each });
      assert.equal(encodeBase58(findProgramAddress(each, program)), theirs);
      assert.equal(encodeBase58(findProgramAddress(each, program)), theirs);
    }),
    { numRuns: 200 },
  );
});

test('the associated account of a wallet is the one kit derives, for each token program', async () => {
  await fc.assert(
    fc.asyncProperty(key, key, async (owner, mint) => {
      for (const program of [keys.TOKEN_PROGRAM, keys.TOKEN_2022_PROGRAM]) {
        const [theirs] = await getProgramDerivedAddress({
          programAddress: text(keys.ASSOCIATED_TOKEN_PROGRAM),
          seeds: [owner, program, mint],
        });
        assert.equal(encodeBase58(findAssociatedTokenAddress(owner, mint, program)), theirs);
      }
      assert.deepEqual(
        findAssociatedTokenAddress(owner, mint),
        findAssociatedTokenAddress(owner, mint, keys.TOKEN_PROGRAM),
      );
    }),
    { numRuns: 50 },
  );
});

const ADDRESSES: Readonly<Record<keyof typeof keys, string>> = {
  SYSTEM_PROGRAM: '11111111111111111111111111111111',
  STAKE_PROGRAM: 'Stake11111111111111111111111111111111111111',
  VOTE_PROGRAM: 'Vote111111111111111111111111111111111111111',
  COMPUTE_BUDGET_PROGRAM: 'ComputeBudget111111111111111111111111111111',
  TOKEN_PROGRAM: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  TOKEN_2022_PROGRAM: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  ASSOCIATED_TOKEN_PROGRAM: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  MEMO_PROGRAM: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  LOOKUP_TABLE_PROGRAM: 'AddressLookupTab1e1111111111111111111111111',
  VAULT_PROGRAM: 'vVoLTRjQmtFpiYoegx285Ze4gsLJ8ZxgFKVcuvmG1a8',
  JUPITER_PROGRAM: 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
  STAKEDEX_PROGRAM: 'stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq',
  INFINITY_PROGRAM: '5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx',
  UNSTAKE_PROGRAM: 'unpXTU2Ndrc7WWNyEhQWe4udTzSibLPi25SXv2xbCHQ',
  MARKET_PROGRAM: '76aHTrG9cQyT4smuvtqch5oBt5a9BAWXpJFTKmD7gtJC',
  CLOCK: 'SysvarC1ock11111111111111111111111111111111',
  RENT: 'SysvarRent111111111111111111111111111111111',
  STAKE_HISTORY: 'SysvarStakeHistory1111111111111111111111111',
  STAKE_CONFIG: 'StakeConfig11111111111111111111111111111111',
  INSTRUCTIONS_SYSVAR: 'Sysvar1nstructions1111111111111111111111111',
};
test('the known keys are those of the ledger', () => {
  assert.deepEqual(
    Object.fromEntries(Object.entries(keys).map(([name, bytes]) => [name, encodeBase58(bytes)])),
    ADDRESSES,
  );
});

test('hashes as Node does, whatever the length', () => {
  const hash = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
  for (let size = 0; size < 300; size += 1) {
    const bytes = new Uint8Array(size).fill(size);
    assert.deepEqual(sha256(bytes), hash(bytes));
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1_000 }), (bytes) => {
      assert.deepEqual(sha256(bytes), hash(bytes));
    }),
    { numRuns: 500 },
  );
});
