import { addressOf } from '../ledger/address-of.ts';
import type { Change, Effects, LockedRent } from '../verification.ts';
import { receivedOf, spentOf } from './bounded-intent.ts';
import type { Balance } from './rules/balance.ts';
import { costOf } from './rules/check-conservation.ts';
import { arrivingAsset, arrivingOf } from './rules/check-price.ts';
import type { Scene } from './scene.ts';
import type { Shape } from './shape/shape.ts';

/** Tells what the simulation moves for the wallet, and the least that the bytes leave room for. */
export function effectsOf(
  scene: Scene,
  shape: Shape,
  { balance, fee, rent }: { balance: Balance; fee: Effects['fee']; rent: readonly LockedRent[] },
): Effects {
  const amount = arrivingOf(scene.intent, balance, costOf({ fee, rent }));
  const arrives: Change = {
    asset: arrivingAsset(scene.intent),
    amount,
    account: arrivingAccount(scene, shape),
    least: leastOf(scene, shape, amount),
  };
  return {
    basis: 'simulated',
    leaves: leaving(scene, balance, costOf({ fee, rent })),
    arrives: [arrives],
    rent,
    fee,
  };
}

function leaving({ intent, wallet, changes }: Scene, balance: Balance, cost: bigint): readonly Change[] {
  const spent = spentOf(intent);
  if (spent !== undefined) {
    return [{ asset: addressOf(spent.mint), amount: balance.spent, account: addressOf(spent.account) }];
  }
  if (intent.stakeAccount === undefined) {
    return [{ asset: addressOf(intent.sol.mint), amount: -balance.sol - cost, account: wallet }];
  }
  const account = addressOf(intent.stakeAccount);
  const given = changes.find(({ address }) => address === account);
  return [{ asset: 'stake', amount: given?.before?.lamports ?? 0n, account }];
}

function arrivingAccount({ intent, wallet }: Scene, { newStake }: Shape): string {
  const account = intent.kind === 'stake-withdrawal' ? newStake : receivedOf(intent)?.account;
  return account === undefined ? wallet : addressOf(account);
}

// The last swap's own minimum; where the price cannot move, what arrives now.
function leastOf({ terms }: Scene, { read }: Shape, amount: bigint): bigint {
  const last = read.findLast(({ letter }) => letter === 'X' || letter === 'Q')?.call?.swap.minimum;
  if (typeof last === 'bigint') return last < amount ? last : amount;
  return last?.by === 'reserve-fee' ? terms.least : amount;
}
