import deploymentFile from '../../deployments/sandbox.json' with { type: 'json' };
import { parseDeployment } from '../../packages/chain/src/deployment.ts';
import { startSandbox } from '../../packages/sandbox/src/index.ts';
import { tellParent } from '../tell-parent.ts';

/** The sandbox as a process of its own. */
const { url } = await startSandbox({ deployment: parseDeployment(deploymentFile), port: 0 });
tellParent(url);
