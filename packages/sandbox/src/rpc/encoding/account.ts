import { zstdCompressSync } from 'node:zlib';
import { base58 } from '@scure/base';
import type { EncodedAccount } from '@solana/kit';
import { type Config, invalidType, isConfig, readChoice, readU64 } from '../params.ts';
import { invalidParams, RPC_ERROR_CODES, RpcError } from '../rpc-error.ts';
import { parseAccountData } from './parse-account-data.ts';
import type { FindMint } from './parsed-account.ts';

/** What every account reports: it never pays rent again (agave `RENT_EXEMPT_RENT_EPOCH`). */
const RENT_EPOCH = 2n ** 64n - 1n;

/** Bytes a validator prints in base58 at most: agave `MAX_BASE58_BYTES`. */
const MAX_BASE58_BYTES = 128;

export const ACCOUNT_ENCODINGS = ['binary', 'base58', 'base64', 'base64+zstd', 'jsonParsed'] as const;
export type AccountEncoding = (typeof ACCOUNT_ENCODINGS)[number];

/** How a caller wants account data printed. */
export type AccountFormat = {
  readonly encoding: AccountEncoding;
  /** Part of the data; ignored by `jsonParsed` when the data could be parsed. */
  readonly slice: { readonly offset: number; readonly length: number } | undefined;
};

/**
 * Reads `encoding` and `dataSlice`.
 *
 * @param absent - the method's default encoding.
 * @throws {RpcError} -32602.
 */
export function readAccountFormat(config: Config, absent: AccountEncoding): AccountFormat {
  const slice = config['dataSlice'] ?? undefined;
  if (slice === undefined) {
    return { encoding: readChoice(config, 'encoding', ACCOUNT_ENCODINGS, absent), slice: undefined };
  }
  if (!isConfig(slice)) throw invalidType(slice, 'struct UiDataSliceConfig');
  const offset = readU64(slice, 'offset');
  const length = readU64(slice, 'length');
  if (offset === undefined || length === undefined) {
    throw invalidParams('Invalid params: dataSlice needs offset and length.');
  }
  return {
    encoding: readChoice(config, 'encoding', ACCOUNT_ENCODINGS, absent),
    slice: { offset: Number(offset), length: Number(length) },
  };
}

/**
 * An account as JSON-RPC prints it, or null for none.
 *
 * @throws {RpcError} -32600 when data longer than 128 bytes was asked for in base58.
 */
export function encodeAccount(
  account: EncodedAccount | undefined,
  format: AccountFormat,
  findMint: FindMint,
): object | null {
  if (account === undefined) return null;
  return {
    data: encodeData(account, format, findMint),
    executable: account.executable,
    lamports: account.lamports,
    owner: account.programAddress,
    rentEpoch: RENT_EPOCH,
    space: account.space,
  };
}

function encodeData(
  account: EncodedAccount,
  { encoding, slice }: AccountFormat,
  findMint: FindMint,
): unknown {
  if (encoding === 'jsonParsed') {
    const parsed = parseAccountData(account, findMint);
    if (parsed !== undefined) return parsed;
  }
  const bytes =
    slice === undefined ? account.data : account.data.subarray(slice.offset, slice.offset + slice.length);
  if (encoding === 'binary' || encoding === 'base58') {
    const text = bytes.length > MAX_BASE58_BYTES ? undefined : base58.encode(new Uint8Array(bytes));
    if (text === undefined) throw tooLongForBase58();
    return encoding === 'binary' ? text : [text, 'base58'];
  }
  if (encoding === 'base64+zstd') {
    return [zstdCompressSync(Uint8Array.from(bytes)).toString('base64'), 'base64+zstd'];
  }
  return [Buffer.from(bytes).toString('base64'), 'base64'];
}

function tooLongForBase58(): RpcError {
  return new RpcError(
    RPC_ERROR_CODES.invalidRequest,
    `Encoded binary (base 58) data should be less than ${MAX_BASE58_BYTES} bytes, please use Base64 encoding.`,
  );
}
