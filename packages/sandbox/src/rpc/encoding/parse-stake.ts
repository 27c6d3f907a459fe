import type { EncodedAccount } from '@solana/kit';
import { parseStakeState } from '../../vm/stake/stake-account.ts';
import type { ParsedAccount } from './parsed-account.ts';

/** Rate that agave prints for every delegation, whatever the bytes say now. */
const WARMUP_COOLDOWN_RATE = 0.25;

/** A stake account as agave `parse_stake` prints it: u64 as text, f64 and timestamps as numbers. */
export function parseStake({ data }: EncodedAccount): ParsedAccount | undefined {
  const state = parseStakeState(data);
  if (state === undefined) return undefined;
  if (state.__kind === 'Uninitialized' || state.__kind === 'RewardsPool') {
    return { type: state.__kind === 'Uninitialized' ? 'uninitialized' : 'rewardsPool', info: {} };
  }
  const [{ rentExemptReserve, authorized, lockup }] = state.fields;
  const meta = { rentExemptReserve: rentExemptReserve.toString(), authorized, lockup };
  if (state.__kind === 'Initialized') return { type: 'initialized', info: { meta, stake: null } };
  const { delegation, creditsObserved } = state.fields[1];
  return {
    type: 'delegated',
    info: {
      meta,
      stake: {
        creditsObserved,
        delegation: {
          voter: delegation.voterPubkey,
          stake: delegation.stake.toString(),
          activationEpoch: delegation.activationEpoch.toString(),
          deactivationEpoch: delegation.deactivationEpoch.toString(),
          warmupCooldownRate: WARMUP_COOLDOWN_RATE,
        },
      },
    },
  };
}
