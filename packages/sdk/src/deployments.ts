import type { VerifyDeployment } from '@staking-agent/verify';

/** The addresses that transactions are verified against. */
export type Deployment = VerifyDeployment & {
  /** Genesis hash of the ledger, base58. */
  readonly genesisHash?: string;
};

/** The deployments whose addresses this package pins. */
export type DeploymentName = 'mainnet' | 'sandbox';

export { parseDeployment } from '@staking-agent/verify';
export { mainnet } from './generated/mainnet.ts';
export { sandbox } from './generated/sandbox.ts';
