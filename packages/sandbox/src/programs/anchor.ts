import {
  type Address,
  type Decoder,
  type EncodedAccount,
  type Instruction,
  type InstructionWithData,
  isSolanaError,
  type ReadonlyUint8Array,
  SOLANA_ERROR__PROGRAM_CLIENTS__FAILED_TO_IDENTIFY_INSTRUCTION,
  SOLANA_ERROR__PROGRAM_CLIENTS__INSUFFICIENT_ACCOUNT_METAS,
  SOLANA_ERROR__PROGRAM_CLIENTS__UNRECOGNIZED_INSTRUCTION_TYPE,
} from '@solana/kit';
import { getAnchorError, type NamedError } from '@staking-agent/chain/vault';
import {
  type CallAccount,
  findAssociated,
  type ModelledCall,
  ProgramFailure,
  toMeta,
} from '../vm/player/model.ts';
import {
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESSES,
} from '../vm/program-addresses.ts';
import { isMint, isTokenAccount, parseTokenAccount } from '../vm/token-balances.ts';

/** The kind of an account: a program, a token account, or a state of the program by its first bytes. */
type AccountKind =
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
  readonly kind: AccountKind;
  readonly isWritable?: boolean;
  /** The address it must have, and the code where it has another. */
  readonly is?: readonly [address: Address, code: number];
  /** Checks the further conditions. @throws {ProgramFailure} */
  satisfies?(): void;
  /** The program that must own the mint. */
  readonly mintProgram?: Address;
  /** Whose associated token account it must be. */
  readonly associated?: { readonly owner: Address; readonly mint: Address; readonly tokenProgram?: Address };
};

/** The rules of an instruction's accounts by the program's names of the places, in their order. */
export type AccountRules = Readonly<Record<string, AccountRule>>;

/** Makes the rule of a writable token account at its associated address. */
export function tokenRule(owner: Address, mint: Address, tokenProgram?: Address): AccountRule {
  return {
    kind: 'token',
    isWritable: true,
    associated: { owner, mint, ...(tokenProgram && { tokenProgram }) },
  };
}

/** Makes the rule of an account at a derived address. */
export function seededRule(address: Address, kind: AccountKind = 'any', isWritable = false): AccountRule {
  return { kind, isWritable, is: [address, ANCHOR_ERROR__WRONG_SEEDS] };
}

/** Picks the rules of a parsed instruction's accounts; a place without a rule may hold any account. */
export function pickRules(accounts: object, rules: AccountRules): AccountRules {
  const toSnake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(
    Object.keys(accounts).map((name) => [toSnake(name), rules[name] ?? { kind: 'any' }]),
  );
}

const DISCRIMINATOR_SIZE = 8;

/** A code of the framework, or what the token program's own parser says. */
type KindFailure = number | 'InvalidAccountData';

/**
 * Checks an instruction's accounts in the framework's order: first what every account is, in their order, then what
 * they must satisfy.
 *
 * @throws {ProgramFailure} the framework's code for the first account that is not as it must be.
 */
export function checkAccounts(call: ModelledCall, rules: AccountRules): void {
  const places = Object.entries(rules).map(([name, rule], index) => {
    const account = call.accounts[index];
    if (account === undefined) return failWith(call, ANCHOR_ERROR__TOO_FEW_ACCOUNTS, name);
    assertIsOfKind(call, name, rule.kind, account);
    return [name, rule, account] as const;
  });
  for (const place of places) assertSatisfies(call, ...place);
}

