import { currentCaller } from './context.ts';

/** A queue that serves callers in turn, however many items each has, and the items of one caller in their order. */
export class FairQueue<Item> {
  /** In the order of turns: the caller that had the last turn comes last. */
  readonly #waiting = new Map<string, Set<Item>>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  has(caller: string): boolean {
    return this.#waiting.has(caller);
  }

  add(caller: string, item: Item): void {
    this.#waiting.set(caller, (this.#waiting.get(caller) ?? new Set()).add(item));
  }

  /** Removes an item that waits no longer. */
  remove(caller: string, item: Item): void {
    const queue = this.#waiting.get(caller);
    queue?.delete(item);
    if (queue?.size === 0) this.#waiting.delete(caller);
  }

  /** Takes the next item out; only of callers that may have a turn. */
  take(mayHaveTurn: (caller: string) => boolean = () => true): Item | undefined {
    for (const [caller, queue] of this.#waiting) {
      if (!mayHaveTurn(caller)) continue;
      const [item] = queue;
      this.#waiting.delete(caller);
      if (item !== undefined) queue.delete(item);
      if (queue.size > 0) this.#waiting.set(caller, queue);
      return item;
    }
    return undefined;
  }

  /** Iterates over all items with their callers. */
  *[Symbol.iterator](): Generator<readonly [caller: string, item: Item]> {
    for (const [caller, queue] of this.#waiting) for (const item of queue) yield [caller, item];
  }
}

/**
 * Creates queues by name, none of which stays when it is empty: of each name one piece of work runs at a time, in turn by
 * callers and not by requests. `take` runs work at once if no other work of its name runs.
 */
export function createFairQueues() {
  const queues = new Map<string, FairQueue<() => void>>();
  return {
    async take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
      const queue = queues.get(name);
      if (queue === undefined) queues.set(name, new FairQueue());
      else await new Promise<void>((resolve) => queue.add(currentCaller() ?? '', resolve));
      try {
        return await work();
      } finally {
        const begin = queues.get(name)?.take();
        if (begin === undefined) queues.delete(name);
        else begin();
      }
    },
  };
}

/** Creates places: so many in all, and of one name, which is that of the caller unless given. */
export function createPlaces({ all, ofOne }: { readonly all: number; readonly ofOne: number }) {
  const counts = new Map<string, number>();
  let taken = 0;
  return {
    /** @returns what gives the place back; undefined when too many are taken, of all or of this name. */
    take(name = currentCaller() ?? ''): (() => void) | undefined {
      const count = counts.get(name) ?? 0;
      if (taken >= all || count >= ofOne) return undefined;
      taken += 1;
      counts.set(name, count + 1);
      return () => {
        taken -= 1;
        const left = (counts.get(name) ?? 1) - 1;
        if (left === 0) counts.delete(name);
        else counts.set(name, left);
      };
    },
  };
}

/** Works on all items, so many at a time, and returns the results in their order. */
export async function mapFew<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const take = async () => {
    for (const [i, item] of left) results[i] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, take));
  return results;
}
