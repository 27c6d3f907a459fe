import type { Address, EncodedAccount } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import {
  STAKE_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESSES,
  VOTE_PROGRAM_ADDRESS,
} from '../../vm/program-addresses.ts';
import {
  isMint,
  parseMintDecimals,
  parseMintSupply,
  parseTokenAccount,
  parseTokenDelegate,
  toUiTokenAmount,
} from '../../vm/token-balances.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { encodeAccount, encodeAccounts, readAccountFormat } from '../encoding/account.ts';
import type { Method, NodeView } from '../node-view.ts';
import {
  type Config,
  decodeBase58,
  invalidParams,
  invalidType,
  type Params,
  toAddress,
  toConfig,
} from '../params.ts';

/** agave `MAX_MULTIPLE_ACCOUNTS`. */
const MAX_MULTIPLE_ACCOUNTS = 100;

/** Methods that read accounts and tokens of both token programs; state is that of the newest slot at every commitment. */
export const accountMethods = {
  getAccountInfo: (params, node) => {
    const address = params.address(0);
    const config = params.config(1);
    const format = readAccountFormat(config, 'binary');
    return node.answer(config, () => encodeAccount(node.ledger.findAccount(address), format, node.ledger));
  },

  getMultipleAccounts: (params, node) => {
    const addresses = params.texts(0, MAX_MULTIPLE_ACCOUNTS).map(toAddress);
    const config = params.config(1);
    const format = readAccountFormat(config, 'base64');
    return node.answer(config, () =>
      addresses.map((address) => encodeAccount(node.ledger.findAccount(address), format, node.ledger)),
    );
  },

  getBalance: (params, node) => {
    const address = params.address(0);
    return node.answer(params.config(1), () => node.ledger.bank.getLamports(address));
  },

  getProgramAccounts: (params, node) => {
    const program = params.address(0);
    const config = params.config(1);
    const format = readAccountFormat(config, 'binary');
    const matches = readFilters(config);
    const answer = node.answer(config, () =>
      encodeAccounts(listProgramAccounts(node.ledger, program).filter(matches), format, node.ledger),
    );
    return config.flag('withContext') ? answer : answer.value;
  },

  /** Lists the accounts with most lamports, most first. All lamports of the sandbox circulate. */
  getLargestAccounts: (params, { ledger, answer }) => {
    const config = params.config(0);
    const filter = config.choice('filter', ['circulating', 'nonCirculating'], 'circulating');
    config.flag('sortResults');
    if (filter === 'nonCirculating') return answer(config, () => []);
    const owners = new Set([...NATIVE_OWNERS, ...ledger.bank.models.keys(), ...ledger.binaries]);
    return answer(config, () =>
      [...owners]
        .flatMap((owner) => listProgramAccounts(ledger, owner))
        .map(({ address, lamports }) => ({ address, amount: lamports }))
        .sort(compareLargest)
        .slice(0, LARGEST_ACCOUNTS)
        .map(({ address, amount }) => ({ address, lamports: amount })),
    );
  },

  getTokenAccountBalance: (params, node) => {
    const address = params.address(0);
    return node.answer(params.config(1), () => {
      const token = parseTokenAccount(requireAccount(address, node.ledger));
      if (token === undefined) throw invalidParams('Invalid param: not a Token account');
      return toUiTokenAmount(token.amount, requireDecimals(token.mint, node.ledger));
    });
  },

  getTokenSupply: (params, node) => {
    const mint = params.address(0);
    return node.answer(params.config(1), () => {
      const supply = parseMintSupply(requireAccount(mint, node.ledger));
      if (supply === undefined) throw invalidParams('Invalid param: not a Token mint');
      return toUiTokenAmount(supply, requireDecimals(mint, node.ledger));
    });
  },

  /** Lists the accounts with most of a mint, most first. */
  getTokenLargestAccounts: (params, { ledger, answer }) => {
    const mint = params.address(0);
    return answer(params.config(1), () => {
      const { programAddress } = requireMint(mint, ledger);
      const decimals = requireDecimals(mint, ledger);
      return listProgramAccounts(ledger, programAddress)
        .filter((held) => isOfMint(held, mint))
        .map((held) => ({ address: held.address, amount: parseTokenAccount(held)?.amount ?? 0n }))
        .sort(compareLargest)
        .slice(0, LARGEST_ACCOUNTS)
        .map(({ address, amount }) => ({ address, ...toUiTokenAmount(amount, decimals) }));
    });
  },

  getTokenAccountsByOwner: (params, node) =>
    answerTokenAccounts(params, node, (account) => parseTokenAccount(account)?.owner),

  getTokenAccountsByDelegate: (params, node) => answerTokenAccounts(params, node, parseTokenDelegate),
} satisfies Record<string, Method>;

