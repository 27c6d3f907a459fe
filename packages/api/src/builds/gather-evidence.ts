import { toAddress } from '@staking-agent/chain/address';
import { decodeLookupTable } from '@staking-agent/chain/lookup-table';
import { type Evidence, isWritableAt, type Message, resolveAccounts } from '@staking-agent/verify';
import { readInnerInstructions } from '@staking-agent/verify/simulation';
import { JsonRpcError, UpstreamFault } from '../problems/faults.ts';
import { type Clock, sleep } from '../runtime/clock.ts';
import type { LedgerAnswer, TransactionFault } from '../upstreams/ledger/answers.ts';
import type { LedgerNode } from '../upstreams/ledger/node.ts';
import {
  CALL_MILLISECONDS,
  CLOCK,
  isSameAccount,
  minimum,
  type NodeReading,
  namesKey,
  RENT,
  readClock,
  readFromNode,
  readRent,
  toAccount,
} from '../upstreams/ledger/witnesses.ts';

/** A transaction to verify, and the evidence that it needs beside the accounts it writes. */
export type Subject = {
  /** Base64. */
  readonly transaction: string;
  /** As read from it. */
  readonly message: Message;
  /** Base58. */
  readonly wallet: string;
  /** Further accounts, base58. */
  readonly accounts: readonly string[];
  /** A stake pool whose validator list is due. */
  readonly listOf?: string;
};

/** The ledger would refuse the transaction. */
export class SimulationFailed extends Error {
  override readonly name = 'SimulationFailed';
  readonly fault: TransactionFault;
  readonly logs: readonly string[] | null;

  constructor(fault: TransactionFault, logs: readonly string[] | null) {
    super('The simulation failed.');
    this.fault = fault;
    this.logs = logs;
  }
}

/** The accounts of the wallet kept changing while they were looked at. */
export class StateUnsettled extends Error {
  override readonly name = 'StateUnsettled';
}

type Simulation = { readonly slot: bigint; readonly value: LedgerAnswer<'simulateTransaction'>['value'] };

const LEDGER_PROGRAMS: ReadonlySet<string> = new Set([
  '11111111111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
]);
const ROUNDS = 5;
const PAUSE_MILLISECONDS = 200;
const VALIDATOR_LIST_AT = 98;
const KEY_SIZE = 32;
const SLOT_NOT_REACHED = -32_016;

/**
 * Gathers the evidence of a proof on one node: the accounts before, a simulation, and that both show the same state.
 *
 * They are asked for at once. Where they come from different slots, the accounts are read once more: unless one that names
 * the wallet has changed between a reading before and one after the simulation, it ran on what was read. Where one has
 * changed, another transaction of the wallet has landed meanwhile, and all is asked for again.
 *
 * @throws {MalformedMessage} when a lookup table does not hold what the message takes from it.
 * @throws {SimulationFailed} when the ledger would refuse the transaction.
 * @throws {StateUnsettled} when the wallet's accounts kept changing.
 * @throws {JsonRpcError} when the node refuses, as one does that cannot simulate.
 * @throws {UpstreamFault} when it does not answer.
 */
export async function gatherEvidence(
  subject: Subject,
  node: LedgerNode,
  signatureFee: bigint,
  clock: Clock,
): Promise<Evidence> {
  const { lookupTables, further } = await readReferences(subject, node);
  const { message, transaction, wallet } = subject;
  const named = resolveAccounts(message, lookupTables).map(toAddress);
  const writable = named.filter((_, index) => isWritableAt(message, index));
  const invoked = new Set(message.instructions.map(({ program }) => named[program]));
  // Prices may rest on accounts that are only read; programs are large and tell nothing.
  const held = named.filter((address) => !invoked.has(address) && !isOfLedger(address));
  const addresses = [...new Set([...held, CLOCK, RENT, ...subject.accounts, ...further])];
  const readings: NodeReading[] = [];
  const simulations: Simulation[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 1) await sleep(clock, PAUSE_MILLISECONDS);
    const since = getNewestSlot([...readings, ...simulations]);
    const [reading, simulation] = await Promise.all([
      unlessTooEarly(() => readFromNode(node, addresses, since)),
      needsSimulation(readings, simulations)
        ? unlessTooEarly(() => simulate(transaction, writable, node, since))
        : undefined,
    ]);
    if (reading !== undefined) readings.push(reading);
    if (simulation !== undefined && simulation.value.err !== 'BlockhashNotFound') {
      assertSucceeds(simulation);
      simulations.push(simulation);
    }
    const found = findSameState(readings, simulations, writable, wallet);
    if (found !== undefined) return { ...toEvidence(found, writable, named), lookupTables, signatureFee };
  }
  if (simulations.length === 0) throw new SimulationFailed('BlockhashNotFound', null);
  throw new StateUnsettled('The accounts of the wallet kept changing.');
}

