/** What is under way, by name. */
export type InFlight<Value> = {
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
  delete(name: string): void;
  /** All of it, the oldest name first. */
  entries(): Iterable<readonly [name: string, value: Value]>;
};

/**
 * Makes a map for what comes and goes.
 *
 * A `Map` that grows and shrinks leaves its former tables behind, each of which refers to the next one and to what was in
 * it. Once one of them is in V8's old generation, all that follow are kept until that is collected: everything that was
 * ever under way is copied, and then marked. So the tables of this one refer to boxes, which are emptied.
 */
export function createInFlight<Value>(): InFlight<Value> {
  const boxes = new Map<string, { value: Value | undefined }>();
  return {
    get: (name) => boxes.get(name)?.value,
    set: (name, value) => void boxes.set(name, { value }),
    delete(name) {
      const box = boxes.get(name);
      if (box === undefined) return;
      box.value = undefined;
      boxes.delete(name);
    },
    *entries() {
      for (const [name, { value }] of boxes) if (value !== undefined) yield [name, value];
    },
  };
}
