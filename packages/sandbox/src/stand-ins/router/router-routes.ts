import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { executeMaliciously } from '../../../malicious/corrupt.ts';
import type { Fault, Faults } from '../../faults.ts';
import type { NodeView } from '../../rpc/node-view.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import type { PastYields } from '../apy.ts';
import {
  distort,
  findInteger,
  findText,
  mountStandIn,
  type Query,
  type RequestLog,
  type StandIn,
  StandInError,
} from '../stand-in.ts';
import { createOrdered, type OrderKind } from './order.ts';
import { createTakeOrder, execute } from './take-order.ts';

const KINDS: readonly OrderKind[] = ['token', 'depositStake', 'withdrawStake'];

const ROUTER: StandIn = {
  prefix: '/router',
  redirectTarget: '/router/redirected',
  redirected: '{"signature":"redirected"}',
  tooManyRequests: '{"message":"API rate limit exceeded"}',
  printError: (status, message) => JSON.stringify({ error: { code: nameError(status), message } }),
};

function nameError(status: number): string {
  if (status === 401) return 'UNAUTHORIZED';
  if (status === 404) return 'NOT_FOUND';
  return status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR';
}

/**
 * Mounts the stand-in of the swap router at `/router`.
 *
 * A fault may be narrowed to an operation: `order`, `execute`, a kind such as `token`, or both as `token/order`;
 * `lsts/apys`.
 */
export function mountRouterRoutes(
  app: FastifyInstance,
  node: NodeView,
  faults: Faults,
  requests: RequestLog,
  yields: PastYields,
): void {
  const ordered = createOrdered();
  const takeOrder = createTakeOrder(node, ordered);
  mountStandIn(app, ROUTER, faults, requests, (scope, answer) => {
    const answerTo = (
      operation: readonly [string, string],
      { query }: FastifyRequest,
      reply: FastifyReply,
      run: (fault: Fault | undefined, query: Query) => object | Promise<object>,
    ): Promise<FastifyReply> =>
      answer([operation.join('/'), ...operation], Object(query), reply, (fault) => {
        if (findText(query as Query, 'apiKey') === undefined) throw new StandInError(401, 'Missing API key');
        return run(fault, query as Query);
      });
    for (const kind of KINDS) {
      scope.get(`/swap/${kind}/order`, (request, reply) =>
        answerTo([kind, 'order'], request, reply, (fault, query) => takeOrder(kind, query, fault)),
      );
      scope.post(`/swap/${kind}/execute`, (request, reply) =>
        answerTo([kind, 'execute'], request, reply, (fault) => {
          const honestly = () => execute(kind, request.body, node, ordered);
          return fault?.mode === 'malicious' ? executeMaliciously(fault.variant, honestly, node) : honestly();
        }),
      );
    }
    scope.get<{ Params: { lst: string } }>('/lsts/:lst/apys', (request, reply) =>
      answerTo(['lsts', 'apys'], request as FastifyRequest, reply, (fault, query) => {
        requireLst(node.ledger, request.params.lst);
        return listLstYields(yields, query, fault);
      }),
    );
  });
}

const SYMBOL = 'raSOL';
/** Epochs answered where the caller names no limit, and at the most. */
const DEFAULT_LIMIT = 100n;
const MAX_LIMIT = 500n;

/** @throws {StandInError} 404 unless it is the mint or the symbol of raSOL, the one token the router knows. */
function requireLst({ deployment }: SandboxLedger, mintOrSymbol: string): void {
  if (mintOrSymbol !== deployment.rasolMint && mintOrSymbol !== SYMBOL) {
    throw new StandInError(404, `LST ${mintOrSymbol} not found`);
  }
}

/** `GET /lsts/{mintOrSymbol}/apys`: the yield of each epoch that has ended, as a fraction a year, newest first. */
function listLstYields(yields: PastYields, query: Query, fault: Fault | undefined): object {
  const limit = Number(findInteger(query, 'limit', MAX_LIMIT) ?? DEFAULT_LIMIT);
  const entries = yields
    .ofPoolToken()
    .slice(0, limit)
    .map(({ epoch, endedAt, apy }) => ({ epoch: Number(epoch), epochEndTs: endedAt, apy }));
  return { data: distort(fault, entries, (entry, apy) => ({ ...entry, apy })) };
}
