import { estimateStakingApy } from '@staking-agent/chain/stake';
import { within } from '../../background/clock.ts';
import type { LedgerAnswer } from '../../upstreams/ledger/answers.ts';
import {
  type ApySource,
  type FigurePorts,
  HISTORY_BUDGET,
  HISTORY_EPOCHS,
  LIVE_BUDGET,
} from '../../yields/figure-source.ts';
import { FigureUnavailable } from '../../yields/figure-unavailable.ts';
import { createHistory } from '../../yields/history-source.ts';
import { findPercentOfFraction, requirePercent } from '../../yields/percent.ts';

/** Milliseconds a source is waited for before the ledger is asked as well. */
const PATIENCE = 1_000;
/** An epoch that vote accounts hold once the ledger has changed to Alpenglow. */
const ALPENGLOW_MARKER = 2n ** 64n - 1n;
/** The running epoch has no yield, and the one before it may not have one yet. */
const LIVE_EPOCHS = 3;

/** APY of the operator's validator, after commission, by epoch. */
export function createNativeApy(voteAccount: string): ApySource {
  const readNewest = async ({ validatorApy }: FigurePorts): Promise<number> => {
    const epochs = await validatorApy.yields(voteAccount, LIVE_EPOCHS, LIVE_BUDGET);
    const newest = epochs.find(({ endedAt, apy }) => endedAt !== null && apy !== null);
    return requirePercent(findPercentOfFraction(newest?.apy));
  };
  return {
    live(services) {
      const asked = readNewest(services);
      const failed = asked.then(
        () => false,
        () => true,
      );
      const isNeeded = within(services.clock, PATIENCE, failed, () => true);
      const estimated = isNeeded.then((needed) =>
        needed ? estimateFromLedger(voteAccount, services) : undefined,
      );
      // Looked at only when the source fails.
      estimated.catch(() => undefined);
      return asked.catch(async (fault: unknown) => {
        const estimate = await estimated;
        if (estimate === undefined) throw fault;
        services.log.warn({ fault: String(fault) }, 'native APY estimated from the ledger');
        return estimate;
      });
    },
    history: createHistory(
      'sol-native-stake',
      async ({ validatorApy }) => {
        const epochs = await validatorApy.yields(voteAccount, HISTORY_EPOCHS, HISTORY_BUDGET);
        return epochs
          .toReversed()
          .flatMap(({ endedAt, apy }) =>
            endedAt === null ? [] : [{ at: endedAt, percent: findPercentOfFraction(apy) }],
          );
      },
      HISTORY_EPOCHS,
    ),
  };
}

async function estimateFromLedger(voteAccount: string, { ledger }: FigurePorts): Promise<number> {
  const atConfirmed = { commitment: 'confirmed' };
  const [rate, supply, epochInfo, validators] = await Promise.all([
    ledger.read('getInflationRate', []),
    ledger.read('getSupply', [{ ...atConfirmed, excludeNonCirculatingAccountsList: true }]),
    ledger.read('getEpochInfo', [atConfirmed]),
    ledger.read('getVoteAccounts', [atConfirmed]),
  ]);
  const lastEnded = BigInt(epochInfo.epoch) - 1n;
  const shares = [...validators.current, ...validators.delinquent].map((validator) => ({
    voteAccount: validator.votePubkey,
    activatedStake: BigInt(validator.activatedStake),
    commission: validator.commission,
    credits: listCredits(validator, lastEnded),
  }));
  const terms = {
    supply: BigInt(supply.value.total),
    validatorRate: rate.validator,
    slotsInEpoch: BigInt(epochInfo.slotsInEpoch),
  };
  return requirePercent(findPercentOfFraction(estimateStakingApy(voteAccount, shares, terms)));
}

/**
 * Reads the vote credits of one epoch; none where there is no entry of it.
 *
 * @throws {FigureUnavailable} under Alpenglow's marker: its entries count something else, and an epoch may stand twice.
 */
function listCredits(
  { epochCredits }: LedgerAnswer<'getVoteAccounts'>['current'][number],
  epoch: bigint,
): bigint {
  if (epochCredits.some(([each]) => BigInt(each) === ALPENGLOW_MARKER)) {
    throw new FigureUnavailable('vote credits no longer say what a stake earns');
  }
  const entry = epochCredits.find(([each]) => BigInt(each) === epoch);
  return entry === undefined ? 0n : BigInt(entry[1]) - BigInt(entry[2]);
}
