import { zstdCompressSync } from 'node:zlib';
import { base58 } from '@scure/base';
import {
  type Address,
  type Decoder,
  type EncodedAccount,
  fixDecoderSize,
  getArrayDecoder,
  getBytesDecoder,
  getNullableDecoder,
  getStructDecoder,
  getU8Decoder,
  getU32Decoder,
  getU64Decoder,
} from '@solana/kit';
import { AccountState, getMintDecoder, getTokenDecoder } from '@solana-program/token';
import { getAddressDecoder } from '@staking-agent/chain/address';
import {
  STAKE_PROGRAM_ADDRESS,
  TOKEN_2022_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
  VOTE_PROGRAM_ADDRESS,
} from '../../vm/program-addresses.ts';
import { parseStakeState } from '../../vm/stake-account.ts';
import { isMint, isTokenAccount, parseMintDecimals, toUiTokenAmount } from '../../vm/token-balances.ts';
import {
  type Config,
  invalidParams,
  invalidType,
  isConfig,
  RPC_ERROR_CODES,
  RpcError,
  readChoice,
  readU64,
} from '../params.ts';

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

/** Rate that agave prints for every delegation, whatever the bytes say now. */
const WARMUP_COOLDOWN_RATE = 0.25;

/** A stake account as agave `parse_stake` prints it: u64 as text, f64 and timestamps as numbers. */
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
  return {
    type: 'delegated',
    info: {
      meta,
      stake: {
        creditsObserved,
        delegation: {
          voter: delegation.voterPubkey,
          stake: delegation.stake.toString(),
          activationEpoch: delegation.activationEpoch.toString(),
          deactivationEpoch: delegation.deactivationEpoch.toString(),
          warmupCooldownRate: WARMUP_COOLDOWN_RATE,
        },
      },
    },
  };
}

const VOTE_STATE_V3 = 2;
const PRIOR_VOTERS_SIZE = 32 * 48 + 9;

const u64 = getU64Decoder();
/** bincode writes the length of a list in eight bytes. */
const listOf = <T>(item: Decoder<T>) => getArrayDecoder(item, { size: u64 });

/** `VoteStateV3`, bincode. */
const voteDecoder = getStructDecoder([
  ['version', getU32Decoder()],
  ['nodePubkey', getAddressDecoder()],
  ['authorizedWithdrawer', getAddressDecoder()],
  ['commission', getU8Decoder()],
  [
    'votes',
    listOf(
      getStructDecoder([
        ['latency', getU8Decoder()],
        ['slot', u64],
        ['confirmationCount', getU32Decoder()],
      ]),
    ),
  ],
  ['rootSlot', getNullableDecoder(u64)],
  [
    'authorizedVoters',
    listOf(
      getStructDecoder([
        ['epoch', u64],
        ['authorizedVoter', getAddressDecoder()],
      ]),
    ),
  ],
  ['priorVoters', fixDecoderSize(getBytesDecoder(), PRIOR_VOTERS_SIZE)],
  [
    'epochCredits',
    listOf(
      getStructDecoder([
        ['epoch', u64],
        ['credits', u64],
        ['previousCredits', u64],
      ]),
    ),
  ],
  [
    'lastTimestamp',
    getStructDecoder([
      ['slot', u64],
      ['timestamp', u64],
    ]),
  ],
]);

/** A vote account of the third version as agave `parse_vote` prints it, or undefined for another version. */
function parseVote({ data }: EncodedAccount): ParsedAccount | undefined {
  if (data.length < 4 || getU32Decoder().decode(data) !== VOTE_STATE_V3) return undefined;
  const { version: _version, epochCredits, ...state } = voteDecoder.decode(data);
  const credits = epochCredits.map(({ epoch, credits: end, previousCredits }) => ({
    epoch,
    credits: end.toString(),
    previousCredits: previousCredits.toString(),
  }));
  return { type: 'vote', info: { ...state, epochCredits: credits, priorVoters: [] } };
}

const mintDecoder = getMintDecoder();
const tokenDecoder = getTokenDecoder();

/** Bytes both token programs share; Token-2022 extensions after them are not printed. */
const TOKEN_ACCOUNT_SIZE = 165;
const MINT_SIZE = 82;

/** A token account or a mint as agave `parse_token` prints it, or undefined for a mint nobody knows. */
function parseToken(account: EncodedAccount, findMint: FindMint): ParsedAccount | undefined {
  if (isMint(account)) return parseMint(account);
  if (!isTokenAccount(account)) return undefined;
  const token = tokenDecoder.decode(account.data.subarray(0, TOKEN_ACCOUNT_SIZE));
  const decimals = parseMintDecimals(findMint(token.mint));
  if (decimals === undefined) return undefined;
  const isNative = token.isNative.__option === 'Some';
  const optional = {
    ...(token.delegate.__option === 'Some' && {
      delegate: token.delegate.value,
      delegatedAmount: toUiTokenAmount(token.delegatedAmount, decimals),
    }),
    ...(token.isNative.__option === 'Some' && {
      rentExemptReserve: toUiTokenAmount(token.isNative.value, decimals),
    }),
    ...(token.closeAuthority.__option === 'Some' && { closeAuthority: token.closeAuthority.value }),
  };
  return {
    type: 'account',
    info: {
      isNative,
      mint: token.mint,
      owner: token.owner,
      state: token.state === AccountState.Frozen ? 'frozen' : 'initialized',
      tokenAmount: toUiTokenAmount(token.amount, decimals),
      ...optional,
    },
  };
}

function parseMint(account: EncodedAccount): ParsedAccount {
  const mint = mintDecoder.decode(account.data.subarray(0, MINT_SIZE));
  return {
    type: 'mint',
    info: {
      decimals: mint.decimals,
      freezeAuthority: mint.freezeAuthority.__option === 'Some' ? mint.freezeAuthority.value : null,
      isInitialized: mint.isInitialized,
      mintAuthority: mint.mintAuthority.__option === 'Some' ? mint.mintAuthority.value : null,
      supply: mint.supply.toString(),
    },
  };
}

type Parser = {
  readonly program: string;
  parse(account: EncodedAccount, findMint: FindMint): ParsedAccount | undefined;
};

const PARSERS: ReadonlyMap<Address, Parser> = new Map<Address, Parser>([
  [STAKE_PROGRAM_ADDRESS, { program: 'stake', parse: parseStake }],
  [VOTE_PROGRAM_ADDRESS, { program: 'vote', parse: parseVote }],
  [TOKEN_PROGRAM_ADDRESS, { program: 'spl-token', parse: parseToken }],
  [TOKEN_2022_PROGRAM_ADDRESS, { program: 'spl-token-2022', parse: parseToken }],
]);

/** Account data under `jsonParsed`, or undefined when no parser knows it, as on a validator. */
function parseAccountData(account: EncodedAccount, findMint: FindMint): object | undefined {
  const parser = PARSERS.get(account.programAddress);
  const parsed = parser?.parse(account, findMint);
  if (parser === undefined || parsed === undefined) return undefined;
  return { parsed, program: parser.program, space: account.space };
}

/** Reads a mint, whose decimals a token account is printed with. */
type FindMint = (mint: Address) => EncodedAccount | undefined;

/** A program's account in words: agave `account-decoder`. */
type ParsedAccount = { readonly type: string; readonly info: object };
