import type { Deployment } from '@staking-agent/chain/deployment';
import { ASSET_DECIMALS, formatAmount, type OptionRisk } from '@staking-agent/wire';
import {
  type FindRange,
  getOwnFee,
  getRouterFee,
  getTokenRent,
  type Means,
  type StakeCosts,
} from '../../builds/ranges.ts';
import { type ProblemError, problem } from '../../problems/problem.ts';
import type { ValidatorFacts } from '../../upstreams/ledger/feeds.ts';
import {
  type ApySource,
  type CaptureSource,
  findPercentOfFraction,
  HISTORY_BUDGET,
  HISTORY_EPOCHS,
  LIVE_BUDGET,
  NotSettled,
  requirePercent,
} from '../../yields/figures.ts';
import { createHistory } from '../../yields/history.ts';
import type { FactsSource } from '../facts.ts';
import type { Catalog, DetailOf } from '../strategy.ts';
import { COMPUTE_UNIT_LIMITS } from './messages.ts';

/** Words and addresses of native staking. */
export const catalog: Catalog<'sol-native-stake'> = {
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
        'amount is delegated in full; the rent reserve of the stake account comes on top and returns when the account is closed. Store the stakeAccount of the answer.',
    },
    unstake: {
      kinds: ['deactivate', 'instant'],
      notes:
        'deactivate cools the whole account down until the epoch of its broadcast ends, then POST /withdraw empties it. instant hands the active account to the router for SOL at once. Both need stakeAccount.',
    },
  },
};

/** The addresses of one deployment. */
export function onchain({ voteAccount, solMint }: Deployment): DetailOf<'sol-native-stake'>['onchain'] {
  return { validatorVoteAccount: voteAccount, assetMint: solMint };
}

/** What can go wrong with it. Facts, no rating. */
export const risks: readonly OptionRisk[] = [
  { code: 'VALIDATOR', detail: 'A validator that does not vote earns nothing.' },
  {
    code: 'COOLDOWN',
    detail: 'Active stake leaves at the end of an epoch, or at once at the price of the market.',
  },
];

/** Lists the facts of a delegation; only the validator takes a commission. */
export function createFacts({ voteAccount }: Deployment): FactsSource {
  return {
    apy: {
      basis: 'After the commission of the validator; without tips that it does not share.',
      method:
        'Rewards of stake with the validator in an epoch, by its stake, compounded over the epochs of a year.',
      window: 'The newest epoch that has ended and has a value.',
      source: "The validators' API of this deployment.",
    },
    programs: ['routerPrograms', 'reserve'],
    locate: async () => ({
      addresses: [],
      describe: (_read, { validator }) => ({
        idle: null,
        knowsInstant: false,
        fees:
          validator === undefined
            ? []
            : [
                {
                  kind: 'commission',
                  percent: String(validator.commission),
                  of: 'the rewards of an epoch',
                  by: voteAccount,
                },
              ],
        leverage: null,
      }),
    }),
  };
}

/** The answer states lamports as JSON integers, which are exact up to here. */
export const LAMPORTS_LIMIT = BigInt(Number.MAX_SAFE_INTEGER);

/** A new stake account signs for itself, beside the wallet. */
const SIGNATURES = 2n;

/** What a stake in a new stake account takes; whole accounts leave again. */
export const findNativeRange: FindRange = async (wallet) => ({
  addresses: [],
  describe: (read, means) => {
    const lamports = read(wallet)?.lamports ?? 0n;
    const { minimumDelegation: least } = means;
    return {
      asset: 'SOL',
      bounds:
        least <= LAMPORTS_LIMIT
          ? { isOpen: true, least, most: LAMPORTS_LIMIT }
          : { isOpen: false, refusal: belowMinimum(least) },
      holds: lamports,
      lamports,
      costs: getNativeCosts(means),
      exits: [
        { kind: 'deactivate', asset: 'SOL', takes: 'whole-account' },
        { kind: 'instant', asset: 'SOL', takes: 'whole-account' },
      ],
    };
  },
});

/** Accounts that an instant exit opens and may close again: of raSOL, and of wrapped SOL. */
const EXIT_ACCOUNTS = 2n;

/**
 * Computes the costs of the more expensive exit: deactivation and withdrawal, or the router with temporary token accounts.
 */
function getNativeCosts(means: Means): StakeCosts {
  const { stake, deactivate, withdraw } = COMPUTE_UNIT_LIMITS;
  const slow = getOwnFee(deactivate, means.dearest, means) + getOwnFee(withdraw, means.dearest, means);
  const instant = getRouterFee(means) + EXIT_ACCOUNTS * getTokenRent(means);
  return {
    rent: means.rentExemptReserve,
    fees: getOwnFee(stake, means.price('sol-native-stake'), means, SIGNATURES),
    laterExit: instant > slow ? instant : slow,
    walletRent: means.rent(0),
  };
}

