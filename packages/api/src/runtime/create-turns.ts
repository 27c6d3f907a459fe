/** Does one piece of work after the other, in the order in which it was asked for. */
export type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Creates a queue that runs work in order. Failed work does not stop the queue. */
export function createTurns(): TakeTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