/** Lists the accounts that a program owns, in no particular order. */
export function listProgramAccounts({ bank }: SandboxLedger, program: Address): EncodedAccount[] {
  return bank.vm().getProgramAccounts(program);
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
  const filters = config.get('filters') ?? [];
  if (!Array.isArray(filters)) throw invalidType(filters, 'a sequence');
  if (filters.length > MAX_FILTERS) {
    throw invalidParams(`Too many filters provided; max ${MAX_FILTERS}`);
  }
  const read = filters.map(readFilter);
  return (account) => read.every((matches) => matches(account));
}

function readFilter(given: unknown): Filter {
  const filter = toConfig(given);
  if (filter === undefined) throw invalidType(given, 'enum RpcFilterType');
  const memcmp = toConfig(filter.get('memcmp'));
  const dataSize = filter.u64('dataSize');
  if (dataSize !== undefined) return ({ data }) => BigInt(data.length) === dataSize;
  if (memcmp === undefined) {
    throw invalidParams('Invalid params: unknown filter, expected `dataSize` or `memcmp`.');
  }
  const offset = Number(memcmp.u64('offset') ?? 0n);
  const text = memcmp.get('bytes');
  if (typeof text !== 'string') throw invalidType(text ?? null, 'a string');
  const bytes = memcmp.get('encoding') === 'base64' ? Buffer.from(text, 'base64') : decodeBase58(text);
  if (bytes === undefined) throw invalidParams('Invalid param: base58 decode error');
  if (bytes.length > MAX_COMPARED_BYTES) throw invalidParams('Invalid param: encoded bytes too long');
  return ({ data }) => Buffer.from(data.subarray(offset, offset + bytes.length)).equals(bytes);
}

/** Answers with the token accounts of a mint or program that the first parameter holds. */
function answerTokenAccounts(
  params: Params,
  { ledger, answer }: NodeView,
  findHolder: (account: EncodedAccount) => Address | undefined,
): object {
  const holder = params.address(0);
  const { program, mint } = readTokenFilter(params.at(1), ledger);
  const config = params.config(2);
  const format = readAccountFormat(config, 'binary');
  const isHeld: Filter = (account) => findHolder(account) === holder && isOfMint(account, mint);
  return answer(config, () =>
    encodeAccounts(listProgramAccounts(ledger, program).filter(isHeld), format, ledger),
  );
}

function readTokenFilter(
  given: unknown,
  ledger: SandboxLedger,
): { readonly program: Address; readonly mint?: Address } {
  const filter = toConfig(given);
  if (filter === undefined) throw invalidType(given ?? null, 'enum RpcTokenAccountsFilter');
  const [mint, programId] = [filter.get('mint'), filter.get('programId')];
  if (typeof mint === 'string') {
    const account = requireMint(toAddress(mint), ledger);
    return { program: account.programAddress, mint: account.address };
  }
  if (typeof programId !== 'string') {
    throw invalidParams('Invalid params: unknown filter, expected `mint` or `programId`.');
  }
  const program = toAddress(programId);
  if (TOKEN_PROGRAM_ADDRESSES.has(program)) return { program };
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

function requireMint(mint: Address, ledger: SandboxLedger): EncodedAccount {
  const account = ledger.findAccount(mint);
  if (account === undefined) throw invalidParams('Invalid param: could not find mint');
  if (!isMint(account)) throw invalidParams('Invalid param: not a Token mint');
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

type Balance = { readonly address: Address; readonly amount: bigint };

/** Orders larger amounts first, and equal ones by the bytes of their address, the greater first, as agave's heap does. */
function compareLargest(left: Balance, right: Balance): number {
  if (left.amount !== right.amount) return left.amount > right.amount ? -1 : 1;
  return Buffer.compare(toAddressBytes(right.address), toAddressBytes(left.address));
}
