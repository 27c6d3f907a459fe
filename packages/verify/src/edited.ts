import { COMPUTE_BUDGET_PROGRAM, MEMO_PROGRAM } from './bytes/address.ts';
import {
  type Instruction,
  isSignerAt,
  isWritableAt,
  MalformedMessage,
  type Message,
  readTransaction,
  type Transaction,
} from './bytes/message.ts';
import { encodeBase58, hex, isSame } from './bytes/text.ts';
import { decodeFields } from './programs/instruction-format.ts';
import { START_FLASH_LOAN } from './programs/lending.ts';
import { COMPUTE_BUDGET } from './programs/native.ts';
import { getFee } from './subject.ts';
import { Refusal } from './verification.ts';

/** Changes of a wallet: all of them listed, or the first that is not allowed. */
export type EditComparison =
  | { readonly mutations: readonly Mutation[]; readonly difference?: undefined }
  | { readonly mutations: readonly []; readonly difference: Difference };

/**
 * Compares the message that a wallet signed with the one that was built.
 *
 * Wallets guard what they sign by Lighthouse assertions, note it in memos, bid for priority and renew the blockhash.
 * That much is listed as mutations. Anything else is a difference: another version, payer or signer, an account with
 * other rights, other lookups, a built instruction that is changed, moved or gone, or any other one that is added.
 * A transaction with another signer beside the payer may not change at all: that signature would no longer hold.
 *
 * @param built - as the build answered it; its signatures are not looked at, as are those of `edited`.
 */
export function compareEdited(built: Transaction, edited: Transaction): EditComparison {
  if (isSame(built.messageBytes, edited.messageBytes)) return { mutations: [] };
  try {
    return { mutations: listMutations(built.message, edited) };
  } catch (error) {
    if (error instanceof Disallowed) return { mutations: [], difference: error.difference };
    throw error;
  }
}

/**
 * Compares what a wallet signed with what was built.
 *
 * @param built - base64.
 * @returns a sentence on the first edit that is not allowed, or on bytes that cannot be read; undefined for allowed edits.
 */
export function findForbiddenEdit(built: string, signed: Uint8Array): string | undefined {
  try {
    return compareEdited(readTransaction(built), readTransaction(signed)).difference?.detail;
  } catch (error) {
    if (error instanceof MalformedMessage) return error.message;
    throw error;
  }
}

function listMutations(built: Message, edited: Transaction): Mutation[] {
  const { message } = edited;
  if (built.signerCount > 1) {
    throw new Disallowed(
      'co-signer',
      'Another key has signed this transaction beside the wallet; its signature holds only for the message as it was built.',
    );
  }
  if (built.version === 1) {
    throw new Disallowed('version', 'A message of version 1 must be signed as it was built.');
  }
  if (message.version !== built.version) {
    throw new Disallowed(
      'version',
      `The message is of version ${message.version}; it was built as ${built.version}.`,
    );
  }
  assertSameParties(built, message);
  const added = matchInstructions(built, message);
  assertSameRights(built, message);
  return [...added, ...compareBudgets(built, edited), ...compareBlockhashes(built, message)];
}

function compareBlockhashes(built: Message, edited: Message): Mutation[] {
  if (isSame(built.blockhash, edited.blockhash)) return [];
  const detail = `The blockhash is ${encodeBase58(edited.blockhash)} instead of ${encodeBase58(built.blockhash)}.`;
  return [{ kind: 'blockhash', detail }];
}

function assertSameParties(built: Message, edited: Message): void {
  if (edited.signerCount !== built.signerCount || !isSame(edited.keys[0], built.keys[0])) {
    throw new Disallowed(
      'signers',
      `The message is to be signed by ${listSigners(edited)}; it was built for ${listSigners(built)}.`,
    );
  }
  const isUnchanged =
    edited.lookups.length === built.lookups.length &&
    edited.lookups.every(({ table, writable, readonly }, i) => {
      const other = built.lookups[i];
      return (
        isSame(table, other?.table) && isSame(writable, other?.writable) && isSame(readonly, other?.readonly)
      );
    });
  if (!isUnchanged)
    throw new Disallowed('lookups', 'The lookup tables are used in another way than was built.');
}

