import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from '../bytes/address.ts';
import { type Instruction, isSignerAt, isWritableAt, type Message } from '../bytes/message.ts';
import { encodeAddress, encodeBase58, isSame } from '../bytes/text.ts';
import { partOf, readTokenAccount, TOKEN_ACCOUNT_SIZE } from '../ledger.ts';
import {
  type AccountFormat,
  decodeFields,
  type FieldValue,
  type InstructionFormat,
} from '../programs/instruction-format.ts';
import {
  CREATE_TOKEN_ACCOUNT,
  SET_LOADED_DATA_LIMIT,
  SET_UNIT_LIMIT,
  SET_UNIT_PRICE,
  TRANSFER_SOL,
  TRANSFER_TOKENS,
} from '../programs/native.ts';
import { getFee, type Subject } from '../subject.ts';
import {
  type Change,
  type Effects,
  type LockedRent,
  Refusal,
  type Rule,
  refusable,
  type Verdict,
} from '../verification.ts';

/** Makes the plan that one kind of build is held to. */
export type MakePlan = (subject: Subject) => Plan;

/** Proves a build of our own: every byte of it is listed, and the accounts are the right ones. */
export function verifyExact(subject: Subject, makePlan: MakePlan): Verdict {
  return refusable('computed', () => {
    const fee = getFee(subject.transaction, subject.evidence, subject.request);
    const plan = makePlan(subject);
    const tip = readTip(subject);
    holdToPlan(subject, plan, tip);
    const none = { basis: 'computed', leaves: [], arrives: [], rent: [] } as const;
    return {
      findings: [],
      effects: () => ({ ...none, ...plan.effects?.(), fee: tip ? { ...fee, tip: tip.lamports } : fee }),
    };
  });
}

/** An instruction that is due, to the byte. */
export type Expected = {
  readonly program: Uint8Array;
  readonly format: InstructionFormat;
  readonly accounts: readonly Uint8Array[];
  /** The value of each field of the format; any where there are none. */
  readonly values?: readonly FieldValue[];
  /** Access of the accounts that follow those of the format. */
  readonly further?: readonly AccountFormat[];
};

/** Expects an instruction; `values` of any kind unless given. */
export function call(
  program: Uint8Array,
  format: InstructionFormat,
  accounts: Expected['accounts'],
  values?: Expected['values'],
  further?: Expected['further'],
): Expected {
  return { program, format, accounts, ...(values && { values }), ...(further && { further }) };
}

/** The due form of a build of our own, and its effects. */
export type Plan = {
  /** `legacy` unless given. */
  readonly version?: 'legacy' | 0;
  /** The wallet alone, unless given. */
  readonly signers?: readonly Uint8Array[];
  /** All instructions behind those of the compute budget. */
  readonly instructions: readonly Expected[];
  /** Nothing where it does not say. */
  readonly effects?: () => Partial<Effects>;
};

/** An instruction of the message, its accounts resolved and its fields decoded. */
export type Found = {
  readonly accounts: readonly (Uint8Array | undefined)[];
  readonly values: readonly FieldValue[];
};

/**
 * Finds the first instruction of a format, to read amounts that the plan then holds to bounds of its own.
 *
 * @param about - where given, only an instruction counts that has this key as its second account.
 */
export function findInstruction(
  subject: Subject,
  program: Uint8Array,
  format: InstructionFormat,
  about?: Uint8Array,
): Found | undefined {
  for (const each of subject.transaction.message.instructions) {
    const found = readAs(subject, each, program, format);
    if (found !== undefined && (about === undefined || isSame(found.accounts[1], about))) return found;
  }
  return undefined;
}

/** Reads an instruction as one of a program and a format; undefined when it is another. */
export function readAs(
  { accounts }: Subject,
  instruction: Instruction,
  program: Uint8Array,
  format: InstructionFormat,
): Found | undefined {
  if (!isSame(accounts[instruction.program], program)) return undefined;
  const values = decodeFields(format, instruction.data);
  return values && { values, accounts: Array.from(instruction.accounts, (index) => accounts[index]) };
}

