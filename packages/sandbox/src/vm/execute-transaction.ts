import type { Address, EncodedAccount } from '@solana/kit';
import { getAddressDecoder, toAddressBytes } from '@staking-agent/chain/address';
import { FailedTransactionMetadata, type TransactionMetadata } from 'litesvm';
import sodium from 'sodium-native';
import type { Bank } from './bank.ts';
import { type Block, type Blocks, MAX_PROCESSING_AGE } from './blocks.ts';
import { getFee, readComputeBudget, VM_SIGNATURE_FEE } from './fees.ts';
import { isWritable, type LoadedTransaction, loadAddresses } from './loaded-transaction.ts';
import { namesModel, runWithPlayers } from './player/run.ts';
import { UPGRADEABLE_LOADER_ADDRESS } from './program-addresses.ts';
import { readChange, type SimulatedTransaction, setBudget } from './sandbox-vm.ts';
import { listTokenBalances } from './token-balances.ts';
import { type DecodedTransaction, listLookups } from './transaction.ts';
import { type TransactionError, toTransactionError } from './transaction-error.ts';
import type { TransactionHistory } from './transaction-history.ts';
import { type ExecutionResult, type InnerInstruction, refusal } from './transaction-history.ts';

/** Bytes every loaded account counts beside its data (SIMD-0186). */
const ACCOUNT_BASE_SIZE = 64;
/** Bytes every lookup table counts (SIMD-0186). */
const LOOKUP_TABLE_BASE_SIZE = 8248;
const PROGRAM_DATA_ADDRESS_OFFSET = 4;

const addressDecoder = getAddressDecoder();

type Accounts = readonly (EncodedAccount | undefined)[];

/**
 * An outcome, and the accounts before and after it in the transaction's order; a `fee` of zero means that the ledger refused
 * the transaction and kept no trace.
 */
export type Outcome = {
  readonly result: ExecutionResult;
  readonly before: Accounts;
  readonly after: Accounts;
};

/** Executes a checked transaction in the open slot. Every transaction of the ledger passes here. */
export function executeTransaction(loaded: LoadedTransaction, bank: Bank): Outcome {
  const before = readAccounts(loaded.accounts, bank);
  const execution = run(
    loaded,
    before,
    bank,
    ({ isCharged }) => isCharged,
    () => bank.vm().send(loaded),
  );
  const after = loaded.accounts.map((address, index) =>
    isWritable(loaded, index) ? bank.findAccount(address) : before[index],
  );
  return { result: toResult(loaded, bank, before, after, execution), before, after };
}

/** Runs a checked transaction without keeping its changes. */
export function simulateTransaction(loaded: LoadedTransaction, bank: Bank): Outcome {
  const before = readAccounts(loaded.accounts, bank);
  const execution = run(
    loaded,
    before,
    bank,
    () => false,
    () => bank.vm().simulate(loaded),
  );
  const charged = execution.isCharged ? getFee(loaded, bank.signatureFee()) : 0n;
  const changed = new Map(execution.changed.map((account) => [account.address, account]));
  const after = loaded.accounts.map((address, index) => {
    if (execution.err !== null) return index === 0 ? withoutFee(before[index], charged) : before[index];
    const account = changed.get(address) ?? before[index];
    return account === undefined || account.lamports === 0n ? undefined : account;
  });
  return { result: toResult(loaded, bank, before, after, execution), before, after };
}

/**
 * Runs a transaction at the ledger's fee. The VM charges its own: it finds the payer with the difference taken already.
 *
 * @param isKept - whether the payer keeps what the run has left it.
 */
function run(
  loaded: LoadedTransaction,
  before: Accounts,
  bank: Bank,
  isKept: (execution: Execution) => boolean,
  inVm: () => Parameters<typeof readExecution>[0],
): Execution {
  // The VM counts less than a node does.
  if (getSize(loaded, before, bank) > readComputeBudget(loaded.message).loadedData) return TOO_MUCH_DATA;
  const beyond = getFee(loaded, bank.signatureFee()) - getFee(loaded, VM_SIGNATURE_FEE);
  const [payer] = loaded.accounts;
  const account = payer && bank.findAccount(payer);
  if (beyond === 0n || account === undefined) return runAtVmFee(loaded, bank, inVm);
  // One lamport is too little for any fee, and no account would be another fault.
  bank.setAccount(withoutFee(account, account.lamports > beyond ? beyond : account.lamports - 1n) ?? account);
  const execution = runAtVmFee(loaded, bank, inVm);
  if (!isKept(execution)) bank.setAccount(account);
  return execution;
}

