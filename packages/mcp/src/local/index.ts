export { Refusal } from '../result.ts';
export { explainError } from '../tools.ts';
export { openAttempts } from './attempts.ts';
export { parsePolicy } from './policy.ts';
export {
  findAddresses,
  readDeployment,
  readKeypair,
  readMints,
  readPolicy,
  readStatePath,
  SettingError,
} from './settings.ts';
export { callChecked, createSignAndSubmit, flowOf } from './sign-and-submit.ts';
