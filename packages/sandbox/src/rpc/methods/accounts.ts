import type { Address, EncodedAccount } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESSES } from '../../vm/program-addresses.ts';
import {
  isMint,
  parseMintDecimals,
  parseMintSupply,
  parseTokenAccount,
  toUiTokenAmount,
} from '../../vm/token-balances.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { encodeAccount, encodeAccounts, readAccountFormat } from '../encoding/account.ts';
import type { Method } from '../node-view.ts';
import { type Config, decodeBase58, invalidParams, invalidType, toAddress, toConfig } from '../params.ts';

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

  /** Lists the token accounts of an owner, of a mint or of one of the token programs. */
  getTokenAccountsByOwner: (params, { ledger, answer }) => {
    const owner = params.address(0);
    const { program, mint } = readTokenFilter(params.at(1), ledger);
    const config = params.config(2);
    const format = readAccountFormat(config, 'binary');
    const isHeld: Filter = (account) => {
      const token = parseTokenAccount(account);
      return token?.owner === owner && (mint === undefined || token.mint === mint);
    };
    return answer(config, () =>
      encodeAccounts(listProgramAccounts(ledger, program).filter(isHeld), format, ledger),
    );
  },
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
