import type { EncodedAccount } from '@solana/kit';
import { type Config, decodeBase58, invalidType, isConfig, readU64 } from '../params.ts';
import { invalidParams } from '../rpc-error.ts';

type Filter = (account: EncodedAccount) => boolean;

/** agave `MAX_GET_PROGRAM_ACCOUNT_FILTERS`. */
const MAX_FILTERS = 4;
/** agave `MAX_DATA_SIZE` of memcmp. */
const MAX_COMPARED_BYTES = 128;

/**
 * Reads `filters`: `{dataSize}` and `{memcmp: {offset, bytes, encoding}}`, all of which must match.
 *
 * @throws {RpcError} -32602.
 */
export function readFilters(config: Config): Filter {
  const filters = config['filters'] ?? [];
  if (!Array.isArray(filters)) throw invalidType(filters, 'a sequence');
  if (filters.length > MAX_FILTERS) {
    throw invalidParams(`Too many filters provided; max ${MAX_FILTERS}`);
  }
  const read = filters.map(readFilter);
  return (account) => read.every((matches) => matches(account));
}

function readFilter(filter: unknown): Filter {
  if (!isConfig(filter)) throw invalidType(filter, 'enum RpcFilterType');
  const { memcmp } = filter;
  const dataSize = readU64(filter, 'dataSize');
  if (dataSize !== undefined) return ({ data }) => BigInt(data.length) === dataSize;
  if (!isConfig(memcmp)) {
    throw invalidParams('Invalid params: unknown filter, expected `dataSize` or `memcmp`.');
  }
  return readComparison(memcmp);
}

function readComparison(memcmp: Config): Filter {
  const offset = Number(readU64(memcmp, 'offset') ?? 0n);
  const { bytes: text } = memcmp;
  if (typeof text !== 'string') throw invalidType(text ?? null, 'a string');
  const bytes = memcmp['encoding'] === 'base64' ? Buffer.from(text, 'base64') : decodeBase58(text);
  if (bytes === undefined) throw invalidParams('Invalid param: base58 decode error');
  if (bytes.length > MAX_COMPARED_BYTES) throw invalidParams('Invalid param: encoded bytes too long');
  return ({ data }) => Buffer.from(data.subarray(offset, offset + bytes.length)).equals(bytes);
}
