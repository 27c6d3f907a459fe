import { encodeMeta, encodeTransaction, getVersion, TRANSACTION_ENCODINGS } from '../encoding/transaction.ts';
import type { Method } from '../method.ts';
import {
  assertIsSignatureText,
  type Config,
  configAt,
  readChoice,
  readCommitment,
  readU64,
  requireText,
} from '../params.ts';
import { invalidParams, RPC_ERROR_CODES, RpcError } from '../rpc-error.ts';
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
  const commitment = readCommitment(config);
  if (commitment === 'processed') throw invalidParams('Method does not support commitment below `confirmed`');

  const landed = findLanded(signature, commitment, node);
  if (landed === undefined) return null;
  const version = getVersion(landed);
  if (version !== 'legacy' && (maximum === undefined || maximum < BigInt(version))) {
    throw new RpcError(
      RPC_ERROR_CODES.unsupportedTransactionVersion,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again ` +
        `with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    );
  }
  return {
    blockTime: landed.blockTime,
    meta: encodeMeta(landed, encoding),
    slot: landed.slot,
    transaction: encodeTransaction(landed, encoding),
    ...(maximum !== undefined && { version }),
  };
};
