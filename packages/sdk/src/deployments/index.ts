export { mainnet, sandbox } from '../generated/deployments.ts';
export type { Deployment, DeploymentName } from './deployment.ts';
export { parseDeployment } from './parse-deployment.ts';
