import type { Address, EncodedAccount } from '@solana/kit';
import { getAddressDecoder } from '@staking-agent/chain/address';
import type { Bank } from './bank.ts';
import { type Execution, readExecution } from './execution.ts';
import type { ExecutionResult } from './execution-result.ts';
import { getFee } from './fees.ts';
import { isWritable, type LoadedTransaction } from './loaded-transaction.ts';
import { namesModel, runWithPlayers } from './models/run-with-players.ts';
import { UPGRADEABLE_LOADER_ADDRESS } from './program-addresses.ts';
import { setBudget } from './set-budget.ts';
import { listTokenBalances } from './token-balances.ts';

/** Bytes every loaded account counts beside its data (SIMD-0186). */
const ACCOUNT_BASE_SIZE = 64;
/** Bytes every lookup table counts (SIMD-0186). */
const LOOKUP_TABLE_BASE_SIZE = 8248;
const PROGRAM_DATA_ADDRESS_OFFSET = 4;

const addressDecoder = getAddressDecoder();

type Accounts = readonly (EncodedAccount | undefined)[];

/**
 * Executes a checked transaction in the open slot. Every transaction of the ledger passes here.
 *
 * @returns the outcome; a `fee` of zero means that the ledger refused the transaction and kept no trace.
 */
export function executeTransaction(loaded: LoadedTransaction, bank: Bank): ExecutionResult {
  return executeAndRead(loaded, bank).result;
}

/** The same, with the accounts before and after it, in the transaction's order. */
export function executeAndRead(
  loaded: LoadedTransaction,
  bank: Bank,
): { readonly result: ExecutionResult; readonly before: Accounts; readonly after: Accounts } {
  const before = readAccounts(loaded.accounts, bank);
  const execution = run(loaded, bank, () => bank.vm().send(loaded));
  const after = loaded.accounts.map((address, index) =>
    isWritable(loaded, index) ? bank.findAccount(address) : before[index],
  );
  // Programs can move lamports but neither make nor burn them, so what is missing afterwards is the fee.
  const fee = sumOfLamports(before) - sumOfLamports(after);
  return { result: toResult(loaded, bank, before, after, fee, execution), before, after };
}

/**
 * Runs a checked transaction without keeping its changes.
 *
 * @returns the outcome and the accounts as they are and as they would be afterwards, in the transaction's order.
 */
export function simulateTransaction(
  loaded: LoadedTransaction,
  bank: Bank,
): { readonly result: ExecutionResult; readonly before: Accounts; readonly accounts: Accounts } {
  const before = readAccounts(loaded.accounts, bank);
  const execution = run(loaded, bank, () => bank.vm().simulate(loaded));
  if (execution.err !== null) {
    const fee = execution.isCharged ? getFee(loaded) : 0n;
    const after = before.map((account, index) => (index === 0 ? withoutFee(account, fee) : account));
    return { result: toResult(loaded, bank, before, after, fee, execution), before, accounts: after };
  }
  const changed = new Map(execution.changed.map((account) => [account.address, account]));
  const after = loaded.accounts.map((address, index) => {
    const account = changed.get(address) ?? before[index];
    return account === undefined || account.lamports === 0n ? undefined : account;
  });
  const fee = sumOfLamports(before) - sumOfLamports(after);
  return { result: toResult(loaded, bank, before, after, fee, execution), before, accounts: after };
}

function run(
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
  fee: bigint,
  { err, logs, unitsConsumed, returnData, innerInstructions }: Execution,
): ExecutionResult {
  return {
    err,
    fee,
    logs,
    unitsConsumed,
    returnData,
    innerInstructions,
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
  const lookups = ('addressTableLookups' in loaded.message && loaded.message.addressTableLookups) || [];
  return accounts.reduce((sum, account) => {
    if (account === undefined) return sum;
    return sum + ACCOUNT_BASE_SIZE + account.data.length + programDataSize(account, bank);
  }, lookups.length * LOOKUP_TABLE_BASE_SIZE);
}

function programDataSize(account: EncodedAccount, bank: Bank): number {
  if (!account.executable || account.programAddress !== UPGRADEABLE_LOADER_ADDRESS) return 0;
  const size = bank.vm().readCodeSize(addressDecoder.decode(account.data, PROGRAM_DATA_ADDRESS_OFFSET));
  return size === 0 ? 0 : ACCOUNT_BASE_SIZE + size;
}
