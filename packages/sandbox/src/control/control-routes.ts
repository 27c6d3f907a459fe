import type { FastifyError, FastifyInstance } from 'fastify';
import type { Faults } from '../faults/faults.ts';
import { printJson } from '../rpc/json.ts';
import type { RequestLog } from '../stand-ins/router/request-log.ts';
import type { SandboxLedger } from '../world/sandbox-ledger.ts';
import { advanceEpoch } from './advance-epoch.ts';
import { ControlError } from './control-error.ts';
import { describeWorld } from './describe-world.ts';
import { fund } from './fund.ts';
import { describeFaults, setFault } from './set-fault.ts';

/** What `/sandbox` can reach. */
export type World = {
  readonly ledger: SandboxLedger;
  /** Fault switches of the upstreams that run. */
  readonly faults: Readonly<Record<'ledger' | 'router' | 'vault' | 'apy', Faults>>;
  /** What the swap router, the vault provider and the source of validators' yields have been asked. */
  readonly requests: Readonly<Record<'router' | 'vault' | 'apy', RequestLog>>;
};

/** Mounts the controls at `/sandbox`; no fault ever touches them. */
export function mountControlRoutes(app: FastifyInstance, world: World): void {
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
      scope.post('/advance-epoch', async ({ body }) => advanceEpoch(body, world));
      scope.get('/faults', async () => describeFaults(world));
      scope.post('/faults', async ({ body }) => setFault(body, world));
      done();
    },
    { prefix: '/sandbox' },
  );
}
