import { createHash, hkdfSync } from 'node:crypto';

/** A key that signs and verifies service tokens; `kid` names it inside the token. */
export type TokenKey = {
  readonly kid: string;
  /** 32 bytes. */
  readonly secret: Buffer;
  /** 32 bytes of its own, from which the key pairs of new stake accounts derive. */
  readonly stakeAccountSecret: Buffer;
  /** As it was configured, so that it is known when it turns up in a text. */
  readonly base64: string;
};

const STAKE_ACCOUNT_PURPOSE = 'staking-agent-api key pairs of stake accounts';

/**
 * Reads a token key from `kid:base64`.
 *
 * @param text - kid of 1 to 16 letters, digits, `_` or `-`; then at least 32 bytes in base64.
 * @param options.leastDistinct - different bytes a key must have; 32 random ones have fewer than 16 never.
 * @throws {Error} saying what would be right, never showing the key.
 */
export function createTokenKey(text: string, { leastDistinct = 0 } = {}): TokenKey {
  const match = /^([A-Za-z0-9_-]{1,16}):([A-Za-z0-9+/]+={0,2})$/.exec(text);
  if (match === null) throw new Error('must be entries of the form kid:base64, comma-separated');
  const [, kid = '', base64 = ''] = match;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length < 32) throw new Error(`holds a key of ${bytes.length} bytes; at least 32 are due`);
  if (new Set(bytes).size < leastDistinct) {
    throw new Error(`holds a key of fewer than ${leastDistinct} different bytes: take 32 random ones`);
  }
  // The MAC takes 32 bytes exactly; longer keys keep their strength through the hash.
  const secret = createHash('sha256').update(bytes).digest();
  const stakeAccountSecret = Buffer.from(hkdfSync('sha256', secret, '', STAKE_ACCOUNT_PURPOSE, 32));
  return { kid, secret, stakeAccountSecret, base64 };
}
