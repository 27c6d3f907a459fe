import { base58 } from '@scure/base';
import type { LoadedTransaction } from '../../vm/loaded-transaction.ts';
import { type TokenBalance, toUiTokenAmount } from '../../vm/token-balances.ts';
import {
  type DecodedTransaction,
  decodeTransaction,
  getSizeLimit,
  LARGEST_SIZE,
  MalformedTransactionError,
  type Message,
  VERSION_ONE,
} from '../../vm/transaction.ts';
import { describeTransactionError } from '../../vm/transaction-error.ts';
import type { ExecutionResult, LandedTransaction } from '../../vm/transaction-history.ts';
import { type Config, decodeBase58, invalidParams, RPC_ERROR_CODES, RpcError } from '../params.ts';

export const TRANSACTION_ENCODINGS = ['json', 'base64'] as const;
type TransactionEncoding = (typeof TRANSACTION_ENCODINGS)[number];

/** Depth of an instruction of the transaction itself: agave `TRANSACTION_LEVEL_STACK_HEIGHT`. */
const TOP_LEVEL = 1;

/**
 * Prints a landed transaction with its effects, as `getTransaction` does.
 *
 * @param maximum - the newest version that the caller can read; undefined is legacy alone.
 * @throws {RpcError} -32015 for a transaction of a newer one.
 */
export function encodeLanded(
  landed: LandedTransaction,
  encoding: TransactionEncoding,
  maximum: bigint | undefined,
): object {
  const { result, loadedAddresses, wireBytes, signatures } = landed;
  const returnData = encodeReturnData(result);
  const meta = {
    err: result.err,
    fee: result.fee,
    postBalances: result.postBalances,
    postTokenBalances: encodeTokenBalances(result.postTokenBalances),
    preBalances: result.preBalances,
    preTokenBalances: encodeTokenBalances(result.preTokenBalances),
    status: result.err === null ? { Ok: null } : { Err: result.err },
    computeUnitsConsumed: result.unitsConsumed,
    innerInstructions: encodeInnerInstructions(result),
    loadedAddresses,
    logMessages: result.logs,
    ...(returnData !== null && { returnData }),
    rewards: [],
  };
  const version = readVersion(landed, maximum);
  if (encoding === 'base64') {
    return { meta, transaction: [Buffer.from(wireBytes).toString('base64'), 'base64'], ...version };
  }
  const printed = signatures.map((signature) => base58.encode(signature ?? new Uint8Array(64)));
  return { meta, transaction: { signatures: printed, message: encodeMessage(landed.message) }, ...version };
}

function readVersion({ message }: LandedTransaction, maximum: bigint | undefined): object {
  const { version } = message;
  if (version !== 'legacy' && (maximum === undefined || maximum < BigInt(version))) {
    throw new RpcError(
      RPC_ERROR_CODES.unsupportedTransactionVersion,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again ` +
        `with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    );
  }
  return maximum === undefined ? {} : { version };
}

function encodeMessage(message: Message): object {
  const { header, instructions, lifetimeToken, staticAccounts } = message;
  const lookups = 'addressTableLookups' in message && {
    addressTableLookups: message.addressTableLookups?.map(({ lookupTableAddress, ...indexes }) => ({
      accountKey: lookupTableAddress,
      ...indexes,
    })),
  };
  return {
    accountKeys: staticAccounts,
    header: {
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
      numRequiredSignatures: header.numSignerAccounts,
    },
    instructions: instructions.map(({ programAddressIndex, accountIndices = [], data = [] }) => ({
      programIdIndex: programAddressIndex,
      accounts: accountIndices,
      data: base58.encode(Uint8Array.from(data)),
      stackHeight: TOP_LEVEL,
    })),
    recentBlockhash: lifetimeToken,
    ...lookups,
  };
}

function encodeTokenBalances(balances: readonly TokenBalance[]): object[] {
  return balances.map(({ amount, decimals, ...balance }) => ({
    ...balance,
    uiTokenAmount: toUiTokenAmount(amount, decimals),
  }));
}

/** Prints `innerInstructions`, only of instructions that invoked any. */
function encodeInnerInstructions({ innerInstructions }: ExecutionResult): object[] {
  return innerInstructions.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map((inner) => ({ ...inner, data: base58.encode(inner.data) })),
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
 * Prints the value of `simulateTransaction`, which is also the `data` of a failed preflight.
 *
 * @param loadedAddresses - null where the transaction was refused before it ran.
 * @param extras - members that the caller asked for beside the outcome.
 */
export function encodeSimulation(
  result: ExecutionResult,
  loadedAddresses: LoadedTransaction['loadedAddresses'] | null,
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

/** Characters that a packet takes at most in each encoding: agave `MAX_BASE58_SIZE`, `MAX_BASE64_SIZE`. */
const MAX_CHARACTERS = { base58: 5594, base64: 5464 } as const;
const TYPE_NAME = 'solana_transaction::versioned::VersionedTransaction';
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]*$/;
const BASE64_CHARACTER = /^[A-Za-z0-9+/=]$/;

/**
 * Decodes the first parameter of `sendTransaction` and `simulateTransaction` by agave
 * `decode_and_deserialize` and `sanitize`.
 *
 * @throws {RpcError} -32602 with the validator's sentence.
 */
export function decodeWireTransaction(text: string, config: Config): DecodedTransaction {
  const encoding = config.choice('encoding', ['base58', 'base64'], 'base58');
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
    if (!(error instanceof MalformedTransactionError)) throw error;
    if (error.reason === 'UNDECODABLE') {
      throw invalidParams(`failed to deserialize ${TYPE_NAME}: ${error.message}`);
    }
    throw invalidParams(`invalid transaction: ${describeTransactionError('SanitizeFailure')}`);
  }
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
