import { base58 } from '@scure/base';
import type { Address } from '@solana/kit';
import {
  type DecodedTransaction,
  decodeTransaction,
  getSizeLimit,
  LARGEST_SIZE,
  MalformedTransactionError,
  type Message,
} from '../../vm/decoded-transaction.ts';
import { isWritable, type LoadedAddresses } from '../../vm/loaded-transaction.ts';
import {
  type ExecutionResult,
  type InnerInstruction,
  type TokenBalance,
  toUiTokenAmount,
} from '../../vm/token-balances.ts';
import { describeTransactionError } from '../../vm/transaction-error.ts';
import type { LandedTransaction } from '../../vm/transaction-history.ts';
import { type Config, decodeBase58, invalidParams, readChoice } from '../params.ts';

export const TRANSACTION_ENCODINGS = ['json', 'jsonParsed', 'base58', 'base64'] as const;
export type TransactionEncoding = (typeof TRANSACTION_ENCODINGS)[number];

/** Depth of an instruction of the transaction itself: agave `TRANSACTION_LEVEL_STACK_HEIGHT`. */
const TOP_LEVEL = 1;

/** `transaction` of `getTransaction`. */
export function encodeTransaction(landed: LandedTransaction, encoding: TransactionEncoding): object {
  if (encoding === 'base64') return [Buffer.from(landed.wireBytes).toString('base64'), 'base64'];
  if (encoding === 'base58') return [base58.encode(landed.wireBytes), 'base58'];
  const decoded = decodeTransaction(landed.wireBytes);
  return {
    signatures: encodeSignatures(decoded),
    message: encodeMessage(decoded, landed, encoding),
  };
}

/** `meta` of `getTransaction`. */
export function encodeMeta(landed: LandedTransaction, encoding: TransactionEncoding): object {
  const { result } = landed;
  const returnData = encodeReturnData(result);
  return {
    ...encodeOutcome(landed),
    computeUnitsConsumed: result.unitsConsumed,
    innerInstructions: encodeInnerInstructions(
      result,
      encoding === 'jsonParsed' ? landed.accounts : undefined,
    ),
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

function encodeMessage(
  decoded: DecodedTransaction,
  landed: LandedTransaction,
  encoding: 'json' | 'jsonParsed',
) {
  const { header, instructions, lifetimeToken, staticAccounts } = decoded.message;
  const { numReadonlyNonSignerAccounts, numReadonlySignerAccounts, numSignerAccounts } = header;
  const accounts = encoding === 'jsonParsed' ? landed.accounts : undefined;
  return {
    ...(encoding === 'jsonParsed'
      ? { accountKeys: listAccountKeys(decoded, landed) }
      : {
          accountKeys: staticAccounts,
          header: {
            numReadonlySignedAccounts: numReadonlySignerAccounts,
            numReadonlyUnsignedAccounts: numReadonlyNonSignerAccounts,
            numRequiredSignatures: numSignerAccounts,
          },
        }),
    instructions: instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) =>
      encodeInstruction(
        {
          programIdIndex: programAddressIndex,
          accounts: accountIndices,
          data: Uint8Array.from(data),
          stackHeight: TOP_LEVEL,
        },
        accounts,
      ),
    ),
    recentBlockhash: lifetimeToken,
    ...listLookups(decoded.message),
  };
}

/** An instruction by indexes, or by addresses where the transaction's accounts are given. */
function encodeInstruction(
  { programIdIndex, accounts, data, stackHeight }: InnerInstruction,
  addresses?: readonly Address[],
): object {
  const common = { data: base58.encode(data), stackHeight };
  if (addresses === undefined) return { accounts, programIdIndex, ...common };
  return {
    accounts: accounts.map((index) => addresses[index]),
    programId: addresses[programIdIndex],
    ...common,
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

function encodeTokenBalances(balances: readonly TokenBalance[]): object[] {
  return balances.map(({ accountIndex, mint, owner, programId, amount, decimals }) => ({
    accountIndex,
    mint,
    owner,
    programId,
    uiTokenAmount: toUiTokenAmount(amount, decimals),
  }));
}

/** `innerInstructions`, only of instructions that invoked any. */
function encodeInnerInstructions(
  { innerInstructions }: ExecutionResult,
  addresses?: readonly Address[],
): object[] {
  return innerInstructions.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map((inner) => encodeInstruction(inner, addresses)),
  }));
}

