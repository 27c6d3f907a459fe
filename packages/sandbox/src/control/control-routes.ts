import type { FastifyError, FastifyInstance } from 'fastify';
import { printJson } from '../rpc/json.ts';
import { advanceEpoch } from './advance-epoch.ts';
import { advanceSlots } from './advance-slots.ts';
import { ControlError } from './control-error.ts';
import type { ControlledSandbox } from './controlled-sandbox.ts';
import { describeSandbox } from './describe-sandbox.ts';
import { fund } from './fund.ts';
import { makeWallet } from './make-wallet.ts';
import { describeFaults, setFault } from './set-fault.ts';
import { sign } from './sign.ts';

/** Mounts the controls at `/sandbox`; no fault ever touches them. */
export function mountControlRoutes(app: FastifyInstance, sandbox: ControlledSandbox): void {
  app.register(
    (scope, _options, done) => {
      scope.setSerializerCompiler(() => printJson);
      scope.setReplySerializer(printJson);
      scope.setErrorHandler<FastifyError>((error, _request, reply) => {
        const status = error instanceof ControlError ? 400 : (error.statusCode ?? 500);
        return reply.code(status).send({ error: error.message });
      });
      scope.get('/', ({ host, protocol }) => describeSandbox(sandbox, `${protocol}://${host}`));
      scope.post('/fund', ({ body }) => fund(body, sandbox));
      scope.post('/wallets', ({ body }) => makeWallet(body, sandbox));
      scope.post('/sign', async ({ body }) => sign(body, sandbox));
      scope.post('/advance-epoch', async ({ body }) => advanceEpoch(body, sandbox));
      scope.post('/advance-slots', async ({ body }) => advanceSlots(body, sandbox));
      scope.get('/faults', async () => describeFaults(sandbox));
      scope.post('/faults', async ({ body }) => setFault(body, sandbox));
      done();
    },
    { prefix: '/sandbox' },
  );
}
