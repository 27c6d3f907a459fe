import { createServer } from 'node:http';
import {
  type AddressesByLookupTableAddress,
  type Blockhash,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
} from '@solana/kit';
import { compileMessageWithTables } from '@staking-agent/chain/message';
import { encodeUnsigned } from '../packages/sandbox/src/vm/transaction.ts';
import { listen } from './listen.ts';
import { type Cleanup, send } from './world.ts';

/** An order as the router answers it. */
export type OrderText = { tx?: string; inpAmt: string; outAmt: string; [name: string]: unknown };

/** The sandbox's router behind one that changes what is asked of it and what it orders. */
export type ChangedRouter = {
  readonly url: string;
  /** Every query of an order, as it came in. */
  readonly asked: URLSearchParams[];
  /** Changes the next queries, and what is answered to them; leaves them as they are until given. */
  change(changes: {
    readonly query?: (query: URLSearchParams) => void;
    readonly order?: (order: OrderText) => OrderText;
  }): void;
};

/** Starts it. */
export async function startChangedRouter(t: Cleanup, sandbox: string): Promise<ChangedRouter> {
  const asked: URLSearchParams[] = [];
  let changes: Parameters<ChangedRouter['change']>[0] = {};
  const server = createServer(async (request, response) => {
    const url = new URL(`${sandbox}/router${request.url}`);
    asked.push(new URLSearchParams(url.searchParams));
    changes.query?.(url.searchParams);
    const answer = await send('GET', String(url));
    const isChanged = answer.status === 200 && changes.order !== undefined;
    const body = isChanged ? JSON.stringify(changes.order?.(answer.body)) : answer.text;
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(body);
  });
  const url = await listen(t, server);
  return {
    url,
    asked,
    change: (next) => {
      changes = next;
    },
  };
}

/**
 * Puts other instructions into the transaction of an order.
 *
 * @param tables - what is taken from lookup tables.
 */
export function withInstructions(
  order: OrderText,
  change: (instructions: readonly Instruction[]) => readonly Instruction[],
  tables: AddressesByLookupTableAddress = {},
): OrderText {
  if (order.tx === undefined) return order;
  const { messageBytes } = getTransactionDecoder().decode(Buffer.from(order.tx, 'base64'));
  const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes);
  const { feePayer, instructions } = decompileTransactionMessage(compiled);
  const blockhash = ('lifetimeToken' in compiled ? compiled.lifetimeToken : '') as Blockhash;
  const changed = { feePayer: feePayer.address, blockhash, instructions: change(instructions) };
  const tx = Buffer.from(encodeUnsigned(compileMessageWithTables(changed, tables))).toString('base64');
  return { ...order, tx };
}
