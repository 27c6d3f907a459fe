import type { PendingTransactions } from '../store/pending-transactions.ts';
import type { Mortal } from './landing.ts';

/** What the router was handed and the store was not told yet: it is no less with the router, and nobody else knows. */
export type HandedRows = {
  /** Stores what goes to the router; as long as that fails, it is kept in memory. See {@link PendingTransactions.addHanded}. */
  add(mortal: Mortal): Promise<boolean>;
  /** Stores what {@link add} could not. */
  catchUp(signature: string): Promise<void>;
  /** Whether the store does not know yet that the router was handed it. */
  isUntold(signature: string): boolean;
  /** Forgets what has come to its end. */
  forget(signature: string): void;
};

/** Creates the memory of one process, whose rows are held under a name. */
export function createHandedRows(
  pending: Pick<PendingTransactions, 'addHanded'>,
  holder: string,
): HandedRows {
  const untold = new Map<string, Mortal>();
  const tell = async (mortal: Mortal): Promise<boolean> => {
    const maySend = await pending.addHanded(mortal, holder);
    untold.delete(mortal.signature);
    return maySend;
  };
  return {
    add(mortal) {
      untold.set(mortal.signature, mortal);
      return tell(mortal);
    },
    async catchUp(signature) {
      const mortal = untold.get(signature);
      if (mortal !== undefined) await tell(mortal);
    },
    isUntold: (signature) => untold.has(signature),
    forget: (signature) => void untold.delete(signature),
  };
}
