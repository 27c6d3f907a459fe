import { decodeDelegation } from '@staking-agent/chain/stake';
import { CLOCK_ADDRESS, decodeClock } from '@staking-agent/chain/sysvar';
import type { FactsOf } from '@staking-agent/wire';
import { UpstreamFault } from '../../problems/upstream-fault.ts';
import { readAccounts } from '../../upstreams/ledger/read-accounts.ts';
import { estimateEpochEnd } from '../estimate-epoch-end.ts';
import type { StrategyPorts } from '../strategy.ts';

/**
 * Finds out whether a stake account cannot be withdrawn yet, and when it can.
 *
 * No times are given for a later epoch than the next.
 *
 * @param data - of an account that the stake program owns.
 * @returns undefined when the account is inactive, or was never delegated.
 * @throws {ProblemError} `upstream_error` when the ledger does not answer.
 */
export async function findStakeNotInactive(
  data: Uint8Array,
  services: Pick<StrategyPorts, 'ledger' | 'blockhash' | 'clock'>,
): Promise<FactsOf<'STAKE_NOT_INACTIVE'> | undefined> {
  const delegation = decodeDelegation(data);
  if (delegation === undefined) return undefined;
  const [info, read] = await Promise.all([
    services.ledger.read('getEpochInfo', [{ commitment: 'confirmed' }]),
    readAccounts([CLOCK_ADDRESS], services),
  ]);
  const clock = decodeClock(read(CLOCK_ADDRESS)?.data);
  if (clock === undefined) throw new UpstreamFault('ledger', 'malformed');
  const epoch = BigInt(info.epoch);
  const { activationEpoch, deactivationEpoch } = delegation;
  if (deactivationEpoch === undefined) return { epoch: String(epoch), isNew: activationEpoch === epoch };
  if (epoch > deactivationEpoch) return undefined;
  const slotsLeft = BigInt(info.slotsInEpoch) - BigInt(info.slotIndex);
  const rest = { slotsLeft, readAt: services.clock.elapsed() };
  const times = epoch === deactivationEpoch ? estimateEpochEnd(rest, clock, services) : {};
  return {
    epoch: String(epoch),
    deactivationEpoch: String(deactivationEpoch),
    availableAt: { epoch: String(deactivationEpoch + 1n), ...times },
  };
}
