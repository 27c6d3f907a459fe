export { openAttempts } from './attempts.ts';
export { type AgentPolicy, PolicyError, parsePolicy } from './policy.ts';
export { createSignAndSubmit, type SigningPorts } from './sign-and-submit.ts';
