import type { FastifyError, FastifyInstance } from 'fastify';
import { answerWithFault, type FaultManner } from '../../faults/answer-with-fault.ts';
import type { Faults } from '../../faults/faults.ts';
import type { NodeView } from '../../rpc/node-view.ts';
import type { Query } from '../router/query.ts';
import type { RequestLog } from '../router/request-log.ts';
import type { PastYields } from './past-yields.ts';
import { listValidators, QueryError } from './validator-records.ts';

const PREFIX = '/apy';
const REDIRECTED = '/redirected';
const OPERATION = 'validators';

const MANNER: FaultManner = {
  redirectTarget: `${PREFIX}${REDIRECTED}`,
  tooManyRequests: '{"error":"Too many requests"}',
};

/** Mounts the stand-in of the source of validators' yields at `/apy`; its one operation is `validators`. */
export function mountApyRoutes(
  app: FastifyInstance,
  node: NodeView,
  faults: Faults,
  requests: RequestLog,
  yields: PastYields,
): void {
  app.register(
    (scope, _options, done) => {
      scope.setErrorHandler<FastifyError>((error, _request, reply) =>
        reply
          .code(error instanceof QueryError ? 400 : (error.statusCode ?? 500))
          .type('application/json')
          .send(JSON.stringify({ error: error.message })),
      );
      scope.get('/validators', async (request, reply) => {
        const query = request.query as Query;
        requests.record(OPERATION, query);
        reply.type('application/json');
        const fault = faults.take([OPERATION]);
        const text = async () => JSON.stringify(listValidators(node, yields, query, fault));
        return fault === undefined ? reply.send(await text()) : answerWithFault(fault, reply, text, MANNER);
      });
      scope.all(REDIRECTED, (_request, reply) => {
        faults.countRedirectHit();
        return reply.type('application/json').send('{"validators":[],"validators_aggregated":[]}');
      });
      done();
    },
    { prefix: PREFIX },
  );
}
