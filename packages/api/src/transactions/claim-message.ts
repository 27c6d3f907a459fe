import type { Logger } from 'pino';
import { hashTransactionMessage } from '../attribution/hash-message.ts';
import { type Clock, within } from '../background/clock.ts';
import type { BuildForms } from '../store/build-forms.ts';
import { StoreFault } from '../store/index.ts';

/**
 * Claims a message for the one answer that hands it out, on all replicas.
 *
 * While the store is away, what this process handed out is known, and what others did is not.
 *
 * @param transaction - unsigned, base64.
 * @returns whether nobody had it before.
 */
export type ClaimMessage = (transaction: string) => Promise<boolean>;

/** What claims are kept with. */
export type ClaimPorts = {
  readonly forms: Pick<BuildForms, 'claim'>;
  readonly clock: Clock;
  readonly log: Logger;
};

/** What a build waits for the store, which it can do without. */
const PATIENCE_MILLISECONDS = 500;
/** A blockhash is dead long before. */
const REMEMBERED_MILLISECONDS = 10 * 60_000;

/** Opens the claims of one process. */
export function createClaimMessage({ forms, clock, log }: ClaimPorts): ClaimMessage {
  /** When each was claimed; the oldest first. */
  const claimed = new Map<string, number>();
  const forget = () => {
    for (const [name, at] of claimed) {
      if (clock.elapsed() - at < REMEMBERED_MILLISECONDS) return;
      claimed.delete(name);
    }
  };
  return async (transaction) => {
    forget();
    const name = hashTransactionMessage(transaction);
    if (claimed.has(name)) return false;
    claimed.set(name, clock.elapsed());
    const unasked = () => {
      log.warn('build handed out without asking other replicas');
      return true;
    };
    const first = forms.claim(name).catch((fault: unknown) => {
      if (fault instanceof StoreFault) return unasked();
      throw fault;
    });
    return await within(clock, PATIENCE_MILLISECONDS, first, unasked);
  };
}
