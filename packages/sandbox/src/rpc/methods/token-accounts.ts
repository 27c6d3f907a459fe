import type { Address, EncodedAccount } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESSES } from '../../vm/program-addresses.ts';
import {
  isMint,
  parseMintDecimals,
  parseTokenAccount,
  parseTokenDelegate,
  toUiTokenAmount,
} from '../../vm/token-balances.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { encodeAccount, readAccountFormat } from '../encoding/account.ts';
import type { Method } from '../method.ts';
import type { NodeView } from '../node-view.ts';
import { configAt, invalidType, isConfig, type Params, requireAddress, toAddress } from '../params.ts';
import { invalidParams } from '../rpc-error.ts';
import { listProgramAccounts } from './accounts.ts';
import { compareLargest, LARGEST_ACCOUNTS } from './largest-accounts.ts';

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
