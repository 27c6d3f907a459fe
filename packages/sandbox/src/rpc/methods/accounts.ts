import type { Address, EncodedAccount } from '@solana/kit';
import { getAddressEncoder } from '@staking-agent/chain/address';
import {
  STAKE_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESSES,
  VOTE_PROGRAM_ADDRESS,
} from '../../vm/program-addresses.ts';
import {
  isMint,
  parseMintDecimals,
  parseTokenAccount,
  parseTokenDelegate,
  toUiTokenAmount,
} from '../../vm/token-balances.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { encodeAccount, readAccountFormat } from '../encoding/account.ts';
import type { Method, NodeView } from '../node-view.ts';
import {
  type Config,
  configAt,
  decodeBase58,
  invalidParams,
  invalidType,
  isConfig,
  type Params,
  readChoice,
  readFlag,
  readU64,
  requireAddress,
  requireTexts,
  toAddress,
} from '../params.ts';

/** agave `MAX_MULTIPLE_ACCOUNTS`. */
const MAX_MULTIPLE_ACCOUNTS = 100;

/** Methods that read accounts; state is that of the newest slot at every commitment. */
export const accountMethods = {
  getAccountInfo: (params, node) => {
    const address = requireAddress(params, 0);
    const config = configAt(params, 1);
    const format = readAccountFormat(config, 'binary');
    return node.answer(config, () =>
      encodeAccount(node.ledger.findAccount(address), format, node.ledger.findAccount),
    );
  },

  getMultipleAccounts: (params, node) => {
    const addresses = requireTexts(params, 0, MAX_MULTIPLE_ACCOUNTS).map(toAddress);
    const config = configAt(params, 1);
    const format = readAccountFormat(config, 'base64');
    return node.answer(config, () =>
      addresses.map((address) =>
        encodeAccount(node.ledger.findAccount(address), format, node.ledger.findAccount),
      ),
    );
  },

  getBalance: (params, node) => {
    const address = requireAddress(params, 0);
    return node.answer(configAt(params, 1), () => node.ledger.bank.getLamports(address));
  },

  getProgramAccounts: (params, node) => {
    const program = requireAddress(params, 0);
    const config = configAt(params, 1);
    const format = readAccountFormat(config, 'binary');
    const matches = readFilters(config);
    const read = (): object[] =>
      listProgramAccounts(node.ledger, program, matches).map((account) => ({
        pubkey: account.address,
        account: encodeAccount(account, format, node.ledger.findAccount),
      }));
    return withOptionalContext(config, node.answer(config, read));
  },
} satisfies Record<string, Method>;

/** Accounts a program owns, in no particular order. */
export function listProgramAccounts(
  ledger: SandboxLedger,
  program: Address,
  matches: (account: EncodedAccount) => boolean,
): EncodedAccount[] {
  return ledger.bank.vm().getProgramAccounts(program).filter(matches);
}

function withOptionalContext<T>(config: Config, answer: { value: T }): unknown {
  return readFlag(config, 'withContext') ? answer : answer.value;
}

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

const SUPPLY_OFFSET = 36;

/** Methods about tokens, of both token programs. */
export const tokenAccountMethods = {
  getTokenAccountBalance: (params, node) => {
    const address = requireAddress(params, 0);
    return node.answer(configAt(params, 1), () => {
      const account = requireAccount(address, node.ledger);
      const token = parseTokenAccount(account);
      if (token === undefined) throw invalidParams('Invalid param: not a Token account');
      return toUiTokenAmount(token.amount, requireDecimals(token.mint, node.ledger));
    });
  },

  getTokenSupply: (params, node) => {
    const mint = requireAddress(params, 0);
    return node.answer(configAt(params, 1), () => {
      const account = requireAccount(mint, node.ledger);
      if (!isMint(account)) throw invalidParams('Invalid param: not a Token mint');
      const supply = Buffer.from(Uint8Array.from(account.data)).readBigUInt64LE(SUPPLY_OFFSET);
      return toUiTokenAmount(supply, requireDecimals(mint, node.ledger));
    });
  },

  getTokenLargestAccounts: (params, node) => {
    const mint = requireAddress(params, 0);
    return node.answer(configAt(params, 1), () => listLargest(mint, node.ledger));
  },

  getTokenAccountsByOwner: (params, node) =>
    answerTokenAccounts(params, node, (account) => parseTokenAccount(account)?.owner),

  getTokenAccountsByDelegate: (params, node) => answerTokenAccounts(params, node, parseTokenDelegate),
} satisfies Record<string, Method>;