function listSigners({ keys, signerCount }: Message): string {
  return keys.slice(0, signerCount).map(encodeBase58).join(', ');
}

// Accounts that are not in the build may only be read.
function assertSameRights(built: Message, edited: Message): void {
  const rights = new Map(built.keys.map((key, i) => [encodeBase58(key), rightsAt(built, i)]));
  for (const [i, key] of edited.keys.entries()) {
    const address = encodeBase58(key);
    const allowed = rights.get(address) ?? 'only read';
    const taken = rightsAt(edited, i);
    if (taken === allowed) continue;
    throw new Disallowed('accounts', `Account ${address} may be ${taken}; in the build it is ${allowed}.`);
  }
}

function rightsAt(message: Message, index: number): string {
  const isWritable = isWritableAt(message, index);
  if (isSignerAt(message, index)) return isWritable ? 'signed with and written to' : 'signed with';
  return isWritable ? 'written to' : 'only read';
}

// L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95, and L1TEVtgA75k273wWz1s6XMmDhQY5i3MwcvKb4VbZzfK before it.
const LIGHTHOUSE = [
  hex('04dfad7962ffb1dd925d0a9fb5e6d00ce6195ba8bb3a91fd07ef9860c5e97bb8'),
  hex('04de8bf98bf541336dfd276ed678e2f637c555f80d1c8b0cbc939028638a5c12'),
];
/** Assertions read accounts; below them stand writes to Lighthouse's own memory, above them nothing is known. */
const FIRST_ASSERTION = 2;
const LAST_ASSERTION = 15;

// Every built instruction stands in the edited message, in order and unchanged, with only unsigned assertions and memos between.
// The compute budget is compared elsewhere.
function matchInstructions(built: Message, edited: Message): Mutation[] {
  const fixedUpTo = lastFixedPlace(built);
  const added: Mutation[] = [];
  let next = skipBudget(built, 0);
  for (let at = skipBudget(edited, 0); at < edited.instructions.length; at = skipBudget(edited, at + 1)) {
    if (next < built.instructions.length && isSameInstruction(built, next, edited, at)) {
      if (next <= fixedUpTo && at !== next) throw movedLoan(at);
      next = skipBudget(built, next + 1);
    } else {
      if (next <= fixedUpTo) throw movedLoan(at);
      added.push(readGuard(edited, at));
    }
  }
  if (next < built.instructions.length) {
    throw new Disallowed('instructions', `Instruction ${next} of the build is missing or changed.`);
  }
  return added;
}

// The end of a flash loan, as its start names it: no instruction up to there may move; -1 without a loan.
function lastFixedPlace({ instructions }: Message): number {
  let last = -1;
  for (const { data } of instructions) {
    const [end] = decodeFields(START_FLASH_LOAN, data) ?? [];
    if (typeof end === 'bigint' && end > last) last = Number(end);
  }
  return last;
}

function movedLoan(instruction: number): Disallowed {
  return new Disallowed(
    'flash-loan',
    `Instruction ${instruction} stands before the end of the flash loan; wallets may add assertions only after it.`,
    instruction,
  );
}

function skipBudget({ instructions, keys }: Message, from: number): number {
  let at = from;
  while (at < instructions.length && isSame(keys[instructions[at]?.program ?? -1], COMPUTE_BUDGET_PROGRAM))
    at += 1;
  return at;
}

function readGuard({ instructions, keys }: Message, at: number): Mutation {
  const { program, accounts, data } = instructions[at] as Instruction;
  const key = keys[program];
  const [tag = -1] = data;
  if (LIGHTHOUSE.some((each) => isSame(each, key)) && tag >= FIRST_ASSERTION && tag <= LAST_ASSERTION) {
    return { kind: 'assertion', instruction: at, detail: `Instruction ${at} asserts what accounts hold.` };
  }
  if (isSame(key, MEMO_PROGRAM) && accounts.length === 0) {
    return { kind: 'memo', instruction: at, detail: `Instruction ${at} is a memo.` };
  }
  throw new Disallowed(
    'instructions',
    `Instruction ${at} is neither the one that was built for its place, nor an assertion or a memo without a signer.`,
    at,
  );
}