/** Refuses a delegation below the ledger's minimum. */
export function belowMinimum(minimum: bigint): ProblemError {
  return problem('BELOW_MINIMUM_DELEGATION', { least: formatAmount(minimum, ASSET_DECIMALS.SOL) });
}

/** Refuses an amount beyond 2^53 - 1 lamports, which the answer cannot state. @throws {ProblemError} `AMOUNT_TOO_LARGE`. */
export function assertStatable(lamports: bigint): void {
  if (lamports <= LAMPORTS_LIMIT) return;
  const limit = formatAmount(LAMPORTS_LIMIT, ASSET_DECIMALS.SOL);
  throw problem('AMOUNT_TOO_LARGE', {
    field: 'amount',
    rule: `must be at most ${limit} SOL in one stake account`,
    nearest: { lower: limit, higher: null },
  });
}

/** How much of a delegation can be split off, in lamports. */
export type SplitRange = { readonly least: bigint; readonly most: bigint };

/** Finds how much can be split off so that both accounts keep the minimum delegation; undefined where nothing can. */
export function findSplitRange(delegated: bigint, minimumDelegation: bigint): SplitRange | undefined {
  // A ledger without a minimum still delegates no less than a lamport.
  const least = minimumDelegation > 0n ? minimumDelegation : 1n;
  const most = delegated - least;
  return most >= least ? { least, most } : undefined;
}

/** The running epoch has no yield, and the one before it may not have one yet. */
const LIVE_EPOCHS = 3;

/** APY of the operator's validator, after commission, by epoch. */
export function createNativeApy(voteAccount: string): ApySource {
  return {
    async live({ validatorApy }) {
      const epochs = await validatorApy.yields(voteAccount, LIVE_EPOCHS, LIVE_BUDGET);
      const newest = epochs.find(({ endedAt, apy }) => endedAt !== null && apy !== null);
      return requirePercent(findPercentOfFraction(newest?.apy));
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

/** The running epoch, the one before it, and one more where that one has no value yet. */
const EPOCHS = 3;
const PAUSE_MILLISECONDS = 600_000;

/**
 * Captures the validator's yield in the newest finished epoch from its source: no receipt shows it, and the source deletes
 * old epochs.
 */
export function captureNative(voteAccount: string): CaptureSource {
  return {
    pause: PAUSE_MILLISECONDS,
    async read({ ledger, validatorApy }) {
      const epochs = await validatorApy.yields(voteAccount, EPOCHS, LIVE_BUDGET);
      const newest = epochs.find(({ endedAt, apy }) => endedAt !== null && findPercentOfFraction(apy));
      const apy = findPercentOfFraction(newest?.apy);
      if (newest === undefined || newest.endedAt === null || apy === undefined) {
        throw new NotSettled('no yield of an epoch that has ended');
      }
      const { epoch: current } = await ledger.read('getEpochInfo', [{ commitment: 'finalized' }]);
      // What a source says of an epoch that the ledger has not ended is no record.
      if (newest.epoch >= Number(current)) throw new NotSettled('the epoch has not ended');
      const measuredAt = Date.parse(newest.endedAt);
      return { epoch: newest.epoch + 1, measuredAt, assetPerReceipt: '1', worthPerReceipt: '1', apy };
    },
  };
}

/** Prints the known facts of the validator; null while there are none. */
export function printValidator(facts: ValidatorFacts | undefined): DetailOf<'sol-native-stake'>['validator'] {
  if (facts === undefined) return null;
  const { isDelinquent, commission, commissionBefore, activatedStake } = facts;
  return {
    delinquent: isDelinquent,
    commissionPercent: commission,
    commissionPercentBefore: commissionBefore ?? null,
    activatedStake: formatAmount(activatedStake, ASSET_DECIMALS.SOL),
  };
}

/** Prints a warning about the validator for delegators, after a space; empty without one. */
export function warnOfValidator(facts: ValidatorFacts | undefined): string {
  if (facts === undefined) return '';
  const { isDelinquent, commission, commissionBefore } = facts;
  const late = isDelinquent
    ? ' The validator is delinquent: it has not voted lately, and stake with it earns nothing until it does.'
    : '';
  const dearer =
    commissionBefore === undefined
      ? ''
      : ` The validator has raised its commission from ${commissionBefore} % to ${commission} %.`;
  return `${late}${dearer}`;
}
