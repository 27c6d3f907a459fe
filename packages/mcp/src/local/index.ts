export { Refusal } from '../result.ts';
export { openAttempts } from './attempts.ts';
export { type AgentPolicy, PolicyError, parsePolicy } from './policy.ts';
export {
  readKeypair,
  readMints,
  readSettings,
  readStatePath,
  SettingError,
  serveLocal,
} from './serve-local.ts';
export { type BuildFlows, callChecked, createSignAndSubmit, type SigningPorts } from './sign-and-submit.ts';
