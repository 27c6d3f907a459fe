/** Does one piece of work after the other, in the order in which it was asked for. */
export type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Creates a queue of work. Work that fails holds up none that comes after it. */
export function createTurns(): TakeTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
