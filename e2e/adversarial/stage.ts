import type { Address, EncodedAccount } from '@solana/kit';
import { getAddressDecoder } from '@staking-agent/chain/address';
import { landAndUndo, nothingAt, type Rehearsal, rehearse, type SandboxLedger } from '@staking-agent/sandbox';
import type { Changed } from '../../packages/sandbox/malicious/holdings.ts';
import type { DeterministicKey } from '../../packages/sandbox/src/world/accounts.ts';
import type { HonestBuild } from './honest-builds.ts';
import {
  compileDraft,
  type DraftInstruction,
  parseMessage,
  signed,
  type TransactionDraft,
  unsigned,
} from './transaction-draft.ts';

/** An account as a program or somebody else would write it; undefined closes it. */
export type AccountWrite = {
  readonly address: string;
  write(account: EncodedAccount | undefined): EncodedAccount | undefined;
};

/** A transaction that is not what was asked, or may not be. */
export type Mutant = {
  readonly of: HonestBuild;
  /** What was done to it. */
  readonly kinds: readonly string[];
  readonly draft: TransactionDraft;
  /** Members of the answer beside the transaction, where they lie. */
  readonly answer: HonestBuild['answer'];
  /** What a program invokes beyond what it says, by index of the instruction that invokes it. */
  readonly hidden: readonly { readonly at: number; readonly instruction: DraftInstruction }[];
  /** What programs write into accounts of their own when the transaction runs. */
  readonly programWrites: readonly AccountWrite[];
  /** What somebody else does to the ledger after the check and before the transaction lands. */
  readonly meanwhile: readonly AccountWrite[];
  /** Changes the wire bytes themselves. */
  readonly rewrite: ((wire: Uint8Array) => Uint8Array) | undefined;
};

/** Starts a mutant of a build as the honest transaction itself, or as another draft of it. */
export function createPlainMutant(of: HonestBuild, draft: TransactionDraft): Mutant {
  const unchanged = { kinds: [], hidden: [], programWrites: [], meanwhile: [], rewrite: undefined };
  return { of, draft, answer: of.answer, ...unchanged };
}

/** Bytes of a lookup table before its first address. */
const TABLE_HEADER = 56;

/** One instruction that runs, and by which of those shown it is invoked; undefined where it is one of them. */
type Executed = {
  readonly instruction: DraftInstruction;
  readonly shownAt: number;
  readonly isHidden: boolean;
};

/** A mutant on the ledger: what a verifier is shown, and what runs. */
export type Staged = {
  /** Wire bytes, unsigned. */
  readonly shown: Uint8Array;
  /** The message of what runs; other bytes where a program invokes more than is shown. */
  readonly executed: Uint8Array;
  readonly signers: readonly string[];
  readonly order: readonly Executed[];
};

const addressDecoder = getAddressDecoder();

/** Reads the addresses of a lookup table. */
export function createTableReader({ bank }: SandboxLedger): (address: string) => readonly string[] {
  return (address) => {
    const data = bank.findAccount(address as Address)?.data ?? new Uint8Array();
    const count = Math.max(0, Math.floor((data.length - TABLE_HEADER) / 32));
    return Array.from({ length: count }, (_, index) =>
      addressDecoder.decode(data, TABLE_HEADER + index * 32),
    );
  };
}

/** Takes the transaction of an answer apart. */
export function createDraft(
  transaction: string,
  findTable: (address: string) => readonly string[],
): TransactionDraft {
  const wire = Buffer.from(transaction, 'base64');
  return parseMessage(Uint8Array.from(wire.subarray(1 + 64 * (wire[0] ?? 0))), findTable);
}

/** Puts a mutant together; undefined when what it hides could not be invoked, or no message has room for it. */
export function stageMutant({ draft, hidden, rewrite }: Mutant): Staged | undefined {
  const { message, signers } = compileDraft(draft);
  const honest = unsigned(message, signers.length);
  const shown = rewrite === undefined ? honest : rewrite(honest);
  if (hidden.length === 0) {
    const order = draft.instructions.map((instruction, shownAt) => ({
      instruction,
      shownAt,
      isHidden: false,
    }));
    return { shown, executed: shown.subarray(1 + 64 * (shown[0] ?? 0)), signers, order };
  }
  if (rewrite !== undefined || !hidden.every(({ at, instruction }) => canInvoke(draft, at, instruction))) {
    return undefined;
  }
  const order = draft.instructions.flatMap((instruction, shownAt): Executed[] => [
    { instruction, shownAt, isHidden: false },
    ...hidden
      .filter(({ at }) => at === shownAt)
      .map((each) => ({ instruction: each.instruction, shownAt, isHidden: true })),
  ]);
  const whole = compileDraft({ ...draft, instructions: order.map(({ instruction }) => instruction) });
  return { shown, executed: whole.message, signers: whole.signers, order };
}

/** Whether an instruction has been given the accounts and the rights to invoke another one. */
function canInvoke({ instructions }: TransactionDraft, at: number, invoked: DraftInstruction): boolean {
  const accounts = instructions[at]?.accounts ?? [];
  const needed = [...invoked.accounts, { address: invoked.program, isSigner: false, isWritable: false }];
  return needed.every(({ address, isSigner, isWritable }) =>
    accounts.some(
      (given) =>
        given.address === address && (given.isSigner || !isSigner) && (given.isWritable || !isWritable),
    ),
  );
}

/** Simulates what runs, with what programs write beside; undefined for bytes the ledger cannot read. */
export function simulateStaged(
  staged: Staged,
  { programWrites }: Mutant,
  { bank }: SandboxLedger,
): Rehearsal | undefined {
  const wire = unsigned(staged.executed, staged.signers.length);
  return withWrites(rehearse(wire, bank), programWrites);
}

/**
 * Signs what runs, lets the ledger change as it did meanwhile, lands it, and takes everything back.
 *
 * @param observe - called when the ledger is as it is at the landing.
 */
export function landStaged(
  staged: Staged,
  { programWrites, meanwhile }: Mutant,
  { bank }: SandboxLedger,
  keys: ReadonlyMap<string, DeterministicKey>,
  observe: () => void = () => undefined,
): Rehearsal | undefined {
  const held = new Map<string, EncodedAccount | undefined>();
  for (const { address, write } of meanwhile) {
    const account = bank.findAccount(address as Address);
    if (!held.has(address)) held.set(address, account);
    const written = write(account);
    if (written !== undefined) bank.setAccount(written);
  }
  observe();
  const wire = unsigned(staged.executed, staged.signers.length);
  const landed = withWrites(landAndUndo(signed(wire, staged.signers, keys), bank), programWrites);
  for (const [address, account] of held) bank.setAccount(account ?? nothingAt(address as Address));
  return landed;
}

function withWrites(
  rehearsal: Rehearsal | undefined,
  writes: readonly AccountWrite[],
): Rehearsal | undefined {
  if (rehearsal === undefined || writes.length === 0 || rehearsal.result.err !== null) return rehearsal;
  const accounts = rehearsal.accounts.map((each) => {
    const write = each.isWritable ? writes.find(({ address }) => address === each.address) : undefined;
    return write === undefined ? each : { ...each, after: write.write(each.after) };
  });
  return { ...rehearsal, accounts };
}

/** What a landing changed: its writable accounts. */
export function findChanges({ accounts }: Rehearsal): Changed[] {
  return accounts.filter(({ isWritable }) => isWritable);
}
