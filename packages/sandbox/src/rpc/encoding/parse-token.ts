import type { EncodedAccount } from '@solana/kit';
import { AccountState, getMintDecoder, getTokenDecoder } from '@solana-program/token';
import { isMint, isTokenAccount, parseMintDecimals, toUiTokenAmount } from '../../vm/token-balances.ts';
import type { FindMint, ParsedAccount } from './parsed-account.ts';

const mintDecoder = getMintDecoder();
const tokenDecoder = getTokenDecoder();

/** Bytes both token programs share; Token-2022 extensions after them are not printed. */
const TOKEN_ACCOUNT_SIZE = 165;
const MINT_SIZE = 82;

/** A token account or a mint as agave `parse_token` prints it, or undefined for a mint nobody knows. */
export function parseToken(account: EncodedAccount, findMint: FindMint): ParsedAccount | undefined {
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
