export { StoreFault } from '../problems/store-fault.ts';
export { OPERATOR_LIMITS } from './driver.ts';
export {
  openStore,
  SQLITE_FILE,
  type Store,
  type StoreLocation,
  StoreOpenError,
  type StoreOptions,
} from './open-store.ts';
export { readSchema } from './read-schema.ts';
export type { Schema } from './schema.ts';
