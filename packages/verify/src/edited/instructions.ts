import { hex } from '../bytes/hex.ts';
import { isSame } from '../bytes/is-same.ts';
import { COMPUTE_BUDGET_PROGRAM, MEMO_PROGRAM } from '../bytes/known-keys.ts';
import type { Instruction, Message } from '../bytes/read-message.ts';
import { decodeFields } from '../programs/instruction-format.ts';
import { START_FLASH_LOAN } from '../programs/lending.ts';
import { Disallowed, type Mutation } from './edit.ts';

// L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95, and L1TEVtgA75k273wWz1s6XMmDhQY5i3MwcvKb4VbZzfK before it.
const LIGHTHOUSE = [
  hex('04dfad7962ffb1dd925d0a9fb5e6d00ce6195ba8bb3a91fd07ef9860c5e97bb8'),
  hex('04de8bf98bf541336dfd276ed678e2f637c555f80d1c8b0cbc939028638a5c12'),
];
/** Assertions read accounts; below them stand writes to Lighthouse's own memory, above them nothing is known. */
const FIRST_ASSERTION = 2;
const LAST_ASSERTION = 15;

/**
 * Requires every built instruction in the edited message, in order and unchanged, with only unsigned assertions and memos
 * between them. The compute budget is compared elsewhere.
 *
 * @returns what was added.
 * @throws {Disallowed} for the first instruction that is neither.
 */
export function matchInstructions(built: Message, edited: Message): Mutation[] {
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

/**
 * Returns the index of the end of a flash loan, as its start names it: no instruction up to there may move; -1 without a
 * loan.
 */
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
