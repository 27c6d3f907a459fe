import type { FastifyError, FastifyInstance } from 'fastify';
import { printJson } from '../rpc/json.ts';
import { advanceEpoch } from './advance-epoch.ts';
import { ControlError } from './control-error.ts';
import type { ControlledWorld } from './controlled-world.ts';
import { describeWorld } from './describe-world.ts';
import { fund } from './fund.ts';
import { makeWallet } from './make-wallet.ts';
import { describeFaults, setFault } from './set-fault.ts';
import { sign } from './sign.ts';

/** Mounts the controls at `/sandbox`; no fault ever touches them. */
export function mountControlRoutes(app: FastifyInstance, world: ControlledWorld): void {
  app.register(
    (scope, _options, done) => {
      scope.setSerializerCompiler(() => printJson);
      scope.setReplySerializer(printJson);
      scope.setErrorHandler<FastifyError>((error, _request, reply) => {
        const status = error instanceof ControlError ? 400 : (error.statusCode ?? 500);
        return reply.code(status).send({ error: error.message });
      });
      scope.get('/', ({ host, protocol }) => describeWorld(world, `${protocol}://${host}`));
      scope.post('/fund', ({ body }) => fund(body, world));
      scope.post('/wallets', ({ body }) => makeWallet(body, world));
      scope.post('/sign', async ({ body }) => sign(body, world));
      scope.post('/advance-epoch', async ({ body }) => advanceEpoch(body, world));
      scope.get('/faults', async () => describeFaults(world));
      scope.post('/faults', async ({ body }) => setFault(body, world));
      done();
    },
    { prefix: '/sandbox' },
  );
}
