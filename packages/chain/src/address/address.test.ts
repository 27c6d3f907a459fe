import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Address, getAddressDecoder, isOffCurveAddress } from '@solana/kit';
import { assertDerivesLikeKit } from '../../test/assert-derives-like-kit.ts';
import { findProgramAddress, isOnCurve } from './address.ts';

const PROGRAM = 'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy' as Address;
const PRIME = 2n ** 255n - 19n;
const SIGN = 1n << 255n;

test('derives what kit derives, of random programs and seeds', async () => {
  // A hundred thousand: address.slow.test.ts.
  const bumps = await assertDerivesLikeKit(200);
  // A bump fits with a probability of one half.
  for (const bump of [255, 254, 253, 252]) assert.ok((bumps.get(bump) ?? 0) > 0, `bump ${bump} was met`);
});

test('gives the same again, to whom it was given before too', () => {
  const first = findProgramAddress(PROGRAM, ['again']);
  for (let i = 0; i < 10_001; i += 1) findProgramAddress(PROGRAM, [`${i}`]);
  assert.deepEqual(findProgramAddress(PROGRAM, ['again']), first);
  assert.throws(() => Object.assign(first, { 0: PROGRAM }), TypeError);
});

const REFUSED: Record<string, [Address, readonly (string | Uint8Array)[], RegExp]> = {
  'more than 15 seeds': [PROGRAM, Array.from({ length: 16 }, () => 'a'), /at most 16 seeds/],
  'a seed of more than 32 bytes': [PROGRAM, [new Uint8Array(33)], /at most 32 bytes/],
  'text of more than 32 bytes': [PROGRAM, ['€'.repeat(11)], /at most 32 bytes/],
  'a program that is no address': ['0OIl' as Address, [], /Not a base58 address/],
  'a program of 33 bytes': [`1${PROGRAM}` as Address, [], /Not a base58 address/],
};

for (const [fault, [program, seeds, message]] of Object.entries(REFUSED)) {
  test(`derives nothing from ${fault}`, () => {
    assert.throws(() => findProgramAddress(program, seeds), message);
  });
}

test('sees the edge of the field as the runtime of the ledger does', () => {
  const edges = [0n, PRIME, 2n ** 255n].flatMap((edge) =>
    Array.from({ length: 101 }, (_, i) => edge + BigInt(i) - 50n),
  );
  const negativeZeros: string[] = [];
  for (const y of edges.filter((value) => value >= 0n && value < 2n ** 255n)) {
    for (const sign of [0n, SIGN]) {
      const bytes = Buffer.from((y | sign).toString(16).padStart(64, '0'), 'hex').reverse();
      if (sign === SIGN && (y % PRIME === 1n || y % PRIME === PRIME - 1n)) {
        // x is 0 and said to be odd. curve25519-dalek decompresses it; kit does not.
        negativeZeros.push(bytes.toString('hex'));
        assert.ok(isOnCurve(bytes), 'the ledger takes a negative zero');
      } else {
        assert.equal(isOnCurve(bytes), !isOffCurveAddress(getAddressDecoder().decode(bytes)), `y = ${y}`);
      }
    }
  }
  assert.equal(new Set(negativeZeros).size, 3);
});

test('takes a point outside the main subgroup for a point', () => {
  // (0, -1), of order 2; and y = 0, of order 4.
  const ofOrderTwo = Buffer.from((PRIME - 1n).toString(16), 'hex').reverse();
  assert.ok(isOnCurve(ofOrderTwo));
  assert.ok(isOnCurve(Buffer.alloc(32)));
});
