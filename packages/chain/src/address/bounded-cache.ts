/** A map of at most `limit` entries that forgets what was used longest ago. */
export class BoundedCache<Value extends object> {
  readonly #entries = new Map<string, Value>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many entries there are. */
  get size(): number {
    return this.#entries.size;
  }

  /** Returns what is stored under a key, which is now the one used last. */
  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.#move(key, value);
    return value;
  }

  /** Stores a value and returns it. */
  set(key: string, value: Value): Value {
    this.#move(key, value);
    if (this.#entries.size > this.#limit) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
    return value;
  }

  // A map iterates in the order of insertion.
  #move(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
  }
}