/** States an amount that moves. */
export function change(asset: string, amount: bigint, account: Uint8Array, least = amount): Change {
  return { asset, amount, account: encodeBase58(account), least };
}

/** A unit limit, a price, and perhaps a limit of loaded data, of any value, stand in front of what was planned. */
const BUDGET = [SET_UNIT_LIMIT, SET_UNIT_PRICE, SET_LOADED_DATA_LIMIT].map((format) =>
  call(COMPUTE_BUDGET_PROGRAM, format, []),
);

/** Counts the settings of the compute budget: 3 with a limit of loaded data, else 2. */
export function countSettings(subject: Subject): number {
  return findInstruction(subject, COMPUTE_BUDGET_PROGRAM, SET_LOADED_DATA_LIMIT) ? 3 : 2;
}

/** Counts the instructions in front of what was planned: the compute budget, and the tip that the request asks for. */
export function countInFront(subject: Subject): number {
  return countSettings(subject) + (subject.request.tip === undefined ? 0 : 1);
}

type Tip = { readonly lamports: bigint; readonly instruction: Expected };

/**
 * Reads the tip that has to follow the compute budget: of exactly what the request asks for, to a tip account of the
 * deployment. Without a request there is none.
 *
 * @throws {Refusal} rule `account` when another account would get it.
 */
function readTip(subject: Subject): Tip | undefined {
  const { request, deployment, wallet, accounts, transaction } = subject;
  if (request.tip === undefined) return undefined;
  // A request for anything but an amount is one for none: the transfer in the bytes is another then.
  const lamports = /^[0-9]{1,20}$/.test(request.tip.lamports) ? BigInt(request.tip.lamports) : 0n;
  const actual = transaction.message.instructions[countSettings(subject)];
  const paid = accounts[actual?.accounts[1] ?? accounts.length];
  const known = Object.values(deployment.tipAccounts ?? {}).flat();
  if (paid === undefined || !known.includes(encodeBase58(paid)))
    throw new Refusal('account', `${text(paid)} is no tip account.`, { account: text(paid) });
  return { lamports, instruction: call(SYSTEM_PROGRAM, TRANSFER_SOL, [wallet, paid], [lamports]) };
}

const SIGNER = 1;
const WRITABLE = 2;
const USED = 4;

/**
 * Compares a message with its plan: version, signers, instructions, accounts with access, and data, with nothing added.
 *
 * @throws {Refusal} naming the first difference.
 */
function holdToPlan(held: Subject, plan: Plan, tip: Tip | undefined): void {
  const { transaction, accounts, wallet } = held;
  const { message } = transaction;
  const { version = 'legacy', signers = [wallet] } = plan;
  if (message.version !== version) {
    throw new Refusal('message', `The message is of version ${message.version}; it must be ${version}.`);
  }
  holdSigners(message, signers);
  const { instructions } = message;
  const due = [
    ...BUDGET.slice(0, countSettings(held)),
    ...(tip ? [tip.instruction] : []),
    ...plan.instructions,
  ];
  if (instructions.length !== due.length) {
    throw new Refusal('shape', `${instructions.length} instructions stand where ${due.length} are due.`);
  }
  const access = new Uint8Array(accounts.length);
  access[0] = SIGNER | WRITABLE | USED;
  for (let i = 0; i < due.length; i += 1) {
    const expected = due[i] as Expected;
    const actual = instructions[i] as Instruction;
    holdInstruction(held, actual, expected, i);
    collectAccess(access, actual, expected);
  }
  holdAccess(held, access);
}

function holdSigners({ signerCount, keys }: Message, signers: readonly Uint8Array[]): void {
  if (signerCount !== signers.length) {
    throw new Refusal('signers', `${signerCount} signatures stand where ${signers.length} are due.`);
  }
  const at = signers.findIndex((due, i) => !isSame(keys[i], due));
  if (at < 0) return;
  const account = text(keys[at]);
  throw new Refusal('signers', `${account} signs in the place of ${text(signers[at])}.`, { account });
}

