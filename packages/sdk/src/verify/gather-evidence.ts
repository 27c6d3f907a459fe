import {
  type Evidence,
  encodeBase58,
  isWritableAt,
  type LedgerAccount,
  MalformedMessage,
  type Message,
  readTransaction,
  resolveAccounts,
} from '@staking-agent/verify';
import { type PrintedInstructions, readInnerInstructions } from '@staking-agent/verify/simulation';
import type { Deployment } from '../deployments.ts';
import { fromBase64, isSame, toBase64 } from '../transaction-bytes.ts';
import { callNode, type NodeOptions, NoEvidence, NotYet } from './call-node.ts';

export { NoEvidence } from './call-node.ts';

/** Whose transaction is looked at, and what its price may rest on. */
type Subject = {
  readonly wallet: string;
  readonly stakeAccount: string | undefined;
  readonly deployment: Deployment;
};

type Accounts = ReadonlyMap<string, LedgerAccount | undefined>;
type Reading = { readonly slot: number; readonly accounts: Accounts };
type Printed = {
  readonly lamports: number;
  readonly owner: string;
  readonly data: readonly [string, string];
} | null;
type Simulation = {
  readonly slot: number;
  readonly after: readonly Printed[];
  readonly inner: PrintedInstructions;
};

const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
const RENT = 'SysvarRent111111111111111111111111111111111';
const ROUNDS = 5;
const PAUSE_MILLISECONDS = 400;
/** Where a lookup table's addresses begin. */
const TABLE_HEAD = 56;
const KEY_SIZE = 32;
/** Where a stake pool names its list of validators. */
const VALIDATOR_LIST_AT = 98;
/** Bytes that every account counts for beside its data. */
const ACCOUNT_OVERHEAD = 128;

/**
 * Gathers the evidence of a proof on one node: the accounts before, a simulation, and that both show the same state.
 *
 * Where they come from different slots, the accounts are read once more; those that name the wallet must not have changed
 * meanwhile.
 *
 * @param transaction - base64.
 * @throws {NoEvidence} when the node does not show it, or would refuse the transaction.
 */
export async function gatherEvidence(
  transaction: string,
  subject: Subject,
  node: NodeOptions,
): Promise<Evidence> {
  const { message } = readOrRefuse(transaction);
  await assertLedger(subject.deployment, node);
  const { lookupTables, validatorList } = await readReferences(message, subject.deployment, node);
  const named = resolveAccounts(message, lookupTables).map(encodeBase58);
  const writable = named.filter((_, index) => isWritableAt(message, index));
  const addresses = listAddresses(named, message, subject, validatorList);
  const signatureFee = await readSignatureFee(message, node);
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    const found = await readOnce(transaction, { addresses, writable, wallet: subject.wallet }, node);
    if (found === undefined) continue;
    const { before, simulation } = found;
    const inner = readInnerInstructions(simulation.inner, named);
    if (inner === undefined) throw new NoEvidence('The node printed an instruction that cannot be read.');
    return {
      slot: BigInt(simulation.slot),
      ...readClock(before.accounts),
      before: before.accounts,
      after: new Map(writable.map((address, i) => [address, toAccount(simulation.after[i])])),
      innerInstructions: inner,
      lookupTables,
      rentExemption: readRent(before.accounts),
      signatureFee,
    };
  }
  throw new NoEvidence('The accounts of the wallet kept changing, or the node does not know the blockhash.');
}

type Asked = {
  readonly addresses: readonly string[];
  readonly writable: readonly string[];
  readonly wallet: string;
};

/** Reads, simulates, and reads again when the slots differ; returns undefined when the state changed meanwhile. */
async function readOnce(
  transaction: string,
  { addresses, writable, wallet }: Asked,
  node: NodeOptions,
): Promise<{ readonly before: Reading; readonly simulation: Simulation } | undefined> {
  try {
    const before = await readAccounts(addresses, node);
    const simulation = await simulate(transaction, writable, before.slot, node);
    if (simulation === undefined || simulation.after.length !== writable.length) return undefined;
    if (simulation.slot === before.slot) return { before, simulation };
    const later = await readAccounts(addresses, node, simulation.slot);
    const isSettled = writable.every((address) => {
      const states = [before.accounts.get(address), later.accounts.get(address)] as const;
      return !states.some((state) => namesWallet(address, state, wallet)) || isSameAccount(...states);
    });
    return isSettled ? { before, simulation } : undefined;
  } catch (error) {
    if (error instanceof NotYet) return undefined;
    throw error;
  }
}

async function readAccounts(addresses: readonly string[], node: NodeOptions, since = 0): Promise<Reading> {
  const options = {
    encoding: 'base64',
    commitment: 'confirmed',
    ...(since > 0 && { minContextSlot: since }),
  };
  const { context, value } = await callNode<{ context: { slot: number }; value: readonly Printed[] }>(
    'getMultipleAccounts',
    [addresses, options],
    node,
  );
  return { slot: context.slot, accounts: new Map(addresses.map((each, i) => [each, toAccount(value[i])])) };
}

type Simulated = {
  readonly context: { readonly slot: number };
  readonly value: {
    readonly err: unknown;
    readonly accounts: readonly Printed[] | null;
    readonly innerInstructions?: PrintedInstructions | null;
  };
};