function isSameInstruction(built: Message, builtAt: number, edited: Message, editedAt: number): boolean {
  const before = built.instructions[builtAt] as Instruction;
  const after = edited.instructions[editedAt] as Instruction;
  return (
    isSame(before.data, after.data) &&
    isSame(built.keys[before.program], edited.keys[after.program]) &&
    before.accounts.length === after.accounts.length &&
    before.accounts.every((account, i) => isSameAccount(built, account, edited, after.accounts[i] ?? -1))
  );
}

// Accounts of lookup tables by their place behind the message's own: the lookups of both are equal.
function isSameAccount(built: Message, before: number, edited: Message, after: number): boolean {
  const beyondBuilt = before - built.keys.length;
  const beyondEdited = after - edited.keys.length;
  if (beyondBuilt >= 0 || beyondEdited >= 0) return beyondBuilt === beyondEdited;
  return isSame(built.keys[before], edited.keys[after]);
}

const SETTINGS = [
  ['SetComputeUnitLimit', 'compute-unit-limit', 'compute units at most'],
  ['SetComputeUnitPrice', 'compute-unit-price', 'micro-lamports for a compute unit'],
  ['SetLoadedAccountsDataSizeLimit', 'loaded-accounts-data-size', 'bytes of accounts at most'],
] as const;

// The edited bid keeps the limit of the verifier, its settings are known to the byte, and its heap is the built one.
function compareBudgets(built: Message, edited: Transaction): Mutation[] {
  assertWithinLimits(edited);
  const before = readSettings(built);
  const after = readSettings(edited.message);
  if (after.get('SetComputeUnitLimit') === 0n) {
    throw new Disallowed('compute-budget', 'The compute-unit limit is 0; it must be at least 1.');
  }
  if (before.get('RequestHeapFrame') !== after.get('RequestHeapFrame')) {
    throw new Disallowed('compute-budget', 'The size of the heap is another one than was built.');
  }
  return SETTINGS.flatMap(([name, kind, unit]) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === is) return [];
    const detail = `The wallet asks for ${is ?? 'no setting of'} ${unit}; the build for ${was ?? 'none'}.`;
    return [{ kind, detail }];
  });
}

function assertWithinLimits(transaction: Transaction): void {
  try {
    getFee(transaction);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Disallowed('compute-budget', error.message, error.finding.instruction);
  }
}

function readSettings({ instructions, keys }: Message): ReadonlyMap<string, bigint> {
  return new Map(
    instructions.flatMap(({ program, data }) => {
      if (!isSame(keys[program], COMPUTE_BUDGET_PROGRAM)) return [];
      return COMPUTE_BUDGET.instructions.flatMap((format): [string, bigint][] => {
        const value = decodeFields(format, data)?.[0];
        return value === undefined ? [] : [[format.name, BigInt(value as number | bigint)]];
      });
    }),
  );
}

/** Allowed changes of a transaction by its wallet. */
export const MUTATION_KINDS = [
  'assertion',
  'memo',
  'compute-unit-limit',
  'compute-unit-price',
  'loaded-accounts-data-size',
  'blockhash',
] as const;

/** One thing that a wallet changed, and may. */
export type Mutation = {
  readonly kind: (typeof MUTATION_KINDS)[number];
  /** One sentence. */
  readonly detail: string;
  /** Index of the instruction in the edited message, where one stands for it. */
  readonly instruction?: number;
};

/** The first thing that a wallet changed and may not. */
export type Difference = {
  readonly part:
    | 'co-signer'
    | 'version'
    | 'signers'
    | 'accounts'
    | 'lookups'
    | 'instructions'
    | 'flash-loan'
    | 'compute-budget';
  /** One sentence: what stands there, and what would be right. */
  readonly detail: string;
  /** Index of the instruction in the edited message, where one is at fault. */
  readonly instruction?: number;
};

/** Ends a comparison with the difference that refuses the edit. */
class Disallowed extends Error {
  override readonly name = 'Disallowed';
  readonly difference: Difference;

  constructor(part: Difference['part'], detail: string, instruction?: number) {
    super(detail);
    this.difference = { part, detail, ...(instruction !== undefined && { instruction }) };
  }
}
