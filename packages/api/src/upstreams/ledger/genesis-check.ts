import { UpstreamFault } from '../../problems/faults.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { LedgerMethod } from './answers.ts';

/** Whether a node is of the ledger that the deployment is of. */
export type GenesisCheck = {
  /** Whether it is of another one. */
  readonly isForeign: boolean;
  /**
   * Resolves when the node may be called: at once, once it has shown the right genesis hash.
   *
   * @throws {UpstreamFault} when it has shown another one, or none.
   */
  pass(method: LedgerMethod): Promise<void> | undefined;
};

/** The ledger that nodes have to be of. */
export type ExpectedLedger = {
  /** Genesis hash, base58. */
  readonly genesisHash: string;
  /** Told when a node is found to be of another ledger, once for as long as it stays so. */
  onForeign(node: string, genesisHash: string): void;
  /** Whether a node that does not say passes, as endpoints that only take transactions may know no other method. */
  readonly mayBeSilent?: boolean;
};

/** A name may come to mean another node, so it is asked again now and then. */
const AGAIN_MILLISECONDS = 600_000;
/** One of another ledger is asked again, in case its owner has mended it. */
const FOREIGN_MILLISECONDS = 60_000;

/**
 * Holds a node to the genesis hash of the deployment; without one, every node passes.
 *
 * @param ask - reads the node's genesis hash, base58.
 * @param onForeign - told of the genesis hash of a node that is found to be of another ledger.
 * @param mayBeSilent - whether a node that does not say passes; nobody waits for its answer then.
 */
export function createGenesisCheck(
  expected: string | undefined,
  ask: () => Promise<string>,
  clock: Clock,
  onForeign: (genesisHash: string) => void = () => undefined,
  mayBeSilent = false,
): GenesisCheck {
  let isKnown = false;
  let isForeign = false;
  let nextAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  // Nothing was sent to it.
  const refuse = (cause: unknown = new Error('It is a node of another ledger.')): never => {
    throw new UpstreamFault('ledger', 'unreachable', { cause });
  };
  const look = async () => {
    const shown = await ask().catch(mayBeSilent ? () => expected : refuse);
    if (shown !== undefined && shown !== expected && !isForeign) onForeign(shown);
    isForeign = shown !== expected;
    isKnown = true;
    nextAt = clock.elapsed() + (isForeign ? FOREIGN_MILLISECONDS : AGAIN_MILLISECONDS);
    if (isForeign) refuse();
  };
  return {
    get isForeign() {
      return isForeign;
    },
    pass(method) {
      if (expected === undefined || method === 'getGenesisHash') return undefined;
      if (clock.elapsed() >= nextAt) {
        asking ??= look().finally(() => {
          asking = undefined;
        });
      } else if (isForeign) refuse();
      // One that was right goes on while it is asked again.
      if ((isKnown || mayBeSilent) && !isForeign) {
        asking?.catch(() => undefined);
        return undefined;
      }
      return asking;
    },
  };
}
