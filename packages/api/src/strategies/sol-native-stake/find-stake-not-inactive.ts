import { decodeDelegation } from '@staking-agent/chain/stake';
import { CLOCK_ADDRESS, decodeClock } from '@staking-agent/chain/sysvar';
import type { FactsOf } from '@staking-agent/wire';
import { readAccounts } from '../../upstreams/ledger/read-accounts.ts';
import { estimateEpochEnd } from '../estimate-epoch-end.ts';
import type { StrategyPorts } from '../strategy.ts';

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
  const times = clock?.epoch === deactivationEpoch ? estimateEpochEnd(clock, slots) : {};
  return {
    epoch: String(epoch),
    deactivationEpoch: String(deactivationEpoch),
    availableAt: { ...availableAt, ...times },
  };
}
