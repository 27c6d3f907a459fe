import { isAddress } from '@solana/kit';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerWithFault, type FaultManner } from '../../faults/answer-with-fault.ts';
import type { Fault, Faults } from '../../faults/faults.ts';
import type { NodeView } from '../../rpc/node-view.ts';
import type { RequestLog } from '../router/request-log.ts';
import { type Fields, requireBody } from './read-fields.ts';
import { createBuildRunner } from './run-build.ts';
import { VAULT_BUILDS } from './vault-builds.ts';
import { badRequest, VaultError } from './vault-error.ts';
import { VAULT_READS } from './vault-reads.ts';
import { summarizeVault } from './vault-record.ts';
import { readVaultView } from './vault-view.ts';

const PREFIX = '/vault';
const REDIRECTED = '/vault-redirected';
/** Builds into which the provider writes where the request came from. */
const WITH_MEMO: ReadonlySet<string> = new Set(['deposit', 'withdraw', 'direct-withdraw']);

const MANNER: FaultManner = {
  redirectTarget: REDIRECTED,
  tooManyRequests: '{"success":false,"error":"Too many requests"}',
};

/** What a request asks for: a name that faults can be narrowed to, and how it is answered. */
type Operation = {
  readonly name: string;
  readonly kind: 'build' | 'read';
  run(fields: Fields, fault: Fault | undefined, referer: string | undefined): object | Promise<object>;
};

/**
 * Mounts the stand-in of the vault provider: `/vault/…` and `/vaults`.
 *
 * A fault may be narrowed to an operation, such as `direct-withdraw`, or to `build` or `read`.
 */
export function mountVaultRoutes(
  app: FastifyInstance,
  node: NodeView,
  faults: Faults,
  requests: RequestLog,
): void {
  const { ledger } = node;
  const answer = createAnswerer(ledger.vault.vault, faults, requests);
  app.register((scope, _options, done) => {
    scope.setErrorHandler<FastifyError>((error, _request, reply) =>
      reply
        .code(error.statusCode ?? 500)
        .type('application/json')
        .send(formatRefusal(error.message)),
    );
    for (const [name, operation] of listBuilds(node)) {
      scope.post(`${PREFIX}/:vault/${name}`, (request, reply) => answer(operation, request, reply));
    }
    for (const [path, operation] of listReads(ledger)) {
      scope.get(`${PREFIX}/:vault${path}`, (request, reply) => answer(operation, request, reply));
    }
    const list: Operation = {
      name: 'vaults',
      kind: 'read',
      run: () => ({ vaults: [summarizeVault(ledger, readVaultView(ledger))] }),
    };
    scope.get('/vaults', (request, reply) => answer(list, request, reply));
    scope.all(REDIRECTED, (_request, reply) => {
      faults.countRedirectHit();
      return reply.type('application/json').send('{"success":true,"transaction":"redirected"}');
    });
    scope.all(`${PREFIX}/*`, (_request, reply) =>
      reply.code(404).type('application/json').send(formatRefusal('Not found')),
    );
    done();
  });
}

function listBuilds(node: NodeView): [name: string, Operation][] {
  const runBuild = createBuildRunner(node);
  return Object.entries(VAULT_BUILDS).map(([name, build]) => [
    name,
    {
      name,
      kind: 'build',
      run: (body, fault, referer) => runBuild(build, body, fault, WITH_MEMO.has(name) ? referer : undefined),
    },
  ]);
}

function listReads(ledger: NodeView['ledger']): [path: string, Operation][] {
  return Object.entries(VAULT_READS).map(([path, read]) => [
    path,
    {
      name: path.split('/').at(-1) || 'vault',
      kind: 'read',
      run: (fields, fault) => read(ledger, fields, fault),
    },
  ]);
}

type Answer = (operation: Operation, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

function createAnswerer(expected: string, faults: Faults, requests: RequestLog): Answer {
  return async ({ name, kind, run }, request, reply) => {
    const { vault, ...path } = request.params as { vault?: string };
    const given = kind === 'build' ? Object(request.body) : request.query;
    requests.record(name, { ...given, ...path });
    reply.type('application/json');
    const fault = faults.take([name, kind]);
    const text = async (): Promise<string> => {
      try {
        if (vault !== undefined) assertIsVault(vault, expected);
        const fields = kind === 'build' ? requireBody(request.body) : { ...(given as Fields), ...path };
        return JSON.stringify({ success: true, ...(await run(fields, fault, request.headers.referer)) });
      } catch (error) {
        if (!(error instanceof VaultError)) throw error;
        reply.code(error.status);
        return formatRefusal(error.message);
      }
    };
    return fault === undefined ? reply.send(await text()) : answerWithFault(fault, reply, text, MANNER);
  };
}

function assertIsVault(given: string, vault: string): void {
  if (!isAddress(given)) badRequest('Invalid public key: vault');
  if (given !== vault) throw new VaultError(404, 'Vault not found');
}

function formatRefusal(error: string): string {
  return JSON.stringify({ success: false, error });
}
