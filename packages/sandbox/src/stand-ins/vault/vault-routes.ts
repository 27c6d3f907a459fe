import { base58 } from '@scure/base';
import { address, type Instruction, isAddress } from '@solana/kit';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerWithFault, type FaultManner } from '../../faults/answer-with-fault.ts';
import type { Fault, Faults } from '../../faults/faults.ts';
import type { NodeView } from '../../rpc/node-view.ts';
import { compileOrder } from '../router/compile-order.ts';
import type { Draft } from '../router/order.ts';
import type { RequestLog } from '../router/request-log.ts';
import { createBuildCorruptor } from './corrupt-build.ts';
import { type Fields, requireBody } from './read-fields.ts';
import { type Build, VAULT_BUILDS } from './vault-builds.ts';
import { badRequest, VaultError } from './vault-error.ts';
import { VAULT_READS } from './vault-reads.ts';
import { summarizeVault } from './vault-record.ts';
import { readVaultView } from './vault-view.ts';

const PREFIX = '/vault';
const REDIRECTED = '/vault-redirected';
const MEMO_PROGRAM_ADDRESS = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
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
  const corruptor = createBuildCorruptor();

  const answer = async (
    { name, kind, run }: Operation,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const { vault, ...path } = request.params as { vault?: string };
    const given = kind === 'build' ? Object(request.body) : request.query;
    requests.record(name, { ...given, ...path });
    reply.type('application/json');
    const fault = faults.take([name, kind]);
    const text = async (): Promise<string> => {
      try {
        if (vault !== undefined) assertIsVault(vault, ledger.vault.vault);
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

  const runBuild = async (
    build: Build,
    body: Fields,
    fault: Fault | undefined,
    memo: string | undefined,
  ): Promise<object> => {
    const draft = build(ledger, body);
    const instructions = memo === undefined ? draft.instructions : [...draft.instructions, createNote(memo)];
    const honest = { ...draft, instructions };
    const corrupted =
      fault?.mode === 'malicious'
        ? await corruptor(honest, ledger, { variant: fault.variant, doubled: createDouble(build, body) })
        : undefined;
    const { bytes } = compileOrder(
      { feePayer: draft.wallet, instructions, units: draft.units, ...corrupted },
      node,
    );
    const transaction =
      fault?.mode === 'base64' ? Buffer.from(bytes).toString('base64') : base58.encode(bytes);
    return { transaction };
  };

  const createDouble = (build: Build, body: Fields): Draft | undefined => {
    const amount = body['lamportAmount'];
    if (typeof amount !== 'string' || body['isWithdrawAll'] === true) return undefined;
    try {
      return build(ledger, { ...body, lamportAmount: (BigInt(amount) * 2n).toString() });
    } catch (error) {
      if (error instanceof VaultError) return undefined;
      throw error;
    }
  };

  app.register((scope, _options, done) => {
    scope.setErrorHandler<FastifyError>((error, _request, reply) =>
      reply
        .code(error.statusCode ?? 500)
        .type('application/json')
        .send(formatRefusal(error.message)),
    );
    for (const [name, build] of Object.entries(VAULT_BUILDS)) {
      const operation: Operation = {
        name,
        kind: 'build',
        run: (body, fault, referer) =>
          runBuild(build, body, fault, WITH_MEMO.has(name) ? referer : undefined),
      };
      scope.post(`${PREFIX}/:vault/${name}`, (request, reply) => answer(operation, request, reply));
    }
    for (const [path, read] of Object.entries(VAULT_READS)) {
      const name = path.split('/').at(-1) || 'vault';
      const operation: Operation = {
        name,
        kind: 'read',
        run: (fields, fault) => read(ledger, fields, fault),
      };
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

function assertIsVault(given: string, vault: string): void {
  if (!isAddress(given)) badRequest('Invalid public key: vault');
  if (given !== vault) throw new VaultError(404, 'Vault not found');
}

function createNote(referer: string): Instruction {
  return { programAddress: MEMO_PROGRAM_ADDRESS, data: new TextEncoder().encode(`source: ${referer}`) };
}

function formatRefusal(error: string): string {
  return JSON.stringify({ success: false, error });
}
