import type { SandboxLedger } from '../../../world/sandbox-ledger.ts';
import type { Draft } from '../order.ts';
import { corrupt } from './corrupt.ts';
import type { CorruptedDraft } from './corruption.ts';
import { isMaliciousVariant, MALICIOUS_VARIANTS } from './variants.ts';

/** Corrupts orders one way after the other. */
export type Corruptor = (
  draft: Draft,
  ledger: SandboxLedger,
  options: {
    /** The one way to do it; undefined means the next that fits, and one of execution leaves the order as it is. */
    readonly variant: string | undefined;
    /** Orders twice the amount; undefined where the order has none. */
    double(): Promise<Draft | undefined>;
  },
) => Promise<CorruptedDraft | undefined>;

/** Starts with the first variant. */
export function createCorruptor(): Corruptor {
  let next = 0;
  return async (draft, ledger, { variant, double }) => {
    const scene = { draft, ledger, doubled: await double() };
    if (variant !== undefined) return isMaliciousVariant(variant) ? corrupt(variant, scene) : undefined;
    for (let tried = 0; tried < MALICIOUS_VARIANTS.length; tried += 1) {
      const chosen = MALICIOUS_VARIANTS[next % MALICIOUS_VARIANTS.length];
      next += 1;
      const corrupted = chosen && (await corrupt(chosen, scene));
      if (corrupted !== undefined) return corrupted;
    }
    return undefined;
  };
}
