/** Which ledger node is asked, and how. */
export type NodeOptions = {
  readonly url: string;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** A node does not show what a proof needs. */
export class NoEvidence extends Error {
  override readonly name: string = 'NoEvidence';
}

/** A node has not reached the slot that it is asked for. */
export class NotYet extends NoEvidence {
  override readonly name = 'NotYet';
}

const SLOT_NOT_REACHED = -32_016;
const DEADLINE_MILLISECONDS = 10_000;

/**
 * Calls a method of a ledger node over JSON-RPC.
 *
 * @throws {NoEvidence} where it refuses or does not answer, {@link NotYet} where it is behind.
 */
export async function callNode<Result>(
  method: string,
  params: readonly unknown[],
  { url, fetch = globalThis.fetch, signal }: NodeOptions,
): Promise<Result> {
  const deadline = AbortSignal.timeout(DEADLINE_MILLISECONDS);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
  })
    .then(
      (response) =>
        response.json() as Promise<{ result?: Result; error?: { code?: number; message?: string } }>,
    )
    .catch((error: unknown) => {
      throw new NoEvidence(`The ledger node did not answer ${method}.`, { cause: error });
    });
  const { result, error } = answer;
  if (error?.code === SLOT_NOT_REACHED) throw new NotYet('The ledger node is behind.');
  if (error !== undefined || result === undefined) {
    throw new NoEvidence(`The ledger node refused ${method}: ${error?.message ?? 'it gave no result'}.`);
  }
  return result;
}
