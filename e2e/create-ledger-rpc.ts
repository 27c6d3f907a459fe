import { createSolanaRpcFromTransport, type RpcTransport } from '@solana/kit';
import { send } from './send.ts';

const INTEGER = /^-?\d+$/;
const SUCCESS = 200;

/**
 * Gives kit's client of a ledger node a transport of undici's `request`: kit's own takes three times as much of a
 * processor, which is the service's in the same process.
 *
 * @param url - of the node.
 */
export function createLedgerRpc(url: string) {
  const transport: RpcTransport = async <Response>({ payload }: Parameters<RpcTransport>[0]) => {
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await send('POST', url, print(payload), headers);
    if (status !== SUCCESS) throw new Error(`The ledger node answered ${status}: ${text}`);
    return parse(text) as Response;
  };
  return createSolanaRpcFromTransport(transport);
}

function print(payload: unknown): string {
  return JSON.stringify(payload, (_key, value: unknown) =>
    typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value,
  );
}

// Every integer as a bigint, of which kit makes numbers where its types say so.
function parse(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, { source = '' }: { source?: string } = {}) =>
    typeof value === 'number' && INTEGER.test(source) ? BigInt(source) : value,
  );
}
