import { decodeDelegation } from '@staking-agent/chain/stake';
import { CLOCK_ADDRESS, type Clock, decodeClock } from '@staking-agent/chain/sysvar';
import type { AvailableAt, FactsOf } from '@staking-agent/wire';
import { readAccounts } from '../../upstreams/ledger/read-accounts.ts';
import type { StrategyPorts } from '../strategy.ts';

/** Slots of the running epoch from which on their mean duration is taken for that of the rest. */
const MEASURED_SLOTS = 1_000n;
/** How far the rest of an epoch may be from the mean of its beginning, in parts of ten. */
const SPREAD = { fast: 9n, slow: 11n, whole: 10n };

/**
 * Finds out whether a stake account cannot be withdrawn yet, and when it can.
 *
 * The end of the running epoch is estimated from the mean duration of its slots so far; no times are given early in an
 * epoch, or for a later epoch than the next.
 *
 * @param data - of an account that the stake program owns.
 * @returns undefined when the account is inactive, or was never delegated.
 * @throws {ProblemError} `upstream_error` when the ledger does not answer.
 */
export async function findStakeNotInactive(
  data: Uint8Array,
  services: Pick<StrategyPorts, 'ledger'>,
): Promise<FactsOf<'STAKE_NOT_INACTIVE'> | undefined> {
  const delegation = decodeDelegation(data);
  if (delegation === undefined) return undefined;
  const [read, info] = await Promise.all([
    readAccounts([CLOCK_ADDRESS], services),
    services.ledger.read('getEpochInfo', [{ commitment: 'confirmed' }]),
  ]);
  const epoch = BigInt(info.epoch);
  const { deactivationEpoch } = delegation;
  if (deactivationEpoch === undefined) return { epoch: String(epoch) };
  if (epoch > deactivationEpoch) return undefined;
  const availableAt = { epoch: String(deactivationEpoch + 1n) };
  const clock = decodeClock(read(CLOCK_ADDRESS)?.data);
  const slots = { elapsed: BigInt(info.slotIndex), whole: BigInt(info.slotsInEpoch) };
  const times = clock?.epoch === deactivationEpoch ? estimateEnd(clock, slots) : {};
  return {
    epoch: String(epoch),
    deactivationEpoch: String(deactivationEpoch),
    availableAt: { ...availableAt, ...times },
  };
}

function estimateEnd(
  { now, epochStart }: Clock,
  { elapsed, whole }: { readonly elapsed: bigint; readonly whole: bigint },
): Omit<AvailableAt, 'epoch'> {
  const spent = now - epochStart;
  if (elapsed < MEASURED_SLOTS || elapsed >= whole || spent <= 0n) return {};
  const remaining = (spent * (whole - elapsed)) / elapsed;
  const at = (parts: bigint) =>
    new Date(Number(now + (remaining * parts) / SPREAD.whole) * 1_000).toISOString();
  return { earliest: at(SPREAD.fast), latest: at(SPREAD.slow) };
}
