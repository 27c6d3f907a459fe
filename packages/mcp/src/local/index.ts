export { Refusal } from '../refusal.ts';
export { openAttempts } from './attempts.ts';
export { callChecked } from './call-checked.ts';
export { type AgentPolicy, PolicyError, parsePolicy } from './policy.ts';
export { readKeypair, readSettings, readStatePath, SettingError } from './read-settings.ts';
export { readMints, serveLocal } from './serve-local.ts';
export { type BuildFlows, createSignAndSubmit, type SigningPorts } from './sign-and-submit.ts';
