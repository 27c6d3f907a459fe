import type { Address } from '@solana/kit';
import type { Clock } from '../background/clock.ts';
import { shareReadings } from '../upstreams/share-readings.ts';
import { type PositionPorts, readPositions, type WalletPositions } from './read-positions.ts';

/** Reads wallets, each at most once in two seconds. */
export type WalletReader = (wallet: Address, named: readonly Address[]) => Promise<WalletPositions>;

/** Makes what reads wallets, with places of its own. @throws {UpstreamBusy} from a read when all of them are taken. */
export function createWalletReader(ports: PositionPorts & { readonly clock: Clock }): WalletReader {
  const share = shareReadings<WalletPositions>(ports);
  return (wallet, named) => share([wallet, ...named].join(), () => readPositions(wallet, named, ports));
}
