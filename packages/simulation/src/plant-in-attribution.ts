import { base58 } from '@scure/base';
import type { Attribution } from '../../api/src/attribution/start-attribution.ts';
import type { Attributions } from '../../api/src/store/attributions.ts';
import type { Plant } from './plant.ts';

/** The attribution that credits what is broadcast, whether it lands or not. */
export function plantInAttribution(
  honest: Attribution,
  attributions: Attributions,
  plant: Plant,
): Attribution {
  if (plant !== 'credit before landing') return honest;
  return {
    ...honest,
    noteBroadcast(claim, { signers, signature }) {
      if (claim === undefined) return;
      const { partnerId = null, referralCode = null } = claim;
      const wallet = base58.encode(signers[0] ?? new Uint8Array());
      attributions.credit({ wallet, partnerId, referralCode, signature }).catch(() => undefined);
    },
  };
}
