import { callNode } from './call-node.ts';

/**
 * What a ledger node knows of a signature: confirmed, and executed or not; not seen, and able to land; not seen, and past the
 * height after which it cannot. `unknown` where the node does not say.
 */
export type Fate = 'landed' | 'failed' | 'alive' | 'dead' | 'unknown';

/** Your own ledger node, and how it is reached. */
export type FateOptions = {
  /** URL of your own node, never one that the service names. */
  readonly rpc: string;
  /** Replaces the platform's. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly signal?: AbortSignal | undefined;
};

type Status = { readonly err: unknown; readonly confirmationStatus?: string | null } | null;

/** Blocks during which the ledger takes a blockhash. */
const BLOCKHASH_LIFE = 150;
/** Blocks that the node may be behind the one that the service builds with. */
const MARGIN = 32;
const CONFIRMED: readonly unknown[] = ['confirmed', 'finalized'];

/**
 * Reads the fate of a transaction from your own node, once.
 *
 * @param signature - base58.
 * @param deadAfter - of the step `signed`; without it nothing is called dead or alive.
 */
export async function findFate({
  rpc: url,
  signature,
  deadAfter,
  ...rest
}: FateOptions & { readonly signature: string; readonly deadAfter: string | undefined }): Promise<Fate> {
  const node = { url, ...rest };
  try {
    // The height first: what has landed until then, the second answer shows.
    const height = await readHeight(node);
    const asked = [[signature], { searchTransactionHistory: true }];
    const { value } = await callNode<{ value: readonly Status[] }>('getSignatureStatuses', asked, node);
    const [status] = value;
    if (status === undefined || height === undefined) return 'unknown';
    if (status !== null) {
      if (!CONFIRMED.includes(status.confirmationStatus)) return 'alive';
      return status.err === null ? 'landed' : 'failed';
    }
    if (deadAfter === undefined || !/^\d+$/.test(deadAfter)) return 'unknown';
    return BigInt(height) > BigInt(deadAfter) ? 'dead' : 'alive';
  } catch {
    return 'unknown';
  }
}

/**
 * The height of your own node after which a transaction that exists now can land no more, as decimal text.
 *
 * Its blockhash is no younger than now, and is taken for 150 blocks; 32 more are for a node that is behind.
 *
 * @returns undefined where the node does not say.
 */
export async function readDeadAfter({ rpc: url, ...rest }: FateOptions): Promise<string | undefined> {
  const height = await readHeight({ url, ...rest }).catch(() => undefined);
  return height === undefined ? undefined : String(height + BLOCKHASH_LIFE + MARGIN);
}

async function readHeight(node: Parameters<typeof callNode>[2]): Promise<number | undefined> {
  const height = await callNode<unknown>('getBlockHeight', [{ commitment: 'confirmed' }], node);
  return Number.isSafeInteger(height) && Number(height) >= 0 ? Number(height) : undefined;
}
