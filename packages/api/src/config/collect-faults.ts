/** A value that was read, or whose fault was noted. */
export type Attempted<T> = {
  /** Undefined where reading it failed. */
  readonly value: T | undefined;
  /** @throws what reading it threw. */
  get(): T;
};

/** Reads one variable, and notes the fault of one that cannot be read. */
export type Attempt = <T>(name: string, read: () => T) => Attempted<T>;

/** Collects the faults of a configuration, to report all of them at once. */
export function collectFaults(): {
  readonly faults: readonly string[];
  add(faults: readonly string[]): void;
  readonly attempt: Attempt;
} {
  const faults: string[] = [];
  return {
    faults,
    add: (more) => void faults.push(...more),
    attempt(name, read) {
      try {
        const value = read();
        return { value, get: () => value };
      } catch (error) {
        faults.push(`${name} ${error instanceof Error ? error.message : 'is unreadable'}`);
        return {
          value: undefined,
          get: () => {
            throw error;
          },
        };
      }
    },
  };
}