/** Answers with the token accounts of the mint or program of the filter whose holder is the first parameter. */
function answerTokenAccounts(
  params: Params,
  node: NodeView,
  findHolder: (account: EncodedAccount) => Address | undefined,
): object {
  const holder = requireAddress(params, 0);
  const programs = readTokenFilter(params[1], node.ledger);
  const config = configAt(params, 2);
  const format = readAccountFormat(config, 'binary');
  return node.answer(config, () =>
    programs.flatMap(({ program, mint }) =>
      listProgramAccounts(
        node.ledger,
        program,
        (account) => findHolder(account) === holder && isOfMint(account, mint),
      ).map((account) => ({
        pubkey: account.address,
        account: encodeAccount(account, format, node.ledger.findAccount),
      })),
    ),
  );
}

/** The accounts that hold most of a mint, most first; equal ones by their address, as agave's heap leaves them. */
function listLargest(mint: Address, ledger: SandboxLedger): object[] {
  const account = ledger.findAccount(mint);
  if (account === undefined) throw invalidParams('Invalid param: could not find mint');
  if (!isMint(account)) throw invalidParams('Invalid param: not a Token mint');
  const decimals = requireDecimals(mint, ledger);
  return listProgramAccounts(ledger, account.programAddress, (held) => isOfMint(held, mint))
    .map((held) => ({ address: held.address, amount: parseTokenAccount(held)?.amount ?? 0n }))
    .sort((left, right) => compareLargest(left, right))
    .slice(0, LARGEST_ACCOUNTS)
    .map(({ address, amount }) => ({ address, ...toUiTokenAmount(amount, decimals) }));
}

type TokenFilter = { readonly program: Address; readonly mint: Address | undefined };

function readTokenFilter(filter: unknown, ledger: SandboxLedger): TokenFilter[] {
  if (!isConfig(filter)) throw invalidType(filter ?? null, 'enum RpcTokenAccountsFilter');
  const { mint, programId } = filter;
  if (typeof mint === 'string') {
    const account = ledger.findAccount(toAddress(mint));
    if (account === undefined) throw invalidParams('Invalid param: could not find mint');
    if (!isMint(account)) throw invalidParams('Invalid param: not a Token mint');
    return [{ program: account.programAddress, mint: account.address }];
  }
  if (typeof programId !== 'string') {
    throw invalidParams('Invalid params: unknown filter, expected `mint` or `programId`.');
  }
  const program = toAddress(programId);
  if (TOKEN_PROGRAM_ADDRESSES.has(program)) return [{ program, mint: undefined }];
  throw invalidParams('Invalid param: unrecognized Token program id');
}

function isOfMint(account: EncodedAccount, mint: Address | undefined): boolean {
  return mint === undefined || parseTokenAccount(account)?.mint === mint;
}

function requireAccount(address: Address, ledger: SandboxLedger): EncodedAccount {
  const account = ledger.findAccount(address);
  if (account === undefined) throw invalidParams('Invalid param: could not find account');
  return account;
}

function requireDecimals(mint: Address, ledger: SandboxLedger): number {
  const decimals = parseMintDecimals(ledger.findAccount(mint));
  if (decimals === undefined) throw invalidParams('Invalid param: could not find mint');
  return decimals;
}

/** Accounts that are listed as the largest: agave `NUM_LARGEST_ACCOUNTS`. */
const LARGEST_ACCOUNTS = 20;

const NATIVE_OWNERS = [
  SYSTEM_PROGRAM_ADDRESS,
  STAKE_PROGRAM_ADDRESS,
  VOTE_PROGRAM_ADDRESS,
  ...TOKEN_PROGRAM_ADDRESSES,
];

const addressEncoder = getAddressEncoder();

/** The accounts that hold most lamports, most first. All lamports of the sandbox circulate. */
export const getLargestAccounts: Method = (params, node) => {
  const config = configAt(params, 0);
  const filter = readChoice(config, 'filter', ['circulating', 'nonCirculating'], 'circulating');
  readFlag(config, 'sortResults');
  return node.answer(config, () =>
    filter === 'nonCirculating'
      ? []
      : listBalances(node.ledger)
          .sort(compareLargest)
          .slice(0, LARGEST_ACCOUNTS)
          .map(({ address, amount }) => ({ address, lamports: amount })),
  );
};

type Balance = { readonly address: Address; readonly amount: bigint };

/** Orders larger amounts first, and equal ones by the bytes of their address, the greater first. */
function compareLargest(left: Balance, right: Balance): number {
  if (left.amount !== right.amount) return left.amount > right.amount ? -1 : 1;
  return Buffer.compare(
    Uint8Array.from(addressEncoder.encode(right.address)),
    Uint8Array.from(addressEncoder.encode(left.address)),
  );
}

/** Balances of all accounts of programs that there are on the ledger. */
function listBalances(ledger: SandboxLedger): Balance[] {
  const owners = new Set([...NATIVE_OWNERS, ...ledger.bank.models.keys(), ...ledger.binaries]);
  return [...owners]
    .flatMap((owner) => listProgramAccounts(ledger, owner, () => true))
    .map(({ address, lamports }) => ({ address, amount: lamports }));
}
