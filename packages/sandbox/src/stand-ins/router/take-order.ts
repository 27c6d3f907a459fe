import { isDeepStrictEqual } from 'node:util';
import { createCorruptor } from '../../../malicious/corrupt.ts';
import type { Fault } from '../../faults.ts';
import { simulateChecked } from '../../rpc/methods/transactions.ts';
import type { NodeView } from '../../rpc/node-view.ts';
import { isRecent, verifySignatures } from '../../vm/execute-transaction.ts';
import { loadAddresses } from '../../vm/loaded-transaction.ts';
import {
  type DecodedTransaction,
  decodeTransaction,
  MalformedTransactionError,
} from '../../vm/transaction.ts';
import { describeTransactionError } from '../../vm/transaction-error.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { badRequest, findText, type Query, unlessRefused } from '../stand-in.ts';
import {
  compileOrder,
  type Draft,
  type Order,
  type OrderAnswer,
  type Ordered,
  type OrderKind,
} from './order.ts';
import { orderDepositStake, orderWithdrawStake } from './stake-orders.ts';
import { orderToken } from './token-order.ts';

const ORDERS: Readonly<Record<OrderKind, (query: Query, ledger: SandboxLedger) => Order>> = {
  token: orderToken,
  depositStake: orderDepositStake,
  withdrawStake: orderWithdrawStake,
};

/**
 * Prices, builds and remembers orders: answers `GET /swap/{kind}/order`; without `signer` there is no transaction.
 *
 * While the fault `malicious` is in force, the transaction is turned against its wallet; the rest of the answer stays
 * honest, but for what an order says it brings where the variant lies about that.
 */
export function createTakeOrder(node: NodeView, ordered: Ordered) {
  const { ledger } = node;
  const corrupt = createCorruptor();
  return async (kind: OrderKind, query: Query, fault: Fault | undefined): Promise<object> => {
    const { answer, draft } = ORDERS[kind](query, ledger);
    if (draft === undefined) return answer;
    const { wallet, instructions, units } = draft;
    const honest = { feePayer: wallet, instructions, units };
    const corrupted =
      fault?.mode === 'malicious'
        ? await corrupt({ draft, ledger, doubled: orderTwice(kind, query, ledger) }, fault.variant)
        : undefined;
    const { bytes, messageBytes } = compileOrder({ ...honest, ...corrupted }, node);
    ordered.add(messageBytes, answer);
    const { inp, out, mode, ...rest } = corrupted?.promisesNothing ? promiseNothing(answer) : answer;
    return { inp, out, mode, tx: Buffer.from(bytes).toString('base64'), ...rest };
  };
}

function promiseNothing(answer: OrderAnswer): OrderAnswer {
  const isStake = typeof answer.outAmt === 'object';
  return { ...answer, outAmt: isStake ? { amtStaked: '0', amtUnstaked: '0' } : '0' };
}

function orderTwice(kind: OrderKind, query: Query, ledger: SandboxLedger): Draft | undefined {
  const amount = findText(query, 'amt');
  if (amount === undefined || kind === 'depositStake') return undefined;
  const doubled = { ...query, amt: (BigInt(amount) * 2n).toString() };
  return unlessRefused(() => ORDERS[kind](doubled, ledger).draft);
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * `POST /swap/{kind}/execute`: checks a signed transaction and submits it with preflight.
 *
 * A token swap must be one the router has ordered, with its `orderResponse`; the others are judged by the ledger
 * alone, and fields they do not need are ignored.
 *
 * @returns the signature; the transaction is in the open slot by then.
 * @throws {StandInError} 400 with the reason.
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
  const loaded = loadAddresses(decoded, ledger.bank);
  if (!('lookupError' in loaded)) return loaded;
  return badRequest(`invalid transaction: ${describeTransactionError(loaded.lookupError)}`);
}

function assertIsOrdered(decoded: DecodedTransaction, orderResponse: unknown, ordered: Ordered): void {
  if (typeof orderResponse !== 'object' || orderResponse === null) badRequest('orderResponse is required');
  const order = ordered.find(decoded.messageBytes);
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