function runAtVmFee(
  loaded: LoadedTransaction,
  bank: Bank,
  inVm: () => Parameters<typeof readExecution>[0],
): Execution {
  if (namesModel(loaded, bank)) return readExecution(runWithPlayers(loaded, bank, inVm));
  setBudget(bank.vm(), loaded.message);
  return readExecution(inVm());
}

function toResult(
  loaded: LoadedTransaction,
  bank: Bank,
  before: Accounts,
  after: Accounts,
  { changed: _, isCharged: __, ...execution }: Execution,
): ExecutionResult {
  // Programs can move lamports but neither make nor burn them, so what is missing afterwards is the fee.
  const fee = sumOfLamports(before) - sumOfLamports(after);
  return {
    ...execution,
    fee,
    loadedAccountsDataSize: fee === 0n ? 0 : getSize(loaded, before, bank),
    preBalances: before.map((account) => account?.lamports ?? 0n),
    postBalances: after.map((account) => account?.lamports ?? 0n),
    preTokenBalances: listTokenBalances(before, bank.findAccount),
    postTokenBalances: listTokenBalances(after, bank.findAccount),
  };
}

function withoutFee(account: EncodedAccount | undefined, fee: bigint): EncodedAccount | undefined {
  if (account === undefined) return undefined;
  return { ...account, lamports: (account.lamports - fee) as EncodedAccount['lamports'] };
}

function readAccounts(addresses: readonly Address[], bank: Bank): Accounts {
  return addresses.map((address) => bank.findAccount(address));
}

function sumOfLamports(accounts: Accounts): bigint {
  return accounts.reduce((sum, account) => sum + (account?.lamports ?? 0n), 0n);
}

function getSize(loaded: LoadedTransaction, accounts: Accounts, bank: Bank): number {
  return accounts.reduce((sum, account) => {
    if (account === undefined) return sum;
    return sum + ACCOUNT_BASE_SIZE + account.data.length + programDataSize(account, bank);
  }, listLookups(loaded.message).length * LOOKUP_TABLE_BASE_SIZE);
}

function programDataSize(account: EncodedAccount, bank: Bank): number {
  if (!account.executable || account.programAddress !== UPGRADEABLE_LOADER_ADDRESS) return 0;
  const size = bank.vm().readCodeSize(addressDecoder.decode(account.data, PROGRAM_DATA_ADDRESS_OFFSET));
  return size === 0 ? 0 : ACCOUNT_BASE_SIZE + size;
}

/** The VM's result of a transaction. */
type Execution = Pick<
  ExecutionResult,
  'err' | 'logs' | 'unitsConsumed' | 'returnData' | 'innerInstructions'
> & {
  /** True where a fee is due: once a program has run, also if it failed. */
  readonly isCharged: boolean;
  /** The accounts a simulation would have changed. */
  readonly changed: readonly EncodedAccount[];
};

const TOO_MUCH_DATA: Execution = {
  ...refusal('MaxLoadedAccountsDataSizeExceeded'),
  ...{ isCharged: false, changed: [] },
};

/** Reads LiteSVM's answer to a transaction that was sent or simulated. */
function readExecution(
  result: TransactionMetadata | FailedTransactionMetadata | SimulatedTransaction,
): Execution {
  const meta = 'meta' in result ? result.meta() : result;
  const failed = result instanceof FailedTransactionMetadata ? result : undefined;
  const returned = meta.returnData();
  const data = new Uint8Array(returned.data());
  return {
    err: failed === undefined ? null : toTransactionError(failed.err()),
    isCharged: failed === undefined || typeof failed.err() === 'object',
    logs: meta.logs(),
    unitsConsumed: meta.computeUnitsConsumed(),
    returnData:
      data.length === 0 ? null : { programId: addressDecoder.decode(returned.programId()) as Address, data },
    innerInstructions: listInnerInstructions(meta),
    changed: 'postAccounts' in result ? result.postAccounts().map(readChange) : [],
  };
}

