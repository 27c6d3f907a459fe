import { isSame } from '../../bytes/index.ts';
import type { LedgerAccount } from '../../evidence.ts';
import { readStakeAccount } from '../../ledger/stake-account.ts';
import { readTokenAccount } from '../../ledger/token-account.ts';
import { type BoundedIntent, findReceived, findSpent } from '../bounded-intent.ts';
import type { AccountChange, Scene } from '../scene.ts';
import type { Roles } from './roles.ts';

/** What the wallet has less or more of afterwards, over all its accounts that the message may write to. Base units. */
export type Balance = {
  /** Lamports more, wrapped SOL counted once; below 0 for a loss. */
  readonly sol: bigint;
  /** Of the spent token, less. */
  readonly spent: bigint;
  /** Of the token that is due, more, in the wallet's own account. */
  readonly received: bigint;
  /** Lamports delegated by the new stake account that is due. */
  readonly staked: bigint;
};

/** Sums the changes that the simulation makes for the wallet. */
export function getBalance({ intent, changes }: Scene, roles: Roles): Balance {
  let sol = 0n;
  let spent = 0n;
  let received = 0n;
  let staked = 0n;
  const spentMint = findSpent(intent)?.mint;
  const due = findReceived(intent);
  for (const change of changes) {
    sol += solGained(change, intent);
    const gained = (mint: Uint8Array | undefined) =>
      tokens(change.after, intent, mint) - tokens(change.before, intent, mint);
    if (spentMint !== undefined) spent -= gained(spentMint);
    if (isSame(change.key, due?.account)) received += gained(due?.mint);
    if (roles.get(change.address) === 'new-stake') staked += readStakeAccount(change.after)?.delegated ?? 0n;
  }
  return { sol, spent, received, staked };
}

function solGained({ key, before, after }: AccountChange, intent: BoundedIntent): bigint {
  if (isSame(key, intent.wallet)) return (after?.lamports ?? 0n) - (before?.lamports ?? 0n);
  const gained = wrapped(after, intent) - wrapped(before, intent);
  // What others may move, or close away, is no gain.
  const isShared = readTokenAccount(after)?.isShared ?? false;
  return isShared && gained > 0n ? 0n : gained;
}

function wrapped(account: LedgerAccount | undefined, { wallet, sol }: BoundedIntent): bigint {
  const token = readTokenAccount(account);
  const isOwn = token !== undefined && isSame(token.owner, wallet) && isSame(token.mint, sol.mint);
  return isOwn ? (account?.lamports ?? 0n) : 0n;
}

function tokens(
  account: LedgerAccount | undefined,
  { wallet }: BoundedIntent,
  mint: Uint8Array | undefined,
): bigint {
  const token = readTokenAccount(account);
  return token !== undefined && isSame(token.owner, wallet) && isSame(token.mint, mint) ? token.amount : 0n;
}
