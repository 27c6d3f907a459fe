import type { Change, Effects } from '@staking-agent/verify';
import { callNode } from './call-node.ts';
import type { FateOptions } from './find-fate.ts';

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';
const STAKE = 'stake';

type TokenBalance = { readonly accountIndex: number; readonly uiTokenAmount: { readonly amount: string } };
type Landed = {
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
type Moved = { readonly tokens: ReadonlyMap<string, bigint>; readonly lamports: ReadonlyMap<string, bigint> };

/**
 * Compares what a landed transaction moved, as your own node shows it, with what the proof of its build allows: every token
 * that leaves at most by its amount, every one that arrives by at least its minimum, and SOL of the wallet likewise, less
 * fee and rent.
 *
 * @returns the first difference in words; undefined where there is none, or the node does not keep the transaction.
 */
export async function findDifference(
  { rpc: url, signature, ...rest }: FateOptions & { readonly signature: string },
  effects: Effects,
): Promise<string | undefined> {
  const options = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 1 };
  const landed = await callNode<Landed | null>('getTransaction', [signature, options], {
    url,
    ...rest,
  }).catch(() => null);
  if (landed === null || landed.meta === null) return undefined;
  const moved = readMoved(landed.transaction.message.accountKeys, landed.meta);
  const [payer = ''] = landed.transaction.message.accountKeys;
  return findTokenDifference(effects, moved.tokens) ?? findSolDifference(effects, moved, payer);
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
  { lamports }: Moved,
  wallet: string,
): string | undefined {
  const places = new Set([wallet, ...[...leaves, ...arrives].filter(isSol).map(({ account }) => account)]);
  const gained = sum([...places].map((account) => lamports.get(account) ?? 0n));
  const arriving = sum(arrives.filter(isSol).map(({ least }) => least ?? 0n));
  const leaving = sum(leaves.filter(isSol).map(({ amount }) => amount));
  const costs = fee.signatures + fee.priority + sum(rent.map((each) => each.lamports));
  const least = arriving - leaving - costs;
  return gained < least
    ? `The SOL of the wallet changed by ${gained} lamports; at least ${least} were proved.`
    : undefined;
}

function readMoved(keys: readonly string[], meta: NonNullable<Landed['meta']>): Moved {
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
  return { tokens, lamports: new Map(lamports) };
}

const isSol = ({ asset }: Change): boolean => asset === WRAPPED_SOL || asset === STAKE;
const isToken = (change: Change): boolean => !isSol(change);
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n);
