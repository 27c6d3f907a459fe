export { type Config, ConfigError, loadConfig } from './config/config.ts';
export { Environment } from './config/environment.ts';
export { type Runtime, type RuntimeParts, runUntilSignal } from './runtime.ts';
export { type Service, startService } from './start.ts';
export { StoreOpenError } from './store/open.ts';
