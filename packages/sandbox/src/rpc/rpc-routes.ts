import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerWithFault, REDIRECT_TARGET } from '../faults/answer-with-fault.ts';
import type { Faults } from '../faults/faults.ts';
import { dispatch, readMethods } from './dispatch.ts';
import { printJson } from './json.ts';
import { METHODS } from './method-table.ts';
import type { NodeView } from './node-view.ts';

/** agave `MAX_REQUEST_BODY_SIZE`. */
const MAX_BODY_BYTES = 50 * 1024;

/** Mounts JSON-RPC at `/`, with a validator's answers to other requests. */
export function mountRpcRoutes(app: FastifyInstance, node: NodeView, faults: Faults): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post('/', async (request: FastifyRequest, reply: FastifyReply) => {
      if (!request.headers['content-type']?.startsWith('application/json')) {
        return reply
          .code(415)
          .type('text/plain')
          .send('Supplied content type is not allowed. Content-Type: application/json is required\n');
      }
      const body = String(request.body ?? '');
      reply.type('application/json');
      const answer = async (): Promise<string> => {
        const response = await dispatch(body, METHODS, node);
        return response === undefined ? '' : printJson(response);
      };
      const fault = faults.current().mode === 'none' ? undefined : faults.take(readMethods(body));
      return fault === undefined ? reply.send(await answer()) : answerWithFault(fault, reply, answer);
    });
    scope.get('/', (_request, reply) =>
      reply
        .code(405)
        .type('text/plain')
        .send('Used HTTP Method is not allowed. POST or OPTIONS is required\n'),
    );
    scope.get('/health', (_request, reply) => reply.type('text/plain').send(getHealth(node)));
    scope.all(REDIRECT_TARGET, (_request, reply) => {
      faults.countRedirectHit();
      return reply.type('application/json').send('{"jsonrpc":"2.0","result":"redirected","id":1}');
    });
    done();
  });
}

function getHealth(node: NodeView): string {
  try {
    node.assertIsHealthy();
    return 'ok';
  } catch {
    return 'behind';
  }
}
