export { type Config, ConfigError, Environment, loadConfig } from './config/config.ts';
export { runUntilSignal } from './run-until-signal.ts';
export type { Runtime, RuntimeParts } from './runtime.ts';
export { type Service, startService } from './start-service.ts';
export { StoreOpenError } from './store/index.ts';
