import { REQUEST_LIMITS } from '../src/store/driver.ts';
import { openStore, type Store, type StoreLocation, type StoreOptions } from '../src/store/open.ts';
import { createManualClock } from './manual-clock.ts';

const MINUTE = 60_000;

/** What a database may take where a test is not about that: its process or its thread may stand still. */
export const PATIENT_LIMITS = {
  ...REQUEST_LIMITS,
  statement: MINUTE,
  transaction: MINUTE,
  lock: MINUTE,
  connection: MINUTE,
  idle: MINUTE,
};

/** Opens a store that is never late: tests of what it keeps must not depend on how busy the machine is. */
export function openPatientStore(at: StoreLocation, options: StoreOptions = {}): Promise<Store> {
  return openStore(at, { clock: createManualClock(), limits: PATIENT_LIMITS, ...options });
}
