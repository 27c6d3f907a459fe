import { createHash } from 'node:crypto';

/** How wide a varying part of a message is: an account key, the blockhash, 32 bytes of ASCII, or a little-endian integer. */
export type Hole = 'account' | 'blockhash' | 'ascii32' | 'u32' | 'u64';

type ValueOf<H extends Hole> = H extends 'u64' ? bigint : H extends 'u32' ? number : Uint8Array;

/** A value for every hole of a template: 32 bytes for `account`, `blockhash` and `ascii32`, a number for `u32`, a bigint for `u64`. */
export type HoleValues<H extends Record<string, Hole>> = { readonly [K in keyof H]: ValueOf<H[K]> };

export type FillMessage<H extends Record<string, Hole>> = (values: HoleValues<H>) => Uint8Array;

const SIZES: Readonly<Record<Hole, number>> = { account: 32, blockhash: 32, ascii32: 32, u32: 4, u64: 8 };

/**
 * Turns a slow compilation into a fast one: compiles samples once, learns at which offsets each value
 * stands, and from then on copies the bytes and sets those offsets.
 *
 * Account order in a message depends on roles and, within a role, on the keys. So each account hole must be
 * alone in its role, and values that coincide with each other or with a fixed account of the message (which
 * would merge two entries) are compiled the slow way.
 *
 * @param holes - name and width of each varying part.
 * @param compile - the reference: bytes of the message for given values.
 * @returns a function equal to `compile` for all values.
 * @throws {Error} when the samples show that the layout depends on the values.
 */
export function createMessageTemplate<H extends Record<string, Hole>>(
  holes: H,
  compile: FillMessage<H>,
): FillMessage<H> {
  const names = Object.keys(holes);
  const low = compile(sampleValues(holes, 0x05));
  const high = compile(sampleValues(holes, 0xe5));
  const spots = names.flatMap((name) => {
    const hole = holes[name] as Hole;
    const found = findOffsets(low, sampleBytes(hole, 0x05, names.indexOf(name)));
    const again = findOffsets(high, sampleBytes(hole, 0xe5, names.indexOf(name)));
    if (found.length === 0 || String(found) !== String(again)) {
      throw new Error(`The place of ${name} in the message depends on the values.`);
    }
    return found.map((offset) => ({ name, hole, offset }));
  });
  const accountNames = names.filter((name) => holes[name] === 'account');
  const fixedPrefixes = new Set(prefixesOfFixedAccounts(low, spots));

  return (values) => {
    const prefixes = accountNames.map((name) => getPrefix(values[name] as Uint8Array));
    // A shared prefix is a hint only, and a rare one: the reference is right in any case.
    if (prefixes.some((prefix, i) => fixedPrefixes.has(prefix) || prefixes.indexOf(prefix) !== i)) {
      return compile(values);
    }
    // From the pool, because every byte is written over at once.
    const message = Buffer.allocUnsafe(low.length);
    message.set(low);
    for (const { name, hole, offset } of spots) {
      if (hole === 'u64') message.writeBigUInt64LE(values[name] as bigint, offset);
      else if (hole === 'u32') message.writeUInt32LE(values[name] as number, offset);
      else message.set(values[name] as Uint8Array, offset);
    }
    return message;
  };
}

function sampleValues<H extends Record<string, Hole>>(holes: H, seed: number): HoleValues<H> {
  return Object.fromEntries(
    Object.entries(holes).map(([name, hole], index) => {
      const bytes = sampleBytes(hole, seed, index);
      return [name, sampleValue(hole, Buffer.from(bytes))];
    }),
  ) as HoleValues<H>;
}

function sampleValue(hole: Hole, bytes: Buffer): bigint | number | Uint8Array {
  if (hole === 'u64') return bytes.readBigUInt64LE();
  return hole === 'u32' ? bytes.readUInt32LE() : bytes;
}

// The first byte decides the order among keys; the hash makes a chance meeting with other bytes impossible.
function sampleBytes(hole: Hole, seed: number, index: number): Uint8Array {
  const bytes = createHash('sha256').update(`${seed} ${index}`).digest();
  if (hole === 'ascii32') return Buffer.from(bytes.toString('hex').slice(0, 32), 'latin1');
  bytes[0] = seed;
  return bytes.subarray(0, SIZES[hole]);
}

function findOffsets(message: Uint8Array, part: Uint8Array): number[] {
  const haystack = Buffer.from(message);
  const offsets: number[] = [];
  for (let at = haystack.indexOf(part); at !== -1; at = haystack.indexOf(part, at + 1)) offsets.push(at);
  return offsets;
}

function getPrefix(key: Uint8Array): number {
  return (key[0] ?? 0) + 2 ** 8 * (key[1] ?? 0) + 2 ** 16 * (key[2] ?? 0) + 2 ** 24 * (key[3] ?? 0);
}

// A legacy message is a 3-byte header, a one-byte account count and the account keys.
function prefixesOfFixedAccounts(message: Uint8Array, spots: readonly { offset: number }[]): number[] {
  const holesAt = new Set(spots.map(({ offset }) => offset));
  return Array.from({ length: message[3] ?? 0 }, (_, i) => 4 + i * 32)
    .filter((offset) => !holesAt.has(offset))
    .map((offset) => getPrefix(message.subarray(offset)));
}
