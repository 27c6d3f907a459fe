export { clean, describeSent, printFault, Refusal, UNSEEN } from '../result.ts';
export { firstSentence } from '../schemas.ts';
export { explainError } from '../tools.ts';
export { openAttempts } from './attempts.ts';
export { parsePolicy } from './policy.ts';
export {
  findAddresses,
  readDeployment,
  readKeypair,
  readPolicy,
  readStatePath,
  readUrl,
  SettingError,
} from './settings.ts';
export { addOwnNode, callChecked, createSignAndSubmit } from './sign-and-submit.ts';
export { signOnce } from './sign-once.ts';
