import type { Address, EncodedAccount } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESSES } from '../../vm/program-addresses.ts';
import { isMint, parseMintDecimals, parseTokenAccount, toUiTokenAmount } from '../../vm/token-balances.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { encodeAccount, readAccountFormat } from '../encoding/account.ts';
import type { Method } from '../method.ts';
import { type Config, configAt, invalidType, requireAddress, toAddress } from '../params.ts';
import { invalidParams } from '../rpc-error.ts';
import { listProgramAccounts } from './accounts.ts';

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

  getTokenAccountsByOwner: (params, node) => {
    const owner = requireAddress(params, 0);
    const programs = readTokenFilter(params[1], node.ledger);
    const config = configAt(params, 2);
    const format = readAccountFormat(config, 'binary');
    return node.answer(config, () =>
      programs.flatMap(({ program, mint }) =>
        listProgramAccounts(node.ledger, program, (account) => isHeldBy(account, owner, mint)).map(
          (account) => ({
            pubkey: account.address,
            account: encodeAccount(account, format, node.ledger.findAccount),
          }),
        ),
      ),
    );
  },
} satisfies Record<string, Method>;

type TokenFilter = { readonly program: Address; readonly mint: Address | undefined };

function readTokenFilter(filter: unknown, ledger: SandboxLedger): TokenFilter[] {
  if (typeof filter !== 'object' || filter === null)
    throw invalidType(filter ?? null, 'enum RpcTokenAccountsFilter');
  const { mint, programId } = filter as Config;
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

function isHeldBy(account: EncodedAccount, owner: Address, mint: Address | undefined): boolean {
  const token = parseTokenAccount(account);
  return token?.owner === owner && (mint === undefined || token.mint === mint);
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
