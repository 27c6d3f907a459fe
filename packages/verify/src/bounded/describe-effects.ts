import { encodeAddress } from '../ledger/encode-address.ts';
import type { Change, Effects, LockedRent } from '../verification.ts';
import { findReceived, findSpent } from './bounded-intent.ts';
import type { Balance } from './rules/balance.ts';
import { getCost } from './rules/check-conservation.ts';
import { arrivingAsset, getArriving } from './rules/check-price.ts';
import type { Scene } from './scene.ts';
import type { Shape } from './shape/shape.ts';

/** Describes what the simulation moves for the wallet, and the least that the bytes guarantee. */
export function describeEffects(
  scene: Scene,
  shape: Shape,
  { balance, fee, rent }: { balance: Balance; fee: Effects['fee']; rent: readonly LockedRent[] },
): Effects {
  const cost = getCost({ fee, rent });
  const amount = getArriving(scene.intent, balance, cost);
  const arrives: Change = {
    asset: arrivingAsset(scene.intent),
    amount,
    account: arrivingAccount(scene, shape),
    ...getLeast(shape, amount),
  };
  return {
    basis: 'simulated',
    leaves: leaving(scene, balance, cost),
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

// The last swap's own minimum; at a rate, what arrives now. The router's Reserve pays by its fee and the SOL that it has when the
// transaction lands, whatever that comes to.
function getLeast({ read }: Shape, amount: bigint): Pick<Change, 'least' | 'isAtRate'> {
  const last = read.findLast(({ letter }) => 'XQ'.includes(letter))?.call?.swap.minimum;
  if (typeof last === 'bigint') return { least: last < amount ? last : amount };
  if (last?.by === 'reserve-fee' || last?.by === 'pool-rate-and-reserve') return {};
  return { least: amount, isAtRate: last !== undefined };
}
