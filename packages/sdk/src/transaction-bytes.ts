/** A transaction in the form in which the ledger takes it, cut where signing needs it. */
export type WireTransaction = {
  /** 64 bytes each, zero where nobody has signed yet; in the order of `keys`. */
  readonly signatures: readonly Uint8Array[];
  /** The bytes that are signed. */
  readonly message: Uint8Array;
  /** Keys that must sign, the payer of the fee first. */
  readonly keys: readonly Uint8Array[];
  /** 32 bytes. */
  readonly blockhash: Uint8Array;
};

const SIGNATURE_SIZE = 64;
const KEY_SIZE = 32;
/** Counts below this are one byte; a transaction has no room for more signers or accounts. */
const ONE_BYTE = 0x80;
const VERSION_0 = 0x80;

/** Splits a legacy or version 0 transaction into signatures and message; returns undefined for other bytes. */
export function readWire(bytes: Uint8Array): WireTransaction | undefined {
  const count = bytes[0] ?? ONE_BYTE;
  const messageAt = 1 + count * SIGNATURE_SIZE;
  const message = bytes.subarray(messageAt);
  const headerAt = message[0] === VERSION_0 ? 1 : 0;
  const keyCount = message[headerAt + 3] ?? ONE_BYTE;
  const keysAt = headerAt + 4;
  const blockhashAt = keysAt + keyCount * KEY_SIZE;
  const isCut =
    count > 0 &&
    keyCount < ONE_BYTE &&
    message[headerAt] === count &&
    count <= keyCount &&
    message.length > blockhashAt + KEY_SIZE;
  if (!isCut) return undefined;
  const cut = (from: Uint8Array, size: number, at: number) =>
    Array.from({ length: count }, (_, i) => from.subarray(at + i * size, at + (i + 1) * size));
  return {
    signatures: cut(bytes, SIGNATURE_SIZE, 1),
    message,
    keys: cut(message, KEY_SIZE, keysAt),
    blockhash: message.subarray(blockhashAt, blockhashAt + KEY_SIZE),
  };
}

/** Puts signatures before their message. */
export function writeWire({
  signatures,
  message,
}: Pick<WireTransaction, 'signatures' | 'message'>): Uint8Array {
  const bytes = new Uint8Array(1 + signatures.length * SIGNATURE_SIZE + message.length);
  bytes[0] = signatures.length;
  signatures.forEach((signature, i) => {
    bytes.set(signature, 1 + i * SIGNATURE_SIZE);
  });
  bytes.set(message, bytes.length - message.length);
  return bytes;
}

/** Checks whether two runs of bytes are equal. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Prints bytes in base58, as the ledger prints addresses and signatures. */
export function toBase58(bytes: Uint8Array): string {
  let rest = bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
  let text = '';
  for (; rest > 0n; rest /= 58n) text = ALPHABET[Number(rest % 58n)] + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text;
}

/** Reads the signature of a signed transaction in base64, which names it on the ledger; undefined where it is no transaction. */
export function readSignature(transaction: unknown): string | undefined {
  const [first] = readWire(fromBase64(transaction) ?? new Uint8Array())?.signatures ?? [];
  return first && toBase58(first);
}

/**
 * Names a signed transaction in base64 as the ledger does. A wallet can sign a message twice, and the ledger knows the signature that
 * was sent: the service's is taken where it holds for the message, and whatever else it says is not.
 *
 * @param told - the signature as the service tells it.
 * @returns undefined where it is no transaction, or unsigned.
 */
export async function nameSigned(transaction: unknown, told: unknown): Promise<string | undefined> {
  const {
    signatures: [own] = [],
    keys: [payer] = [],
    message,
  } = readWire(fromBase64(transaction) ?? new Uint8Array()) ?? {};
  if (own === undefined || payer === undefined || message === undefined) return undefined;
  const given = typeof told === 'string' ? parseSignature(told) : undefined;
  if (given !== undefined && (await verifySignature(payer, given, message))) return toBase58(given);
  return own.some((byte) => byte !== 0) ? toBase58(own) : undefined;
}

/** Digits of the longest signature. */
const SIGNATURE_DIGITS = 88;

function parseSignature(text: string): Uint8Array | undefined {
  if (text.length > SIGNATURE_DIGITS) return undefined;
  const value = [...text].reduce((sum, digit) => sum * 58n + BigInt(ALPHABET.indexOf(digit)), 0n);
  const bytes = Uint8Array.from({ length: SIGNATURE_SIZE }, (_, i) =>
    Number((value >> BigInt(8 * (SIGNATURE_SIZE - 1 - i))) & 0xffn),
  );
  // Not of other text, such as one with a letter that is no digit.
  return toBase58(bytes) === text ? bytes : undefined;
}

/** Prints bytes in base64. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Decodes base64; returns undefined for invalid text. */
export function fromBase64(text: unknown): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(String(text)), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/**
 * Verifies a signature of a message; undefined when the platform cannot, such as a page without TLS or an engine without
 * Ed25519. The service checks it again.
 */
export async function verifySignature(
  key: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
): Promise<boolean | undefined> {
  const imported = await importKey(key);
  return (
    imported &&
    crypto.subtle.verify('Ed25519', imported, Uint8Array.from(signature), Uint8Array.from(message))
  );
}

async function importKey(key: Uint8Array): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.importKey('raw', Uint8Array.from(key), 'Ed25519', false, ['verify']);
  } catch {
    return undefined;
  }
}