function holdInstruction({ accounts }: Subject, actual: Instruction, expected: Expected, at: number): void {
  const { format, further = [], values: due } = expected;
  const values = isSame(accounts[actual.program], expected.program)
    ? decodeFields(format, actual.data)
    : undefined;
  if (values === undefined) {
    const rule = at < 2 ? 'fee' : 'shape';
    throw new Refusal(rule, `Instruction ${at} is not the ${format.name} that is due there.`, {
      instruction: at,
    });
  }
  const refusal = (rule: Rule, what: string, place?: { account: string }) =>
    new Refusal(rule, `Instruction ${at} (${format.name}) has ${what}.`, { instruction: at, ...place });
  for (let i = 0; due !== undefined && i < values.length; i += 1) {
    if (!isSameValue(values[i], due[i])) {
      const [field = ''] = format.fields[i] ?? [];
      throw refusal('shape', `${field} ${written(values[i])}; it must be ${written(due[i])}`);
    }
  }
  const count = actual.accounts.length;
  if (count !== expected.accounts.length) {
    throw refusal('shape', `${count} accounts; it must have ${expected.accounts.length}`);
  }
  for (let i = 0; i < count; i += 1) {
    const key = accounts[actual.accounts[i] ?? accounts.length];
    if (!isSame(key, expected.accounts[i])) {
      const { role } = format.accounts[i] ?? further[i - format.accounts.length] ?? { role: 'account' };
      const due = text(expected.accounts[i]);
      throw refusal('account', `${text(key)} as ${role}; it must be ${due}`, { account: text(key) });
    }
  }
}

function collectAccess(
  access: Uint8Array,
  { program, accounts }: Instruction,
  { format, further = [] }: Expected,
): void {
  access[program] = (access[program] ?? 0) | USED;
  for (const [i, index] of accounts.entries()) {
    const due: AccountFormat | undefined = format.accounts[i] ?? further[i - format.accounts.length];
    const writable = due?.isWritable ? WRITABLE : 0;
    access[index] = (access[index] ?? 0) | USED | writable | (due?.isSigner ? SIGNER : 0);
  }
}

// What the message lets each account do must be what its instructions need: no more, no less, and none unused.
function holdAccess({ transaction: { message }, accounts }: Subject, access: Uint8Array): void {
  for (let i = 0; i < access.length; i += 1) {
    const signer = isSignerAt(message, i) ? SIGNER : 0;
    const writable = isWritableAt(message, i) ? WRITABLE : 0;
    if (access[i] === (USED | signer | writable)) continue;
    const account = text(accounts[i]);
    const fault = access[i] === 0 ? 'is used by no instruction' : 'has another access than is due';
    throw new Refusal('account', `${account} ${fault}.`, { account });
  }
}

function isSameValue(a: FieldValue, b: FieldValue): boolean {
  return a instanceof Uint8Array ? b instanceof Uint8Array && isSame(a, b) : a === b;
}

function written(value: FieldValue): string {
  return value instanceof Uint8Array ? text(value) : String(value);
}

function text(key: Uint8Array | undefined): string {
  return key === undefined ? 'nobody' : encodeBase58(key);
}

/** The share of a promise that must arrive: 99.5 %, because rates change until the transaction lands. */
export const LEAST_BPS = 9_950n;

/** Expects the wallet's associated account of a mint to be opened where there is none. */
export function openTokenAccount(wallet: Uint8Array, account: Uint8Array, mint: Uint8Array): Expected {
  return call(ASSOCIATED_TOKEN_PROGRAM, CREATE_TOKEN_ACCOUNT, [
    wallet,
    account,
    wallet,
    mint,
    SYSTEM_PROGRAM,
    TOKEN_PROGRAM,
  ]);
}

