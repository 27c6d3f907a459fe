/** A validator as `getVoteAccounts` shows it. */
export type ValidatorShare = {
  readonly voteAccount: string;
  /** Lamports that vote with it. */
  readonly activatedStake: bigint;
  /** Percent of rewards it keeps; above 100, as a node may say, it keeps all. */
  readonly commission: number;
  /** Vote credits of the epoch that is looked at. */
  readonly credits: bigint;
};

/** What an epoch's rewards are made of. */
export type InflationTerms = {
  /** Lamports in existence. */
  readonly supply: bigint;
  /** Part of the supply paid to stakers and validators in a year, `validator` of `getInflationRate`. */
  readonly validatorRate: number;
  /** `slotsInEpoch` of `getEpochInfo`. */
  readonly slotsInEpoch: bigint;
};

/**
 * A slot's length by design (agave `DEFAULT_MS_PER_SLOT`). Slots are faster now, which matters only to how often a year
 * compounds: an epoch half as long pays half as much.
 */
const SLOT_SECONDS = 0.4;
/** The year inflation counts with: 365.242199 days (agave `SECONDS_PER_YEAR`). */
const INFLATION_YEAR_SECONDS = 31_556_925.9936;
/** The year a yield is stated for. */
const YEAR_SECONDS = 365 * 86_400;

/**
 * Estimates the yield of stake with a validator from data that every RPC node has, without block tips and fees.
 *
 * With points = credits · stake, an epoch pays each lamport `(1 − commission) · supply · rate · epoch / year · credits / Σ
 * points`, compounded over the epochs of a year (agave `inflation_rewards`; the same estimate as Marinade's
 * delegation-strategy-2).
 *
 * @param validators - all of the cluster, with credits of the same epoch.
 * @returns a fraction a year; undefined when the validator is missing or no validator earned credits.
 */
export function estimateStakingApy(
  voteAccount: string,
  validators: readonly ValidatorShare[],
  { supply, validatorRate, slotsInEpoch }: InflationTerms,
): number | undefined {
  const own = validators.find((each) => each.voteAccount === voteAccount);
  const points = validators.reduce((sum, { activatedStake, credits }) => sum + activatedStake * credits, 0n);
  if (own === undefined || points === 0n) return undefined;
  const epochSeconds = Number(slotsInEpoch) * SLOT_SECONDS;
  const issuance = (Number(supply) * validatorRate * epochSeconds) / INFLATION_YEAR_SECONDS;
  const perLamport =
    (1 - Math.min(own.commission, 100) / 100) * issuance * (Number(own.credits) / Number(points));
  return (1 + perLamport) ** (YEAR_SECONDS / epochSeconds) - 1;
}
