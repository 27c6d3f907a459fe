import {
  ASSOCIATED_TOKEN_PROGRAM,
  CLOCK as CLOCK_SYSVAR,
  LOOKUP_TABLE_PROGRAM,
  MEMO_PROGRAM,
  RENT as RENT_SYSVAR,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from './bytes/address.ts';
import { isWritableAt, resolveAccounts, type Transaction } from './bytes/message.ts';
import { decodeBase64, decodeKey, encodeAddress, names } from './bytes/text.ts';
import type { VerifyDeployment } from './deployment.ts';
import { isSameAccount, readRentExemption, UnusableReading, viewOf } from './ledger.ts';
import { type PrintedInstructions, readInnerInstructions } from './simulation.ts';
import { getFee } from './subject.ts';
import { type Evidence, type LedgerAccount, Refusal, type VerifyRequest } from './verification.ts';

export { isSameAccount, UnusableReading } from './ledger.ts';

type Integer = number | bigint;

/** An account as a node prints it in base64; null where there is none. */
export type PrintedAccount = {
  readonly lamports: Integer;
  readonly owner: string;
  readonly data: readonly [string, string];
} | null;

type InContext<Value> = { readonly context: { readonly slot: Integer }; readonly value: Value };

/** Why the ledger would refuse a transaction, as a node prints it: a name, or an object with one. */
export type PrintedFault = string | { readonly [name: string]: unknown };

type PrintedSimulation = {
  readonly err: PrintedFault | null;
  readonly logs?: readonly string[] | null;
  readonly accounts?: readonly PrintedAccount[] | null | undefined;
  readonly innerInstructions?: PrintedInstructions | null | undefined;
  /** Lamports that the transaction would pay; nodes of older versions leave it out. */
  readonly fee?: Integer | null | undefined;
};

/**
 * One ledger node. Each function makes the JSON-RPC call of its name with the parameters given, and returns its result, or
 * undefined if the node has not reached `minContextSlot` (-32016).
 */
export type EvidenceNode = {
  getMultipleAccounts(params: readonly unknown[]): Promise<InContext<readonly PrintedAccount[]> | undefined>;
  simulateTransaction(params: readonly unknown[]): Promise<InContext<PrintedSimulation> | undefined>;
};

/** A transaction to prove, and what it is proved against. */
export type EvidenceSubject = {
  readonly transaction: Transaction;
  /** The same in base64. */
  readonly base64: string;
  readonly request: VerifyRequest;
  readonly deployment: VerifyDeployment;
  /** Lamports that a signature costs, for nodes whose simulation does not show the fee. */
  readonly signatureFee: bigint;
};

/** The ledger would refuse the transaction. */
export class SimulationFailed extends Error {
  override readonly name = 'SimulationFailed';
  readonly fault: PrintedFault;
  readonly logs: readonly string[] | null;

  constructor(fault: PrintedFault, logs: readonly string[] | null) {
    super(`The ledger would refuse the transaction: ${JSON.stringify(fault)}.`);
    this.fault = fault;
    this.logs = logs;
  }
}

/** The accounts of the wallet kept changing between reading and simulation. */
export class StateUnsettled extends Error {
  override readonly name = 'StateUnsettled';
}

/** Accounts of one node at one slot, by base58 address; undefined where there is none. */
type Reading = { readonly slot: bigint; readonly accounts: Evidence['before'] };
type Simulation = { readonly slot: bigint; readonly value: PrintedSimulation };

const CLOCK = encodeAddress(CLOCK_SYSVAR);
const RENT = encodeAddress(RENT_SYSVAR);
const LOOKUP_TABLE_OWNER = encodeAddress(LOOKUP_TABLE_PROGRAM);
const LEDGER_PROGRAMS: ReadonlySet<string> = new Set(
  [
    SYSTEM_PROGRAM,
    STAKE_PROGRAM,
    TOKEN_PROGRAM,
    TOKEN_2022_PROGRAM,
    ASSOCIATED_TOKEN_PROGRAM,
    MEMO_PROGRAM,
  ].map(encodeAddress),
);
const ROUNDS = 5;
const VALIDATOR_LIST_AT = 98;
const TABLE_HEADER_SIZE = 56;
const KEY_SIZE = 32;

/** The accounts that a proof needs beside those that the message names, base58. */
export type EvidencePlan = {
  readonly accounts: readonly string[];
  /** The stake pool whose list of validators is needed as well. */
  readonly listOf: string | undefined;
};

/** Lists what the price of a request rests on: pool or vault with their mints, and the stake account that is given up. */
export function planEvidence(
  { strategy, kind, stakeAccount }: VerifyRequest,
  { stakePool, usdcVault, rausdcMint, rasolMaxMint, leveraged }: VerifyDeployment,
): EvidencePlan {
  const pool = stakePool.address;
  const priced: Readonly<Record<string, readonly (string | undefined)[]>> = {
    'usdc-earn': [usdcVault, rausdcMint],
    'sol-leveraged-stake': [pool, rasolMaxMint, leveraged?.vault, leveraged?.adaptor?.position],
  };
  const accounts = [...(priced[strategy ?? ''] ?? [pool]), stakeAccount];
  return {
    accounts: accounts.filter((each) => each !== undefined),
    listOf: kind === 'slow' ? pool : undefined,
  };
}

/**
 * Gathers the evidence of a proof on one node: the accounts before, a simulation, and that both show the same state.
 *
 * Both are asked for at once. If they come from different slots, the accounts are read once more: unless an account that
 * names the wallet changed between a reading before and one after the simulation, it ran on what was read. Otherwise another
 * transaction of the wallet has landed meanwhile, and all is asked for again.
 *
 * @param pause - waits before the third and later rounds.
 * @throws {MalformedMessage} if a lookup table does not hold what the message takes from it.
 * @throws {SimulationFailed} if the ledger would refuse the transaction.
 * @throws {StateUnsettled} if the accounts of the wallet kept changing.
 * @throws {UnusableReading} if the node leaves something out.
 */
export async function gatherEvidence(
  subject: EvidenceSubject,
  node: EvidenceNode,
  pause: () => Promise<unknown>,
): Promise<Evidence> {
  const { transaction, base64, request, deployment, signatureFee } = subject;
  const { message } = transaction;
  const plan = planEvidence(request, deployment);
  const tables = message.lookups.map(({ table }) => encodeAddress(table));
  const { lookupTables, list } = await readReferences(tables, plan, node);
  const named = resolveAccounts(message, lookupTables).map(encodeAddress);
  const writable = named.filter((_, index) => isWritableAt(message, index));
  const invoked = new Set(message.instructions.map(({ program }) => named[program]));
  // Prices may rest on accounts that are only read; programs are large and tell nothing.
  const held = named.filter((address) => !invoked.has(address) && !isOfLedger(address));
  const addresses = [...new Set([...held, CLOCK, RENT, ...plan.accounts, ...list])];
  const readings: Reading[] = [];
  const simulations: Simulation[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 1) await pause();
    const since = [...readings, ...simulations].reduce(
      (newest, { slot }) => (slot > newest ? slot : newest),
      0n,
    );
    const [reading, simulation] = await Promise.all([
      readAccounts(addresses, node, since),
      needsSimulation(readings, simulations) ? simulate(base64, writable, node, since) : undefined,
    ]);
    if (reading !== undefined) readings.push(reading);
    if (simulation !== undefined) simulations.push(simulation);
    const found = findSameState(readings, simulations, writable, request.wallet);
    if (found === undefined) continue;
    const { fee } = found.simulation.value;
    const perSignature = fee == null ? signatureFee : (spreadFee(BigInt(fee), transaction) ?? signatureFee);
    return { ...toEvidence(found, writable, named), lookupTables, signatureFee: perSignature };
  }
  if (simulations.length === 0) throw new SimulationFailed('BlockhashNotFound', null);
  throw new StateUnsettled('The accounts of the wallet kept changing.');
}

