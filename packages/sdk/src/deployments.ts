import type { VerifyDeployment } from '@staking-agent/verify';
import { mainnet as addressesOfMainnet } from './generated/mainnet.ts';
import { sandbox as addressesOfSandbox } from './generated/sandbox.ts';
import { tipAccounts } from './generated/tip-accounts.ts';

/** The addresses that transactions are verified against. */
export type Deployment = VerifyDeployment & {
  /** Genesis hash of the ledger, base58. */
  readonly genesisHash?: string;
};

/** The deployments whose addresses this package pins. */
export type DeploymentName = 'mainnet' | 'sandbox';

export { parseDeployment } from '@staking-agent/verify';

/** The addresses of mainnet. */
export const mainnet: Deployment = { ...addressesOfMainnet, tipAccounts: tipAccounts.mainnet };
/** The addresses of the sandbox. */
export const sandbox: Deployment = { ...addressesOfSandbox, tipAccounts: tipAccounts.sandbox };
