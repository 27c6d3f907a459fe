export { type Config, ConfigError, loadConfig } from './config/config.ts';
export { Environment } from './config/environment.ts';
export { runUntilSignal } from './run-until-signal.ts';
export type { Runtime, RuntimeParts } from './runtime.ts';
export { type Service, startService } from './start-service.ts';
export { StoreOpenError } from './store/open.ts';