/** Checks that an account is of the kind its place asks for. @throws {ProgramFailure} */
export function assertIsOfKind(
  call: ModelledCall,
  name: string,
  kind: AccountKind,
  account: CallAccount,
): void {
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

function assertSatisfies(call: ModelledCall, name: string, rule: AccountRule, given: CallAccount): void {
  const { isWritable = false, is, mintProgram, associated } = rule;
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

/** A call, a bank or a ledger, of which accounts are read. */
type AccountSource = { findAccount(address: Address): EncodedAccount | undefined };

const NOTHING: EncodedAccount['data'] = new Uint8Array();

/** Reads the data of an account; empty when there is none. */
export function readData({ findAccount }: AccountSource, address: Address): EncodedAccount['data'] {
  return findAccount(address)?.data ?? NOTHING;
}

/** Creates the reader of a kind of account: bytes that a call reads again and again are decoded once. */
export function createReader<T>(decoder: Decoder<T>): (source: AccountSource, address: Address) => T {
  const known = new WeakMap<EncodedAccount['data'], { readonly value: T }>();
  return (source, address) => {
    const data = readData(source, address);
    const read = known.get(data) ?? { value: decoder.decode(data) };
    known.set(data, read);
    return read.value;
  };
}

/**
 * Reads an instruction with a program's generated parser, and logs its name.
 *
 * @param types - the numbers of the program's instructions by their names.
 * @throws {ProgramFailure} the framework's code where the program would not find the instruction or its accounts.
 */
export function parseCall<P extends string, T extends { readonly instructionType: number }>(
  call: ModelledCall,
  programAddress: Address<P>,
  parse: (instruction: Instruction<P> & InstructionWithData<ReadonlyUint8Array>) => T,
  types: Readonly<Record<string, number>>,
): T {
  const accounts = call.accounts.map(toMeta);
  try {
    const parsed = parse({ programAddress, accounts, data: call.data });
    const names = Object.entries(types).filter(([, number]) => number === parsed.instructionType);
    call.log(`Instruction: ${names[0]?.[0]}`);
    return parsed;
  } catch (error) {
    if (isSolanaError(error, SOLANA_ERROR__PROGRAM_CLIENTS__INSUFFICIENT_ACCOUNT_METAS)) {
      return failWith(call, ANCHOR_ERROR__TOO_FEW_ACCOUNTS);
    }
    const isUnknown =
      isSolanaError(error, SOLANA_ERROR__PROGRAM_CLIENTS__UNRECOGNIZED_INSTRUCTION_TYPE) ||
      isSolanaError(error, SOLANA_ERROR__PROGRAM_CLIENTS__FAILED_TO_IDENTIFY_INSTRUCTION);
    return failWith(call, isUnknown ? ANCHOR_ERROR__UNKNOWN_INSTRUCTION : ANCHOR_ERROR__BAD_DATA);
  }
}

/** Codes of the framework that programs are written in, as far as a wrong account brings them up. */
export const ANCHOR_ERROR__UNKNOWN_INSTRUCTION = 101;
export const ANCHOR_ERROR__BAD_DATA = 102;
const ANCHOR_ERROR__NOT_WRITABLE = 2000;
export const ANCHOR_ERROR__WRONG_SEEDS = 2006;
const ANCHOR_ERROR__NOT_ASSOCIATED = 2009;
export const ANCHOR_ERROR__WRONG_ADDRESS = 2012;
const ANCHOR_ERROR__WRONG_TOKEN_OWNER = 2015;
const ANCHOR_ERROR__WRONG_MINT_PROGRAM = 2022;
const ANCHOR_ERROR__NO_DISCRIMINATOR = 3001;
const ANCHOR_ERROR__WRONG_DISCRIMINATOR = 3002;
export const ANCHOR_ERROR__TOO_FEW_ACCOUNTS = 3005;
export const ANCHOR_ERROR__WRONG_OWNER = 3007;
export const ANCHOR_ERROR__WRONG_PROGRAM = 3008;
const ANCHOR_ERROR__NOT_SIGNER = 3010;
export const ANCHOR_ERROR__NOT_INITIALIZED = 3012;

/**
 * Fails as the framework does: logs name, number and message of the error, and returns the number as custom code.
 *
 * @param account - the program's name of the account at fault, where one is.
 * @param describe - what the program calls its codes; without it only the framework's have names.
 * @throws {ProgramFailure} always.
 */
export function failWith(
  call: ModelledCall,
  code: number,
  account?: string,
  describe: (code: number) => NamedError | undefined = getAnchorError,
): never {
  const { name, message } = describe(code) ?? { name: 'Unknown', message: 'Unknown.' };
  const cause = account === undefined ? 'occurred' : `caused by account: ${account}`;
  call.log(`AnchorError ${cause}. Error Code: ${name}. Error Number: ${code}. Error Message: ${message}`);
  throw new ProgramFailure({ Custom: code });
}

/**
 * The compute units of an instruction, by the discriminator that its data begin with; `unknown` where none is that of its
 * data.
 */
export function findUnits(
  measured: readonly { readonly discriminator: ArrayLike<number>; readonly units: bigint }[],
  data: ArrayLike<number>,
  unknown: bigint,
): bigint {
  const found = measured.find(({ discriminator }) =>
    Array.from(discriminator).every((byte, index) => data[index] === byte),
  );
  return found?.units ?? unknown;
}
