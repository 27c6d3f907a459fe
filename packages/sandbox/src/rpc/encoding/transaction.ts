import { base58 } from '@scure/base';
import { type DecodedTransaction, decodeTransaction } from '../../vm/decoded-transaction.ts';
import { isWritable } from '../../vm/loaded-transaction.ts';
import type { Message } from '../../vm/message.ts';
import type { LandedTransaction } from '../../vm/transaction-history.ts';
import { encodeInnerInstructions, encodeReturnData, encodeTokenBalances } from './execution-result.ts';

export const TRANSACTION_ENCODINGS = ['json', 'jsonParsed', 'base58', 'base64'] as const;
export type TransactionEncoding = (typeof TRANSACTION_ENCODINGS)[number];

/** Depth of an instruction of the transaction itself: agave `TRANSACTION_LEVEL_STACK_HEIGHT`. */
const TOP_LEVEL = 1;

/** The version of a landed transaction. */
export function getVersion(landed: LandedTransaction): Message['version'] {
  return decodeTransaction(landed.wireBytes).message.version;
}

/** `transaction` of `getTransaction`. */
export function encodeTransaction(landed: LandedTransaction, encoding: TransactionEncoding): object {
  if (encoding === 'base64') return [Buffer.from(landed.wireBytes).toString('base64'), 'base64'];
  if (encoding === 'base58') return [base58.encode(landed.wireBytes), 'base58'];
  const decoded = decodeTransaction(landed.wireBytes);
  return {
    signatures: encodeSignatures(decoded),
    message: encoding === 'json' ? encodeMessage(decoded) : parseMessage(decoded, landed),
  };
}

/** `meta` of `getTransaction`. */
export function encodeMeta(landed: LandedTransaction, encoding: TransactionEncoding): object {
  const { result } = landed;
  const returnData = encodeReturnData(result);
  return {
    ...encodeOutcome(landed),
    computeUnitsConsumed: result.unitsConsumed,
    innerInstructions: encoding === 'jsonParsed' ? parseInner(landed) : encodeInnerInstructions(result),
    ...(encoding !== 'jsonParsed' && { loadedAddresses: landed.loadedAddresses }),
    logMessages: result.logs,
    ...(returnData !== null && { returnData }),
    rewards: [],
  };
}

/** `transaction` and `meta` of a block that is read for its accounts alone. */
export function encodeAccountsOnly(landed: LandedTransaction): { transaction: object; meta: object } {
  const decoded = decodeTransaction(landed.wireBytes);
  return {
    transaction: { accountKeys: listAccountKeys(decoded, landed), signatures: encodeSignatures(decoded) },
    meta: encodeOutcome(landed),
  };
}

function encodeMessage({ message }: DecodedTransaction): object {
  return {
    accountKeys: message.staticAccounts,
    header: {
      numReadonlySignedAccounts: message.header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: message.header.numReadonlyNonSignerAccounts,
      numRequiredSignatures: message.header.numSignerAccounts,
    },
    instructions: message.instructions.map(({ programAddressIndex, accountIndices = [], data = [] }) => ({
      accounts: accountIndices,
      data: base58.encode(Uint8Array.from(data)),
      programIdIndex: programAddressIndex,
      stackHeight: TOP_LEVEL,
    })),
    recentBlockhash: message.lifetimeToken,
    ...listLookups(message),
  };
}

function parseMessage(decoded: DecodedTransaction, landed: LandedTransaction): object {
  const { message } = decoded;
  const { accounts } = landed;
  return {
    accountKeys: listAccountKeys(decoded, landed),
    instructions: message.instructions.map(({ programAddressIndex, accountIndices = [], data = [] }) => ({
      accounts: accountIndices.map((index) => accounts[index]),
      data: base58.encode(Uint8Array.from(data)),
      programId: accounts[programAddressIndex],
      stackHeight: TOP_LEVEL,
    })),
    recentBlockhash: message.lifetimeToken,
    ...listLookups(message),
  };
}

function encodeSignatures({ signatures }: DecodedTransaction): string[] {
  return signatures.map((signature) => base58.encode(signature ?? new Uint8Array(64)));
}

function listAccountKeys(decoded: DecodedTransaction, landed: LandedTransaction): object[] {
  const { message } = decoded;
  const { accounts, loadedAddresses } = landed;
  return accounts.map((pubkey, index) => ({
    pubkey,
    signer: index < message.header.numSignerAccounts,
    source: index < message.staticAccounts.length ? 'transaction' : 'lookupTable',
    writable: isWritable({ ...decoded, accounts, loadedAddresses }, index),
  }));
}

/** The part of `meta` that is printed whatever the caller wants of a block's transactions. */
function encodeOutcome({ result }: LandedTransaction) {
  return {
    err: result.err,
    fee: result.fee,
    postBalances: result.postBalances,
    postTokenBalances: encodeTokenBalances(result.postTokenBalances),
    preBalances: result.preBalances,
    preTokenBalances: encodeTokenBalances(result.preTokenBalances),
    status: result.err === null ? { Ok: null } : { Err: result.err },
  };
}

function parseInner({ accounts, result }: LandedTransaction): object[] {
  return result.innerInstructions.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map((inner) => ({
      accounts: inner.accounts.map((account) => accounts[account]),
      data: base58.encode(inner.data),
      programId: accounts[inner.programIdIndex],
      stackHeight: inner.stackHeight,
    })),
  }));
}

function listLookups(message: Message): object {
  if (message.version !== 0) return {};
  const lookups = message.addressTableLookups ?? [];
  return {
    addressTableLookups: lookups.map(({ lookupTableAddress, readonlyIndexes, writableIndexes }) => ({
      accountKey: lookupTableAddress,
      readonlyIndexes,
      writableIndexes,
    })),
  };
}
