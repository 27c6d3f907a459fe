import { createServer } from 'node:http';
import { LEDGER } from '../orders.ts';

const SLOT_MILLISECONDS = 400;
const RENT = 'SysvarRent111111111111111111111111111111111';

/** The rent sysvar: lamports of a byte for ever, of the account and of the 128 bytes that the ledger keeps beside it. */
function printRent(): object {
  const data = Buffer.alloc(17);
  data.writeBigUInt64LE(LEDGER.rentExemptReserve / 328n, 0);
  data.writeDoubleLE(1, 8);
  const owner = 'Sysvar1111111111111111111111111111111111111';
  return { lamports: 1, owner, data: [data.toString('base64'), 'base64'] };
}

/** What the service's feeds ask of a Solana node. Only slots go on: a node that stands still is not believed. */
function readResults(): Readonly<Record<string, unknown>> {
  const passed = Math.floor(performance.now() / SLOT_MILLISECONDS);
  const context = { slot: Number(LEDGER.slot) + passed };
  const lastValidBlockHeight = Number(LEDGER.lastValidBlockHeight) + passed;
  return {
    getLatestBlockhash: { context, value: { blockhash: LEDGER.blockhash, lastValidBlockHeight } },
    getMultipleAccounts: { context, value: [printRent()] },
    getStakeMinimumDelegation: { context, value: Number(LEDGER.minimumDelegation) },
    getFeeForMessage: { context, value: 5_000 },
    getEpochInfo: {
      absoluteSlot: context.slot,
      blockHeight: lastValidBlockHeight - 150,
      epoch: 740,
      slotIndex: 1_000,
      slotsInEpoch: 432_000,
    },
    getRecentPrioritizationFees: [{ slot: context.slot, prioritizationFee: Number(LEDGER.unitPrice) }],
  };
}

/** Starts a node that answers the feeds and nothing else; its handful of calls a second disturb no round. */
export async function startLedgerStub(): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    // Sources of yields, which no build waits for, are asked here too.
    if (request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    // Of accounts it has the rent alone: where nothing else can be read, the deployment is not checked.
    const isAbsent = method === 'getMultipleAccounts' && params[0][0] !== RENT;
    const result = isAbsent ? undefined : readResults()[method];
    const refusal = { error: { code: -32_601, message: 'Method not found' } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(result === undefined ? refusal : { result }) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
