import { type AccountState, readStakeState, readTokenState } from './account-state.ts';
import { IntentMismatch } from './intent.ts';
import { isSameKey, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from './known-keys.ts';
import type { RouterIntent } from './router.ts';

/** One account before and after a simulated transaction; undefined where it does not exist. */
export type AccountChange = {
  readonly key: Uint8Array;
  readonly before: AccountState | undefined;
  readonly after: AccountState | undefined;
};

/** The bounds a router's transaction must keep to, in base units. */
export type RouterBounds = {
  /** What may leave the wallet; `mint` is absent for SOL. */
  readonly spend: { readonly mint?: Uint8Array; readonly amount: bigint };
  /** What must arrive at least: SOL, a token in the wallet's own account, or stake in a new account. */
  readonly receive:
    | { readonly kind: 'sol'; readonly least: bigint }
    | { readonly kind: 'token'; readonly account: Uint8Array; readonly least: bigint }
    | { readonly kind: 'stake'; readonly least: bigint };
  /** Network and priority fee in lamports. */
  readonly fee: bigint;
};

/** What a simulation showed beyond keeping to its bounds. */
export type RouterEffects = {
  /** The stake account the transaction makes, where stake is due. */
  readonly newStakeAccount?: Uint8Array;
};

/**
 * Holds what a simulation changes against what was asked: nothing else leaves the wallet, what is due arrives,
 * nobody but the wallet gains a say over any account that was the wallet's.
 *
 * @param changes - every account the transaction may write to.
 * @throws {IntentMismatch} naming the bound that is broken.
 */
export function assertRouterEffects(
  changes: readonly AccountChange[],
  intent: RouterIntent,
  bounds: RouterBounds,
): RouterEffects {
  for (const change of changes) {
    assertTokenAccountKept(change, intent, bounds);
    assertToken2022AccountKept(change, intent);
    assertStakeAccountKept(change, intent);
  }
  const { receive } = bounds;
  const made = receive.kind === 'stake' ? requireNewStake(changes, intent, receive.least) : undefined;
  assertSol(changes, intent, bounds, made?.rent ?? 0n);
  if (receive.kind === 'token') assertTokenReceived(changes, intent, receive);
  return made === undefined ? {} : { newStakeAccount: made.key };
}

function assertTokenAccountKept(
  { key, before, after }: AccountChange,
  intent: RouterIntent,
  bounds: RouterBounds,
) {
  const held = readTokenState(before);
  const left = readTokenState(after);
  if (held === undefined || !isSameKey(held.owner, intent.wallet)) {
    if (isSameKey(left?.owner, intent.wallet) && left?.isShared) {
      throw new IntentMismatch('A new token account of the wallet is open to somebody else.');
    }
    return;
  }
  // Wrapped SOL counts as SOL, wherever it is; closing its account is part of the way.
  const isWrappedSol = isSameKey(key, intent.wrappedSolAccount);
  if (left === undefined && isWrappedSol) return;
  if (left === undefined || left.authorities !== held.authorities) {
    throw new IntentMismatch('The authorities of a token account of the wallet change.');
  }
  const allowed = isSameKey(held.mint, bounds.spend.mint) ? bounds.spend.amount : 0n;
  if (!isWrappedSol && held.amount - left.amount > allowed) {
    throw new IntentMismatch('More tokens leave the wallet than were asked.');
  }
}

// No order deals in Token-2022 tokens, so an account of the wallet's there may not change at all.
function assertToken2022AccountKept({ before, after }: AccountChange, { wallet }: RouterIntent) {
  if (!isSameKey(before?.owner, TOKEN_2022_PROGRAM) || !isSameKey(before?.data.subarray(32, 64), wallet))
    return;
  const isKept =
    isSameKey(after?.owner, TOKEN_2022_PROGRAM) &&
    after?.lamports === before?.lamports &&
    isSameKey(after?.data, before?.data);
  if (!isKept) throw new IntentMismatch('A Token-2022 account of the wallet changes.');
}

function assertStakeAccountKept(
  { key, before, after }: AccountChange,
  { wallet, stakeAccount }: RouterIntent,
) {
  if (isSameKey(key, stakeAccount)) {
    if (after !== undefined && after.lamports > 0n) {
      throw new IntentMismatch('The stake account given up is not consumed.');
    }
    return;
  }
  const held = readStakeState(before);
  if (held === undefined || !(isSameKey(held.staker, wallet) || isSameKey(held.withdrawer, wallet))) return;
  const left = readStakeState(after);
  const isKept =
    isSameKey(left?.staker, held.staker) &&
    isSameKey(left?.withdrawer, held.withdrawer) &&
    (after?.lamports ?? 0n) >= (before?.lamports ?? 0n);
  if (!isKept) throw new IntentMismatch('Another stake account of the wallet changes.');
}

function requireNewStake(changes: readonly AccountChange[], { wallet }: RouterIntent, least: bigint) {
  const found = changes.flatMap(({ key, before, after }) => {
    const stake = readStakeState(after);
    return before === undefined && after !== undefined && stake !== undefined ? [{ key, after, stake }] : [];
  });
  const [made, ...others] = found;
  if (made === undefined || others.length > 0) {
    throw new IntentMismatch('The transaction does not make exactly one stake account.');
  }
  const { staker, withdrawer, hasLockup, delegated } = made.stake;
  if (!isSameKey(staker, wallet) || !isSameKey(withdrawer, wallet) || hasLockup) {
    throw new IntentMismatch("The new stake account is not wholly the wallet's.");
  }
  if (delegated < least) throw new IntentMismatch('The new stake account holds less than was ordered.');
  // What the account holds beyond its delegation is the rent the wallet put in.
  return { key: made.key, rent: made.after.lamports - delegated };
}

function assertSol(
  changes: readonly AccountChange[],
  intent: RouterIntent,
  { spend, receive, fee }: RouterBounds,
  stakeRent: bigint,
) {
  const wallet = changes.find(({ key }) => isSameKey(key, intent.wallet));
  if (!isSameKey(wallet?.after?.owner, SYSTEM_PROGRAM) || (wallet?.after?.data.length ?? 0) > 0) {
    throw new IntentMismatch('The wallet would no longer be a plain account of its own.');
  }
  // Rent of token accounts that become the wallet's own.
  const rent = changes.reduce((sum, { before, after }) => {
    const token = readTokenState(after);
    const isOwn = before === undefined && token !== undefined && isSameKey(token.owner, intent.wallet);
    return isOwn ? sum + (after?.lamports ?? 0n) : sum;
  }, 0n);
  const solOf = (when: 'before' | 'after') =>
    changes.reduce((sum, change) => {
      const isSol = isSameKey(change.key, intent.wallet) || isSameKey(change.key, intent.wrappedSolAccount);
      return isSol ? sum + (change[when]?.lamports ?? 0n) : sum;
    }, 0n);
  const most = (spend.mint === undefined ? spend.amount : 0n) + fee + rent + stakeRent;
  const least = receive.kind === 'sol' ? receive.least : 0n;
  if (solOf('after') < solOf('before') - most + least) {
    throw new IntentMismatch('The wallet would lose more SOL, or gain less, than was asked.');
  }
}

function assertTokenReceived(
  changes: readonly AccountChange[],
  { wallet }: RouterIntent,
  { account, least }: { account: Uint8Array; least: bigint },
) {
  const change = changes.find(({ key }) => isSameKey(key, account));
  const after = readTokenState(change?.after);
  const gained = (after?.amount ?? 0n) - (readTokenState(change?.before)?.amount ?? 0n);
  if (!isSameKey(after?.owner, wallet) || gained < least) {
    throw new IntentMismatch('The wallet would receive less than was ordered.');
  }
}
