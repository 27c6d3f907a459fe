import type { FastifyInstance } from 'fastify';
import type { Fault, Faults } from '../../faults.ts';
import { activeStakeByVoter } from '../../rpc/methods/node.ts';
import type { NodeView } from '../../rpc/node-view.ts';
import {
  EPOCHS_PER_YEAR,
  getFirstSlot,
  NOMINAL_SLOT_MILLISECONDS,
  SLOTS_PER_EPOCH,
} from '../../vm/blocks.ts';
import { creditsAt } from '../../vm/vote-state.ts';
import { badRequest, distort, mountStandIn, type Query, type RequestLog, type StandIn } from '../stand-in.ts';
import type { PastYield, PastYields } from './past-yields.ts';

const APY: StandIn = {
  prefix: '/apy',
  redirectTarget: '/apy/redirected',
  redirected: '{"validators":[],"validators_aggregated":[]}',
  tooManyRequests: '{"error":"Too many requests"}',
  printError: (_status, error) => JSON.stringify({ error }),
};

/** Mounts the stand-in of the source of validators' yields at `/apy`; its one operation is `validators`. */
export function mountApyRoutes(
  app: FastifyInstance,
  node: NodeView,
  faults: Faults,
  requests: RequestLog,
  yields: PastYields,
): void {
  mountStandIn(app, APY, faults, requests, (scope, answer) => {
    scope.get('/validators', (request, reply) => {
      const query = request.query as Query;
      return answer(['validators'], query, reply, (fault) => listValidators(node, yields, query, fault));
    });
  });
}

/** Epochs of a record, and records of a page, where the caller names no number. */
const DEFAULT_EPOCHS = 15;
const DEFAULT_LIMIT = 100;

/**
 * `GET /validators`: yields of validators by epoch, as fractions a year; the running epoch has none yet.
 *
 * It knows only the operator's validator and the parameters `query_vote_accounts`, `epochs`, `limit` and `offset`.
 *
 * @throws {StandInError} 400 for a number that is none.
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
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : badRequest(`${name} must be a whole number`);
}
