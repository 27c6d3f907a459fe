/** Shares the outcome of a running call with everyone who calls meanwhile. */
export function shareWhilePending<A extends readonly unknown[], T>(
  call: (...args: A) => Promise<T>,
): (...args: A) => Promise<T> {
  let pending: Promise<T> | undefined;
  return (...args) => {
    pending ??= call(...args).finally(() => {
      pending = undefined;
    });
    return pending;
  };
}