/** Expects an account to hold at least an amount: a transfer from the account to itself fails when it does not. */
export function requireBalance(wallet: Uint8Array, account: Uint8Array, amount: bigint): Expected {
  return call(TOKEN_PROGRAM, TRANSFER_TOKENS, [account, account, wallet], [amount]);
}

/** A balance requirement at the end, and what it makes sure of. */
export type PostCondition = {
  readonly instruction: Expected;
  /** Base units that arrive or the transaction fails; undefined where that is not known. */
  readonly least: bigint | undefined;
};

/** The payout of a build, in base units. */
export type Promised = {
  /** Arrives as things stand; undefined where nothing says how much. */
  readonly amount: bigint | undefined;
  /** Least that the caller wants. */
  readonly minReceive?: bigint | undefined;
};

/**
 * Finds the balance requirement that ends a message; undefined where none does.
 *
 * @throws {Refusal} rule `minimum` when it requires nothing, less than the caller wants, or more than 0.5 % less than what
 *   is promised.
 */
export function findPostCondition(
  subject: Subject,
  account: Uint8Array,
  { amount: promised = 0n, minReceive = 1n }: Promised,
): PostCondition | undefined {
  const last = subject.transaction.message.instructions.at(-1);
  const found = last && readAs(subject, last, TOKEN_PROGRAM, TRANSFER_TOKENS);
  const [amount] = found?.values ?? [];
  if (typeof amount !== 'bigint') return undefined;
  const before = balanceBefore(subject, account);
  const least = amount - (before ?? 0n);
  const tolerated = partOf(promised, LEAST_BPS);
  const due = tolerated > minReceive ? tolerated : minReceive;
  if (least < due) {
    throw new Refusal(
      'minimum',
      `The balance required at the end lets ${least} base units arrive; it must be at least ${due}.`,
      { account: encodeAddress(account) },
    );
  }
  return {
    instruction: requireBalance(subject.wallet, account, amount),
    least: before === undefined ? undefined : least,
  };
}

/**
 * Finds the balance requirement that has to end a message, because its program takes no minimum.
 *
 * @throws {Refusal} rule `minimum` when there is none, and as {@link findPostCondition} does.
 */
export function requirePostCondition(
  subject: Subject,
  account: Uint8Array,
  promised: Promised,
): PostCondition {
  const condition = findPostCondition(subject, account, promised);
  if (condition !== undefined) return condition;
  throw new Refusal('minimum', 'The message must end by requiring that what is due has arrived.', {
    account: encodeAddress(account),
  });
}

/**
 * Returns the previous balance of a token account in base units: 0 for a missing account, undefined without evidence.
 *
 * @throws {Refusal} rule `account` when it is another's.
 */
export function balanceBefore({ evidence, wallet }: Subject, account: Uint8Array): bigint | undefined {
  const address = encodeAddress(account);
  const state = evidence.before?.get(address);
  if (state === undefined) return evidence.before?.has(address) ? 0n : undefined;
  const { owner = wallet, amount = 0n } = readTokenAccount(state) ?? {};
  if (!isSame(owner, wallet)) throw new Refusal('account', `${address} is another's.`, { account: address });
  return amount;
}

/** Lists the rent of the token accounts among these that were seen to be missing. */
export function rentOfMissing(subject: Subject, accounts: readonly Uint8Array[]): readonly LockedRent[] {
  const { before } = subject.evidence;
  return accounts.flatMap((key) => {
    const account = encodeAddress(key);
    const isMissing = before?.has(account) && before.get(account) === undefined;
    return isMissing ? rentOf(subject, key, TOKEN_ACCOUNT_SIZE) : [];
  });
}

/** States the recoverable rent of a new account; nothing when the evidence has no rent. */
export function rentOf(
  { evidence: { rentExemption } }: Subject,
  account: Uint8Array,
  size: number,
): readonly LockedRent[] {
  if (rentExemption === undefined) return [];
  return [{ account: encodeAddress(account), lamports: rentExemption(size), isRefundable: true }];
}
