import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { type AvailableAt, STRATEGY_KEYS } from '@staking-agent/wire';
import { NOBODY } from '../builds/range.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Feed } from '../runtime/feed.ts';
import { type EpochEndPorts, estimateNextEpoch } from '../strategies/estimate-epoch-end.ts';
import { type RangePorts, type RangesReading, readRanges } from '../strategies/read-ranges.ts';
import type { StakeTerms } from '../upstreams/ledger/stake-terms-feed.ts';
import { shareReadings } from '../upstreams/share-readings.ts';

/** What one read shows of all strategies, and of the ledger itself. */
export type LimitsReading = RangesReading & {
  readonly nextEpoch: AvailableAt;
  /** Base58; undefined while no node has told it. */
  readonly genesisHash: string | undefined;
};

/** Reads the limits of all strategies, for a wallet or without one, each at most once in two seconds. */
export type LimitsReader = (wallet: Address | undefined) => Promise<LimitsReading>;

/** Creates the reader of limits, with its own concurrency limit. @throws {UpstreamBusy} from a read at that limit. */
export function createLimitsReader(
  ports: RangePorts &
    EpochEndPorts & {
      readonly clock: Clock;
      readonly deployment: Pick<Deployment, 'genesisHash'>;
      readonly stakeTerms: Pick<Feed<StakeTerms>, 'get' | 'peek'>;
    },
): LimitsReader {
  const share = shareReadings<LimitsReading>({ clock: ports.clock });
  let { genesisHash } = ports.deployment;
  const findGenesis = async () => {
    // It never changes: another ledger has another deployment.
    genesisHash ??= await ports.ledger.read('getGenesisHash', []).catch(() => undefined);
    return genesisHash;
  };
  const read = async (wallet: Address): Promise<LimitsReading> => {
    const [reading, genesis] = await Promise.all([readRanges(STRATEGY_KEYS, wallet, ports), findGenesis()]);
    const terms = ports.stakeTerms.peek() ?? (await ports.stakeTerms.get());
    return {
      ...reading,
      nextEpoch: estimateNextEpoch(reading.clock, terms, ports),
      genesisHash: genesis,
    };
  };
  return (wallet = NOBODY) => share(wallet, () => read(wallet));
}
