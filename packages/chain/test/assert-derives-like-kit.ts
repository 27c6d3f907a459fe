import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { type Address, getAddressDecoder, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';
import { findProgramAddress, type Seed, toAddress, toAddressBytes } from '#address';

/**
 * Derives addresses of random programs and seeds, and demands what kit derives: the same address, the same bump, the
 * same text and bytes of every address.
 *
 * @returns how often each bump was found, so that a test sees that seldom ones were met.
 */
export async function assertDerivesLikeKit(count: number): Promise<ReadonlyMap<number, number>> {
  const bumps = new Map<number, number>();
  for (let i = 0; i < count; i += 1) {
    const key = randomBytes(32);
    // A leading zero is a character of its own in base58.
    if (i % 8 === 0) key.fill(0, 0, 1 + (i % 32));
    const program = toAddress(key);
    assert.equal(program, getAddressDecoder().decode(key));
    assert.deepEqual(toAddressBytes(program), getAddressEncoder().encode(program));
    const seeds = Array.from({ length: randomInt(16) }, pickSeed);
    const context = JSON.stringify({ program, seeds });
    const [address, bump] = await findProgramAddress(program, seeds);
    assert.deepEqual([address, bump], [...(await findWithKit(program, seeds))], context);
    bumps.set(bump, (bumps.get(bump) ?? 0) + 1);
  }
  return bumps;
}

function findWithKit(programAddress: Address, seeds: Seed[]): Promise<readonly [Address, number]> {
  return getProgramDerivedAddress({ programAddress, seeds });
}

function pickSeed(): Seed {
  const bytes = randomBytes(randomInt(33));
  // Text of up to ten characters of three bytes each.
  return randomInt(3) === 0 ? bytes.toString('utf16le').slice(0, 10).toWellFormed() : bytes;
}
