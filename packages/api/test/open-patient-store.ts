import { openStore, type Store, type StoreLocation, type StoreOptions } from '../src/store/open-store.ts';
import { createManualClock } from './manual-clock.ts';

/** Opens a store whose file is never late: tests of what it keeps must not depend on how busy the machine is. */
export function openPatientStore(at: StoreLocation, options: StoreOptions = {}): Promise<Store> {
  return openStore(at, { clock: createManualClock(), ...options });
}
