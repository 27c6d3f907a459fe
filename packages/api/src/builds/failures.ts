import { TOKEN_PROGRAM_ADDRESS } from '@staking-agent/chain/ledger';
import {
  describeProgramError,
  nameProgram,
  type ProgramError,
  type ProgramName,
} from '@staking-agent/chain/program-errors';
import { encodeBase58, type Message } from '@staking-agent/verify';
import { PROBLEM_CODES, type ProblemCode, type TransactionFailure } from '@staking-agent/wire';
import { tellsOfOldPool } from '../problems/faults.ts';
import { type ProblemError, problem } from '../problems/problem.ts';
import type { TransactionFault } from '../upstreams/ledger/answers.ts';

const TEXT_LIMIT = 200;
const FAILED = /^Program (\S+) failed: (.*)$/;
const ANCHOR_ERROR =
  /^Program log: AnchorError .*Error Code: (\w+)\. Error Number: (\d+)\. Error Message: (.*?)\.?$/;
const CUSTOM_ERROR = /^custom program error: 0x([0-9a-f]{1,8})$/;
const SHORT_TRANSFER = /^Transfer: insufficient lamports (\d{1,20}), need (\d{1,20})$/;
const PLAIN_ERROR = /^Program log: Error: (.*)$/;

/** Where and how a transaction failed, as far as the ledger and its log say. */
type Failure = {
  /** Index of the top-level instruction; undefined where the transaction failed as a whole. */
  readonly instruction: number | undefined;
  /** Base58 address of the program that failed first, which is the innermost one. */
  readonly program: string | undefined;
  /** The meaning of the program's own error, where it is known. */
  readonly known: ProgramError | undefined;
  /** The ledger's own name of the error, such as `InsufficientFunds`; undefined for a program's. */
  readonly name: string | undefined;
  /** True where a balance requirement failed: an account held less than the transaction requires. */
  readonly isRequirement: boolean;
  /** One bounded line of printable text. */
  readonly words: string;
};

/**
 * Reads a failure from the ledger's fault and log.
 *
 * @param fault - as the ledger serialises it: a name, or an object such as `{"InstructionError":[2,{"Custom":12}]}`.
 * @param message - of the transaction, where it is known: it distinguishes a balance requirement from a payment.
 */
export function readFailure(
  fault: TransactionFault,
  logs: readonly string[] | null,
  message: Message | undefined,
): Failure {
  const place = typeof fault === 'object' ? fault['InstructionError'] : undefined;
  if (!Array.isArray(place)) {
    const name = typeof fault === 'string' ? fault : Object.keys(fault)[0];
    const words = typeof fault === 'string' ? inWords(fault) : describePlace(fault);
    return {
      instruction: undefined,
      program: undefined,
      known: undefined,
      name,
      isRequirement: false,
      words,
    };
  }
  const [index, error] = place as [unknown, unknown];
  if (isUnmetRequirement(message, index, error)) return describeUnmet(Number(index));
  const { program, words, known } = findFailed(boundLog(logs ?? []));
  const plain = typeof error === 'string' ? inWords(error) : describeCustom(error);
  return {
    instruction: typeof index === 'number' ? index : undefined,
    program,
    known,
    name: typeof error === 'string' ? error : undefined,
    isRequirement: false,
    words: printable(`instruction ${String(index)}: ${words ?? plain}`),
  };
}

function describeCustom(error: unknown): string {
  const { Custom: code }: { Custom?: unknown } = Object(error);
  return code === undefined
    ? describePlace(Object(error))
    : `custom program error: 0x${Number(code).toString(16)}`;
}

/** A fault of the whole transaction that names an account or an instruction by its index. */
function describePlace(fault: Readonly<Record<string, unknown>>): string {
  const [[name, facts] = ['', undefined]] = Object.entries(fault);
  const { account_index: account }: { account_index?: unknown } = Object(facts);
  const of = account === 0 ? ' of the wallet' : account === undefined ? '' : ` of account ${String(account)}`;
  const index = typeof facts === 'number' ? ` of instruction ${facts}` : of;
  return printable(`${inWords(name)}${index}`);
}

const TRANSFER = 3;
const INSUFFICIENT_TOKENS = 1;

