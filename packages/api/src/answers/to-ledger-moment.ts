import type { Clock } from '@staking-agent/chain/sysvar';
import type { LedgerMoment } from '@staking-agent/wire';

/** Prints the moment of a ledger reading: slot and epoch as integer text, and the ledger's time to the second. */
export function toLedgerMoment(slot: bigint, { epoch, now }: Clock): LedgerMoment {
  return {
    slot: String(slot),
    epoch: String(epoch),
    time: new Date(Number(now) * 1_000).toISOString(),
  };
}
