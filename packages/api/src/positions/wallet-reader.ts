import type { Address } from '@solana/kit';
import { BoundedCache } from '@staking-agent/chain/address';
import type { Clock } from '../background/clock.ts';
import { createBulkhead } from '../upstreams/bulkhead.ts';
import { type PositionPorts, readPositions, type WalletPositions } from './read-positions.ts';

/** Reads wallets, each at most once in two seconds. */
export type WalletReader = (wallet: Address, named: readonly Address[]) => Promise<WalletPositions>;

/** Milliseconds that an answer is given again for. */
const FRESH_MILLISECONDS = 2_000;
const REMEMBERED = 100;
/** Wallets read at the same time: few beside what a node takes, so that these are refused long before builds are. */
const IN_FLIGHT = 8;

/** Makes what reads wallets, with places of its own. @throws {UpstreamBusy} from a read when all of them are taken. */
export function createWalletReader(ports: PositionPorts & { readonly clock: Clock }): WalletReader {
  const { clock } = ports;
  const bulkhead = createBulkhead({ upstream: 'ledger', inFlight: IN_FLIGHT, clock });
  const known = new BoundedCache<{ readonly at: number; readonly reading: Promise<WalletPositions> }>(
    REMEMBERED,
  );
  return async (wallet, named) => {
    const key = [wallet, ...named].join();
    const last = known.get(key);
    const at = clock.elapsed();
    if (last !== undefined && at - last.at < FRESH_MILLISECONDS) return await last.reading;
    const reading = bulkhead.run(() => readPositions(wallet, named, ports));
    const entry = known.set(key, { at, reading });
    try {
      return await reading;
    } catch (error) {
      // A failure is nobody's answer but that of those who waited for it.
      if (known.get(key) === entry) known.set(key, { at: -Infinity, reading });
      throw error;
    }
  };
}
