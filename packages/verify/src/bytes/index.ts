export { ascii } from './ascii.ts';
export { decodeKey, encodeBase58 } from './base58.ts';
export { decodeBase64 } from './base64.ts';
export { ByteReader, MalformedMessage } from './byte-reader.ts';
export { findAssociatedTokenAddress } from './find-associated-token-address.ts';
export { findProgramAddress } from './find-program-address.ts';
export { hex } from './hex.ts';
export { isOnCurve } from './is-on-curve.ts';
export { isSame } from './is-same.ts';
export * from './known-keys.ts';
export {
  type Instruction,
  type Message,
  type MessageConfig,
  readMessage,
  type TableLookup,
} from './read-message.ts';
export { readTransaction, type Transaction } from './read-transaction.ts';
export { isSignerAt, isWritableAt, resolveAccounts } from './resolve-accounts.ts';
