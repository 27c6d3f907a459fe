import { getMintDecoder } from '@solana-program/token';
import { lamportsForPoolTokens } from '@staking-agent/chain/stake-pool';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createCorruptor, executeMaliciously } from '../../../malicious/corrupt.ts';
import { answerWithFault, type Fault, type FaultManner, type Faults } from '../../faults.ts';
import type { NodeView } from '../../rpc/node-view.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { distort } from '../apy/apy-routes.ts';
import type { PastYields } from '../apy/past-yields.ts';
import type { OrderKind } from './order.ts';
import { createOrdered } from './order-token.ts';
import { readPool } from './pool-view.ts';
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

const SYMBOL = 'raSOL';
const ONE = 1_000_000_000n;
/** Epochs answered where the caller names no limit, and at the most. */
const DEFAULT_LIMIT = 100n;
const MAX_LIMIT = 500n;
/** Epochs the average of the record is taken over: what the real one takes is not documented. */
const AVERAGED_EPOCHS = 10;

/** @throws {RouterError} 404 unless it is the mint or the symbol of raSOL, the one token the router knows. */
function requireLst({ deployment }: SandboxLedger, mintOrSymbol: string): void {
  if (mintOrSymbol !== deployment.rasolMint && mintOrSymbol !== SYMBOL) {
    throw new RouterError('NOT_FOUND', `LST ${mintOrSymbol} not found`);
  }
}

/** `GET /lsts/{mintOrSymbol}`: the record of a liquid staking token, in a list of one. Yields are fractions a year. */
function describeLst(ledger: SandboxLedger, yields: PastYields, fault: Fault | undefined): object {
  const { deployment, pool: world } = ledger;
  const { pool } = readPool(ledger);
  const mint = ledger.findAccount(deployment.rasolMint);
  const apys = distort(
    fault,
    yields.ofPoolToken().map(({ apy }) => apy),
    (_apy, value) => value,
  );
  const averaged = apys.slice(0, AVERAGED_EPOCHS);
  return {
    data: [
      {
        symbol: SYMBOL,
        mint: deployment.rasolMint,
        tokenProgram: pool.tokenProgramId,
        name: SYMBOL,
        logoUri: '',
        decimals: mint === undefined ? 9 : getMintDecoder().decode(mint.data).decimals,
        pool: {
          program: 'Spl',
          programId: world.programAddress,
          pool: world.stakePool,
          validatorList: world.validatorList,
          voteAccount: world.voteAccount,
        },
        holders: null,
        launchDate: '2024-01-01T00:00:00Z',
        managerFeeConfig: null,
        tvl: Number(pool.totalLamports),
        latestApy: apys[0] ?? null,
        avgApy: averaged.length === 0 ? null : averaged.reduce((sum, apy) => sum + apy, 0) / averaged.length,
        solValue: Number(lamportsForPoolTokens(pool, ONE)),
        slug: SYMBOL.toLowerCase(),
      },
    ],
  };
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
