import { API_VERSION, BASE_PATH } from './headers.ts';
import { REQUEST_HEADERS, RESPONSE_HEADERS } from './openapi/headers.ts';
import { printOperation } from './openapi/operation-object.ts';
import { printProblemResponses } from './openapi/problems.ts';
import { type Json, printSchema, type Schemas } from './openapi/schemas.ts';
import { OPERATION_IDS, OPERATIONS } from './operations/index.ts';
import { Problem } from './problems/problem.ts';

const DESCRIPTION = `Builds Solana staking transactions that only the caller's wallet can complete, and submits them.

The steps are: build (stake, unstake or withdraw), sign locally, broadcast. Amounts are decimal text; an amount that does not fit the asset is refused, never rounded. Errors are problem details of RFC 9457; branch on the last segment of \`type\`. Answers carry CORS headers for any origin; a preflight OPTIONS answers 204. A wrong method on a known path answers 405.`;

/** The deployment that a document is printed for. */
export type DescribedDeployment = {
  /** What its paths are below: `https://stake.example`. */
  readonly siteOrigin: string;
  /** The name of its deployment file. */
  readonly name: string;
  /** The ledger it is on, where the file says; a sandbox has none of its own. */
  readonly genesisHash?: string | undefined;
};

/**
 * Prints the whole HTTP contract as an OpenAPI 3.1 document, in a stable order.
 *
 * @param deployment - whose document it is; that of any deployment unless given.
 */
export function printOpenApi(deployment?: DescribedDeployment): Json {
  const schemas: Schemas = new Map();
  const paths: { [path: string]: Json } = {};
  for (const id of OPERATION_IDS) {
    const operation = OPERATIONS[id];
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: printOperation(operation, schemas),
    };
  }
  printSchema(Problem, schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Staking Agent API',
      version: API_VERSION,
      description: DESCRIPTION,
      contact: { name: 'The operator of this deployment' },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      ...(deployment && {
        'x-network': { deployment: deployment.name, genesisHash: deployment.genesisHash ?? null },
      }),
    },
    ...(deployment && { externalDocs: { url: `${deployment.siteOrigin}/docs` } }),
    servers: [
      deployment
        ? { url: `${deployment.siteOrigin}${BASE_PATH}`, description: 'This deployment' }
        : { url: BASE_PATH, description: 'Any deployment, seen from its own origin' },
    ],
    security: [],
    tags: [
      { name: 'strategies', description: 'What there is to stake into, and what it yields' },
      { name: 'transactions', description: 'Build, preview and submit' },
      { name: 'wallets', description: 'What wallets have' },
      { name: 'service', description: 'The service itself' },
    ],
    paths,
    components: {
      schemas: Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
      parameters: REQUEST_HEADERS,
      headers: RESPONSE_HEADERS,
      responses: printProblemResponses(),
    },
  };
}
