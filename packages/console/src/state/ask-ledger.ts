import { keepingFetch } from './requests.ts';
import { getSession, SessionFault } from './session.ts';

/**
 * Calls a method of the ledger node that the page proves with.
 *
 * @throws {SessionFault} where the page has none, or it refuses.
 */
export async function askLedger<Result>(method: string, params: readonly unknown[]): Promise<Result> {
  const { rpcUrl } = getSession().config;
  if (rpcUrl === null) throw new SessionFault('This page knows no ledger node.');
  const answer = await keepingFetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const read = (await answer.json().catch(() => ({}))) as {
    readonly result?: Result;
    readonly error?: { readonly message: string };
  };
  if (read.result === undefined) {
    throw new SessionFault(`The ledger node refused ${method}: ${read.error?.message ?? answer.status}.`);
  }
  return read.result;
}
