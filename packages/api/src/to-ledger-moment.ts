import type { Clock } from '@staking-agent/chain/sysvar';
import type { LedgerMoment } from '@staking-agent/wire';

/** Prints when something was read of the ledger: slot and epoch as integer text, its own time to the second. */
export function toLedgerMoment(slot: bigint, { epoch, now }: Clock): LedgerMoment {
  return {
    slot: String(slot),
    epoch: String(epoch),
    time: new Date(Number(now) * 1_000).toISOString(),
  };
}