// A transfer of tokens from an account to itself moves nothing; it fails where the account holds fewer.
function isUnmetRequirement(message: Message | undefined, index: unknown, error: unknown): boolean {
  const at = typeof index === 'number' ? message?.instructions[index] : undefined;
  const program = at && message?.keys[at.program];
  if (at === undefined || program === undefined || encodeBase58(program) !== TOKEN_PROGRAM_ADDRESS)
    return false;
  const [source, destination] = at.accounts;
  const { Custom: code }: { Custom?: unknown } = Object(error);
  return at.data[0] === TRANSFER && source === destination && Number(code) === INSUFFICIENT_TOKENS;
}

function describeUnmet(instruction: number): Failure {
  const known = describeProgramError(TOKEN_PROGRAM_ADDRESS, INSUFFICIENT_TOKENS);
  const words = `instruction ${instruction}: the account holds less than this instruction requires`;
  return { instruction, program: TOKEN_PROGRAM_ADDRESS, known, name: undefined, isRequirement: true, words };
}

/**
 * Says why the ledger refused a transaction: what the program calls it and what that means; without a log the name of the
 * error in words.
 *
 * @param fault - as {@link readFailure} takes it.
 */
export function describeTransactionFault(fault: TransactionFault, logs: readonly string[] | null): string {
  return readFailure(fault, logs, undefined).words;
}

/** Returns the failure at the end of the log: by its name in the program, otherwise as the program printed it. */
function findFailed(logs: readonly string[]): {
  readonly program?: string;
  readonly words?: string;
  readonly known?: ProgramError | undefined;
} {
  // The program that failed first is the innermost; what invoked it fails after it, with the same error.
  const at = logs.findIndex((line) => FAILED.test(line));
  const [, program, failure] = FAILED.exec(logs[at] ?? '') ?? [];
  if (program === undefined || failure === undefined) return {};
  const [, code] = CUSTOM_ERROR.exec(failure) ?? [];
  const from = logs.findLastIndex((line, i) => i < at && line.startsWith(`Program ${program} invoke`));
  const printed = logs.slice(from + 1, at);
  const known = code === undefined ? undefined : nameError(program, Number.parseInt(code, 16), printed);
  if (known !== undefined) {
    return { program, known, words: printError(known) };
  }
  const named = printed.map(readError).findLast((words) => words !== undefined);
  return { program, words: named === undefined ? failure : `${failure} (${named})` };
}

/** Prints an error of a program: whose it is, what the program calls it and what that means. */
export function printError({ program, name, message }: ProgramError): string {
  return `${program} error ${name}: ${message.replace(/\.$/, '')}`;
}

/** Names an error by our list, otherwise by the name that a known program printed: later releases have further errors. */
function nameError(address: string, code: number, printed: readonly string[]): ProgramError | undefined {
  const known = describeProgramError(address, code);
  const program = nameProgram(address);
  if (known !== undefined || program === undefined) return known;
  for (const line of printed) {
    const [, name, number, message] = ANCHOR_ERROR.exec(line) ?? [];
    if (name !== undefined && Number(number) === code) {
      return { program, name, message: `${printable(message ?? '')}.` };
    }
  }
  return undefined;
}

/** The system program's log line of a transfer that an account had too few lamports for. */
export function readShortTransfer(
  logs: readonly string[] | null,
): { readonly left: bigint; readonly asked: bigint } | undefined {
  const [, left, asked] =
    boundLog(logs ?? [])
      .map((line) => SHORT_TRANSFER.exec(line))
      .find((match) => match) ?? [];
  return left === undefined || asked === undefined ? undefined : { left: BigInt(left), asked: BigInt(asked) };
}

function readError(line: string): string | undefined {
  const [, name, , message] = ANCHOR_ERROR.exec(line) ?? [];
  return name === undefined ? PLAIN_ERROR.exec(line)?.[1] : `${name}: ${message}`;
}

function inWords(name: string): string {
  return printable(name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase());
}

// The words come from another system: one line, no control characters, bounded.
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, ' ').slice(0, TEXT_LIMIT);
}

const LINES = 64;
const LINE_CHARACTERS = 1_024;

/**
 * Bounds the log of a transaction before patterns are applied: its last 64 lines, where a failure is, and 1,024 characters
 * of each. Programs write arbitrary text, and nodes do not limit it.
 */
export function boundLog(lines: readonly string[]): readonly string[] {
  return lines.slice(-LINES).map((line) => line.slice(0, LINE_CHARACTERS));
}