/**
 * Returns the lamports that each signature of a transaction costs, rounded up: all of its fee but the priority fee, which may
 * depend on more than the number of signatures (SIMD-0553). Undefined for a bid that the proof refuses.
 */
function spreadFee(fee: bigint, transaction: Transaction): bigint | undefined {
  try {
    const signers = BigInt(transaction.message.signerCount);
    const base = fee - getFee(transaction).priority;
    return base > 0n ? (base + signers - 1n) / signers : 0n;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Programs and sysvars of the ledger itself, which instructions only pass on. */
function isOfLedger(address: string): boolean {
  return address.startsWith('Sysvar') || LEDGER_PROGRAMS.has(address);
}

/** Reads lookup tables and the address of the pool's list of validators, in one call if there is either. */
async function readReferences(tables: readonly string[], { listOf }: EvidencePlan, node: EvidenceNode) {
  const asked = [...tables, ...(listOf === undefined ? [] : [listOf])];
  const reading = asked.length === 0 ? undefined : await readAccounts(asked, node, 0n);
  const find = (address: string) => reading?.accounts.get(address);
  const list = listOf && find(listOf)?.data.subarray(VALIDATOR_LIST_AT, VALIDATOR_LIST_AT + KEY_SIZE);
  return {
    lookupTables: new Map(tables.map((table) => [table, readTable(find(table))])),
    list: list && list.length === KEY_SIZE ? [encodeAddress(list)] : [],
  };
}

function readTable(account: LedgerAccount | undefined): readonly string[] {
  if (account?.owner !== LOOKUP_TABLE_OWNER || account.data[0] !== 1) return [];
  const count = Math.max(0, Math.floor((account.data.length - TABLE_HEADER_SIZE) / KEY_SIZE));
  return Array.from({ length: count }, (_, i) => {
    const at = TABLE_HEADER_SIZE + i * KEY_SIZE;
    return encodeAddress(account.data.subarray(at, at + KEY_SIZE));
  });
}

function minContextSlot(slot: bigint): { readonly minContextSlot?: number } {
  return slot === 0n ? {} : { minContextSlot: Number(slot) };
}

async function readAccounts(
  addresses: readonly string[],
  node: EvidenceNode,
  since: bigint,
): Promise<Reading | undefined> {
  const options = { encoding: 'base64', commitment: 'confirmed', ...minContextSlot(since) };
  const answer = await node.getMultipleAccounts([addresses, options]);
  if (answer === undefined) return undefined;
  if (answer.value.length !== addresses.length) throw new UnusableReading('The node leaves accounts out.');
  return {
    slot: BigInt(answer.context.slot),
    accounts: new Map(addresses.map((address, i) => [address, toAccount(answer.value[i])])),
  };
}

/** Simulates; returns undefined if the node is behind the slot, or does not know the blockhash yet. */
async function simulate(
  base64: string,
  writable: readonly string[],
  node: EvidenceNode,
  since: bigint,
): Promise<Simulation | undefined> {
  const options = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    innerInstructions: true,
    accounts: { encoding: 'base64', addresses: writable },
    ...minContextSlot(since),
  };
  const answer = await node.simulateTransaction([base64, options]);
  if (answer === undefined || answer.value.err === 'BlockhashNotFound') return undefined;
  const { err, logs, accounts, innerInstructions } = answer.value;
  if (err !== null) throw new SimulationFailed(err, logs ?? null);
  if (!innerInstructions || accounts?.length !== writable.length)
    throw new UnusableReading('The node does not show what programs invoke, or leaves accounts out.');
  return { slot: BigInt(answer.context.slot), value: answer.value };
}

/** A reading after the simulation may be all that is missing. */
function needsSimulation(readings: readonly Reading[], simulations: readonly Simulation[]): boolean {
  const newest = simulations.at(-1);
  return newest === undefined || readings.length !== 1 || !readings.some(({ slot }) => slot <= newest.slot);
}

type SameState = { readonly before: Reading; readonly simulation: Simulation };

function findSameState(
  readings: readonly Reading[],
  simulations: readonly Simulation[],
  writable: readonly string[],
  wallet: string,
): SameState | undefined {
  const key = decodeKey(wallet) ?? new Uint8Array();
  for (const simulation of simulations) {
    const atOnce = readings.find(({ slot }) => slot === simulation.slot);
    if (atOnce !== undefined) return { before: atOnce, simulation };
    const before = readings.findLast(({ slot }) => slot < simulation.slot);
    const later = readings.find(({ slot }) => slot > simulation.slot);
    const isSettled =
      before !== undefined &&
      later !== undefined &&
      writable.every((address, i) => {
        const states = [before.accounts.get(address), later.accounts.get(address)];
        if (isSameAccount(states[0], states[1])) return true;
        const after = toAccount(simulation.value.accounts?.[i]);
        return address !== wallet && ![...states, after].some((state) => names(state?.data, key));
      });
    if (isSettled) return { before, simulation };
  }
  return undefined;
}

function toEvidence(
  { before, simulation: { slot, value } }: SameState,
  writable: readonly string[],
  named: readonly string[],
): Omit<Evidence, 'lookupTables' | 'signatureFee'> {
  const innerInstructions = readInnerInstructions(value.innerInstructions ?? [], named);
  if (innerInstructions === undefined)
    throw new UnusableReading('The node printed an instruction that cannot be read.');
  const clock = viewOf(before.accounts.get(CLOCK), 40);
  return {
    slot,
    epoch: clock.getBigUint64(16, true),
    unixTimestamp: clock.getBigInt64(32, true),
    before: before.accounts,
    after: new Map(writable.map((address, i) => [address, toAccount(value.accounts?.[i])])),
    innerInstructions,
    rentExemption: readRentExemption(before.accounts.get(RENT)),
  };
}

/**
 * Reads an account as a node prints it; undefined without lamports, because such an account does not exist.
 *
 * @throws {UnusableReading} if its data is not base64.
 */
export function toAccount(printed: PrintedAccount | undefined): LedgerAccount | undefined {
  if (!printed || BigInt(printed.lamports) === 0n) return undefined;
  const { lamports, owner, data } = printed;
  const bytes = decodeBase64(data[0]);
  if (bytes === undefined) throw new UnusableReading('The node prints data that is not base64.');
  return { lamports: BigInt(lamports), owner, data: bytes };
}
