import type { FastifyError, FastifyInstance } from 'fastify';
import { answerWithFault, type Fault, type FaultManner, type Faults } from '../../faults.ts';
import { activeStakeByVoter } from '../../rpc/methods/staking.ts';
import type { NodeView } from '../../rpc/node-view.ts';
import {
  EPOCHS_PER_YEAR,
  getFirstSlot,
  NOMINAL_SLOT_MILLISECONDS,
  SLOTS_PER_EPOCH,
} from '../../vm/blocks.ts';
import { creditsAt } from '../../vm/vote-state.ts';
import type { Query } from '../router/query.ts';
import type { RequestLog } from '../router/take-order.ts';
import type { PastYield, PastYields } from './past-yields.ts';

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

/** Values a year that no stake pays; sources have shown the first, and units mixed up would show the second. */
const DISTORTED = { zero: 0, absurd: 4_242 } as const;

/** Epochs of votes that nodes remember. */
const EPOCHS_KEPT = 80;

/**
 * Changes yields by the fault: none for `empty`, 0 for `zero`, 4,242 for `absurd`, and for `short` only the epochs that
 * nodes keep.
 *
 * @param entries - the true yields, newest first.
 * @param withYield - the entry with another yield.
 */
export function distort<T>(
  fault: Fault | undefined,
  entries: readonly T[],
  withYield: (entry: T, value: number) => T,
): readonly T[] {
  if (fault?.mode === 'empty') return [];
  if (fault?.mode === 'short') return entries.slice(0, EPOCHS_KEPT);
  const value = fault?.mode === 'zero' || fault?.mode === 'absurd' ? DISTORTED[fault.mode] : undefined;
  return value === undefined ? entries : entries.map((entry) => withYield(entry, value));
}

/** A query the source does not understand; answered as 400 `{"error"}`. */
class QueryError extends Error {
  override readonly name = 'QueryError';
}

/** Epochs of a record, and records of a page, where the caller names no number. */
const DEFAULT_EPOCHS = 15;
const DEFAULT_LIMIT = 100;

/**
 * `GET /validators`: yields of validators by epoch, as fractions a year; the running epoch has none yet.
 *
 * It knows only the operator's validator and the parameters `query_vote_accounts`, `epochs`, `limit` and `offset`.
 *
 * @throws {QueryError} for a number that is none.
 */
function listValidators(node: NodeView, yields: PastYields, query: Query, fault: Fault | undefined): object {
  const { voteAccount } = node.ledger.deployment;
  const asked = readText(query, 'query_vote_accounts')?.split(',');
  const count = readWhole(query, 'epochs') ?? DEFAULT_EPOCHS;
  const [offset, limit] = [readWhole(query, 'offset') ?? 0, readWhole(query, 'limit') ?? DEFAULT_LIMIT];
  const isKnown = asked === undefined || asked.includes(voteAccount);
  const records = isKnown ? [describeValidator(node, yields, count, fault)] : [];
  return {
    validators: fault?.mode === 'empty' ? [] : records.slice(offset, offset + limit),
    validators_aggregated: [],
  };
}

function describeValidator(
  node: NodeView,
  yields: PastYields,
  count: number,
  fault: Fault | undefined,
): object {
  const { voteAccount } = node.ledger.deployment;
  const validator = node.ledger.validators.get(voteAccount);
  const past = distort(fault, yields.ofStake(), (entry, apy) => ({ ...entry, apy }));
  const newest = past.slice(0, count);
  const staked = getStake(node);
  const epochs = [describeRunning(node, staked), ...newest.map(describePast(node, staked))].slice(0, count);
  return {
    identity: validator?.node ?? null,
    vote_account: voteAccount,
    commission_effective: validator?.commission ?? null,
    avg_apy: newest.length === 0 ? null : newest.reduce((sum, { apy }) => sum + apy, 0) / newest.length,
    epoch_stats: epochs,
  };
}

function describePast(node: NodeView, staked: string) {
  const { voteAccount } = node.ledger.deployment;
  const commission = node.ledger.validators.get(voteAccount)?.commission ?? 0;
  return ({ epoch, startedAt, endedAt, apy }: PastYield): object => ({
    epoch: Number(epoch),
    epoch_start_at: toIso(startedAt),
    epoch_end_at: toIso(endedAt),
    commission_effective: commission,
    activated_stake: staked,
    credits: Number(creditsAt(SLOTS_PER_EPOCH)),
    apr: ((1 + apy) ** (1 / EPOCHS_PER_YEAR) - 1) * EPOCHS_PER_YEAR,
    apy,
  });
}

function describeRunning(node: NodeView, staked: string): object {
  const { ledger } = node;
  const { slot, unixMilliseconds } = ledger.blocks.tip();
  const epoch = ledger.epoch();
  const startedAt = unixMilliseconds - (slot - getFirstSlot(epoch)) * NOMINAL_SLOT_MILLISECONDS;
  return {
    epoch: Number(epoch),
    epoch_start_at: toIso(Number(startedAt)),
    epoch_end_at: null,
    commission_effective: null,
    activated_stake: staked,
    credits: Number(creditsAt(slot - getFirstSlot(epoch))),
    apr: null,
    apy: null,
  };
}

/** Lamports delegated to the operator and active, as integer text. */
function getStake(node: NodeView): string {
  return (activeStakeByVoter(node).get(node.ledger.deployment.voteAccount) ?? 0n).toString();
}

function toIso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function readText(query: Query, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function readWhole(query: Query, name: string): number | undefined {
  const text = readText(query, name);
  if (text === undefined) return undefined;
  if (!/^[0-9]{1,9}$/.test(text)) throw new QueryError(`${name} must be a whole number`);
  return Number(text);
}
