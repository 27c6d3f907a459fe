import type { ClientOptions } from '../client-options.ts';
import type { Fate } from '../verify/find-fate.ts';

/** The caller's own ledger node, as a witness of what became of a transaction. */
export type OwnNode = {
  /** The height after which what exists now can land no more; undefined where the node does not say. */
  readDeadAfter(signal: AbortSignal | undefined): Promise<string | undefined>;
  findFate(signature: string, deadAfter: string | undefined, signal: AbortSignal | undefined): Promise<Fate>;
};

/** Creates the node of the caller; undefined without `rpc`. */
export function createOwnNode({ rpc, fetch }: ClientOptions): OwnNode | undefined {
  if (rpc === undefined) return undefined;
  const load = async () => await import('../verify/find-fate.ts');
  return {
    readDeadAfter: async (signal) => (await load()).readDeadAfter({ rpc, fetch, signal }),
    findFate: async (signature, deadAfter, signal) =>
      (await load()).findFate({ rpc, fetch, signature, deadAfter, signal }),
  };
}
