import type { Address, EncodedAccount } from '@solana/kit';
import type { Rehearsal, SandboxLedger } from '@staking-agent/sandbox';
import { type Evidence, type InnerInstruction, type LedgerAccount, verify } from '@staking-agent/verify';
import type { HonestBuild } from './honest-builds.ts';
import { createTableReader, type Staged } from './stage.ts';

/** One reason to withhold a transaction. */
export type Objection = { readonly rule: string; readonly detail: string };

/** What somebody who verifies is asked. */
export type Question = {
  readonly of: HonestBuild;
  /** The answer with the transaction that is shown, base64. */
  readonly answer: HonestBuild['answer'];
  readonly staged: Staged;
  /** Runs at most once, when the verdict depends on it; undefined when the ledger cannot read the bytes. */
  readonly simulate: () => Rehearsal | undefined;
};

/** Decides whether a transaction may leave: nothing objected to means that it may. */
export type Judge = (question: Question) => readonly Objection[];

/** Rules that look at the bytes alone: what they object to stands whatever a simulation shows. */
const STATIC_RULES: ReadonlySet<string> = new Set(['message', 'signers', 'fee', 'shape', 'minimum']);
const SIGNATURE_FEE = 5_000n;

/**
 * Judges by `packages/verify`, as the service does.
 *
 * @param options.isThorough - whether the simulation is always run; unless it is, bytes that are refused anyhow save it.
 * @param options.show - what it sees of an account; all of it unless given.
 */
export function createVerifyJudge(
  ledger: SandboxLedger,
  {
    isThorough = false,
    show = (account) => account,
  }: { readonly isThorough?: boolean; readonly show?: Show } = {},
): Judge {
  const base = createBaseEvidence(ledger, show);
  return (question) => {
    const prove = (evidence: Evidence) => proveAnswer(question, evidence, ledger);
    if (!question.of.isProvided) return prove(base);
    if (!isThorough) {
      const unchanged = { ...base, after: base.before, innerInstructions: new Map() };
      const early = prove(unchanged).filter(({ rule }) => STATIC_RULES.has(rule));
      if (early.length > 0) return early;
    }
    const rehearsal = question.simulate();
    if (rehearsal === undefined) return [{ rule: 'simulation', detail: 'The ledger cannot read it.' }];
    const { err } = rehearsal.result;
    if (err !== null) return [{ rule: 'simulation', detail: JSON.stringify(err) }];
    return prove(withRehearsal(base, rehearsal, question.staged, show));
  };
}

function proveAnswer(
  { of, answer }: Question,
  evidence: Evidence,
  { deployment }: SandboxLedger,
): readonly Objection[] {
  return verify(of.operation, of.request, answer, deployment, evidence).findings;
}

/** Changes an account into the form that a judge reads. */
type Show = (account: LedgerAccount) => LedgerAccount;

/** Reads accounts of the ledger when they are asked for. */
class LedgerMap extends Map<string, LedgerAccount | undefined> {
  readonly #ledger: SandboxLedger;
  readonly #show: Show;

  constructor(ledger: SandboxLedger, show: Show) {
    super();
    this.#ledger = ledger;
    this.#show = show;
  }

  override has(): boolean {
    return true;
  }

  override get(address: string): LedgerAccount | undefined {
    return toLedgerAccount(this.#ledger.findAccount(address as Address), this.#show);
  }
}

/** Reads what a proof needs beside a simulation from the ledger itself; accounts when they are asked for. */
export function createBaseEvidence(ledger: SandboxLedger, show: Show = (account) => account): Evidence {
  const { bank } = ledger;
  const clock = bank.vm().getClock();
  const findTable = createTableReader(ledger);
  const tables = [...(ledger.deployment.leveraged?.lookupTables ?? [])];
  return {
    slot: clock.slot,
    epoch: clock.epoch,
    unixTimestamp: clock.unixTimestamp,
    before: new LedgerMap(ledger, show),
    lookupTables: new TableMap(findTable, tables),
    rentExemption: (size) => bank.vm().minimumBalanceForRentExemption(BigInt(size)),
    signatureFee: SIGNATURE_FEE,
  };
}

/** The addresses of every lookup table on the ledger. */
class TableMap extends Map<string, readonly string[]> {
  readonly #find: (address: string) => readonly string[];

  constructor(find: (address: string) => readonly string[], known: readonly string[]) {
    super(known.map((address) => [address, find(address)]));
    this.#find = find;
  }

  override get(address: string): readonly string[] | undefined {
    const addresses = super.get(address) ?? this.#find(address);
    return addresses.length === 0 ? undefined : addresses;
  }
}

/** Adds what a simulation shows to what was read. */
export function withRehearsal(
  base: Evidence,
  { accounts, result }: Rehearsal,
  staged: Staged,
  show: Show = (account) => account,
): Evidence {
  const after = new Map(
    accounts
      .filter(({ isWritable }) => isWritable)
      .map((each) => [each.address as string, toLedgerAccount(each.after, show)]),
  );
  const innerInstructions = new Map<number, InnerInstruction[]>();
  const listAt = (shownAt: number): InnerInstruction[] => {
    const list = innerInstructions.get(shownAt) ?? [];
    innerInstructions.set(shownAt, list);
    return list;
  };
  const invoked = new Map(result.innerInstructions.map(({ index, instructions }) => [index, instructions]));
  for (const [index, { instruction, shownAt, isHidden }] of staged.order.entries()) {
    if (isHidden) {
      const named = instruction.accounts.map(({ address }) => address);
      listAt(shownAt).push({ program: instruction.program, accounts: named, data: instruction.data });
    }
    for (const inner of invoked.get(index) ?? []) {
      listAt(shownAt).push({
        program: accounts[inner.programIdIndex]?.address ?? '',
        accounts: inner.accounts.map((each) => accounts[each]?.address ?? ''),
        data: inner.data,
      });
    }
  }
  return { ...base, after, innerInstructions };
}

function toLedgerAccount(account: EncodedAccount | undefined, show: Show): LedgerAccount | undefined {
  if (account === undefined || account.lamports === 0n) return undefined;
  return show({
    lamports: account.lamports,
    owner: account.programAddress,
    data: Uint8Array.from(account.data),
  });
}
