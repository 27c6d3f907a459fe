import { arePayingRewards, EPOCH_REWARDS_ADDRESS } from '@staking-agent/chain/ledger';
import { ASSET_DECIMALS, formatAmount } from '@staking-agent/wire';
import { UNITS } from '../../builds/budget.ts';
import {
  type Bounds,
  getOwnFee,
  getRouterFee,
  getTokenRent,
  type Means,
  type StakeCosts,
} from '../../builds/ranges.ts';
import { type ProblemError, problem } from '../../problems/problem.ts';
import type { ReadAccounts } from '../../upstreams/ledger/client.ts';
import {
  findPercentOfFraction,
  HISTORY_BUDGET,
  HISTORY_EPOCHS,
  LIVE_BUDGET,
  NotSettled,
  requirePercent,
} from '../../yields/figures.ts';
import { createEpochHistory } from '../../yields/history.ts';
import type { Catalog, Locate, Strategy, StrategyFigures } from '../strategy.ts';

const catalog: Catalog<'sol-native-stake'> = {
  asset: 'SOL',
  title: 'Native',
  blurb: "Delegate SOL to the operator's validator; the stake account stays yours.",
  intro:
    "Your SOL goes into a stake account of your own and is delegated to the operator's validator. You are its staker and its withdrawer; nobody else can move it. Rewards arrive in the stake account at every epoch and compound there; block revenue, where the validator shares it, lies there undelegated and leaves with your withdrawal.",
  steps: [
    { ord: '1', lead: 'Delegate', tail: 'One transaction creates your stake account and delegates it.' },
    {
      ord: '2',
      lead: 'Earn',
      tail: 'The stake is active from the next epoch and earns rewards every epoch.',
    },
    { ord: '3', lead: 'Leave', tail: 'Deactivate, wait for the epoch to end, then withdraw everything.' },
  ],
  trust: ['You keep both authorities', 'No token in between', "The ledger's own stake program"],
  actions: {
    stake: {
      kinds: ['delegate'],
      notes:
        'amount is delegated in full; the rent reserve of the stake account comes on top and returns when the account is closed. Store the stakeAccount of the answer. live.apy is what the source has for the newest epoch that has ended; while it has no value for that one, live.apy is that of the epoch before. GET /strategies/sol-native-stake/facts names the source and the age.',
    },
    unstake: {
      kinds: ['deactivate', 'instant'],
      notes:
        'deactivate cools the whole account down until the epoch of its broadcast ends, then POST /withdraw empties it. instant hands the active account to the router for SOL at once. Both need stakeAccount.',
    },
  },
};

export const nativeFacts: Omit<Strategy<'sol-native-stake'>, 'actions'> = {
  key: 'sol-native-stake',
  catalog,
  risks: [
    { code: 'VALIDATOR', detail: 'A validator that does not vote earns nothing.' },
    {
      code: 'COOLDOWN',
      detail: 'Active stake leaves at the end of an epoch, or at once at the price of the market.',
    },
  ],
  needs: ['ledger'],
  describe(live, { config, validator }) {
    const { voteAccount: validatorVoteAccount, solMint: assetMint } = config.deployment;
    const facts = validator.peek();
    return {
      strategy: {
        key: 'sol-native-stake',
        ...catalog,
        status: 'live',
        live,
        onchain: { validatorVoteAccount, assetMint },
        validator:
          facts === undefined
            ? null
            : {
                delinquent: facts.isDelinquent,
                commissionPercent: facts.commission,
                commissionPercentBefore: facts.commissionBefore ?? null,
                activatedStake: formatAmount(facts.activatedStake, ASSET_DECIMALS.SOL),
              },
      },
    };
  },
};

/** The answer states lamports as JSON integers, which are exact up to here. */
export const LAMPORTS_LIMIT = BigInt(Number.MAX_SAFE_INTEGER);

/** A new stake account signs for itself, beside the wallet. */
const SIGNATURES = 2n;

/** Describes the limits of a new stake account, whose accounts leave again as a whole; only the validator takes a fee. */
export const locateNative: Locate = (wallet, { voteAccount }) => ({
  addresses: [EPOCH_REWARDS_ADDRESS],
  tokens: [],
  describe(read, means) {
    const lamports = read(wallet)?.lamports ?? 0n;
    const { minimumDelegation: least } = means;
    return {
      asset: 'SOL',
      bounds: findStakeBounds(least, read),
      holds: lamports,
      lamports,
      costs: getCosts(means),
      exits: [
        { kind: 'deactivate', asset: 'SOL', takes: 'whole-account' },
        { kind: 'instant', asset: 'SOL', takes: 'whole-account' },
      ],
    };
  },
  describeFacts(_read, { validator }) {
    if (validator === undefined) return { fees: [] };
    const percent = String(validator.commission);
    return { fees: [{ kind: 'commission', percent, of: 'the rewards of an epoch', by: voteAccount }] };
  },
});