function listInnerInstructions(meta: TransactionMetadata): ExecutionResult['innerInstructions'] {
  return meta.innerInstructions().flatMap((invoked, index) => {
    if (invoked.length === 0) return [];
    const instructions = invoked.map((inner): InnerInstruction => {
      const instruction = inner.instruction();
      return {
        programIdIndex: instruction.programIdIndex(),
        accounts: [...instruction.accounts()],
        data: new Uint8Array(instruction.data()),
        stackHeight: inner.stackHeight(),
      };
    });
    return [{ index, instructions }];
  });
}

type State = { readonly blocks: Blocks; readonly bank: Bank; readonly history: TransactionHistory };

/**
 * Processes a transaction as a leader: checks it, executes it in the open slot, and records it if it landed.
 *
 * @returns the outcome; one without a fee did not land and left nothing behind.
 */
export function submitTransaction(decoded: DecodedTransaction, state: State): ExecutionResult {
  if (!verifySignatures(decoded)) return refusal('SignatureFailure');
  const loaded = loadAddresses(decoded, state.bank);
  if ('lookupError' in loaded) return refusal(loaded.lookupError);
  const tip = state.blocks.tip();
  const refused = checkTransaction(loaded, tip, state);
  if (refused !== undefined) return refusal(refused);

  const { result } = executeTransaction(loaded, state.bank);
  if (result.fee === 0n) return result;
  state.history.add({
    ...loaded,
    slot: state.bank.openSlot(),
    blockHeight: tip.height + 1n,
    blockTime: tip.unixMilliseconds / 1000n,
    result,
  });
  return result;
}

/** Accounts a transaction may lock: agave `MAX_TX_ACCOUNT_LOCKS` with the limit LiteSVM enforces. */
const MAX_ACCOUNT_LOCKS = 64;

/**
 * Makes the checks of a bank before it loads accounts, in its order: locks, age, duplicates (agave
 * `Bank::check_transactions`).
 *
 * @param asOf - the block of the bank that looks; a blockhash newer than it is unknown to it.
 * @returns the error, or undefined when the transaction may run.
 */
export function checkTransaction(
  loaded: LoadedTransaction,
  asOf: Block,
  { blocks, history }: { readonly blocks: Blocks; readonly history: TransactionHistory },
): TransactionError | undefined {
  if (loaded.accounts.length > MAX_ACCOUNT_LOCKS) return 'TooManyAccountLocks';
  if (new Set(loaded.accounts).size < loaded.accounts.length) return 'AccountLoadedTwice';
  if (!isRecent(loaded.message.lifetimeToken, asOf, blocks)) return 'BlockhashNotFound';
  if (history.hasExecuted(loaded.messageBytes)) return 'AlreadyProcessed';
  return undefined;
}

/** Tells if a bank at `asOf` still accepts a blockhash: it is known and at most 150 blocks old. */
export function isRecent(blockhash: string, asOf: Block, blocks: Blocks): boolean {
  const block = blocks.findByBlockhash(blockhash);
  return block !== undefined && block.slot <= asOf.slot && asOf.height - block.height <= MAX_PROCESSING_AGE;
}

/** Verdicts, so that a transaction which passed preflight is not verified again when it executes. */
const verdicts = new WeakMap<DecodedTransaction, boolean>();

/** Tells if every signer of the message has signed its bytes with Ed25519. */
export function verifySignatures(decoded: DecodedTransaction): boolean {
  const known = verdicts.get(decoded);
  if (known !== undefined) return known;
  const { messageBytes, message, signatures } = decoded;
  const verdict = signatures.every((signature, index) => {
    const signer = message.staticAccounts[index];
    if (signature === undefined || signer === undefined) return false;
    return sodium.crypto_sign_verify_detached(
      toBuffer(signature),
      toBuffer(messageBytes),
      toBuffer(toAddressBytes(signer)),
    );
  });
  verdicts.set(decoded, verdict);
  return verdict;
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
