export type { Evidence, Proof } from '@staking-agent/verify';
export type { Deployment, DeploymentName } from '../deployments.ts';
export { BUILD_IDS, type BuildId, type Checked, type Policy } from '../flows/flow-options.ts';
export { sellArrived } from '../flows/flows.ts';
export { assertChecked, LEVELS, LEVERAGE_RISK } from '../flows/proof.ts';
export { type CheckedFinding, hasLanded } from '../staking-error.ts';
export { nameSigned, readSignature } from '../transaction-bytes.ts';
export { callNode, type Fate, type FateOptions, findFate, readDeadAfter, readSpent } from './own-node.ts';
export { type JsonBuild, type VerifyOptions, verifyBuild, verifyJson } from './verify-build.ts';
