import { COMMITMENT_DEPTH, type Commitment } from '../../vm/blocks.ts';
import { decodeTransaction } from '../../vm/decoded-transaction.ts';
import { type LandedTransaction, REMEMBERED_BLOCKS } from '../../vm/transaction-history.ts';
import {
  encodeMeta,
  encodeTransaction,
  TRANSACTION_ENCODINGS,
  type TransactionEncoding,
} from '../encoding/transaction.ts';
import { createContext, type Method, type NodeView } from '../node-view.ts';
import {
  assertIsSignatureText,
  type Config,
  configAt,
  invalidParams,
  RPC_ERROR_CODES,
  RpcError,
  readChoice,
  readFlag,
  readSettledCommitment,
  readU64,
  requireAddress,
  requireText,
  requireTexts,
} from '../params.ts';

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
  const { version } = decodeTransaction(landed.wireBytes).message;
  if (version !== 'legacy' && (maximum === undefined || maximum < BigInt(version))) {
    throw new RpcError(
      RPC_ERROR_CODES.unsupportedTransactionVersion,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again ` +
        `with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    );
  }
  return maximum === undefined ? {} : { version };
}

/** agave `MAX_GET_SIGNATURE_STATUSES_QUERY_ITEMS`. */
const MAX_SIGNATURES = 256;
/** agave `MAX_GET_CONFIRMED_SIGNATURES_FOR_ADDRESS2_LIMIT`. */
const MAX_LISTED = 1000n;

/** Methods about the fate of signatures. */
export const signatureMethods = {
  getSignatureStatuses: (params, node) => {
    const signatures = requireTexts(params, 0, MAX_SIGNATURES);
    for (const signature of signatures) assertIsSignatureText(signature);
    const everything = readFlag(configAt(params, 1), 'searchTransactionHistory');
    const newest = node.block('processed');
    return {
      context: createContext(newest),
      value: signatures.map((signature) => {
        const landed = findLanded(signature, 'processed', node);
        const forgotten = landed !== undefined && landed.blockHeight + REMEMBERED_BLOCKS < newest.height;
        return landed === undefined || (forgotten && !everything) ? null : getStatus(landed, node);
      }),
    };
  },

  getSignaturesForAddress: (params, node) => {
    const address = requireAddress(params, 0);
    const config = configAt(params, 1);
    readSettledCommitment(config);
    const limit = readU64(config, 'limit') ?? MAX_LISTED;
    if (limit === 0n || limit > MAX_LISTED) throw invalidParams(`Invalid limit; max ${MAX_LISTED}`);
    const newest = node.bank(config).slot;
    const between = [...node.ledger.history.newestFirst()].filter(
      ({ accounts, slot }) => slot <= newest && accounts.includes(address),
    );
    return cut(between, config['before'], config['until'])
      .slice(0, Number(limit))
      .map((landed) => ({
        blockTime: landed.blockTime,
        confirmationStatus: getConfirmationStatus(landed, node),
        err: landed.result.err,
        memo: null,
        signature: landed.signature,
        slot: landed.slot,
      }));
  },
} satisfies Record<string, Method>;

/** A landed transaction that a node has seen at a commitment. */
export function findLanded(
  signature: string,
  commitment: Commitment,
  node: NodeView,
): LandedTransaction | undefined {
  const landed = node.ledger.history.find(signature);
  return landed !== undefined && landed.slot <= node.block(commitment).slot ? landed : undefined;
}

function getStatus(landed: LandedTransaction, node: NodeView): object {
  const { err } = landed.result;
  const depth = node.block('processed').slot - landed.slot;
  return {
    confirmationStatus: getConfirmationStatus(landed, node),
    confirmations: depth >= COMMITMENT_DEPTH.finalized ? null : depth,
    err,
    slot: landed.slot,
    status: err === null ? { Ok: null } : { Err: err },
  };
}

function getConfirmationStatus({ slot }: LandedTransaction, node: NodeView): Commitment {
  if (slot <= node.block('finalized').slot) return 'finalized';
  return slot <= node.block('confirmed').slot ? 'confirmed' : 'processed';
}

function cut(
  newestFirst: readonly LandedTransaction[],
  before: unknown,
  until: unknown,
): readonly LandedTransaction[] {
  const indexOf = (signature: unknown): number =>
    newestFirst.findIndex((landed) => landed.signature === signature);
  const start = typeof before === 'string' ? indexOf(before) + 1 : 0;
  const end = typeof until === 'string' ? indexOf(until) : -1;
  return newestFirst.slice(start, end < 0 ? undefined : end);
}
