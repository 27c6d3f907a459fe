/** `deactivationEpoch` of a delegation nobody has asked to end. */
export const NOT_DEACTIVATED = 2n ** 64n - 1n;

/** What decides the phases of a delegation: lamports, and epochs as the account holds them. */
export type DelegatedStake = {
  readonly stake: bigint;
  readonly activationEpoch: bigint;
  readonly deactivationEpoch: bigint;
};

/** Part of the cluster's effective stake that may warm up or cool down in one epoch. */
const RATE = 0.09;

/** Lamports of stake in each phase; `activating` is not part of `effective`, `deactivating` is. */
export type StakeStatus = {
  readonly effective: bigint;
  readonly activating: bigint;
  readonly deactivating: bigint;
};

/** The cluster's stake in a past epoch, or undefined when nobody remembers. */
export type FindStakeHistory = (epoch: bigint) => StakeStatus | undefined;

/**
 * The phases of a delegation in an epoch, in lamports, rounded down.
 *
 * The rule of `Delegation::stake_activating_and_deactivating` (solana-stake-interface).
 */
export function getStakeStatus(
  delegation: DelegatedStake,
  epoch: bigint,
  history: FindStakeHistory,
): StakeStatus {
  const { effective, activating } = warmUp(delegation, epoch, history);
  if (epoch < delegation.deactivationEpoch) return { effective, activating, deactivating: 0n };
  if (epoch === delegation.deactivationEpoch) {
    return { effective, activating: 0n, deactivating: effective };
  }
  const remaining = coolDown(effective, delegation.deactivationEpoch, epoch, history);
  return { effective: remaining, activating: 0n, deactivating: remaining };
}

/** Adds two statuses. */
export function addStakeStatus(left: StakeStatus, right: StakeStatus): StakeStatus {
  return {
    effective: left.effective + right.effective,
    activating: left.activating + right.activating,
    deactivating: left.deactivating + right.deactivating,
  };
}

function warmUp(
  { stake, activationEpoch, deactivationEpoch }: DelegatedStake,
  epoch: bigint,
  history: FindStakeHistory,
): { effective: bigint; activating: bigint } {
  const bootstrap = activationEpoch === NOT_DEACTIVATED;
  if (bootstrap) return { effective: stake, activating: 0n };
  if (activationEpoch === deactivationEpoch) return { effective: 0n, activating: 0n };
  if (epoch === activationEpoch) return { effective: 0n, activating: stake };
  if (epoch < activationEpoch) return { effective: 0n, activating: 0n };
  if (history(activationEpoch) === undefined) return { effective: stake, activating: 0n };

  let effective = 0n;
  for (let past = activationEpoch; past < epoch && past < deactivationEpoch; past += 1n) {
    const cluster = history(past);
    if (cluster === undefined || cluster.activating === 0n) break;
    effective += step(stake - effective, cluster.activating, cluster.effective);
    if (effective >= stake) return { effective: stake, activating: 0n };
  }
  return { effective, activating: stake - effective };
}

function coolDown(
  effective: bigint,
  deactivationEpoch: bigint,
  epoch: bigint,
  history: FindStakeHistory,
): bigint {
  if (history(deactivationEpoch) === undefined) return 0n;
  let remaining = effective;
  for (let past = deactivationEpoch; past < epoch; past += 1n) {
    const cluster = history(past);
    if (cluster === undefined || cluster.deactivating === 0n) break;
    remaining -= step(remaining, cluster.deactivating, cluster.effective);
    if (remaining <= 0n) return 0n;
  }
  return remaining;
}

/**
 * Computes this stake's share of the lamports that the cluster may activate or deactivate in one epoch, at least one.
 *
 * In doubles and in the order of the program, whose roundings an integer formula misses by lamports.
 */
function step(own: bigint, moving: bigint, clusterEffective: bigint): bigint {
  const weight = Number(own) / Number(moving);
  const share = BigInt(Math.trunc(weight * (Number(clusterEffective) * RATE)));
  return share > 1n ? share : 1n;
}
