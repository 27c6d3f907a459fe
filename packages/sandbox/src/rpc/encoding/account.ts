import { zstdCompressSync } from 'node:zlib';
import { base58 } from '@scure/base';
import { type Address, type EncodedAccount, unwrapOption } from '@solana/kit';
import { AccountState, getTokenDecoder } from '@solana-program/token';
import {
  STAKE_PROGRAM_ADDRESS,
  TOKEN_2022_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../../vm/program-addresses.ts';
import { parseStakeState } from '../../vm/stake-account.ts';
import { isTokenAccount, parseMintDecimals, toUiTokenAmount } from '../../vm/token-balances.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
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
export function encodeAccount(
  account: EncodedAccount | undefined,
  format: AccountFormat,
  ledger: SandboxLedger,
): object | null {
  if (account === undefined) return null;
  const { executable, lamports, programAddress: owner, space } = account;
  const data = encodeData(account, format, ledger);
  return { data, executable, lamports, owner, rentEpoch: RENT_EPOCH, space };
}

/** Prints a list of accounts with their addresses. */
export function encodeAccounts(
  accounts: readonly EncodedAccount[],
  format: AccountFormat,
  ledger: SandboxLedger,
): object[] {
  return accounts.map((account) => ({
    pubkey: account.address,
    account: encodeAccount(account, format, ledger),
  }));
}

function encodeData(
  account: EncodedAccount,
  { encoding, slice }: AccountFormat,
  ledger: SandboxLedger,
): unknown {
  const parser = encoding === 'jsonParsed' ? PARSERS.get(account.programAddress) : undefined;
  const parsed = parser?.parse(account, ledger);
  if (parsed !== undefined) return { parsed, program: parser?.program, space: account.space };
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

type Parser = {
  readonly program: string;
  /** Returns undefined for an account that a validator cannot parse. */
  parse(account: EncodedAccount, ledger: SandboxLedger): ParsedAccount | undefined;
};

const PARSERS: ReadonlyMap<Address, Parser> = new Map<Address, Parser>([
  [STAKE_PROGRAM_ADDRESS, { program: 'stake', parse: parseStake }],
  [TOKEN_PROGRAM_ADDRESS, { program: 'spl-token', parse: parseToken }],
  [TOKEN_2022_PROGRAM_ADDRESS, { program: 'spl-token-2022', parse: parseToken }],
]);

/** Rate that agave prints for every delegation, whatever its bytes say. */
const WARMUP_COOLDOWN_RATE = 0.25;

/** Parses a stake account by agave `parse_stake`: u64 as text, f64 and timestamps as numbers. */
function parseStake({ data }: EncodedAccount): ParsedAccount | undefined {
  const state = parseStakeState(data);
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

const tokenDecoder = getTokenDecoder();

/** Bytes of both token programs' accounts; Token-2022 extensions behind them are not printed. */
const TOKEN_ACCOUNT_SIZE = 165;

/** Parses a token account by agave `parse_token`; undefined where the account's mint does not exist. */
function parseToken(account: EncodedAccount, ledger: SandboxLedger): ParsedAccount | undefined {
  if (!isTokenAccount(account)) return undefined;
  const token = tokenDecoder.decode(account.data.subarray(0, TOKEN_ACCOUNT_SIZE));
  const decimals = parseMintDecimals(ledger.findAccount(token.mint));
  if (decimals === undefined) return undefined;
  const [delegate, rent, closeAuthority] = [
    unwrapOption(token.delegate),
    unwrapOption(token.isNative),
    unwrapOption(token.closeAuthority),
  ];
  return {
    type: 'account',
    info: {
      isNative: rent !== null,
      mint: token.mint,
      owner: token.owner,
      state: token.state === AccountState.Frozen ? 'frozen' : 'initialized',
      tokenAmount: toUiTokenAmount(token.amount, decimals),
      ...(delegate && { delegate, delegatedAmount: toUiTokenAmount(token.delegatedAmount, decimals) }),
      ...(rent !== null && { rentExemptReserve: toUiTokenAmount(rent, decimals) }),
      ...(closeAuthority && { closeAuthority }),
    },
  };
}
