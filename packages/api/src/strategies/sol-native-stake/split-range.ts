/** How much of a delegation can be split off, in lamports. */
export type SplitRange = { readonly least: bigint; readonly most: bigint };

/** Finds how much can be split off so that both accounts keep the minimum delegation; undefined where nothing can. */
export function findSplitRange(delegated: bigint, minimumDelegation: bigint): SplitRange | undefined {
  // A ledger without a minimum still delegates no less than a lamport.
  const least = minimumDelegation > 0n ? minimumDelegation : 1n;
  const most = delegated - least;
  return most >= least ? { least, most } : undefined;
}
