/** Slots of an epoch on mainnet; there is no warm-up period in the sandbox, as on mainnet. */
export const SLOTS_PER_EPOCH = 432_000n;

/** Slots before an epoch begins in which its leader schedule is known. */
export const LEADER_SCHEDULE_SLOT_OFFSET = 432_000n;

/** What a slot takes on mainnet by design, in milliseconds. */
export const NOMINAL_SLOT_MILLISECONDS = 200n;

/** What an epoch takes on mainnet by design: a day. */
export const EPOCH_MILLISECONDS = SLOTS_PER_EPOCH * NOMINAL_SLOT_MILLISECONDS;

/** How often the yield of one epoch compounds in a year of 365 days. */
export const EPOCHS_PER_YEAR = (365 * 86_400_000) / Number(EPOCH_MILLISECONDS);

/** The epoch a slot belongs to. */
export function getEpoch(slot: bigint): bigint {
  return slot / SLOTS_PER_EPOCH;
}

/** The first slot of an epoch. */
export function getFirstSlot(epoch: bigint): bigint {
  return epoch * SLOTS_PER_EPOCH;
}
