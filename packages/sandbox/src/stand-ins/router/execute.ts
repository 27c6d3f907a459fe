import { isDeepStrictEqual } from 'node:util';
import type { NodeView } from '../../rpc/node-view.ts';
import { requireLoadedTransaction, simulateChecked } from '../../rpc/preflight.ts';
import { RpcError } from '../../rpc/rpc-error.ts';
import { isRecent } from '../../vm/check-transaction.ts';
import {
  type DecodedTransaction,
  decodeTransaction,
  MalformedTransactionError,
} from '../../vm/decoded-transaction.ts';
import { describeTransactionError } from '../../vm/transaction-error.ts';
import { verifySignatures } from '../../vm/verify-signatures.ts';
import type { OrderKind } from './order.ts';
import type { Ordered } from './ordered.ts';
import { badRequest } from './router-error.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * `POST /swap/{kind}/execute`: checks a signed transaction and submits it with preflight.
 *
 * A token swap must be one the router has ordered, with its `orderResponse`; the others are judged by the ledger
 * alone, and fields they do not need are ignored.
 *
 * @returns the signature; the transaction is in the open slot by then.
 * @throws {RouterError} 400 with the reason.
 */
export function execute(kind: OrderKind, body: unknown, node: NodeView, ordered: Ordered): object {
  const { signedTx, orderResponse }: { signedTx?: unknown; orderResponse?: unknown } = Object(body);
  const decoded = decode(signedTx);
  if (!verifySignatures(decoded)) badRequest('Transaction signature verification failure');
  if (kind === 'token') assertIsOrdered(decoded, orderResponse, ordered);
  const { ledger } = node;
  if (!isRecent(decoded.message.lifetimeToken, ledger.blocks.tip(), ledger.blocks)) {
    badRequest('Blockhash of the transaction has expired; request a new order');
  }
  const { result } = simulateChecked(load(decoded, node), ledger.blocks.tip(), ledger);
  if (result.err !== null) {
    badRequest(`Transaction simulation failed: ${describeTransactionError(result.err)}`);
  }
  ledger.submit(decoded);
  return { signature: decoded.signature };
}

function decode(signedTx: unknown): DecodedTransaction {
  if (typeof signedTx !== 'string' || signedTx === '' || !BASE64.test(signedTx)) {
    return badRequest('signedTx must be a base64 transaction');
  }
  try {
    return decodeTransaction(new Uint8Array(Buffer.from(signedTx, 'base64')));
  } catch (error) {
    if (error instanceof MalformedTransactionError) return badRequest(`signedTx: ${error.message}`);
    throw error;
  }
}

function load(decoded: DecodedTransaction, { ledger }: NodeView) {
  try {
    return requireLoadedTransaction(decoded, ledger);
  } catch (error) {
    if (error instanceof RpcError) return badRequest(error.message);
    throw error;
  }
}

function assertIsOrdered(decoded: DecodedTransaction, orderResponse: unknown, ordered: Ordered): void {
  if (typeof orderResponse !== 'object' || orderResponse === null) badRequest('orderResponse is required');
  const order = ordered.find(Uint8Array.from(decoded.transaction.messageBytes));
  if (order === undefined) badRequest('signedTx is not the transaction of an order of this router');
  const given: Readonly<Record<string, unknown>> = { ...orderResponse };
  // As it looks after JSON, which is how the caller got it. Only the source is needed; the rest, where it is
  // given, is that of the same order.
  const remembered = Object.entries(JSON.parse(JSON.stringify(order)));
  const isSame = remembered.every(
    ([name, value]) =>
      (name !== 'swapSrcData' && given[name] === undefined) || isDeepStrictEqual(given[name], value),
  );
  if (!isSame) badRequest('orderResponse does not belong to signedTx');
}
