import { encodeAddress } from '../ledger/encode-address.ts';
import type { Change, Effects, LockedRent } from '../verification.ts';
import { findReceived, findSpent } from './bounded-intent.ts';
import type { Balance } from './rules/balance.ts';
import { getCost } from './rules/check-conservation.ts';
import { arrivingAsset, getArriving } from './rules/check-price.ts';
import type { Scene } from './scene.ts';
import type { Shape } from './shape/shape.ts';

/** Tells what the simulation moves for the wallet, and the least that the bytes leave room for. */
export function describeEffects(
  scene: Scene,
  shape: Shape,
  { balance, fee, rent }: { balance: Balance; fee: Effects['fee']; rent: readonly LockedRent[] },
): Effects {
  const amount = getArriving(scene.intent, balance, getCost({ fee, rent }));
  const arrives: Change = {
    asset: arrivingAsset(scene.intent),
    amount,
    account: arrivingAccount(scene, shape),
    least: getLeast(shape, amount),
    ...(isAtRate(shape) && { isAtRate: true }),
  };
  return {
    basis: 'simulated',
    leaves: leaving(scene, balance, getCost({ fee, rent })),
    arrives: [arrives],
    rent,
    fee,
  };
}

function leaving({ intent, wallet, changes }: Scene, balance: Balance, cost: bigint): readonly Change[] {
  const spent = findSpent(intent);
  if (spent !== undefined) {
    return [
      { asset: encodeAddress(spent.mint), amount: balance.spent, account: encodeAddress(spent.account) },
    ];
  }
  if (intent.stakeAccount === undefined) {
    return [{ asset: encodeAddress(intent.sol.mint), amount: -balance.sol - cost, account: wallet }];
  }
  const account = encodeAddress(intent.stakeAccount);
  const given = changes.find(({ address }) => address === account);
  return [{ asset: 'stake', amount: given?.before?.lamports ?? 0n, account }];
}

function arrivingAccount({ intent, wallet }: Scene, { newStake }: Shape): string {
  const account = intent.kind === 'stake-withdrawal' ? newStake : findReceived(intent)?.account;
  return account === undefined ? wallet : encodeAddress(account);
}

// The last swap's own minimum; where the price cannot move, what arrives now. The router's Reserve pays by the SOL that it has
// when the transaction lands, whatever that comes to.
function getLeast(shape: Shape, amount: bigint): bigint | undefined {
  const last = findLastMinimum(shape);
  if (typeof last === 'bigint') return last < amount ? last : amount;
  return last?.by === 'reserve-fee' ? undefined : amount;
}

function isAtRate(shape: Shape): boolean {
  const last = findLastMinimum(shape);
  return typeof last === 'object' && last.by !== 'reserve-fee';
}

function findLastMinimum({ read }: Shape) {
  return read.findLast(({ letter }) => letter === 'X' || letter === 'Q')?.call?.swap.minimum;
}
