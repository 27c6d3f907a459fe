import type { Change, Effects } from '@staking-agent/verify';

/** Your own ledger node, and how it is reached. */
export type FateOptions = {
  /** URL of your own node, never one that the service names. */
  readonly rpc: string;
  /** Replaces the platform's. */
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
  { rpc, fetch = globalThis.fetch, signal }: FateOptions,
): Promise<Result> {
  const deadline = AbortSignal.timeout(DEADLINE_MILLISECONDS);
  const answer = await fetch(rpc, {
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

/**
 * The fate of a signature by a ledger node: confirmed, and executed or not; not seen, and able to land; not seen, and past the
 * height after which it cannot. `unknown` where the node does not say.
 */
export type Fate = 'landed' | 'failed' | 'alive' | 'dead' | 'unknown';

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
  signature,
  deadAfter,
  ...node
}: FateOptions & { readonly signature: string; readonly deadAfter: string | undefined }): Promise<Fate> {
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
export async function readDeadAfter(node: FateOptions): Promise<string | undefined> {
  const height = await readHeight(node).catch(() => undefined);
  return height === undefined ? undefined : String(height + BLOCKHASH_LIFE + MARGIN);
}

async function readHeight(node: FateOptions): Promise<number | undefined> {
  const height = await callNode<unknown>('getBlockHeight', [{ commitment: 'confirmed' }], node);
  return Number.isSafeInteger(height) && Number(height) >= 0 ? Number(height) : undefined;
}

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';
const STAKE = 'stake';

type TokenBalance = { readonly accountIndex: number; readonly uiTokenAmount: { readonly amount: string } };
type Executed = {
  readonly transaction: { readonly message: { readonly accountKeys: readonly string[] } };
  readonly meta: {
    readonly preBalances: readonly number[];
    readonly postBalances: readonly number[];
    readonly preTokenBalances?: readonly TokenBalance[];
    readonly postTokenBalances?: readonly TokenBalance[];
    readonly loadedAddresses?: { readonly writable: readonly string[]; readonly readonly: readonly string[] };
  } | null;
};

/** Base units that each account gained, by address; `tokens` of its token, `lamports` of SOL. */
type Moved = {
  readonly payer: string;
  readonly tokens: ReadonlyMap<string, bigint>;
  readonly lamports: ReadonlyMap<string, bigint>;
};

/**
 * Compares what a landed transaction moved, as your own node shows it, with what the proof of its build allows: every token
 * that leaves at most by its amount, every one that arrives by at least its minimum, and SOL of the wallet likewise, less
 * fee and rent.
 *
 * @returns the first difference in words; undefined where there is none, or the node does not keep the transaction.
 */
export async function findDifference(
  { signature, ...node }: FateOptions & { readonly signature: string },
  effects: Effects,
): Promise<string | undefined> {
  const moved = await readMoved(signature, node);
  return moved && (findTokenDifference(effects, moved.tokens) ?? findSolDifference(effects, moved));
}

/**
 * Reads the lamports that a transaction has taken from its payer, as your own node shows it: of one that failed, its fees.
 *
 * @returns undefined where the node does not show the transaction.
 */
export async function readSpent({
  signature,
  ...node
}: FateOptions & { readonly signature: string }): Promise<bigint | undefined> {
  const moved = await readMoved(signature, node);
  return moved && -(moved.lamports.get(moved.payer) ?? 0n);
}

function findTokenDifference({ leaves, arrives }: Effects, tokens: Moved['tokens']): string | undefined {
  for (const { account, asset, amount } of leaves.filter(isToken)) {
    const lost = -(tokens.get(account) ?? 0n);
    if (lost > amount) return `${lost} units of ${asset} left ${account}; at most ${amount} were proved.`;
  }
  for (const { account, asset, least } of arrives.filter(isToken)) {
    const gained = tokens.get(account) ?? 0n;
    if (least !== undefined && gained < least)
      return `${gained} units of ${asset} arrived in ${account}; at least ${least} were proved.`;
  }
  return undefined;
}

/** Wrapped SOL and SOL of the wallet count once; stake accounts count by what they hold. */
function findSolDifference(
  { leaves, arrives, rent, fee }: Effects,
  { lamports, payer }: Moved,
): string | undefined {
  const places = new Set([payer, ...[...leaves, ...arrives].filter(isSol).map(({ account }) => account)]);
  const gained = sum([...places].map((account) => lamports.get(account) ?? 0n));
  const arriving = sum(arrives.filter(isSol).map(({ least }) => least ?? 0n));
  const leaving = sum(leaves.filter(isSol).map(({ amount }) => amount));
  const costs = fee.signatures + fee.priority + (fee.tip ?? 0n) + sum(rent.map((each) => each.lamports));
  const least = arriving - leaving - costs;
  return gained < least
    ? `The SOL of the wallet changed by ${gained} lamports; at least ${least} were proved.`
    : undefined;
}

/** Reads what an executed transaction moved; undefined where the node does not keep it, or does not answer. */
async function readMoved(signature: string, node: FateOptions): Promise<Moved | undefined> {
  const options = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 1 };
  const executed = await callNode<Executed | null>('getTransaction', [signature, options], node).catch(
    () => null,
  );
  if (executed?.meta == null) return undefined;
  const { meta } = executed;
  const keys = executed.transaction.message.accountKeys;
  const { loadedAddresses: { writable = [], readonly = [] } = {} } = meta;
  const all = [...keys, ...writable, ...readonly];
  const lamports = all.map((key, i) => {
    const before = BigInt(meta.preBalances[i] ?? 0);
    return [key, BigInt(meta.postBalances[i] ?? 0) - before] as const;
  });
  const tokens = new Map<string, bigint>();
  const add = (balances: readonly TokenBalance[] = [], sign: bigint) => {
    for (const { accountIndex, uiTokenAmount } of balances) {
      const account = all[accountIndex] ?? '';
      tokens.set(account, (tokens.get(account) ?? 0n) + sign * BigInt(uiTokenAmount.amount));
    }
  };
  add(meta.preTokenBalances, -1n);
  add(meta.postTokenBalances, 1n);
  return { payer: keys[0] ?? '', tokens, lamports: new Map(lamports) };
}

const isSol = ({ asset }: Change): boolean => asset === WRAPPED_SOL || asset === STAKE;
const isToken = (change: Change): boolean => !isSol(change);
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n);
