const MOST_IN_ALL = 256;
const MOST_PER_WALLET = 8;

/** Chooses the transactions to resend in one round: the oldest, with a limit in total and per wallet. */
export function choosePaced<One extends { readonly wallet: string }>(oldestFirst: readonly One[]): One[] {
  const perWallet = new Map<string, number>();
  const chosen: One[] = [];
  for (const one of oldestFirst) {
    const count = perWallet.get(one.wallet) ?? 0;
    if (count === MOST_PER_WALLET) continue;
    perWallet.set(one.wallet, count + 1);
    chosen.push(one);
    if (chosen.length === MOST_IN_ALL) break;
  }
  return chosen;
}
