import type { LandedTransaction } from '../../vm/transaction-history.ts';
import {
  encodeMeta,
  encodeTransaction,
  getVersion,
  TRANSACTION_ENCODINGS,
  type TransactionEncoding,
} from '../encoding/transaction.ts';
import type { Method } from '../method.ts';
import {
  assertIsSignatureText,
  type Config,
  configAt,
  readChoice,
  readSettledCommitment,
  readU64,
  requireText,
} from '../params.ts';
import { RPC_ERROR_CODES, RpcError } from '../rpc-error.ts';
import { findLanded } from './signatures.ts';

/**
 * A landed transaction with its effects, or null while nobody has seen it.
 *
 * Under `jsonParsed` every instruction is printed undecoded, as a validator prints programs it cannot parse.
 */
export const getTransaction: Method = (params, node) => {
  const signature = requireText(params, 0);
  assertIsSignatureText(signature);
  // Before 2020 the second parameter was the encoding itself.
  const config: Config = typeof params[1] === 'string' ? { encoding: params[1] } : configAt(params, 1);
  const encoding = readChoice(config, 'encoding', TRANSACTION_ENCODINGS, 'json');
  const maximum = readU64(config, 'maxSupportedTransactionVersion');
  const commitment = readSettledCommitment(config);
  const landed = findLanded(signature, commitment, node);
  if (landed === undefined) return null;
  return { blockTime: landed.blockTime, slot: landed.slot, ...encodeLanded(landed, encoding, maximum) };
};

/**
 * A landed transaction with its effects, as `getTransaction` and `getBlock` print it.
 *
 * @param maximum - the newest version the caller can read; undefined is legacy alone.
 * @throws {RpcError} -32015 when the transaction is of a newer one.
 */
export function encodeLanded(
  landed: LandedTransaction,
  encoding: TransactionEncoding,
  maximum: bigint | undefined,
): object {
  return {
    meta: encodeMeta(landed, encoding),
    transaction: encodeTransaction(landed, encoding),
    ...readVersion(landed, maximum),
  };
}

/**
 * `version` of a landed transaction, for callers that said which they can read.
 *
 * @throws {RpcError} -32015 when the transaction is of a newer one.
 */
export function readVersion(
  landed: LandedTransaction,
  maximum: bigint | undefined,
): { version?: 'legacy' | 0 | 1 } {
  const version = getVersion(landed);
  if (version !== 'legacy' && (maximum === undefined || maximum < BigInt(version))) {
    throw new RpcError(
      RPC_ERROR_CODES.unsupportedTransactionVersion,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again ` +
        `with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    );
  }
  return maximum === undefined ? {} : { version };
}