/** The problem that a program's refusals become, where its error has no entry of its own. */
const BY_PROGRAM: Readonly<Record<ProgramName, ProblemCode>> = {
  'stake program': 'STAKE_REFUSED',
  'system program': 'LEDGER_EXECUTION_FAILED',
  'token program': 'TOKEN_REFUSED',
  'associated token program': 'TOKEN_REFUSED',
  'compute budget program': 'LEDGER_EXECUTION_FAILED',
  'stake pool program': 'POOL_REFUSED',
  'vault program': 'VAULT_REFUSED',
  'lending program': 'LENDING_REFUSED',
};

/**
 * Errors by program and name. Of our builds a withdrawal fails in the stake program for lack of funds, and a split that a rise of
 * the rent came before.
 */
const BY_ERROR: ReadonlyMap<string, ProblemCode> = new Map([
  ['stake program InsufficientFunds', 'STAKE_NOT_INACTIVE'],
  ['stake program LockupInForce', 'STAKE_LOCKED'],
  ['stake program EpochRewardsActive', 'EPOCH_REWARDS_BEING_PAID'],
  ['stake pool program EpochRewardDistributionInProgress', 'EPOCH_REWARDS_BEING_PAID'],
  ['stake program InsufficientDelegation', 'BELOW_MINIMUM_DELEGATION'],
  // Of our builds only a stake makes an account at an address that nobody had before.
  ['system program AccountAlreadyInUse', 'STAKE_ACCOUNT_EXISTS'],
  ['system program ResultWithNegativeLamports', 'INSUFFICIENT_FUNDS'],
  ['token program InsufficientFunds', 'INSUFFICIENT_FUNDS'],
  ['stake pool program StakeListOutOfDate', 'POOL_NOT_UPDATED'],
  ['stake pool program StakeListAndPoolOutOfDate', 'POOL_NOT_UPDATED'],
  ['stake pool program ExceededSlippage', 'SLIPPAGE_EXCEEDED'],
]);

/** The ledger's own errors, whatever program ran. */
const BY_NAME: ReadonlyMap<string, ProblemCode> = new Map([
  ['ComputationalBudgetExceeded', 'COMPUTE_BUDGET_EXCEEDED'],
  ['InsufficientFundsForFee', 'INSUFFICIENT_FUNDS'],
  ['InsufficientFundsForRent', 'INSUFFICIENT_FUNDS'],
  // Of the account that pays the fee: it holds nothing.
  ['AccountNotFound', 'INSUFFICIENT_FUNDS'],
]);

/** Maps a failure of a program or the ledger to a code. */
export function codeOfFailure({ program, known, name, isRequirement, words }: Failure): ProblemCode {
  if (isRequirement) return 'SLIPPAGE_EXCEEDED';
  const error = known?.name ?? name;
  const byName = error === undefined ? undefined : BY_NAME.get(error);
  if (byName !== undefined) return byName;
  const failed = program === undefined ? undefined : nameProgram(program);
  // An adaptor of the deployment is no program that we know by its address; it says so in words.
  if (failed === undefined) return tellsOfOldPool(words) ? 'POOL_NOT_UPDATED' : 'LEDGER_EXECUTION_FAILED';
  return BY_ERROR.get(`${failed} ${error}`) ?? BY_PROGRAM[failed];
}

/**
 * Creates the problem of a transaction that would fail.
 *
 * @param rule - says what to do where the failure has no code of its own.
 */
export function refuseFailure(failure: Failure, rule: string): ProblemError {
  const code = codeOfFailure(failure);
  const reason = failure.words;
  if (code === 'POOL_NOT_UPDATED' || code === 'EPOCH_REWARDS_BEING_PAID') return problem(code);
  return code === 'SLIPPAGE_EXCEEDED' || code === 'TOKEN_REFUSED'
    ? problem(code, { reason })
    : problem('SIMULATION_FAILED', { reason, rule });
}

/**
 * Says why a transaction failed on the ledger, and what to do about it.
 *
 * @param fault - as the ledger serialises it.
 * @param logs - null where the node has none; then the program is not known.
 * @param message - of the transaction, where it is known.
 */
export function explainFailure(
  fault: TransactionFault,
  logs: readonly string[] | null,
  message: Message | undefined,
): TransactionFailure {
  const failure = readFailure(fault, logs, message);
  const { instruction, program, known, name, words } = failure;
  const code = codeOfFailure(failure);
  const { cause, cure } = PROBLEM_CODES[code];
  return {
    code,
    detail: words,
    cause,
    cure,
    instruction: instruction ?? null,
    program: program ?? null,
    error: known?.name ?? name ?? null,
  };
}
