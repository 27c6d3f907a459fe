import { zstdCompressSync } from 'node:zlib';
import { base58 } from '@scure/base';
import type { EncodedAccount } from '@solana/kit';
import { STAKE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { parseStakeState } from '../../vm/stake-account.ts';
import { type Config, invalidParams, invalidType, RPC_ERROR_CODES, RpcError, toConfig } from '../params.ts';

/** The rent epoch of every account, which never pays rent again: agave `RENT_EXEMPT_RENT_EPOCH`. */
const RENT_EPOCH = 2n ** 64n - 1n;

/** Bytes that a validator prints in base58 at most: agave `MAX_BASE58_BYTES`. */
const MAX_BASE58_BYTES = 128;

const ACCOUNT_ENCODINGS = ['binary', 'base58', 'base64', 'base64+zstd', 'jsonParsed'] as const;
type AccountEncoding = (typeof ACCOUNT_ENCODINGS)[number];

/** The form in which a caller wants account data. */
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
  const encoding = config.choice('encoding', ACCOUNT_ENCODINGS, absent);
  const given = config.get('dataSlice');
  if (given === undefined) return { encoding, slice: undefined };
  const slice = toConfig(given);
  if (slice === undefined) throw invalidType(given, 'struct UiDataSliceConfig');
  const [offset, length] = [slice.u64('offset'), slice.u64('length')];
  if (offset === undefined || length === undefined) {
    throw invalidParams('Invalid params: dataSlice needs offset and length.');
  }
  return { encoding, slice: { offset: Number(offset), length: Number(length) } };
}

/**
 * Prints an account as JSON-RPC does, or null for none.
 *
 * @throws {RpcError} -32600 for more than 128 bytes of data in base58.
 */
export function encodeAccount(account: EncodedAccount | undefined, format: AccountFormat): object | null {
  if (account === undefined) return null;
  const { executable, lamports, programAddress: owner, space } = account;
  const data = encodeData(account, format);
  return { data, executable, lamports, owner, rentEpoch: RENT_EPOCH, space };
}

/** Prints a list of accounts with their addresses. */
export function encodeAccounts(accounts: readonly EncodedAccount[], format: AccountFormat): object[] {
  return accounts.map((account) => ({ pubkey: account.address, account: encodeAccount(account, format) }));
}

function encodeData(account: EncodedAccount, { encoding, slice }: AccountFormat): unknown {
  const parsed = encoding === 'jsonParsed' ? parseStake(account) : undefined;
  if (parsed !== undefined) return { parsed, program: 'stake', space: account.space };
  const bytes = Buffer.from(
    Uint8Array.from(slice ? account.data.slice(slice.offset, slice.offset + slice.length) : account.data),
  );
  if (encoding === 'base64+zstd') return [zstdCompressSync(bytes).toString('base64'), encoding];
  if (encoding !== 'binary' && encoding !== 'base58') return [bytes.toString('base64'), 'base64'];
  if (bytes.length > MAX_BASE58_BYTES) {
    throw new RpcError(
      RPC_ERROR_CODES.invalidRequest,
      `Encoded binary (base 58) data should be less than ${MAX_BASE58_BYTES} bytes, please use Base64 encoding.`,
    );
  }
  const text = base58.encode(bytes);
  return encoding === 'binary' ? text : [text, 'base58'];
}

/** A program's account in words: agave `account-decoder`. */
type ParsedAccount = { readonly type: string; readonly info: object };

/** Rate that agave prints for every delegation, whatever its bytes say. */
const WARMUP_COOLDOWN_RATE = 0.25;

/** Parses a stake account by agave `parse_stake`: u64 as text, f64 and timestamps as numbers; undefined for any other. */
function parseStake({ data, programAddress }: EncodedAccount): ParsedAccount | undefined {
  const state = programAddress === STAKE_PROGRAM_ADDRESS ? parseStakeState(data) : undefined;
  if (state === undefined) return undefined;
  if (state.__kind === 'Uninitialized' || state.__kind === 'RewardsPool') {
    return { type: state.__kind === 'Uninitialized' ? 'uninitialized' : 'rewardsPool', info: {} };
  }
  const [{ rentExemptReserve, authorized, lockup }] = state.fields;
  const meta = { rentExemptReserve: rentExemptReserve.toString(), authorized, lockup };
  if (state.__kind === 'Initialized') return { type: 'initialized', info: { meta, stake: null } };
  const { delegation, creditsObserved } = state.fields[1];
  const printed = {
    voter: delegation.voterPubkey,
    stake: delegation.stake.toString(),
    activationEpoch: delegation.activationEpoch.toString(),
    deactivationEpoch: delegation.deactivationEpoch.toString(),
    warmupCooldownRate: WARMUP_COOLDOWN_RATE,
  };
  return { type: 'delegated', info: { meta, stake: { creditsObserved, delegation: printed } } };
}
