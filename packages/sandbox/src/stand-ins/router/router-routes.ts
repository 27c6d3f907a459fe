import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerWithFault, type FaultManner } from '../../faults/answer-with-fault.ts';
import type { Fault, Faults } from '../../faults/faults.ts';
import type { NodeView } from '../../rpc/node-view.ts';
import type { PastYields } from '../apy/past-yields.ts';
import { execute } from './execute.ts';
import { describeLst, listLstYields, requireLst } from './lst-reads.ts';
import { createCorruptor } from './malicious/corrupt-next.ts';
import { executeMaliciously } from './malicious/execute-maliciously.ts';
import type { OrderKind } from './order.ts';
import { createOrdered } from './ordered.ts';
import { findText, type Query } from './query.ts';
import type { RequestLog } from './request-log.ts';
import { RouterError, type RouterErrorCode } from './router-error.ts';
import { createTakeOrder } from './take-order.ts';

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
 * `lsts`, or one of its two reads as `lsts/record` or `lsts/apys`.
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
    operation: readonly [OrderKind, 'order' | 'execute'] | readonly ['lsts', 'record' | 'apys'],
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
      const readLst =
        (read: 'record' | 'apys', run: (query: Query, fault: Fault | undefined) => object) =>
        (request: FastifyRequest, reply: FastifyReply) =>
          answer(['lsts', read], request, reply, async (fault) => {
            requireLst(node.ledger, (request.params as { lst: string }).lst);
            return run(request.query as Query, fault);
          });
      scope.get(
        '/lsts/:lst',
        readLst('record', (_query, fault) => describeLst(node.ledger, yields, fault)),
      );
      scope.get(
        '/lsts/:lst/apys',
        readLst('apys', (query, fault) => listLstYields(yields, query, fault)),
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
