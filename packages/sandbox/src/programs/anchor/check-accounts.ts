import type { Address, EncodedAccount } from '@solana/kit';
import { type CallAccount, type ModelledCall, ProgramFailure } from '../../vm/models/program-model.ts';
import {
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESSES,
} from '../../vm/program-addresses.ts';
import { isMint, isTokenAccount, parseTokenAccount } from '../../vm/token-balances.ts';
import { findAssociated } from '../find-associated.ts';
import {
  ANCHOR_ERROR__NO_DISCRIMINATOR,
  ANCHOR_ERROR__NOT_ASSOCIATED,
  ANCHOR_ERROR__NOT_INITIALIZED,
  ANCHOR_ERROR__NOT_SIGNER,
  ANCHOR_ERROR__NOT_WRITABLE,
  ANCHOR_ERROR__TOO_FEW_ACCOUNTS,
  ANCHOR_ERROR__WRONG_DISCRIMINATOR,
  ANCHOR_ERROR__WRONG_MINT_PROGRAM,
  ANCHOR_ERROR__WRONG_OWNER,
  ANCHOR_ERROR__WRONG_PROGRAM,
  ANCHOR_ERROR__WRONG_TOKEN_OWNER,
  failWith,
} from './anchor-failure.ts';

/** What kind of account stands in a place: a program, a token account, or a state of the program by its first bytes. */
export type AccountKind =
  | 'signer'
  | 'mint'
  | 'token'
  | 'system-program'
  | 'token-program'
  | 'any-token-program'
  | 'any'
  | ArrayLike<number>;

/** The rule of one place in an instruction's accounts. */
export type AccountRule = {
  /** The program's name of the place. */
  readonly name: string;
  readonly kind: AccountKind;
  readonly isWritable?: boolean;
  /** The address it must have, and the code where it has another. */
  readonly is?: readonly [address: Address, code: number];
  /** What else it must satisfy. @throws {ProgramFailure} */
  satisfies?(): void;
  /** The program that must own the mint. */
  readonly mintProgram?: Address;
  /** Whose associated token account it must be. */
  readonly associated?: { readonly owner: Address; readonly mint: Address; readonly tokenProgram?: Address };
};

const DISCRIMINATOR_SIZE = 8;

/** A code of the framework, or what the token program's own parser says. */
type KindFailure = number | 'InvalidAccountData';

/**
 * Checks an instruction's accounts in the framework's order: first what every account is, in their order, then what
 * they must satisfy.
 *
 * @throws {ProgramFailure} the framework's code for the first account that is not as it must be.
 */
export function checkAccounts(call: ModelledCall, rules: readonly AccountRule[]): void {
  const places = rules.map((rule, index) => {
    const account = call.accounts[index];
    if (account === undefined) return failWith(call, ANCHOR_ERROR__TOO_FEW_ACCOUNTS, rule.name);
    assertIsOfKind(call, rule, account);
    return [rule, account] as const;
  });
  for (const [rule, account] of places) assertSatisfies(call, rule, account);
}

/** Checks that an account is of the kind its place asks for. @throws {ProgramFailure} */
export function assertIsOfKind(call: ModelledCall, { name, kind }: AccountRule, account: CallAccount): void {
  const failure = kindFailure(call, kind, account);
  if (failure === 'InvalidAccountData') throw new ProgramFailure(failure);
  if (failure !== undefined) failWith(call, failure, name);
}

function kindFailure(call: ModelledCall, kind: AccountKind, given: CallAccount): KindFailure | undefined {
  switch (kind) {
    case 'any':
      return undefined;
    case 'signer':
      return given.isSigner ? undefined : ANCHOR_ERROR__NOT_SIGNER;
    case 'system-program':
      return given.address === SYSTEM_PROGRAM_ADDRESS ? undefined : ANCHOR_ERROR__WRONG_PROGRAM;
    case 'token-program':
      return given.address === TOKEN_PROGRAM_ADDRESS ? undefined : ANCHOR_ERROR__WRONG_PROGRAM;
    case 'any-token-program':
      return TOKEN_PROGRAM_ADDRESSES.has(given.address) ? undefined : ANCHOR_ERROR__WRONG_PROGRAM;
    case 'mint':
    case 'token':
      return tokenFailure(kind, call.findAccount(given.address));
    default:
      return stateFailure(kind, call.programAddress, call.findAccount(given.address));
  }
}

function tokenFailure(kind: 'mint' | 'token', account: EncodedAccount | undefined): KindFailure | undefined {
  if (account === undefined) return ANCHOR_ERROR__NOT_INITIALIZED;
  if (!TOKEN_PROGRAM_ADDRESSES.has(account.programAddress)) return ANCHOR_ERROR__WRONG_OWNER;
  const isRight = kind === 'mint' ? isMint(account) : isTokenAccount(account);
  return isRight ? undefined : 'InvalidAccountData';
}

function stateFailure(
  discriminator: ArrayLike<number>,
  owner: Address,
  account: EncodedAccount | undefined,
): number | undefined {
  if (account?.programAddress !== owner) return ANCHOR_ERROR__WRONG_OWNER;
  if (account.data.length < DISCRIMINATOR_SIZE) return ANCHOR_ERROR__NO_DISCRIMINATOR;
  const isRight = Array.from(discriminator).every((byte, index) => account.data[index] === byte);
  return isRight ? undefined : ANCHOR_ERROR__WRONG_DISCRIMINATOR;
}

function assertSatisfies(call: ModelledCall, rule: AccountRule, given: CallAccount): void {
  const { name, isWritable = false, is, mintProgram, associated } = rule;
  if (isWritable && !given.isWritable) failWith(call, ANCHOR_ERROR__NOT_WRITABLE, name);
  if (is !== undefined && given.address !== is[0]) failWith(call, is[1], name);
  rule.satisfies?.();
  const account = call.findAccount(given.address);
  if (mintProgram !== undefined && account?.programAddress !== mintProgram) {
    failWith(call, ANCHOR_ERROR__WRONG_MINT_PROGRAM, name);
  }
  if (associated === undefined) return;
  const owner = account && parseTokenAccount(account)?.owner;
  if (owner !== associated.owner) failWith(call, ANCHOR_ERROR__WRONG_TOKEN_OWNER, name);
  const address = findAssociated(associated.owner, associated.mint, associated.tokenProgram);
  if (given.address !== address) failWith(call, ANCHOR_ERROR__NOT_ASSOCIATED, name);
}
