import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import { SWITCH } from './mutate-source.ts';

/** More mutants than a module has. */
const MOST_MUTANTS = 1 << 16;
const BYTES = 4 + MOST_MUTANTS;
const KEY = 'mutation';

/** Which mutant is on, and which were asked about; worker threads of the process share it. */
export type Switch = {
  /** Turns one mutant on, and all others off; -1 turns all off. */
  turnOn(id: number): void;
  /** Forgets who was asked about. */
  forget(): void;
  /** Those that were asked about since: the code they are in has run. */
  listReached(): number[];
};

/** Makes the function that mutants in this thread ask, and returns what sets it. */
export function installSwitch(): Switch {
  const memory = isMainThread ? new SharedArrayBuffer(BYTES) : getEnvironmentData(KEY);
  if (!(memory instanceof SharedArrayBuffer)) throw new Error('The thread was started without a switch.');
  setEnvironmentData(KEY, memory);
  const on = new Int32Array(memory, 0, 1);
  const reached = new Uint8Array(memory, 4);
  if (isMainThread) on[0] = -1;
  const isOn = (id: number): boolean => {
    reached[id] = 1;
    return on[0] === id;
  };
  Object.defineProperty(globalThis, SWITCH, { value: isOn });
  return {
    turnOn(id) {
      on[0] = id;
    },
    forget() {
      reached.fill(0);
    },
    listReached: () => [...reached.keys()].filter((id) => reached[id] === 1),
  };
}