function encodeReturnData({ returnData }: ExecutionResult): object | null {
  if (returnData === null) return null;
  return {
    programId: returnData.programId,
    data: [Buffer.from(returnData.data).toString('base64'), 'base64'],
  };
}

/**
 * The value of `simulateTransaction`, which is also the `data` of a failed preflight.
 *
 * @param extras - what the caller asked for beside the outcome.
 */
export function encodeSimulation(
  result: ExecutionResult,
  loadedAddresses: LoadedAddresses | null,
  extras: {
    readonly accounts?: unknown;
    readonly innerInstructions?: boolean;
    readonly replacementBlockhash?: unknown;
  },
): object {
  const ran = loadedAddresses !== null;
  return {
    accounts: extras.accounts ?? null,
    err: result.err,
    fee: ran ? result.fee : null,
    innerInstructions: extras.innerInstructions ? encodeInnerInstructions(result) : null,
    loadedAccountsDataSize: result.loadedAccountsDataSize,
    loadedAddresses,
    logs: result.logs,
    postBalances: ran ? result.postBalances : null,
    postTokenBalances: ran ? encodeTokenBalances(result.postTokenBalances) : null,
    preBalances: ran ? result.preBalances : null,
    preTokenBalances: ran ? encodeTokenBalances(result.preTokenBalances) : null,
    replacementBlockhash: extras.replacementBlockhash ?? null,
    returnData: encodeReturnData(result),
    unitsConsumed: result.unitsConsumed,
  };
}

/** Characters a packet takes at most in each encoding: agave `MAX_BASE58_SIZE`, `MAX_BASE64_SIZE`. */
const MAX_CHARACTERS = { base58: 5594, base64: 5464 } as const;
const TYPE_NAME = 'solana_transaction::versioned::VersionedTransaction';
/** First byte of a transaction of version 1, which begins with its message. */
const VERSION_ONE = 0x81;
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]*$/;
const BASE64_CHARACTER = /^[A-Za-z0-9+/=]$/;

/**
 * Decodes the first parameter of `sendTransaction` and `simulateTransaction` by agave
 * `decode_and_deserialize` and `sanitize`.
 *
 * @throws {RpcError} -32602 with the validator's sentence.
 */
export function decodeWireTransaction(text: string, config: Config): DecodedTransaction {
  const encoding = readChoice(config, 'encoding', ['base58', 'base64'], 'base58');
  const maximum = MAX_CHARACTERS[encoding];
  if (text.length > maximum) {
    throw invalidParams(
      `${encoding} encoded ${TYPE_NAME} too large: ${text.length} bytes ` +
        `(max: encoded/raw ${maximum}/${LARGEST_SIZE})`,
    );
  }
  const bytes = encoding === 'base58' ? fromBase58(text) : fromBase64(text);
  const limit = getSizeLimit(bytes[0] === VERSION_ONE ? 1 : 0);
  if (bytes.length > limit) {
    throw invalidParams(`decoded ${TYPE_NAME} too large: ${bytes.length} bytes (max: ${limit} bytes)`);
  }
  try {
    return decodeTransaction(bytes);
  } catch (error) {
    if (error instanceof MalformedTransactionError) throw describeMalformed(error);
    throw error;
  }
}

function describeMalformed({ reason, message }: MalformedTransactionError): Error {
  if (reason === 'UNDECODABLE') return invalidParams(`failed to deserialize ${TYPE_NAME}: ${message}`);
  return invalidParams(`invalid transaction: ${describeTransactionError('SanitizeFailure')}`);
}

function fromBase58(text: string): Uint8Array {
  const bytes = BASE58.test(text) ? decodeBase58(text) : undefined;
  if (bytes !== undefined) return bytes;
  const index = [...text].findIndex((character) => !BASE58.test(character));
  throw invalidParams(
    `invalid base58 encoding: InvalidCharacter { character: '${text[index]}', index: ${index} }`,
  );
}

function fromBase64(text: string): Uint8Array {
  const index = [...text].findIndex((character) => !BASE64_CHARACTER.test(character));
  if (index >= 0) {
    throw invalidParams(`invalid base64 encoding: InvalidByte(${index}, ${text.charCodeAt(index)})`);
  }
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw invalidParams('invalid base64 encoding: InvalidPadding');
  return new Uint8Array(bytes);
}
