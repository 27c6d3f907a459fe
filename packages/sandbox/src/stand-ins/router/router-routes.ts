import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createCorruptor, executeMaliciously } from '../../../malicious/corrupt.ts';
import { answerWithFault, type Fault, type FaultManner, type Faults } from '../../faults.ts';
import type { NodeView } from '../../rpc/node-view.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { distort } from '../apy/apy-routes.ts';
import type { PastYields } from '../apy/past-yields.ts';
import type { OrderKind } from './order.ts';
import { createOrdered } from './order-token.ts';
import { findInteger, findText, type Query, RouterError, type RouterErrorCode } from './query.ts';
import { createTakeOrder, execute, type RequestLog } from './take-order.ts';

const PREFIX = '/router';
const REDIRECTED = '/redirected';
const KINDS: readonly OrderKind[] = ['token', 'depositStake', 'withdrawStake'];

const MANNER: FaultManner = {
  redirectTarget: `${PREFIX}${REDIRECTED}`,
  tooManyRequests: '{"message":"API rate limit exceeded"}',
};

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
  const takeOrder = createTakeOrder(node, ordered, createCorruptor());

  const answer = async (
    operation: readonly [OrderKind, 'order' | 'execute'] | readonly ['lsts', 'apys'],
    request: FastifyRequest,
    reply: FastifyReply,
    run: (fault: Fault | undefined) => Promise<object>,
  ): Promise<FastifyReply> => {
    const query = request.query as Query;
    const name = operation.join('/');
    requests.record(name, query);
    reply.type('application/json');
    const fault = faults.take([name, ...operation]);
    const text = async (): Promise<string> => {
      try {
        if (findText(query, 'apiKey') === undefined) throw new RouterError('UNAUTHORIZED', 'Missing API key');
        return JSON.stringify(await run(fault));
      } catch (error) {
        if (!(error instanceof RouterError)) throw error;
        reply.code(error.status);
        return envelope(error.code, error.message);
      }
    };
    return fault === undefined ? reply.send(await text()) : answerWithFault(fault, reply, text, MANNER);
  };

  app.register(
    (scope, _options, done) => {
      scope.setErrorHandler<FastifyError>((error, _request, reply) => {
        const status = error.statusCode ?? 500;
        const code = status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR';
        return reply.code(status).type('application/json').send(envelope(code, error.message));
      });
      scope.setNotFoundHandler((_request, reply) =>
        reply.code(404).type('application/json').send(envelope('NOT_FOUND', 'No such operation')),
      );
      for (const kind of KINDS) {
        scope.get(`/swap/${kind}/order`, (request, reply) =>
          answer([kind, 'order'], request, reply, (fault) => takeOrder(kind, request.query as Query, fault)),
        );
        scope.post(`/swap/${kind}/execute`, (request, reply) =>
          answer([kind, 'execute'], request, reply, async (fault) => {
            if (fault?.mode !== 'malicious') return execute(kind, request.body, node, ordered);
            return executeMaliciously(fault.variant, () => execute(kind, request.body, node, ordered), node);
          }),
        );
      }
      scope.get('/lsts/:lst/apys', (request, reply) =>
        answer(['lsts', 'apys'], request, reply, async (fault) => {
          requireLst(node.ledger, (request.params as { lst: string }).lst);
          return listLstYields(yields, request.query as Query, fault);
        }),
      );
      scope.all(REDIRECTED, (_request, reply) => {
        faults.countRedirectHit();
        return reply.type('application/json').send('{"signature":"redirected"}');
      });
      done();
    },
    { prefix: PREFIX },
  );
}

function envelope(code: RouterErrorCode, message: string): string {
  return JSON.stringify({ error: { code, message } });
}

const SYMBOL = 'raSOL';
/** Epochs answered where the caller names no limit, and at the most. */
const DEFAULT_LIMIT = 100n;
const MAX_LIMIT = 500n;
/** @throws {RouterError} 404 unless it is the mint or the symbol of raSOL, the one token the router knows. */
function requireLst({ deployment }: SandboxLedger, mintOrSymbol: string): void {
  if (mintOrSymbol !== deployment.rasolMint && mintOrSymbol !== SYMBOL) {
    throw new RouterError('NOT_FOUND', `LST ${mintOrSymbol} not found`);
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
