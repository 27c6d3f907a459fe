import {
  createMcpHandler,
  hostHeaderValidationResponse,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { createStakingClient } from '@staking-agent/sdk';
import { callOperation } from './call-operation.ts';
import { createServer } from './create-server.ts';

/** What a request of an agent is answered with. */
export type HttpPorts = {
  /** Where the deployment is known to be; the host and the origin that requests may name. */
  readonly siteOrigin: string;
  /** Reaches the API as the caller of the request, with the caller's budgets. */
  readonly fetch: typeof globalThis.fetch;
};

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Answers one request to the endpoint of a deployment, in either protocol era. It is stateless: session, policy and signer
 * belong to the agent's own machine.
 *
 * It refuses a foreign host or origin with 403, so that no web page can call a server on its reader's machine.
 *
 * @param body - of the request, parsed.
 */
export async function answerHttp(
  request: Request,
  body: unknown,
  { siteOrigin, fetch }: HttpPorts,
): Promise<Response> {
  const hosts = [new URL(siteOrigin).hostname, ...LOOPBACK];
  const refused = hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, hosts);
  if (refused !== undefined) return refused;
  // One try: whoever asks over HTTP is told of a failure, and the answer must come in the time of a request.
  const client = createStakingClient({ url: 'http://api', fetch, deployment: false, retries: 0 });
  const { fetch: answer } = createMcpHandler(
    () => createServer({ call: (tool, members) => callOperation(client, tool, members) }),
    {
      // The tools never change while a process runs.
      maxSubscriptions: 0,
    },
  );
  return answer(request, { parsedBody: body });
}
