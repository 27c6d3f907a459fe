import type { Deployment } from '@staking-agent/chain/deployment';
import type { Logger } from 'pino';
import { ConfigError } from './config/config.ts';
import { checkDeployment, type DeploymentFault } from './operator/check-deployment.ts';
import { isUpstreamFailure } from './problems/faults.ts';
import type { LedgerClient } from './upstreams/ledger/client.ts';

/**
 * Refuses a deployment file that the ledger contradicts: builds with it would fail or pay to a wrong address.
 *
 * If the ledger does not answer, the file is accepted, and the log says that it was not checked. A lookup table that is
 * missing is logged only.
 *
 * @throws {ConfigError} naming every address that does not fit.
 */
export async function assertDeploymentFits(
  deployment: Deployment,
  { ledger, log }: { readonly ledger: LedgerClient; readonly log: Logger },
): Promise<void> {
  const faults = await checkDeployment(deployment, { ledger }).catch((fault: unknown): DeploymentFault[] => {
    if (!isUpstreamFailure(fault)) throw fault;
    log.warn({ fault: fault.message }, 'deployment not checked against the ledger');
    return [];
  });
  for (const fault of faults) log.error(fault, 'deployment does not fit the ledger');
  const grave = faults.filter(({ isBearable }) => !isBearable);
  if (grave.length === 0) return;
  const lines = grave.map(({ field, address, detail }) => `  ${field} ${address}: ${detail}`);
  throw new ConfigError(`The deployment ${deployment.name} does not fit the ledger:\n${lines.join('\n')}`);
}