function findStakeBounds(least: bigint, read: ReadAccounts): Bounds {
  if (least > LAMPORTS_LIMIT) return { isOpen: false, refusal: belowMinimum(least) };
  return arePayingRewards(read(EPOCH_REWARDS_ADDRESS)?.data)
    ? { isOpen: false, refusal: problem('EPOCH_REWARDS_BEING_PAID') }
    : { isOpen: true, least, most: LAMPORTS_LIMIT };
}

/** Accounts that an instant exit opens and may close again: of raSOL, and of wrapped SOL. */
const EXIT_ACCOUNTS = 2n;

/**
 * Computes the costs of the more expensive exit: deactivation and withdrawal, or the router with temporary token accounts.
 */
function getCosts(means: Means): StakeCosts {
  const { nativeStake, deactivate, withdraw } = UNITS;
  const slow = getOwnFee(deactivate, means.dearest, means) + getOwnFee(withdraw, means.dearest, means);
  const instant = getRouterFee(means) + EXIT_ACCOUNTS * getTokenRent(means);
  return {
    rent: means.rentExemptReserve,
    fees: getOwnFee(nativeStake, means.price('sol-native-stake'), means, SIGNATURES),
    laterExit: instant > slow ? instant : slow,
    walletRent: means.rent(0),
  };
}

/** Creates the problem of a delegation below the ledger's minimum. */
export function belowMinimum(minimum: bigint): ProblemError {
  return problem('BELOW_MINIMUM_DELEGATION', { least: formatAmount(minimum, ASSET_DECIMALS.SOL) });
}

/** The running epoch has no yield, and the one before it may not have one yet. */
const LIVE_EPOCHS = 3;
const PAUSE_MILLISECONDS = 600_000;

/** Figures of the operator's validator, after commission, by epoch. There is no receipt and so no rate. */
export const nativeFigures: StrategyFigures = {
  apy: {
    async live({ validatorApy, config }) {
      const epochs = await validatorApy.yields(config.deployment.voteAccount, LIVE_EPOCHS, LIVE_BUDGET);
      const newest = epochs.find(({ endedAt, apy }) => endedAt !== null && apy !== null);
      return requirePercent(findPercentOfFraction(newest?.apy));
    },
    history: createEpochHistory('sol-native-stake', ({ validatorApy, config }) =>
      validatorApy.yields(config.deployment.voteAccount, HISTORY_EPOCHS, HISTORY_BUDGET),
    ),
  },
  // The yield of the newest finished epoch, from its source: no receipt shows it, and the source deletes old epochs.
  capture: {
    pause: PAUSE_MILLISECONDS,
    async read({ ledger, validatorApy, config }) {
      const epochs = await validatorApy.yields(config.deployment.voteAccount, LIVE_EPOCHS, LIVE_BUDGET);
      const newest = epochs.find(({ endedAt, apy }) => endedAt !== null && findPercentOfFraction(apy));
      const apy = findPercentOfFraction(newest?.apy);
      if (newest === undefined || newest.endedAt === null || apy === undefined) {
        throw new NotSettled('no yield of an epoch that has ended');
      }
      const { epoch: current } = await ledger.read('getEpochInfo', [{ commitment: 'finalized' }]);
      // A yield of an epoch that the ledger has not ended is no record.
      if (newest.epoch >= Number(current)) throw new NotSettled('the epoch has not ended');
      const measuredAt = Date.parse(newest.endedAt);
      return { epoch: newest.epoch + 1, measuredAt, assetPerReceipt: '1', worthPerReceipt: '1', apy };
    },
  },
  apyTerms: {
    basis: 'After the commission of the validator; without tips that it does not share.',
    method:
      'Rewards of stake with the validator in an epoch, by its stake, compounded over the epochs of a year.',
    window:
      'The newest epoch that has ended and has a value: the one before while the source has none for the newest.',
    source: "The validators' API of this deployment.",
  },
  programs: ['routerPrograms', 'reserve'],
  knowsInstant: false,
  // Read by delegations, and so not beside those who write it; all else is the wallet's own.
  findContended: ({ voteAccount }) => [voteAccount],
};
