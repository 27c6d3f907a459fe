import { type Address, type EncodedAccount, getAddressDecoder } from '@solana/kit';
import { FailedTransactionMetadata, type SimulatedTransactionInfo, type TransactionMetadata } from 'litesvm';
import type { Bank } from './bank.ts';
import { feeOf } from './fees.ts';
import { isWritable, type LoadedTransaction } from './loaded-transaction.ts';
import type { Outcome } from './outcome.ts';
import { UPGRADEABLE_LOADER_ADDRESS } from './program-addresses.ts';
import { listTokenBalances } from './token-balances.ts';
import { toTransactionError } from './transaction-error.ts';

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
export function executeTransaction(loaded: LoadedTransaction, bank: Bank): Outcome {
  const before = readAccounts(loaded.accounts, bank);
  const result = bank.vm().sendTransaction(loaded.transaction);
  const after = loaded.accounts.map((address, index) =>
    isWritable(loaded, index) ? bank.findAccount(address) : before[index],
  );
  // Programs can move lamports but neither make nor burn them, so what is missing afterwards is the fee.
  const fee = sumOfLamports(before) - sumOfLamports(after);
  return toOutcome(loaded, bank, before, after, fee, result);
}

/**
 * Runs a checked transaction without keeping its changes.
 *
 * @returns the outcome and the accounts as they would be afterwards, in the transaction's order.
 */
export function simulateTransaction(
  loaded: LoadedTransaction,
  bank: Bank,
): { readonly outcome: Outcome; readonly accounts: Accounts } {
  const before = readAccounts(loaded.accounts, bank);
  const result = bank.vm().simulateTransaction(loaded.transaction);
  if (result instanceof FailedTransactionMetadata) {
    const fee = chargesFee(result) ? feeOf(loaded) : 0n;
    const after = before.map((account, index) => (index === 0 ? withoutFee(account, fee) : account));
    return { outcome: toOutcome(loaded, bank, before, after, fee, result), accounts: after };
  }
  const changed = new Map(result.postAccounts().map((account) => [account.address, account]));
  const after = loaded.accounts.map((address, index) => {
    const account = changed.get(address) ?? before[index];
    return account === undefined || account.lamports === 0n ? undefined : account;
  });
  const fee = sumOfLamports(before) - sumOfLamports(after);
  return { outcome: toOutcome(loaded, bank, before, after, fee, result), accounts: after };
}

function toOutcome(
  loaded: LoadedTransaction,
  bank: Bank,
  before: Accounts,
  after: Accounts,
  fee: bigint,
  result: TransactionMetadata | FailedTransactionMetadata | SimulatedTransactionInfo,
): Outcome {
  const meta = 'meta' in result ? result.meta() : result;
  const err = result instanceof FailedTransactionMetadata ? toTransactionError(result.err()) : null;
  const returned = meta.returnData();
  const data = new Uint8Array(returned.data());
  return {
    err,
    fee,
    logs: meta.logs(),
    unitsConsumed: meta.computeUnitsConsumed(),
    returnData: data.length === 0 ? null : { programId: addressDecoder.decode(returned.programId()), data },
    innerInstructions: listInnerInstructions(meta),
    loadedAccountsDataSize: fee === 0n ? 0 : sizeOf(loaded, before, bank),
    preBalances: before.map((account) => account?.lamports ?? 0n),
    postBalances: after.map((account) => account?.lamports ?? 0n),
    preTokenBalances: listTokenBalances(before, bank.findAccount),
    postTokenBalances: listTokenBalances(after, bank.findAccount),
  };
}

function listInnerInstructions(meta: TransactionMetadata): Outcome['innerInstructions'] {
  return meta.innerInstructions().flatMap((invoked, index) => {
    if (invoked.length === 0) return [];
    const instructions = invoked.map((inner) => {
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

/** Whether a failed transaction still lands in a block: once a program has run, the fee is due. */
function chargesFee(failed: FailedTransactionMetadata): boolean {
  return typeof failed.err() === 'object';
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

function sizeOf(loaded: LoadedTransaction, accounts: Accounts, bank: Bank): number {
  const lookups = ('addressTableLookups' in loaded.message && loaded.message.addressTableLookups) || [];
  return accounts.reduce((sum, account) => {
    if (account === undefined) return sum;
    return sum + ACCOUNT_BASE_SIZE + account.data.length + programDataSize(account, bank);
  }, lookups.length * LOOKUP_TABLE_BASE_SIZE);
}

function programDataSize(account: EncodedAccount, bank: Bank): number {
  if (!account.executable || account.programAddress !== UPGRADEABLE_LOADER_ADDRESS) return 0;
  const programData = bank.findAccount(addressDecoder.decode(account.data, PROGRAM_DATA_ADDRESS_OFFSET));
  return programData === undefined ? 0 : ACCOUNT_BASE_SIZE + programData.data.length;
}
