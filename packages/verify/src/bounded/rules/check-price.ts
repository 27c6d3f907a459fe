import { encodeAddress } from '../../ledger/encode-address.ts';
import type { Finding } from '../../verification.ts';
import { type BoundedIntent, findReceived } from '../bounded-intent.ts';
import type { Scene } from '../scene.ts';
import type { Balance } from './balance.ts';

/** Says what arrives by the simulation: of a token, stake, or SOL beyond the named costs. Base units. */
export function getArriving({ kind }: BoundedIntent, balance: Balance, cost: bigint): bigint {
  switch (kind) {
    case 'swap-out':
    case 'stake-out':
      return balance.sol + cost;
    case 'stake-withdrawal':
      return balance.staked;
    default:
      return balance.received;
  }
}

/** Names the asset that arrives as effects do: a mint, that of wrapped SOL for SOL, or `stake`. */
export function arrivingAsset(intent: BoundedIntent): string {
  if (intent.kind === 'stake-withdrawal') return 'stake';
  return encodeAddress(findReceived(intent)?.mint ?? intent.sol.mint);
}

/** Refuses a transaction that brings the wallet less than our own price. */
export function checkPrice({ intent, terms }: Scene, arriving: bigint): readonly Finding[] {
  if (arriving >= terms.least) return [];
  const mint = arrivingAsset(intent);
  return [
    {
      rule: 'price',
      detail: `The wallet would receive ${arriving} base units of ${mint}; by our own price at least ${terms.least} are due.`,
      price: { least: terms.least, offered: arriving, mint },
    },
  ];
}
