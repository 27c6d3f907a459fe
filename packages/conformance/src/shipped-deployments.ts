import type { VerifyDeployment } from '@staking-agent/verify';
import mainnet from '../../../deployments/mainnet.json' with { type: 'json' };
import sandbox from '../../../deployments/sandbox.json' with { type: 'json' };
import { readDeployment } from './read-deployment.ts';

const FILES: readonly { readonly name: string }[] = [mainnet, sandbox];

/** Finds the addresses of a deployment that the kit ships with; undefined for other names. */
export function findShippedDeployment(name: string): VerifyDeployment | undefined {
  const file = FILES.find((each) => each.name === name);
  return file && readDeployment(file);
}
