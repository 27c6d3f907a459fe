import { STAKE_POOL_CODEC } from '@staking-agent/chain/stake-pool';
import type { FastifyInstance } from 'fastify';
import type { Fault, Faults } from '../faults.ts';
import { MAINNET } from '../mainnet-2026-11.ts';
import type { NodeView } from '../rpc/node-view.ts';
import { EPOCHS_PER_YEAR, getEpoch, getFirstSlot, NOMINAL_SLOT_MILLISECONDS } from '../vm/blocks.ts';
import { findDelegation } from '../vm/stake-account.ts';
import { inflationPerEpoch, revenuePerEpoch } from '../world/epoch-rewards.ts';
import type { SandboxLedger } from '../world/sandbox-ledger.ts';
import {
  distort,
  findInteger,
  findText,
  mountStandIn,
  type Query,
  type RequestLog,
  type StandIn,
} from './stand-in.ts';

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
const MAX_WHOLE = 999_999_999n;

/**
 * `GET /validators`: yields of validators by epoch, as fractions a year; the running epoch has none yet.
 *
 * It knows only the operator's validator and the parameters `query_vote_accounts`, `epochs`, `limit` and `offset`.
 *
 * @throws {StandInError} 400 for a number that is none.
 */
function listValidators(node: NodeView, yields: PastYields, query: Query, fault: Fault | undefined): object {
  const { voteAccount } = node.ledger.deployment;
  const asked = findText(query, 'query_vote_accounts')?.split(',');
  const read = (name: string, absent: number) => Number(findInteger(query, name, MAX_WHOLE) ?? absent);
  const count = read('epochs', DEFAULT_EPOCHS);
  const [offset, limit] = [read('offset', 0), read('limit', DEFAULT_LIMIT)];
  const isKnown = asked === undefined || asked.includes(voteAccount);
  const records = isKnown ? [describeValidator(node, yields, count, fault)] : [];
  return {
    validators: fault?.mode === 'empty' ? [] : records.slice(offset, offset + limit),
    validators_aggregated: [],
  };
}

/** Describes a validator as far as the service reads it, newest epoch first; the running one has no end and no yield. */
function describeValidator(
  { ledger }: NodeView,
  yields: PastYields,
  count: number,
  fault: Fault | undefined,
): object {
  const past = distort(fault, yields.ofStake(), (entry, apy) => ({ ...entry, apy }));
  const ended = past.slice(0, count).map(({ epoch, endedAt, apy }) => {
    return { epoch: Number(epoch), epoch_end_at: new Date(endedAt).toISOString(), apy };
  });
  const running = { epoch: Number(ledger.epoch()), epoch_end_at: null, apy: null };
  return { vote_account: ledger.deployment.voteAccount, epoch_stats: [running, ...ended].slice(0, count) };
}

/** Epochs the history reaches back before the sandbox began: 400 days, as the vault's does. */
const PAST_EPOCHS = 400;

/** The yields of the operator's stake and of the pool's token, newest epoch first. */
export type PastYields = ReturnType<typeof createPastYields>;

/**
 * Records the rewards that the ledger pays.
 *
 * Observed epochs have the rewards that they really paid. Epochs before the start, or before a restored state, have the
 * rates of that moment, because nothing changed the rates before.
 */
export function createPastYields(ledger: SandboxLedger) {
  let before = steadyGrowth(ledger);
  let latest = { epoch: ledger.epoch(), rate: poolRate(ledger) };
  let poolGrowth = new Map<bigint, number>();

  ledger.events.on('slot', () => {
    const epoch = ledger.epoch();
    if (epoch === latest.epoch) return;
    const rate = poolRate(ledger);
    if (epoch === latest.epoch + 1n) {
      poolGrowth.set(latest.epoch, rate / latest.rate);
    } else {
      before = steadyGrowth(ledger);
      poolGrowth = new Map();
    }
    latest = { epoch, rate };
  });

  /** Lists fractions a year, compounded, and the last moment of each epoch in Unix milliseconds. */
  const list = (getGrowth: (epoch: bigint) => number) => {
    const { slot, unixMilliseconds } = ledger.blocks.tip();
    const current = getEpoch(slot);
    const getTime = (epoch: bigint): number =>
      Number(unixMilliseconds - (slot - getFirstSlot(epoch)) * NOMINAL_SLOT_MILLISECONDS);
    return Array.from({ length: PAST_EPOCHS }, (_, index) => {
      const epoch = current - 1n - BigInt(index);
      const apy = getGrowth(epoch) ** EPOCHS_PER_YEAR - 1;
      return { epoch, endedAt: getTime(epoch + 1n), apy };
    });
  };
  return {
    /** Yields of a lamport delegated to the operator's validator, after commission. */
    ofStake: () => list((epoch) => paidGrowth(ledger, epoch) ?? before.stake),
    /** Yields of a raSOL, by the growth of its redemption rate, after the pool's fee. */
    ofPoolToken: () => list((epoch) => poolGrowth.get(epoch) ?? before.poolToken),
  };
}

/** Returns the growth of the pool's stake account with the operator in an epoch; undefined when it was not observed. */
function paidGrowth({ rewards, pool }: SandboxLedger, epoch: bigint): number | undefined {
  const reward = rewards.get(epoch)?.byAddress.get(pool.validatorStake);
  if (reward === undefined) return undefined;
  const earned = reward.lamports + reward.revenue;
  return 1 + Number(earned) / Number(reward.postBalance - earned - MAINNET.stakeMetaReserve);
}

/** Computes what an epoch pays at current rates, per delegated lamport and per raSOL. */
function steadyGrowth(ledger: SandboxLedger): { readonly stake: number; readonly poolToken: number } {
  const { validators, pool, bank, supply, epoch, findAccount } = ledger;
  const effective =
    bank
      .vm()
      .getStakeHistory()
      .get(epoch() - 1n)?.effective ?? 0n;
  const commission = validators.get(pool.voteAccount)?.commission ?? 0;
  const rate =
    effective === 0n
      ? 0
      : (Number(inflationPerEpoch(supply) + revenuePerEpoch(effective)) * (1 - commission / 100)) /
        Number(effective);
  const account = findAccount(pool.validatorStake);
  const staked = Number((account && findDelegation(account)?.delegation.stake) ?? 0n);
  const state = readPool(ledger);
  if (state === undefined || state.totalLamports === 0n) return { stake: 1 + rate, poolToken: 1 };
  const { numerator, denominator } = state.epochFee;
  const kept = denominator === 0n ? 1 : 1 - Number(numerator) / Number(denominator);
  return { stake: 1 + rate, poolToken: 1 + (staked * rate * kept) / Number(state.totalLamports) };
}

function poolRate(ledger: SandboxLedger): number {
  const state = readPool(ledger);
  return state === undefined || state.poolTokenSupply === 0n
    ? 1
    : Number(state.totalLamports) / Number(state.poolTokenSupply);
}

function readPool({ findAccount, pool }: SandboxLedger) {
  const account = findAccount(pool.stakePool);
  return account && STAKE_POOL_CODEC.decode(account.data);
}
