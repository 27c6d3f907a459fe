import { SOURCES } from './arazzo/landing-steps.ts';
import { printSignerApi } from './arazzo/signer.ts';
import { printWorkflow } from './arazzo/workflow.ts';
import { API_VERSION } from './headers.ts';
import type { Json } from './openapi/schemas.ts';
import type { DescribedDeployment } from './openapi.ts';
import type { Operation } from './operation.ts';
import { OPERATION_IDS, OPERATIONS, type OperationId } from './operations/index.ts';
import { OPERATION_GROUPS } from './problems/operation-groups.ts';

export { printSignerApi };

/** Where a deployment serves the document that the workflows need besides its own. */
export const SIGNER_PATH = '/signer.json';

/**
 * Prints a workflow for every variant of every build, as an Arazzo document: build, sign, broadcast, wait.
 *
 * Of version 1.0, the newest that both linters read (docs/adr/0045).
 *
 * @param deployment - whose operations they call.
 */
export function printArazzo({ siteOrigin }: Pick<DescribedDeployment, 'siteOrigin'>): Json {
  return {
    arazzo: '1.0.1',
    info: {
      title: 'Staking workflows',
      summary: 'Into and out of every strategy, from the request to what the ledger moved.',
      description:
        'Each workflow builds a transaction, has it signed, submits it and waits until it has landed. The signer is yours: give a tool its address in place of the one in its document.',
      version: API_VERSION,
    },
    sourceDescriptions: [
      { name: SOURCES.api, url: `${siteOrigin}/openapi.json`, type: 'openapi' },
      { name: SOURCES.signer, url: `${siteOrigin}${SIGNER_PATH}`, type: 'openapi' },
    ],
    workflows: OPERATION_IDS.filter(isBuild).flatMap(printWorkflows),
  };
}

/**
 * Checks whether an operation builds from fields; one that starts from an earlier build, such as a refresh, begins no
 * workflow.
 */
function isBuild(id: OperationId): boolean {
  const operation: Operation = OPERATIONS[id];
  return OPERATION_GROUPS.builds(operation) && 'wallet' in (operation.body?.properties ?? {});
}

function printWorkflows(id: OperationId): Json[] {
  const { examples }: Operation = OPERATIONS[id];
  return Object.entries(examples).map(([variant, [example]]) => printWorkflow(id, variant, example));
}