/** Simulates the transaction; returns undefined when the node does not know the blockhash yet. */
async function simulate(
  transaction: string,
  writable: readonly string[],
  minContextSlot: number,
  node: NodeOptions,
): Promise<Simulation | undefined> {
  const options = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    innerInstructions: true,
    accounts: { encoding: 'base64', addresses: writable },
    minContextSlot,
  };
  const { context, value } = await callNode<Simulated>('simulateTransaction', [transaction, options], node);
  const { err, accounts, innerInstructions } = value;
  if (err === 'BlockhashNotFound') return undefined;
  if (err !== null) throw new NoEvidence(`The ledger would refuse the transaction: ${JSON.stringify(err)}.`);
  if (!accounts || !innerInstructions) throw new NoEvidence('The node does not show what programs invoke.');
  return { slot: context.slot, after: accounts, inner: innerInstructions };
}

/** Requires that node and addresses belong to the same ledger. @throws {NoEvidence} when they do not. */
async function assertLedger({ genesisHash }: Deployment, node: NodeOptions): Promise<void> {
  if (genesisHash === undefined) return;
  const found = await callNode<string>('getGenesisHash', [], node);
  if (found !== genesisHash) throw new NoEvidence(`The node is of the ledger ${found}, not ${genesisHash}.`);
}

/** Reads lookup tables and the address of the pool's validator list. */
async function readReferences({ lookups }: Message, { stakePool }: Deployment, node: NodeOptions) {
  const tables = lookups.map(({ table }) => encodeBase58(table));
  const { accounts } = await readAccounts([...tables, stakePool.address], node);
  const list = accounts
    .get(stakePool.address)
    ?.data.subarray(VALIDATOR_LIST_AT, VALIDATOR_LIST_AT + KEY_SIZE);
  return {
    lookupTables: new Map(tables.map((table) => [table, readTable(accounts.get(table)?.data)])),
    validatorList: list?.length === KEY_SIZE ? encodeBase58(list) : undefined,
  };
}

function readTable(data: Uint8Array = new Uint8Array()): readonly string[] {
  const count = Math.max(0, Math.floor((data.length - TABLE_HEAD) / KEY_SIZE));
  return Array.from({ length: count }, (_, i) =>
    encodeBase58(data.subarray(TABLE_HEAD + i * KEY_SIZE, TABLE_HEAD + (i + 1) * KEY_SIZE)),
  );
}

/** Lists the accounts that a proof may need: also read-only ones, for prices, but not the invoked programs. */
function listAddresses(
  named: readonly string[],
  { instructions }: Message,
  { stakeAccount, deployment }: Subject,
  validatorList: string | undefined,
): string[] {
  const invoked = new Set(instructions.map(({ program }) => named[program]));
  const { stakePool, usdcVault, rausdcMint, rasolMaxMint, leveraged } = deployment;
  const further = [
    ...[CLOCK, RENT, stakePool.address, usdcVault, rausdcMint, rasolMaxMint],
    ...[leveraged?.vault, leveraged?.adaptor?.position, stakeAccount, validatorList],
  ];
  const held = named.filter((address) => !invoked.has(address));
  return [...new Set([...held, ...further.filter((each) => each !== undefined)])];
}

/** The fee of a message that one key signs and that does nothing. */
async function readSignatureFee({ blockhash }: Message, node: NodeOptions): Promise<bigint> {
  const empty = Uint8Array.from([1, 0, 0, 1, ...new Uint8Array(KEY_SIZE).fill(1), ...blockhash, 0]);
  const options = { commitment: 'confirmed' };
  const { value } = await callNode<{ value: number | null }>(
    'getFeeForMessage',
    [toBase64(empty), options],
    node,
  );
  if (value === null) throw new NoEvidence('The node does not know the blockhash of the transaction.');
  return BigInt(value);
}

function readClock(accounts: Accounts): { readonly epoch: bigint; readonly unixTimestamp: bigint } {
  const view = viewOf(accounts.get(CLOCK), 40);
  return { epoch: view.getBigUint64(16, true), unixTimestamp: view.getBigInt64(32, true) };
}

/** `(128 + size) × lamports per byte-year × years`, as the rent sysvar has both. */
function readRent(accounts: Accounts): (size: number) => bigint {
  const view = viewOf(accounts.get(RENT), 16);
  const perByteYear = Number(view.getBigUint64(0, true));
  const years = view.getFloat64(8, true);
  return (size) => BigInt(Math.floor((ACCOUNT_OVERHEAD + size) * perByteYear * years));
}

function viewOf(account: LedgerAccount | undefined, size: number): DataView {
  const { data } = account ?? {};
  if (data === undefined || data.length < size)
    throw new NoEvidence('The node does not show the clock or the rent.');
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

/** An account without lamports does not exist. */
function toAccount(printed: Printed | undefined): LedgerAccount | undefined {
  if (!printed || printed.lamports === 0) return undefined;
  const { lamports, owner, data } = printed;
  return { lamports: BigInt(lamports), owner, data: fromBase64(data[0]) ?? new Uint8Array() };
}

function isSameAccount(a: LedgerAccount | undefined, b: LedgerAccount | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.lamports === b.lamports && a.owner === b.owner && isSame(a.data, b.data);
}

/** Whether an account is the wallet, or holds its key where token accounts, mints and stake accounts name owners. */
function namesWallet(address: string, account: LedgerAccount | undefined, wallet: string): boolean {
  if (address === wallet) return true;
  const { data = new Uint8Array() } = account ?? {};
  for (let at = 0; at + KEY_SIZE <= data.length; at += 4) {
    if (encodeBase58(data.subarray(at, at + KEY_SIZE)) === wallet) return true;
  }
  return false;
}

function readOrRefuse(transaction: string) {
  try {
    return readTransaction(transaction);
  } catch (error) {
    if (error instanceof MalformedMessage) throw new NoEvidence(error.message);
    throw error;
  }
}
