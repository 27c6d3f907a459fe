import type { Address } from '@solana/kit';
import { BoundedCache } from '@staking-agent/chain/address';
import type { Clock } from '../runtime/clock.ts';
import { shareReadings } from '../upstreams/share-readings.ts';
import { type PositionPorts, readPositions, type WalletPositions } from './read-positions.ts';

/** Reads wallets, each at most once in two seconds, save after a transaction of it that has landed since. */
export type WalletReader = {
  read(wallet: Address, named: readonly Address[]): Promise<WalletPositions>;
  /** Gives no reading of an earlier slot again. */
  noteLanded(wallet: string, slot: bigint): void;
};

const REMEMBERED = 1_000;

/** Creates the reader of wallets, with its own concurrency limit. @throws {UpstreamBusy} from a read at that limit. */
export function createWalletReader(ports: PositionPorts & { readonly clock: Clock }): WalletReader {
  const share = shareReadings<WalletPositions>(ports);
  const landed = new BoundedCache<{ readonly slot: bigint }>(REMEMBERED);
  return {
    read: (wallet, named) =>
      share(
        [wallet, ...named].join(),
        () => readPositions(wallet, named, ports),
        ({ asOf }) => BigInt(asOf.slot) >= (landed.get(wallet)?.slot ?? 0n),
      ),
    noteLanded(wallet, slot) {
      if (slot > (landed.get(wallet)?.slot ?? 0n)) landed.set(wallet, { slot });
    },
  };
}
