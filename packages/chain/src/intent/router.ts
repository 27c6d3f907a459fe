import { type Address, getAddressDecoder, isOffCurveAddress } from '@solana/kit';
import { IntentMismatch } from './intent.ts';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  isSameKey,
  MEMO_PROGRAM,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from './known-keys.ts';
import { assertPriorityFee } from './priority-fee.ts';
import type { InstructionView, MessageView } from './read-message.ts';

/** What a transaction made by the swap router is meant to do. Keys are 32 bytes. */
export type RouterIntent = {
  readonly kind: 'token' | 'depositStake' | 'withdrawStake';
  readonly wallet: Uint8Array;
  /** The wallet's associated token account for wrapped SOL, which may come and go within the transaction. */
  readonly wrappedSolAccount: Uint8Array;
  /** The stake account that is given up; only with `depositStake`. */
  readonly stakeAccount?: Uint8Array;
  /** Programs it may invoke beside the ledger's own. What they do is bounded by simulation. */
  readonly programs: readonly Uint8Array[];
};

type Rule = (instruction: InstructionView, intent: RouterIntent, view: MessageView) => boolean;

/**
 * Refuses a router's message unless every instruction is one that its kind may hold, whatever a simulation says.
 *
 * The wallet alone pays and signs. Of the ledger's own programs only listed instructions pass, with all bytes of
 * their tag compared and the wallet in every role that matters: no transfer but into its own wrapped SOL, no
 * change of authority but that of the stake account given up, no approval, no nonce.
 *
 * @param view - with the accounts of its lookup tables resolved.
 * @throws {IntentMismatch} naming the first instruction that may not be there.
 */
export function assertRouterMessage(view: MessageView, intent: RouterIntent): void {
  const [feePayer, ...others] = view.signers;
  if (!isSameKey(feePayer, intent.wallet) || others.length > 0) {
    throw new IntentMismatch('The wallet is not the fee payer and only signer.');
  }
  assertPriorityFee(view.instructions);
  for (const [i, instruction] of view.instructions.entries()) {
    if (instruction.accounts.some((account) => account.length === 0)) {
      throw new IntentMismatch(`Instruction ${i} uses an account of an unresolved lookup table.`);
    }
    if (!isAllowed(instruction, intent, view)) {
      throw new IntentMismatch(`Instruction ${i} may not be part of such a transaction.`);
    }
  }
}

function isAllowed(instruction: InstructionView, intent: RouterIntent, view: MessageView): boolean {
  const rule = RULES.find(([program]) => isSameKey(instruction.program, program))?.[1];
  if (rule !== undefined) return rule(instruction, intent, view);
  return intent.programs.some((program) => isSameKey(instruction.program, program));
}

const RULES: readonly (readonly [Uint8Array, Rule])[] = [
  // Bounded as a whole by assertPriorityFee.
  [COMPUTE_BUDGET_PROGRAM, () => true],
  [MEMO_PROGRAM, () => true],
  [SYSTEM_PROGRAM, isAllowedSystem],
  [TOKEN_PROGRAM, isAllowedToken],
  [ASSOCIATED_TOKEN_PROGRAM, isAllowedAssociatedToken],
  [STAKE_PROGRAM, isAllowedStake],
];

// Transfer (2) from the wallet into its wrapped SOL; CreateAccountWithSeed (3) paid by and derived from the
// wallet, for a temporary token account, or for a stake account where one is due.
function isAllowedSystem(
  { accounts, data }: InstructionView,
  intent: RouterIntent,
  view: MessageView,
): boolean {
  const [from, to] = accounts;
  if (!isSameKey(from, intent.wallet)) return false;
  const tag = u32At(data, 0);
  if (tag === 2) return data.length === 12 && isWrappedSol(to, intent, view);
  const owner = data.subarray(-32);
  const isDue =
    isSameKey(owner, TOKEN_PROGRAM) || (intent.kind === 'withdrawStake' && isSameKey(owner, STAKE_PROGRAM));
  return tag === 3 && isDue && isSameKey(data.subarray(4, 36), intent.wallet);
}

// InitializeAccount3 (18) for the wallet; SyncNative (17) of wrapped SOL; CloseAccount (9) back to the wallet. That
// no account of before is closed but wrapped SOL, the simulation shows.
function isAllowedToken(
  { accounts, data }: InstructionView,
  intent: RouterIntent,
  view: MessageView,
): boolean {
  const [account, destination, authority] = accounts;
  if (data[0] === 18) return data.length === 33 && isSameKey(data.subarray(1), intent.wallet);
  if (data.length !== 1) return false;
  if (data[0] === 17) return isWrappedSol(account, intent, view);
  return data[0] === 9 && isSameKey(destination, intent.wallet) && isSameKey(authority, intent.wallet);
}

// The wallet's own associated account, or one that this message makes from the wallet for the Token program.
function isWrappedSol(
  account: Uint8Array | undefined,
  intent: RouterIntent,
  { instructions }: MessageView,
): boolean {
  return (
    isSameKey(account, intent.wrappedSolAccount) ||
    instructions.some(
      ({ program, accounts: [, created], data }) =>
        isSameKey(program, SYSTEM_PROGRAM) &&
        u32At(data, 0) === 3 &&
        isSameKey(created, account) &&
        isSameKey(data.subarray(-32), TOKEN_PROGRAM),
    )
  );
}

// Create (no data, or 0) and CreateIdempotent (1), paid by and for the wallet.
function isAllowedAssociatedToken({ accounts, data }: InstructionView, { wallet }: RouterIntent): boolean {
  const [payer, , owner] = accounts;
  const isCreation = data.length === 0 || (data.length === 1 && (data[0] === 0 || data[0] === 1));
  return isCreation && isSameKey(payer, wallet) && isSameKey(owner, wallet);
}

// Authorize (1) of the account given up, to an authority that no key can sign for and that a later instruction
// of a listed program takes together with the account; Deactivate (5) of the account this transaction creates.
function isAllowedStake(instruction: InstructionView, intent: RouterIntent, view: MessageView): boolean {
  const { accounts, data } = instruction;
  const [stakeAccount] = accounts;
  const tag = u32At(data, 0);
  if (tag === 1 && data.length === 40 && intent.kind === 'depositStake') {
    const authority = data.subarray(4, 36);
    return (
      isSameKey(stakeAccount, intent.stakeAccount) &&
      isOffCurveAddress(addressOf(authority)) &&
      isHandedOn(instruction, [stakeAccount, authority], intent, view)
    );
  }
  return (
    tag === 5 &&
    data.length === 4 &&
    intent.kind === 'withdrawStake' &&
    view.instructions.some(
      ({ program, accounts: [, created] }) =>
        isSameKey(program, SYSTEM_PROGRAM) && isSameKey(created, stakeAccount),
    )
  );
}

function isHandedOn(
  instruction: InstructionView,
  keys: readonly (Uint8Array | undefined)[],
  { programs }: RouterIntent,
  { instructions }: MessageView,
): boolean {
  return instructions
    .slice(instructions.indexOf(instruction) + 1)
    .some(
      ({ program, accounts }) =>
        programs.some((listed) => isSameKey(program, listed)) &&
        keys.every((key) => accounts.some((account) => isSameKey(account, key))),
    );
}

function u32At(data: Uint8Array, offset: number): number | undefined {
  return data.length < offset + 4
    ? undefined
    : new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(offset, true);
}

function addressOf(key: Uint8Array): Address {
  return getAddressDecoder().decode(key);
}
