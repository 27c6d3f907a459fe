import { createTokenKey } from '../../api/src/builds/token.ts';

/** The keys that operators have; worlds begin with the first. */
export const TOKEN_KEYS = [7, 8, 9].map((byte) =>
  createTokenKey(`key${byte}:${Buffer.alloc(32, byte).toString('base64')}`),
);
