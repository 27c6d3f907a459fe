import type { Fault } from '../../faults/faults.ts';
import type { NodeView } from '../../rpc/node-view.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { compileOrder } from './compile-order.ts';
import type { Corruptor } from './malicious/corrupt-next.ts';
import type { Draft, Order, OrderAnswer, OrderKind } from './order.ts';
import { orderDepositStake } from './order-deposit-stake.ts';
import { orderToken } from './order-token.ts';
import { orderWithdrawStake } from './order-withdraw-stake.ts';
import type { Ordered } from './ordered.ts';
import { findText, type Query } from './query.ts';
import { RouterError } from './router-error.ts';

const ORDERS: Readonly<Record<OrderKind, (query: Query, ledger: SandboxLedger) => Promise<Order>>> = {
  token: orderToken,
  depositStake: orderDepositStake,
  withdrawStake: orderWithdrawStake,
};

/** Answers `GET /swap/{kind}/order`; without `signer` there is no transaction. */
export type TakeOrder = (kind: OrderKind, query: Query, fault: Fault | undefined) => Promise<object>;

/**
 * Prices, builds and remembers orders.
 *
 * @param corruptor - turns the transaction against its wallet while the fault `malicious` is in force; the rest
 *   of the answer stays honest, but for what an order says it brings where the variant lies about that.
 */
export function createTakeOrder(node: NodeView, ordered: Ordered, corruptor: Corruptor): TakeOrder {
  const { ledger } = node;
  return async (kind, query, fault) => {
    const { answer, draft } = await ORDERS[kind](query, ledger);
    if (draft === undefined) return answer;
    const { wallet, instructions, units } = draft;
    const honest = { feePayer: wallet, instructions, units };
    const corrupted =
      fault?.mode === 'malicious'
        ? await corruptor(draft, ledger, {
            variant: fault.variant,
            double: () => orderTwice(kind, query, ledger),
          })
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

async function orderTwice(kind: OrderKind, query: Query, ledger: SandboxLedger): Promise<Draft | undefined> {
  const amount = findText(query, 'amt');
  if (amount === undefined || kind === 'depositStake') return undefined;
  try {
    return (await ORDERS[kind]({ ...query, amt: (BigInt(amount) * 2n).toString() }, ledger)).draft;
  } catch (error) {
    if (error instanceof RouterError) return undefined;
    throw error;
  }
}