/** Reads lookup tables and, where it is due, where the validator list of a pool is. */
async function readReferences({ message: { lookups }, listOf }: Subject, node: LedgerNode) {
  const tables = lookups.map(({ table }) => toAddress(table));
  const asked = [...tables, ...(listOf === undefined ? [] : [listOf])];
  if (asked.length === 0) return { lookupTables: new Map<string, readonly string[]>(), further: [] };
  const { accounts } = await readFromNode(node, asked);
  const pool = listOf === undefined ? undefined : accounts.get(listOf)?.data;
  const list = pool?.subarray(VALIDATOR_LIST_AT, VALIDATOR_LIST_AT + KEY_SIZE);
  return {
    lookupTables: new Map(
      tables.map((table) => [table, decodeLookupTable(accounts.get(table))?.keys.map(toAddress) ?? []]),
    ),
    further: list?.length === KEY_SIZE ? [toAddress(list)] : [],
  };
}

async function simulate(
  transaction: string,
  writable: readonly string[],
  node: LedgerNode,
  since: bigint,
): Promise<Simulation> {
  const options = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    innerInstructions: true,
    accounts: { encoding: 'base64', addresses: writable },
    ...minimum(since),
  };
  const { context, value } = await node.call(
    'simulateTransaction',
    [transaction, options],
    CALL_MILLISECONDS,
  );
  return { slot: BigInt(context.slot), value };
}

function assertSucceeds({ value: { err, logs, accounts, innerInstructions } }: Simulation): void {
  if (err !== null) throw new SimulationFailed(err, logs);
  // A node that leaves out what was asked for cannot be used for a proof.
  if (!accounts || !innerInstructions) throw new UpstreamFault('ledger', 'malformed');
}

/** A backend behind the slot that another one has shown says so; it may have caught up a moment later. */
async function unlessTooEarly<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof JsonRpcError && error.code === SLOT_NOT_REACHED) return undefined;
    throw error;
  }
}

/** A reading after the simulation may be all that is missing. */
function needsSimulation(readings: readonly NodeReading[], simulations: readonly Simulation[]): boolean {
  const newest = simulations.at(-1);
  return newest === undefined || readings.length !== 1 || !readings.some(({ slot }) => slot <= newest.slot);
}

/** Programs and sysvars of the ledger itself, which instructions only pass on. */
function isOfLedger(address: string): boolean {
  return address.startsWith('Sysvar') || LEDGER_PROGRAMS.has(address);
}

type SameState = { readonly before: NodeReading; readonly simulation: Simulation };

function findSameState(
  readings: readonly NodeReading[],
  simulations: readonly Simulation[],
  writable: readonly string[],
  wallet: string,
): SameState | undefined {
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
        const after = toAccount(simulation.value.accounts?.[i]);
        if (isSameAccount(states[0], states[1])) return true;
        return ![...states, after].some((state) => namesKey(address, state, wallet));
      });
    if (isSettled) return { before, simulation };
  }
  return undefined;
}

function toEvidence(
  { before, simulation }: SameState,
  writable: readonly string[],
  accounts: readonly string[],
): Omit<Evidence, 'lookupTables' | 'signatureFee'> {
  const states = simulation.value.accounts ?? [];
  const inner = readInnerInstructions(simulation.value.innerInstructions ?? [], accounts);
  if (states.length !== writable.length || inner === undefined)
    throw new UpstreamFault('ledger', 'malformed');
  return {
    slot: simulation.slot,
    ...readClock(before),
    before: before.accounts,
    after: new Map(writable.map((address, i) => [address, toAccount(states[i])])),
    innerInstructions: inner,
    rentExemption: readRent(before),
  };
}

function getNewestSlot(seen: readonly { readonly slot: bigint }[]): bigint {
  return seen.reduce((newest, { slot }) => (slot > newest ? slot : newest), 0n);
}
