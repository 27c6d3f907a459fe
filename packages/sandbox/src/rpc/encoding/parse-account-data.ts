import type { Address, EncodedAccount } from '@solana/kit';
import {
  STAKE_PROGRAM_ADDRESS,
  TOKEN_2022_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
  VOTE_PROGRAM_ADDRESS,
} from '../../vm/program-addresses.ts';
import { parseStake } from './parse-stake.ts';
import { parseToken } from './parse-token.ts';
import { parseVote } from './parse-vote.ts';
import type { FindMint, ParsedAccount } from './parsed-account.ts';

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
export function parseAccountData(account: EncodedAccount, findMint: FindMint): object | undefined {
  const parser = PARSERS.get(account.programAddress);
  const parsed = parser?.parse(account, findMint);
  if (parser === undefined || parsed === undefined) return undefined;
  return { parsed, program: parser.program, space: account.space };
}
