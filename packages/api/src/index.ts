export { type Config, ConfigError, loadConfig } from './config/config.ts';
export type { Runtime, RuntimeParts } from './services.ts';
export { runUntilSignal, type Service, startService } from './start.ts';
export { StoreOpenError } from './store/open.ts';
