import { CLOCK_ADDRESS, STAKE_HISTORY_ADDRESS } from '@staking-agent/chain/ledger';
import { STAKE_PROGRAM_ADDRESS } from '@staking-agent/chain/stake';
import { encodeBase58 } from '@staking-agent/verify';
import { RENT } from '../upstreams/ledger/client.ts';

/** An instruction, of the transaction itself or invoked by one of its programs. */
type Instruction = {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
};

/** The effect of an instruction on the owner of a stake account, which is its withdrawer, and on its delegation. */
export type StakeStep =
  | { readonly kind: 'initialize'; readonly account: string; readonly owner: string }
  | { readonly kind: 'authorize'; readonly account: string; readonly from: string; readonly owner: string }
  | { readonly kind: 'split'; readonly account: string; readonly from: string; readonly by: string }
  | { readonly kind: 'merge'; readonly account: string; readonly into: string }
  | { readonly kind: 'withdraw'; readonly account: string; readonly owner: string }
  | { readonly kind: 'delegate' | 'deactivate'; readonly account: string }
  | { readonly kind: 'other'; readonly account: string };

/** Checks whether an instruction is one of the stake program that changes something. */
export function isStakeStep({ program, accounts, data }: Instruction): boolean {
  return program === STAKE_PROGRAM_ADDRESS && accounts.length > 0 && data.length >= 4;
}

const SYSVARS: ReadonlySet<string> = new Set([CLOCK_ADDRESS, STAKE_HISTORY_ADDRESS, RENT]);

/** `StakeAuthorize::Withdrawer`. */
const WITHDRAWER = 1;

/**
 * Reads an instruction of the stake program (`StakeInstruction`, solana-program/stake): a number of four bytes, then its
 * members; of keys 32 bytes.
 */
export function readStakeStep({ accounts, data }: Instruction): StakeStep[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  // The program takes its sysvars or goes without them.
  const [account = '', second = '', third = ''] = accounts.filter((each) => !SYSVARS.has(each));
  const keyAt = (offset: number) => encodeBase58(data.subarray(offset, offset + 32));
  const isWithdrawer = (offset: number) =>
    data.length >= offset + 4 && view.getUint32(offset, true) === WITHDRAWER;
  const authorize = (offset: number, from: string, owner: string): StakeStep[] =>
    isWithdrawer(offset) ? [{ kind: 'authorize', account, from, owner }] : [{ kind: 'other', account }];
  switch (view.getUint32(0, true)) {
    case 0:
      return [{ kind: 'initialize', account, owner: keyAt(36) }];
    case 1:
      return authorize(36, second, keyAt(4));
    case 2:
      return [{ kind: 'delegate', account }];
    case 3:
      return [{ kind: 'split', account: second, from: account, by: third }];
    case 4:
      return [{ kind: 'withdraw', account, owner: third }];
    case 5:
    // A stranger may end the delegation to a delinquent validator.
    case 14:
      return [{ kind: 'deactivate', account }];
    case 7:
      return [{ kind: 'merge', account: second, into: account }];
    case 8:
      // Its authority is derived from a key and a text, and no key of a wallet.
      return authorize(36, '', keyAt(4));
    case 9:
      return [{ kind: 'initialize', account, owner: third }];
    case 10:
      return authorize(4, second, third);
    case 11:
      return authorize(4, '', third);
    default:
      return [{ kind: 'other', account }];
  }
}

/**
 * Finds which stake accounts of a transaction are a wallet's before and after it.
 *
 * @param owned - those that are known to be the wallet's afterwards; what the steps say themselves goes before it.
 * @param closed - accounts that hold nothing afterwards.
 */
export function traceOwners(
  steps: readonly StakeStep[],
  wallet: string,
  owned: ReadonlySet<string>,
  closed: ReadonlySet<string>,
): { readonly before: ReadonlySet<string>; readonly after: ReadonlySet<string> } {
  const applyAll = (known: ReadonlySet<string>) => {
    const after = new Set(known);
    for (const step of steps) applyStep(step, wallet, after);
    for (const account of closed) after.delete(account);
    return after;
  };
  const before = applyAll(owned);
  for (const step of steps.toReversed()) undoStep(step, wallet, before);
  // Once more, with what the way back has found.
  return { before, after: applyAll(before) };
}

function applyStep(step: StakeStep, wallet: string, owned: Set<string>): void {
  const { kind, account } = step;
  if (kind === 'initialize' || kind === 'authorize' || kind === 'withdraw')
    mark(owned, account, step.owner === wallet);
  if (kind === 'split' && owned.has(step.from)) owned.add(account);
  if (kind === 'merge') owned.delete(account);
}

function undoStep(step: StakeStep, wallet: string, owned: Set<string>): void {
  const { kind, account } = step;
  // A part has the withdrawer of the account that it was a part of.
  if (kind === 'split' && owned.has(account)) owned.add(step.from);
  if (kind === 'initialize' || kind === 'split') owned.delete(account);
  if (kind === 'authorize') mark(owned, account, step.from === wallet);
  if (kind === 'withdraw') mark(owned, account, step.owner === wallet);
  if (kind === 'merge' && owned.has(step.into)) owned.add(account);
}

function mark(owned: Set<string>, account: string, isOwned: boolean): void {
  if (isOwned) owned.add(account);
  else owned.delete(account);
}
