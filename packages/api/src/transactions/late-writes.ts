import { type Clock, sleep } from '../background/clock.ts';
import { createInFlight } from '../background/in-flight.ts';

/** What a process has still to tell the store. In memory only: it is told once the store answers. */
export type LateWrites = {
  /**
   * Does a write, after those of the same signature that were asked for before, and again until it is done.
   *
   * @param bound - waits for the write for so long as a broadcast may.
   */
  write(signature: string, work: () => Promise<void>, bound: Bound): Promise<void>;
  /**
   * Takes a row back; `work` is done again if it fails, unless the signature is written anew.
   *
   * @returns false as well while the end of the transaction is still to be written.
   */
  withdraw(signature: string, work: () => Promise<boolean>): Promise<boolean>;
  /** Ends a transaction at the next {@link catchUp}; whoever brings it again until then does not make it unsent. */
  resolve(signature: string): void;
  /** Does all that is left. */
  catchUp(store: LateStore): Promise<void>;
  /**
   * Says that all that this process sends is written. Other processes rely on it from some moment of `say` on, for so long:
   * also where its answer was lost.
   */
  trust(milliseconds: number, say: () => Promise<void>): Promise<void>;
};

type Bound = (written: Promise<void>) => Promise<void>;
type LateStore = {
  resolve(signatures: readonly string[]): Promise<void>;
  withdraw(signature: string): Promise<boolean>;
};

/** Creates the memory of one process. */
export function createLateWrites(clock: Clock): LateWrites {
  const unwritten = createInFlight<() => Promise<void>>();
  const resolved = new Set<string>();
  const unwanted = new Set<string>();
  const inOrder = createOrder();
  let trustedUntil = clock.elapsed();
  let saying: Promise<void> = Promise.resolve();
  let isSaying = false;
  /** Waits until it is written, or nobody relies on that. */
  const distrust = async (signature: string) => {
    while (unwritten.get(signature) !== undefined) {
      const left = trustedUntil - clock.elapsed();
      if (isSaying) await saying;
      else if (left > 0) await sleep(clock, left);
      else return;
    }
  };
  const settle = (signature: string, work: () => Promise<void>) => {
    if (unwritten.get(signature) === work) unwritten.delete(signature);
  };

  return {
    async write(signature, work, bound) {
      unwanted.delete(signature);
      unwritten.set(signature, work);
      const written = inOrder(signature, async () => {
        await work();
        settle(signature, work);
      });
      await bound(written);
      await distrust(signature);
    },
    async withdraw(signature, work) {
      // Its end is known and not written yet: the row is still that of the one who sent it, and says that it was sent.
      if (resolved.has(signature)) return false;
      // Should this fail, it is forgotten later: the next process need not send what nobody took.
      unwritten.delete(signature);
      unwanted.add(signature);
      return await inOrder(signature, async () => {
        const wasAlone = await work();
        unwanted.delete(signature);
        return wasAlone;
      });
    },
    resolve(signature) {
      // What is not written yet is written all the same: that it was sent is known no other way.
      resolved.add(signature);
    },
    async catchUp(store) {
      for (const [signature, work] of unwritten.entries()) {
        await inOrder(signature, work);
        settle(signature, work);
      }
      const done = [...resolved];
      await store.resolve(done);
      for (const signature of done) resolved.delete(signature);
      for (const signature of unwanted) {
        await inOrder(signature, () => store.withdraw(signature));
        unwanted.delete(signature);
      }
    },
    async trust(milliseconds, say) {
      isSaying = true;
      const said = say().finally(() => {
        isSaying = false;
        trustedUntil = clock.elapsed() + milliseconds;
      });
      saying = said.catch(() => undefined);
      await said;
    },
  };
}

// Of one signature, one write after the other: a slow one must not come after what was asked later.
function createOrder(): <Result>(signature: string, work: () => Promise<Result>) => Promise<Result> {
  const writing = new Map<string, Promise<unknown>>();
  return (signature, work) => {
    const before = writing.get(signature) ?? Promise.resolve();
    const after = before.then(work, work).finally(() => {
      if (writing.get(signature) === after) writing.delete(signature);
    });
    writing.set(signature, after);
    return after;
  };
}
