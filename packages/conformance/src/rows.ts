/** Requests that a run has under way at a time. */
const AT_A_TIME = 4;

/** Calls a function for each row of a table, a few at a time; the first failure stops it. */
export async function forRows<Row>(rows: readonly Row[], act: (row: Row) => Promise<void>): Promise<void> {
  const waiting = [...rows];
  const work = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) await act(row);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}
